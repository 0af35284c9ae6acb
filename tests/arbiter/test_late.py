"""CL-04: who has not come, until when he may, and what the arbiter is asked then."""

from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.late import awaited, newly_late
from flagfall.arbiter.log import Decision, Log
from flagfall.arbiter.notes import Question, questions
from flagfall.arbiter.opening import Opening, plan_of
from flagfall.arbiter.state import HallState
from flagfall.arbiter.table import Table
from flagfall.arbiter.view import hall_json
from flagfall.sim.desk import Desk
from flagfall_clock.regulation import Regulation

from tests.arbiter.test_opening import REGULATION, event, wait
from tests.arbiter.test_state import LEFT, RIGHT, SECOND, Act, rows, table
from tests.support.paper_clock import PaperClock, blitz

HOUR = 3600 * SECOND
AFTER = 10 * SECOND


def long_game(forfeit_after_us: int = HOUR) -> Regulation:
    regulation = blitz(7200)
    regulation.forfeit_after_us = forfeit_after_us
    return regulation


def started(regulation: Regulation | None = None) -> PaperClock:
    clock = PaperClock(regulation or long_game())
    clock.do(SECOND, Act.START, side=LEFT)
    return clock


def late(side: str) -> Decision:
    return Decision("late", 1, "clock", "R2.6.1", data={"side": side})


def asked(found: Table) -> list[Question]:
    return [q for q in questions(found) if q.code == "late"]


def test_exactly_an_hour_is_admitted_and_a_microsecond_more_is_asked() -> None:
    found = table(started())
    assert [(a.side, a.due_us) for a in awaited(found)] == [
        ("left", SECOND + HOUR),
        ("right", None),
    ]
    assert newly_late(found, SECOND + HOUR) == []
    (said,) = newly_late(found, SECOND + HOUR + 1)
    assert (said.kind, said.table, said.rule, said.data) == ("late", 1, "R2.6.1", {"side": "left"})


def test_who_is_not_on_move_is_awaited_from_the_first_mover_s_press() -> None:
    clock = started()
    clock.press(5 * SECOND, LEFT)
    found = table(clock)
    assert [(a.side, a.due_us) for a in awaited(found)] == [("right", 5 * SECOND + HOUR)]
    clock.press(HOUR, RIGHT)
    assert awaited(table(clock)) == []


def test_what_ran_before_a_stop_counts_and_a_stopped_clock_waits() -> None:
    clock = started()
    clock.do(SECOND + 10 * SECOND, Act.STOP)
    (left, _right) = awaited(table(clock))
    assert left.due_us is None
    clock.do(500 * SECOND, Act.RESUME)
    (left, _right) = awaited(table(clock))
    assert left.due_us == 500 * SECOND + HOUR - 10 * SECOND


def test_a_regulation_without_a_limit_asks_nobody() -> None:
    assert awaited(table(started(long_game(0)))) == []


def test_the_arbiter_is_asked_once_for_a_reason_and_else_offered_the_forfeit() -> None:
    """R2.6.1: a good reason; R2.6.3: both absent."""
    clock = started()
    found = table(clock, late("left"))
    (question,) = asked(found)
    assert question.text == "White is more than 60 minutes late."
    assert [(w.answer, w.rule) for w in question.ways] == [
        ("excused", "R2.6.1"),
        ("forfeit -+", "R2.6.1"),
        ("forfeit --", "R2.6.3"),
    ]
    assert question.ways[1].order == {"act": "end", "result": "-+"}
    assert newly_late(found, 2 * HOUR) == []  # asked already
    excused = table(clock, late("left"), Decision("seen", 1, data=question.ways[0].order))
    assert asked(excused) == []
    assert newly_late(excused, 2 * HOUR) == []


def test_who_came_and_moved_is_not_asked_about_any_more() -> None:
    clock = started()
    clock.press(HOUR + 30 * SECOND, LEFT)
    assert asked(table(clock, late("left"))) == []
    (question,) = asked(table(clock, late("right")))
    assert [w.answer for w in question.ways] == ["excused", "forfeit +-"]  # White is there
    clock.lay_out(long_game())
    assert asked(table(clock)) == []


def test_the_wall_lists_who_is_awaited_and_until_when() -> None:
    """CL-04: a list of the absent with their countdown."""
    state = HallState().fold(rows(started()))
    shown: Any = hall_json(state, now_us=2 * SECOND, speed=1.0, lost=0)
    assert shown["awaited"] == [
        {"table": 1, "side": "left", "name": "Derkx", "due_us": SECOND + HOUR},
        {"table": 1, "side": "right", "name": "Meijer", "due_us": None},
    ]


@pytest.mark.parametrize("side", ["middle", 3, None])
def test_a_side_no_hall_wrote_is_an_unreadable_log(side: object) -> None:
    with pytest.raises((ValueError, KeyError)):
        table(started()).decide(Decision("late", 1, data={"side": side}), 1)


def test_a_hall_notices_by_itself(tmp_path: Path) -> None:
    """A round whose players come too late is asked about while the clocks run."""
    data = event(regulation={**REGULATION, "forfeit_after_s": 1})
    plan = plan_of(data)
    desk = Desk(b"\x07" * 8, virtual=False)
    with Log(tmp_path / "e.db") as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([desk.address])
        opening.seat(opening.proposed())
        opening.settle()
        assert hall.command({"table": 1, "act": "start"})["ok"]
        wait(hall, lambda: hall.state.tables[1].late == {"left"})
        note = next(n for n in hall.snapshot()["tables"][0]["notes"] if n["code"] == "late")
        answer = {"table": 1, "act": "answer", "note": note["id"], "answer": "forfeit -+"}
        assert hall.command(answer) == {"ok": True}
        assert hall.snapshot()["tables"][0]["result"] == "-+"
    desk.close()
