"""Moves read from a table's board: told, or asked, never guessed (failures 35–39, CL-17, CL-21)."""

from typing import Any

import pytest
from flagfall import rules
from flagfall.arbiter import sensing
from flagfall.arbiter.log import Decision
from flagfall.arbiter.notes import questions
from flagfall.arbiter.view import detail_json, table_json
from flagfall_protocol import codes
from flagfall_protocol.messages import BoardEvent

from tests.arbiter.test_state import LEFT, SECOND
from tests.support.sensor_table import Played, answer

Act = codes.Act


@pytest.mark.parametrize(
    ("variant", "left", "moves"),
    [
        ("international", "white", "34-29 17-22 40-34"),
        ("russian", "white", "c3-d4 f6-g5 d4-e5 d6:f4"),
        ("renju-rf", "black", "h8 h9 i9 i8"),
        ("bashni", "white", "c3-d4 d6-c5 b2-c3"),
        ("lasca", "white", "c3-d4 e5xc3 b2xd4"),
        ("turkish", "white", "a3-a4 b6-b5"),
    ],
)
def test_every_press_is_the_move_that_the_board_shows(variant: str, left: str, moves: str) -> None:
    """8 × 8, 10 × 10, 7 × 7 and 15 × 15 cells, one sensor under each."""
    game = Played(variant, left=left)
    for text in moves.split():
        game.move(text)
    assert game.texts == moves.split()
    assert {line.source for line in game.table.record.lines} == {"board"}
    assert (game.asked, game.table.record.legal) == ([], True)
    assert table_json(game.table)["sensors"] is True
    assert {move["source"] for move in detail_json(game.table)["moves"]} == {"board"}


def test_a_table_without_sensors_says_so_and_reads_nothing() -> None:
    game = Played("russian")
    game.clock.press(5 * SECOND, LEFT)
    game.fold()
    assert table_json(game.table)["sensors"] is False
    assert (game.texts, game.asked) == ([""], [])


def test_what_happened_between_presses_does_not_count() -> None:
    """Failure 35: slid over squares, lifted, put back: changes are recorded and not read."""
    game = Played("russian")
    squares, _bits = sensing.picture(game.position)
    for square in ("b4", "d4", "c5", "d4"):
        slid = frozenset(game.stands() - {"c3"} | {square})
        game.clock.board(squares, sensing.bits(game.position, slid))
    game.fold()
    assert game.texts == []
    game.move("c3-d4")
    assert game.texts == ["c3-d4"]


def test_taken_pieces_may_leave_the_board_in_any_order_and_unseen() -> None:
    """Failure 37: only what stands at the press is matched."""
    fen = "W:Wc3:Bd4,f6,h8"
    game = Played("russian")
    game.say(Decision("setup", 1, data={"fen": fen}))
    game.position = rules.variant("russian").position(fen)
    squares, _bits = sensing.picture(game.position)
    for stands in ({"c3", "d4", "h8"}, {"d4", "h8"}, {"d4", "g7", "h8"}):
        game.clock.board(squares, sensing.bits(game.position, frozenset(stands)))
    game.press({"g7", "h8"})
    (line,) = game.table.record.lines
    assert line.position is not None
    assert line.position.last_move is not None
    assert line.position.last_move.captured == ("d4", "f6")


def test_nothing_counts_after_the_end() -> None:
    """Failure 38: kings put in the middle for the result are neither moves nor questions."""
    game = Played("russian")
    game.say(Decision("setup", 1, data={"fen": "W:Wc3:Bd4"}))
    game.position = rules.variant("russian").position("W:Wc3:Bd4")
    game.move("c3:e5")
    assert game.asked == ["outcome"]
    game.press({"d4", "e5"})
    assert game.asked == ["outcome"]
    game.order(Act.END)
    squares, _bits = sensing.picture(game.position)
    game.clock.board(squares, sensing.bits(game.position, frozenset({"d4"})))
    game.fold()
    assert game.texts == ["c3:e5", ""]


def test_after_a_take_back_the_next_press_is_read_from_the_position_before() -> None:
    """CL-21: pieces are put back, another move is made."""
    game = Played("russian")
    before = game.position
    game.move("c3-d4")
    game.order(Act.TAKEBACK)
    assert game.texts == []
    game.position = before
    game.move("c3-b4")
    assert (game.texts, game.asked) == (["c3-b4"], [])


def test_a_take_back_without_the_pieces_put_back_is_asked() -> None:
    game = Played("russian")
    before = game.position
    game.move("c3-d4")
    game.order(Act.TAKEBACK)
    game.position = before
    game.press(game.stands() - {"c3", "e3"} | {"d4", "f4"})
    assert (game.texts, game.asked) == ([""], ["unread_move"])
    (question,) = questions(game.table)
    assert "c3" in question.text
    assert "c3-d4" in [way.answer for way in question.ways]


