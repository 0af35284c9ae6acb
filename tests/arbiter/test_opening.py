"""A hall of real-time clocks opened for an event's round: found, laid out, resumed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.errors import EventNotReady
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.log import Log
from flagfall.arbiter.opening import Opening, plan_of
from flagfall.arbiter.scenario import ScenarioError
from flagfall.pairing.errors import EventError
from flagfall.sim.desk import Desk

REGULATION = {
    "code": "draughts-rf",
    "periods": [{"moves": None, "time_s": 300, "method": "sudden"}],
}


def event(**changes: Any) -> dict[str, Any]:
    names = ["Иванов И.", "Петров П.", "Сидоров С.", "Kask J."]
    return {
        "schema": "flagfall.event/1",
        "name": "Club blitz",
        "discipline": "draughts-russian",
        "law": "draughts-rf",
        "system": {"kind": "round-robin", "seed": 1},
        "players": [{"id": n, "name": name} for n, name in enumerate(names, 1)],
        "rounds": [
            {
                "round": 1,
                "games": [
                    {"table": 1, "white": 1, "black": 4},
                    {"table": 2, "white": 2, "black": 3},
                ],
            }
        ],
        "regulation": REGULATION,
        **changes,
    }


@pytest.fixture
def clocks() -> Iterator[list[Desk]]:
    desks = [Desk(bytes([n] * 8), virtual=False) for n in (9, 3)]
    yield desks
    for desk in desks:
        desk.close()


def wait(hall: Hall, until: Callable[[], object]) -> None:
    with hall.changed:
        assert hall.changed.wait_for(until, 10)


def test_the_round_is_seated_laid_out_and_started_at_one_word(
    tmp_path: Path, clocks: list[Desk]
) -> None:
    """CL-05"""
    plan = plan_of(event(hall={"tables": [{"table": 2, "clock": "09" * 8, "left": "second"}]}))
    with Log(tmp_path / "e.db") as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([c.address for c in clocks])
        places = opening.proposed()
        assert [p.seating.clock for p in places] == ["03" * 8, "09" * 8]
        assert opening.seat(places) == [1, 2]
        opening.settle()
        first, second = hall.snapshot()["tables"]
        assert first["players"]["left"] == {"name": "Иванов И.", "colour": "white"}
        assert second["players"]["left"] == {"name": "Сидоров С.", "colour": "black"}
        assert first["left"]["value_us"] == 300_000_000
        assert (first["phase"], first["link"]) == ("ready", "live")
        assert hall.command({"table": "all", "act": "start"}) == {"ok": True}
        assert [t["running"] for t in hall.snapshot()["tables"]] == ["left", "right"]


def test_a_hall_opened_again_goes_on_where_it_stood(tmp_path: Path, clocks: list[Desk]) -> None:
    plan = plan_of(event())
    with Log(tmp_path / "e.db") as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([c.address for c in clocks])
        opening.seat(opening.proposed())
        opening.settle()
        assert hall.command({"table": 1, "act": "start"})["ok"]
    with Log(tmp_path / "e.db") as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([c.address for c in clocks])
        assert opening.seat(opening.proposed()) == []
        opening.settle()
        assert [t["phase"] for t in hall.snapshot()["tables"]] == ["playing", "ready"]
        assert hall.command({"table": 1, "act": "stop", "why": "outside"})["ok"]
        assert hall.snapshot()["tables"][0]["notes"] == []


def test_a_new_round_lays_out_new_games_on_the_same_clocks(
    tmp_path: Path, clocks: list[Desk]
) -> None:
    again = event()
    again["rounds"] = [
        {"round": 1, "games": [{"table": 1, "white": 1, "black": 4, "result": "1-0"}]},
        {"round": 2, "games": [{"table": 1, "white": 4, "black": 2}]},
    ]
    with Log(tmp_path / "e.db") as log, Hall(log, name="x") as hall:
        one = Opening(hall, plan_of(event()))
        one.look([clocks[1].address])
        one.seat(one.proposed())
        one.settle()
        assert hall.command({"table": 1, "act": "start"})["ok"]
        assert hall.command({"table": 1, "act": "end", "result": "1-0"})["ok"]
        plan = plan_of(again)
        assert plan.round == 2
        two = Opening(hall, plan)
        two.seat(two.proposed())
        two.settle()
        table = hall.snapshot()["tables"][0]
        assert (table["phase"], table["result"]) == ("ready", None)
        assert table["players"]["left"]["name"] == "Kask J."
        assert hall.command({"table": 1, "act": "start"})["ok"]


def test_a_clock_that_comes_late_is_laid_out_when_it_comes(
    tmp_path: Path, clocks: list[Desk]
) -> None:
    plan = plan_of(event(hall={"tables": [{"table": 1, "clock": "09" * 8}]}))
    with Log(tmp_path / "e.db") as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([])
        opening.seat(opening.proposed())
        assert [t["link"] for t in hall.snapshot()["tables"]] == ["none", "none"]
        error = hall.command({"table": 1, "act": "start"})["error"]
        assert error["code"] == "no_clock"
        opening.look([clocks[0].address])
        opening.settle()
        wait(hall, lambda: hall.snapshot()["tables"][0]["phase"] == "ready")
        assert hall.command({"table": 1, "act": "start"})["ok"]


def test_an_arbiter_sees_real_time_pass(tmp_path: Path, clocks: list[Desk]) -> None:
    """Hall time and the clock's own time are brought together by the link's sync."""
    plan = plan_of(event())
    with Log(tmp_path / "e.db") as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([clocks[1].address])
        opening.seat(opening.proposed())
        opening.settle()
        assert hall.command({"table": 1, "act": "start"})["ok"]
        shown = hall.snapshot()
        side = shown["tables"][0]["left"]
        assert abs(shown["now_us"] - side["at_us"]) < 2_000_000
        assert side["until_us"] - side["at_us"] == 300_000_000


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"regulation": None}, "$.regulation"),
        ({"rounds": []}, "$.rounds"),
        ({"hall": {"tables": [{"clock": "09" * 8}]}}, "$.hall.tables[0].table"),
        ({"hall": {"tables": [{"table": 1, "clock": "nine"}]}}, "$.hall.tables[0].clock"),
        ({"hall": {"tables": [{"table": 1, "left": "third"}]}}, "$.hall.tables[0].left"),
        ({"hall": {"tables": [{"table": 1}, {"table": 1}]}}, "$.hall.tables[1]"),
    ],
)
def test_an_event_no_hall_can_be_opened_for_names_the_place(
    changes: dict[str, Any], where: str
) -> None:
    with pytest.raises(EventNotReady) as error:
        plan_of(event(**changes))
    assert error.value.where == where


def test_a_bad_regulation_and_a_bad_event_are_the_other_rooms_errors() -> None:
    with pytest.raises(ScenarioError) as wrong:
        plan_of(event(regulation={"periods": []}))
    assert wrong.value.where.startswith("$.regulation")
    with pytest.raises(EventError):
        plan_of({"schema": "flagfall.event/1"})
