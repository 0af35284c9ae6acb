"""The record of a game: the press makes the move count, the rules only look at what is written."""

import pytest
from flagfall.arbiter.mirror import Made, SideName
from flagfall.arbiter.record import Record
from flagfall.rules import RulesError

COLOURS: dict[SideName, str] = {"left": "white", "right": "black"}


def made(seq: int, side: SideName = "left") -> Made:
    return Made(side, 1, seq, seq * 1000, 5, 6, 7)


def draughts(*texts: str) -> Record:
    record = Record.begin("international", COLOURS)  # type: ignore[arg-type]
    for n, text in enumerate(texts, 1):
        record.press(made(n, "left" if n % 2 else "right"))
        record.write(1, n, text)
    return record


def test_moves_are_checked_as_they_are_written() -> None:
    record = draughts("34-29", "17-22", "40-34")
    assert record.legal
    assert [line.mark for line in record.lines] == ["", "", ""]
    assert record.position is not None
    assert record.position.ply == 3


def test_an_impossible_move_is_kept_and_shown() -> None:
    """The rules never block the recording."""
    record = draughts("34-29", "17-22", "29-18")
    assert not record.legal
    assert record.objection()
    assert record.fault_ply == 3
    assert [line.mark for line in record.lines] == ["", "", "illegal"]
    assert record.position is None
    assert record.shown is record.lines[1].position
    record.press(made(4, "right"))
    assert record.write(1, 4, "19-23").mark == "unchecked"


def test_a_move_written_anew_is_checked_again_with_all_that_follow() -> None:
    record = draughts("34-29", "17-22", "29-18", "19-23")
    record.write(1, 3, "40-34")
    assert record.legal
    assert [line.mark for line in record.lines] == ["", "", "", ""]


def test_a_text_may_come_after_later_presses() -> None:
    record = draughts()
    record.press(made(1))
    record.press(made(2, "right"))
    assert [line.ply for line in record.unwritten()] == [1, 2]
    record.write(1, 2, "17-22")
    assert record.lines[1].mark == "unchecked"
    record.write(1, 1, "34-29")
    assert [line.mark for line in record.lines] == ["", ""]
    assert record.unwritten() == []


def test_a_take_back_removes_the_move_and_what_was_wrong_with_it() -> None:
    """CL-21"""
    record = draughts("34-29", "17-22", "29-18")
    record.undo()
    assert record.legal
    assert len(record.lines) == 2
    record.press(made(5))
    assert record.write(1, 5, "40-34").mark == ""


def test_a_press_by_the_side_not_to_move_is_unclear() -> None:
    record = draughts("34-29")
    record.press(made(2, "left"))
    assert record.write(1, 2, "33-28").mark == "unclear"
    assert record.legal


def test_a_position_set_up_on_the_way_takes_the_place_of_what_stood() -> None:
    record = draughts("34-29", "17-22")
    record.set_up("W:W32,33:B1,3")
    record.press(made(3))
    assert record.write(1, 3, "33-28").mark == ""
    record.set_up("B:W28:B1,3")
    assert record.position is not None
    assert record.position.turn == "black"
    record.undo()
    assert len(record.setups) == 1
    with pytest.raises(RulesError):
        record.set_up("nonsense")


def test_a_game_whose_rules_are_not_known_is_kept_without_checks() -> None:
    record = Record.begin("chess", COLOURS)  # type: ignore[arg-type]
    record.press(made(1))
    assert record.write(1, 1, "e2-e4").mark == "unchecked"
    assert record.legal
    assert record.position is None


def test_a_pass_is_written_as_one() -> None:
    """CL-37"""
    record = Record.begin("renju", {"left": "black", "right": "white"})
    record.press(made(1))
    record.write(1, 1, "h8")
    record.press(made(2, "right"))
    assert record.write(1, 2, "pass").mark == "pass"


def test_a_press_that_is_not_there_cannot_be_written() -> None:
    with pytest.raises(LookupError):
        draughts("34-29").write(1, 9, "17-22")


def test_later_moves_are_read_as_they_were_written_when_an_earlier_one_is_put_right() -> None:
    """Not as they were understood while the earlier one was wrong."""
    record = Record.begin("renju", COLOURS, opening="taraguchi-5")  # type: ignore[arg-type]
    record.colours = {"left": "black", "right": "white"}
    for n, text in enumerate(("h8", "swap", "i9"), 1):
        record.press(made(n, "left" if n % 2 else "right"))
        record.write(1, n, text)
    assert record.legal
    record.write(1, 2, "stay, g9")
    assert record.lines[2].text == "stay, i9"
    record.write(1, 2, "swap")
    assert [line.text for line in record.lines] == ["h8", "swap", "i9"]
    assert record.legal
