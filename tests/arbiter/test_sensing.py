"""Moves read from a table's board: told, or asked, never guessed."""

import pytest
from flagfall import rules
from flagfall.arbiter.log import Decision
from flagfall.arbiter.notes import questions
from flagfall.arbiter.sensing import Sensed, picture, sensed
from flagfall.arbiter.state import HallState
from flagfall.rules import Position
from flagfall_protocol.messages import BoardEvent

from tests.arbiter.test_state import LEFT, SECOND, rows, started


def board(position: Position, *, press: int = 1) -> BoardEvent:
    squares, occupied = picture(position)
    return BoardEvent(
        journal_id=77, seq=1, at_us=0, squares=squares, press=press, occupied=occupied
    )


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        ("international", "34-29 17-22"),
        ("russian", "c3-d4 f6-g5"),
        ("renju", "h8 h9"),
        ("lasca", "c3-d4 e5xc3"),
    ],
)
def test_a_board_tells_the_move_that_was_made(variant: str, moves: str) -> None:
    position: Position = rules.variant(variant).start()
    for text in moves.split():
        after = position.play(text)
        assert sensed(position, board(after)) == Sensed("move", (after.last_move.text,))
        position = after


def test_a_board_on_which_nothing_moved_is_a_question() -> None:
    """CL-17: in renju a pass or a mistake; CL-21: in draughts an irregularity."""
    renju = rules.variant("renju").start().play("h8")
    assert sensed(renju, board(renju)) == Sensed("unchanged", ("pass",))
    draughts = rules.variant("russian").start()
    assert sensed(draughts, board(draughts)) == Sensed("unchanged")


def test_a_board_that_fits_no_move_is_a_question_with_the_nearest_ones() -> None:
    start = rules.variant("russian").start()
    strange = start.play("c3-d4 f6-g5 d4-e5")
    found = sensed(start, board(strange))
    assert found is not None
    assert found.kind == "none"
    assert "c3-d4" in found.moves
    renju = rules.variant("renju").start().play("h8")
    assert sensed(renju, board(renju.play("h9 i8"))) == Sensed("none")


def test_a_board_of_another_game_is_left_alone() -> None:
    assert sensed(rules.variant("renju").start(), board(rules.variant("russian").start())) is None


def test_a_question_about_a_press_offers_the_moves_and_is_answered_by_writing_one() -> None:
    clock = started()
    clock.press(5 * SECOND, LEFT)
    press = {"journal": clock.journal, "seq": len(clock.records)}
    asked = Decision("unread", 1, data={**press, "why": "several", "moves": ["34-29", "34-30"]})
    table = HallState().fold(rows(clock, asked)).tables[1]
    (question,) = questions(table)
    assert (question.code, question.side, question.rule) == ("unread_move", "left", "CL-21")
    orders = [way.order for way in question.ways]
    assert orders[1] == {"act": "write", **press, "text": "34-30"}
    told = Decision("move", 1, data={**press, "text": "34-30"})
    answered = HallState().fold(rows(clock, asked, told)).tables[1]
    assert questions(answered) == []
    assert answered.record.lines[0].text == "34-30"