def test_a_take_back_answers_the_question_about_its_press() -> None:
    game = Played("russian")
    game.press(game.stands() - {"c3"})
    assert game.asked == ["unread_move"]
    game.order(Act.TAKEBACK)
    assert game.asked == []


def test_after_a_correction_the_sensors_follow_the_position_set_up() -> None:
    """CL-23, failure 39: back to another position, whatever was asked about the one before."""
    game = Played("international")
    game.move("34-29")
    game.press(game.stands() - {"17"})
    assert game.asked == ["unread_move"]
    game.order(Act.STOP)
    fen = "W:W29,31:B12,20"
    game.say(Decision("setup", 1, data={"fen": fen}))
    assert game.asked == []
    game.order(Act.RESUME, side=LEFT)
    game.position = rules.variant("international").position(fen)
    game.move("31-27")
    game.move("12-18")
    assert game.texts == ["34-29", "", "31-27", "12-18"]
    assert game.asked == []


def test_after_a_resumption_the_next_press_is_read() -> None:
    """Failure 39: adjourned, the board packed away and set up again, another board even."""
    game = Played("international")
    game.move("34-29")
    game.order(Act.ADJOURN)
    names = game.position.variant.squares
    game.clock.board(len(names), bytes(29))
    game.order(Act.RESUME)
    game.position = game.position.play("17-22")
    stands = sum(1 << i for i, name in enumerate(names) if name in game.stands())
    side = game.clock.clock.running
    game.clock.press(game.clock.at_us + SECOND, side, (len(names), stands.to_bytes(29, "little")))
    game.fold()
    assert (game.texts, game.asked) == (["34-29", "17-22"], [])


def test_a_press_without_a_stone_is_asked_as_a_pass_or_a_mistake() -> None:
    """CL-17, R2.1.7"""
    game = Played("renju-rf", left="black")
    for text in ("h8", "h9", "i9"):
        game.move(text)
    game.press()
    (question,) = questions(game.table)
    assert (question.code, question.rule, question.side) == ("unread_move", "CL-17", "right")
    orders = {way.answer: way.order for way in question.ways}
    assert orders["pass"]["text"] == "pass"
    assert orders["mistake"] == {"act": "takeback", "count": False}


def test_it_is_a_pass_if_nobody_objects_before_the_next_press() -> None:
    """CL-17; two passes running are a draw (R1.8.1)."""
    game = Played("renju-rf", left="black")
    for text in ("h8", "h9", "i9"):
        game.move(text)
    game.press()
    game.move("pass i8")
    assert game.texts == ["h8", "h9", "i9", "pass", "i8"]
    assert game.asked == []
    told = [t for t in game.table.history if t.what == "write"]
    assert [(t.who, t.rule, t.reason) for t in told] == [("board", "CL-17", "pass")]
    game.press()
    game.press()
    assert game.texts[-2:] == ["pass", ""]
    game.say(answer(game, "pass"))
    assert game.asked == ["outcome"]


def test_a_mistaken_press_that_is_switched_back_leaves_no_pass() -> None:
    game = Played("renju-rf", left="black")
    for text in ("h8", "h9", "i9"):
        game.move(text)
    game.press()
    game.order(Act.TAKEBACK, flags=codes.OrderFlag.UNCOUNTED)
    game.move("i8")
    game.move("j9")
    assert game.texts == ["h8", "h9", "i9", "i8", "j9"]
    assert game.asked == []


def test_a_press_without_a_move_is_an_irregularity_in_draughts() -> None:
    """CL-21: it stays a question however often is pressed."""
    game = Played("russian")
    game.press()
    game.press(game.position.play("c3-d4 f6-g5"))
    assert (game.texts, game.asked) == (["", ""], ["unread_move"])
    (question,) = questions(game.table)
    assert (question.rule, question.side, question.ways) == ("CL-21", "left", ())


def test_a_stone_where_the_rules_forbid_it_is_recorded_and_shown() -> None:
    """The rules never block the recording."""
    game = Played("renju-rf", left="black")
    for text in ("h8", "h9", "i9", "i8"):
        game.move(text)
    fouled = rules.variant("renju-rf").position("B:Wa1,a3,a5,a7:Bh8,h9,i7,k7")
    game.say(Decision("setup", 1, data={"fen": fouled.fen}))
    game.press({*fouled.pieces(), "h7"})
    assert game.texts[-1] == "h7"
    assert game.asked == ["illegal_move"]
    assert game.table.record.lines[-1].source == "board"


def test_a_foul_of_international_law_stands_until_it_is_claimed() -> None:
    """Under `rif` the next moves are read from the position with the stone."""
    game = Played("renju", left="black")
    game.say(Decision("setup", 1, data={"fen": "B:Wa1,a3,a5,a7:Bh8,h9,i7,k7"}))
    game.position = rules.variant("renju").position("B:Wa1,a3,a5,a7:Bh8,h9,i7,k7")
    stones = {*game.position.pieces(), "h7"}
    game.press(stones)
    game.press(stones | {"o15"})
    assert game.texts == ["h7", "o15"]
    assert game.asked == ["illegal_move"]


