"""What may be claimed at a table: draws with since when, a foul of renju; the arbiter is told."""

from flagfall.arbiter.log import Decision
from flagfall.arbiter.notes import questions
from flagfall.arbiter.view import table_json

from tests.support.sensor_table import Played


def test_a_draw_that_may_be_claimed_is_a_remark_with_since_when() -> None:
    """CL-51, D5.4.12.6: no question: who wants it claims it, or the arbiter fixes it."""
    game = Played("international")
    game.move("34-29")
    fen = "B:WK46:B1,K50"
    game.say(Decision("setup", 1, data={"fen": fen}))
    game.position = game.position.variant.position(fen)
    for text in 2 * ("50-45", "46-5", "45-50", "5-46"):
        game.move(text)
    (note,) = questions(game.table)
    assert (note.code, note.rule, note.ways) == ("claimable", "CL-51", ())
    assert note.text == ("A draw may be claimed by Black since move 9 (threefold, D5.4.12.1.3).")
    assert "answers" not in table_json(game.table)["notes"][0]


def test_a_move_written_down_may_bring_the_draw() -> None:
    """CL-51: before the own move, written down."""
    game = Played("international")
    fen = "W:WK46:B1,K50"
    game.say(Decision("setup", 1, data={"fen": fen}))
    game.position = game.position.variant.position(fen)
    for text in ("46-5", "50-45", "5-46", "45-50", "46-5", "50-45", "5-46"):
        game.move(text)
    (note,) = questions(game.table)
    assert "by Black with 45-50 written down" in note.text


def test_a_foul_of_international_law_may_be_claimed_while_it_is_the_last_move() -> None:
    """R1.4.2: the rows are on the board for the page to draw."""
    game = Played("renju", left="black")
    fen = "B:Wa1,a3,a5,a7:Bh8,h9,i7,k7"
    game.say(Decision("setup", 1, data={"fen": fen}))
    game.position = game.position.variant.position(fen)
    stones = {*game.position.pieces(), "h7"}
    game.press(stones)
    (note,) = questions(game.table)
    assert [(way.answer, way.order) for way in note.ways] == [
        ("claimed", {"act": "end", "result": "1-0"})
    ]
    rows = table_json(game.table)["board"]["rows"]
    assert sorted(row["kind"] for row in rows) == ["three", "three"]
    game.press(stones | {"o15"})
    (note,) = questions(game.table)
    assert note.ways == ()


def test_a_foul_of_the_russian_code_is_put_right_and_not_claimed() -> None:
    """R2.8.2"""
    game = Played("renju-rf", left="black")
    fen = "B:Wa1,a3,a5,a7:Bh8,h9,i7,k7"
    game.say(Decision("setup", 1, data={"fen": fen}))
    game.press({*game.position.variant.position(fen).pieces(), "h7"})
    (note,) = questions(game.table)
    assert (note.code, note.ways) == ("illegal_move", ())


def test_forbidden_points_are_shown_while_black_is_to_move() -> None:
    game = Played("renju-rf", left="black")
    fen = "B:Wa1,a3,a5,a7:Bh8,h9,i7,k7"
    game.say(Decision("setup", 1, data={"fen": fen}))
    assert table_json(game.table)["board"]["forbidden"] == ["h7"]
    game.say(Decision("setup", 1, data={"fen": f"W{fen[1:]}"}))
    assert "forbidden" not in table_json(game.table)["board"]