def test_later_presses_are_read_as_soon_as_the_question_is_answered() -> None:
    """A dead square: the arbiter says the move, what was pressed meanwhile follows by itself."""
    game = Played("russian")
    game.position = game.position.play("c3-d4")
    game.press(game.stands() - {"d4"})
    assert game.asked == ["unread_move"]
    game.move("f6-g5")
    game.move("b2-c3")
    assert game.texts == ["", "", ""]
    game.say(answer(game, "c3-d4"))
    assert game.texts == ["c3-d4", "f6-g5", "b2-c3"]
    assert game.asked == []


def test_a_dead_sensor_is_asked_about_once() -> None:
    """What was wrong at a press is not believed at the next one."""
    game = Played("russian")
    game.position = game.position.play("c3-d4")
    game.press(game.stands() - {"d4"})
    game.say(answer(game, "c3-d4"))
    for text in ("f6-g5", "b2-c3", "g7-f6", "a1-b2"):
        game.position = game.position.play(text)
        game.press(game.stands() - {"d4"})
    assert game.texts == ["c3-d4", "f6-g5", "b2-c3", "g7-f6", "a1-b2"]
    assert game.asked == []


def test_a_stone_where_no_sensor_would_see_it_is_not_taken_for_a_pass() -> None:
    """CL-17: only what can be nothing but a pass becomes one by itself."""
    game = Played("renju-rf", left="black")
    game.move("h8")
    game.position = game.position.play("h9")
    game.press(game.stands() | {"k11"})
    assert game.asked == ["unread_move"]
    game.say(answer(game, "h9"))
    for text in ("i9", "i8", "k11", "d4"):
        game.position = game.position.play(text)
        game.press(game.stands() | {"k11"})
    assert game.texts == ["h8", "h9", "i9", "i8", "", ""]
    (question,) = questions(game.table)
    assert [way.answer for way in question.ways] == ["pass", "k11"]
    game.say(answer(game, "k11"))
    assert game.texts[-2:] == ["k11", "d4"]
    assert game.asked == []


def test_an_answer_that_comes_after_a_take_back_changes_nothing() -> None:
    """The arbiter's word and the player's gesture cross: the press is gone."""
    game = Played("russian")
    game.press(game.stands() - {"c3"})
    late = answer(game, "c3-d4")
    game.order(Act.TAKEBACK)
    game.say(late)
    assert (game.texts, game.asked) == ([], [])


def test_a_board_of_another_game_is_left_alone() -> None:
    start = rules.variant("renju").start()
    squares, bits = sensing.picture(rules.variant("russian").start())
    event = BoardEvent(journal_id=1, seq=1, at_us=0, squares=squares, press=1, occupied=bits)
    assert sensing.sensed(start, event) is None


def test_pieces_on_cells_that_are_not_played_on_are_overlooked() -> None:
    """Taken pieces are laid down beside the squares that count."""
    position = rules.variant("russian").start()
    squares, bits = sensing.picture(position.play("c3-d4"))
    lit = int.from_bytes(bits, "little") | 1  # a8
    event = BoardEvent(
        journal_id=1, seq=1, at_us=0, squares=squares, press=1, occupied=lit.to_bytes(29, "little")
    )
    reading = sensing.sensed(position, event)
    assert reading is not None
    assert reading.move.text == "c3-d4"


def test_several_moves_are_asked_with_each_of_them() -> None:
    fen = "W:b8Wwb,h8Bw,d6Bb,h6WwB,h4Ww,c3bBW,e3BBW,b2bw"
    game = Played("bashni")
    game.say(Decision("setup", 1, data={"fen": fen}))
    position = rules.variant("bashni").position(fen)
    boards: dict[frozenset[str], list[Any]] = {}
    for move in position.legal_moves:
        boards.setdefault(frozenset(position.push(move).pieces()), []).append(move)
    board, moves = max(boards.items(), key=lambda item: len(item[1]))
    assert len(moves) > 1
    game.press(set(board))
    (question,) = questions(game.table)
    assert {way.answer for way in question.ways} == {move.long_text for move in moves}
    game.say(answer(game, question.ways[1].answer))
    assert game.asked == []
    assert game.table.record.legal


def test_a_move_written_anew_before_a_question_has_the_board_read_again() -> None:
    """What was asked from the wrong position is asked from the right one, or told."""
    game = Played("russian")
    game.position = game.position.play("c3-d4")
    game.press()
    first = game.table.record.lines[0].made
    right = rules.variant("russian").start().play("e3-d4")
    game.press(right.play("f6-g5"))
    assert game.asked == ["unread_move"]
    again = {"journal": first.journal, "seq": first.seq, "text": "e3-d4"}
    game.say(Decision("move", 1, data=again))
    assert (game.texts, game.asked) == (["e3-d4", "f6-g5"], [])
