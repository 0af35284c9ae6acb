"""Orders from the page while a demonstration plays: carried out, or refused in words."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.history import ON_TIME
from flagfall.arbiter.log import Log
from flagfall.arbiter.replay import ReplayedHall
from flagfall.reports.results import results_json
from flagfall.sim.desk import Desk

from tests.support.demos import SETUP, at_move, demo, judged, results


def test_an_order_of_the_page_is_carried_out_or_refused_in_words(tmp_path: Path) -> None:
    with demo(tmp_path, tables=2, games=SETUP) as played:
        played.open()
        hall = played.hall
        assert hall.command({"table": 1, "act": "stop"})["error"]["where"] == "not_started"
        assert hall.command({"table": 7, "act": "stop"})["error"]["code"] == "no_such_table"
        assert hall.command({"table": "all", "act": "start"}) == {"ok": True}
        assert hall.command({"table": "all", "act": "start"}) == {"ok": True}, "nobody concerned"
        assert {t["phase"] for t in hall.snapshot()["tables"]} == {"playing"}
        assert hall.command({"table": 1, "act": "stop", "reason": "look", "rule": "CL-15"})["ok"]
        assert hall.snapshot()["tables"][0]["phase"] == "stopped"
        stale = {"table": 1, "act": "resume", "revision": 1}
        assert hall.command(stale)["error"]["code"] == "refused"
        now = hall.snapshot()["tables"][0]["revision"]
        assert hall.command({**stale, "revision": now}) == {"ok": True}
        assert hall.command({"table": 1, "act": "end", "result": "1/2"}) == {"ok": True}
        assert hall.snapshot()["tables"][0]["result"] == "1/2"
        told = hall.detail(1)["acts"]
        assert any(act.get("rule") == "CL-15" and act["who"] == "arbiter" for act in told)


@pytest.mark.parametrize("loses_power", [False, True])
def test_what_the_arbiter_stops_at_the_page_is_his_to_resume(
    tmp_path: Path, loses_power: bool
) -> None:
    """CL-15: the demonstration's own arbiter does not meddle, and no time is lost; be it that the
    clock loses its power meanwhile (CL-12)."""
    games = ("lidraughts_clock_excerpt",)
    expected = results(tmp_path / "a", tables=1, games=games)
    seen: list[Any] = []

    def arbiter() -> None:
        hall = played.hall
        with hall.changed:
            hall.changed.wait_for(lambda: len(hall.state.tables[1].record.lines) >= 2, 10)
        seen.append(hall.command({"table": 1, "act": "stop"})["ok"])
        moves = len(hall.state.tables[1].record.lines)
        line = hall.line_of(hall.state.tables[1].clock)
        assert line is not None
        if loses_power:
            played.boards[0].kill()
            with hall.changed:
                hall.changed.wait_for(lambda: line.boots > 0 and line.advanced_us >= 0, 10)
        time.sleep(0.4)
        seen.append(len(hall.state.tables[1].record.lines) - moves)
        seen.append(hall.snapshot()["tables"][0]["phase"])
        seen.append(hall.command({"table": "all", "act": "resume"})["ok"])

    with demo(tmp_path / "b", tables=1, games=games, speed=4.0) as played:
        played.open()
        judge = threading.Thread(target=arbiter)
        judge.start()
        played.play()
        judge.join()
        assert seen == [True, 0, "stopped", True]
        assert results_json(played.hall.state) == expected


def test_a_game_adjourned_at_the_page_stays_so_until_the_sealed_move(tmp_path: Path) -> None:
    """CL-34: the demonstration's own arbiter does not meddle."""
    phases: list[str] = []

    def arbiter(hall: Any) -> None:
        for act in ("stop", "adjourn"):
            assert hall.command({"table": 1, "act": act})["ok"]
        time.sleep(0.4)
        phases.append(hall.snapshot()["tables"][0]["phase"])
        assert hall.command({"table": 1, "act": "open_sealed"})["ok"]

    games = ("lidraughts_clock_excerpt",)
    expected = results(tmp_path / "a", tables=1, games=games)
    with judged(tmp_path / "b", arbiter, games=games, speed=4.0) as played:
        assert phases == ["adjourned"]
        assert results_json(played.hall.state) == expected


def test_a_clock_that_runs_for_the_wrong_side_by_order_loses_on_time(tmp_path: Path) -> None:
    """Nobody has a move to make there; the demonstration still comes to its end."""
    turned: list[str] = []

    def arbiter(hall: Any) -> None:
        assert hall.command({"table": 1, "act": "stop"})["ok"]
        turned.append("left" if hall.snapshot()["tables"][0]["turn"] == "right" else "right")
        for act in ("correct", "resume"):
            order = {"side": "both", "turn": turned[0]} if act == "correct" else {}
            assert hall.command({"table": 1, "act": act, **order})["ok"]

    with judged(tmp_path, arbiter, games=("lasca1976",), speed=300.0) as played:
        table = played.hall.state.tables[1]
        (shown,) = played.hall.snapshot()["tables"]
        assert shown[turned[0]]["flag"] is not None
        assert table.reason == ON_TIME
        assert table.result == (
            "0-1" if shown["players"][turned[0]]["colour"] == "white" else "1-0"
        )


def test_a_clock_that_runs_out_of_turn_by_order_is_pressed_by_nobody(tmp_path: Path) -> None:
    def arbiter(hall: Any) -> None:
        assert hall.command({"table": 1, "act": "stop"})["ok"]
        (shown,) = hall.snapshot()["tables"]
        assert hall.command({"table": 1, "act": "run_for", "side": shown["turn"]})["ok"]
        time.sleep(0.4)
        assert hall.snapshot()["tables"][0]["move_no"] == shown["move_no"]
        for act in ("stop", "resume"):
            assert hall.command({"table": 1, "act": act})["ok"]

    games = ("lidraughts_clock_excerpt",)
    with judged(tmp_path, arbiter, games=games, speed=20.0) as played:
        (row,) = results_json(played.hall.state)
        assert (row["moves"], row["result"], row["legal"]) == (8, "*", True)


def test_a_table_that_is_left_as_it_stands_is_told(tmp_path: Path) -> None:
    said: list[str] = []
    with demo(tmp_path, said, tables=2, games=SETUP) as played:
        played.open()
        at_move(played, 1, 2, lambda: setattr(played.seats[1], "gave_up", "the board is gone"))
        played.play()
    assert [s for s in said if "left as it stands" in s] == [
        "Table 1 is left as it stands: the board is gone."
    ]


def test_an_answer_is_the_order_it_stands_for(tmp_path: Path) -> None:
    """CL-07"""
    with demo(tmp_path, tables=1, games=("lidraughts_clock_excerpt",)) as played:
        played.open()
        hall = played.hall
        assert hall.command({"table": "all", "act": "start"})["ok"]
        seat = played.seats[1]
        seat.line.port.advance(700_000_000)
        with hall.changed:
            hall.changed.wait_for(lambda: hall.snapshot()["tables"][0]["notes"], 10)
        (note,) = hall.snapshot()["tables"][0]["notes"]
        assert note["code"] == "flag"
        answer = {"table": 1, "act": "answer", "note": note["id"], "answer": "confirm"}
        assert hall.command(answer) == {"ok": True}
        assert hall.command(answer)["error"]["code"] == "bad_order"
        with hall.changed:
            hall.changed.wait_for(lambda: hall.state.tables[1].verdicts, 10)
        (note,) = hall.snapshot()["tables"][0]["notes"]
        ending = {"table": 1, "act": "answer", "note": note["id"], "answer": "end"}
        assert hall.command(ending) == {"ok": True}
        assert hall.snapshot()["tables"][0]["result"] in ("1-0", "0-1")


def test_a_game_moves_to_another_clock_whole(tmp_path: Path) -> None:
    """CL-12"""
    spare = Desk(b"\x07" * 8)
    try:
        with demo(tmp_path, tables=1, games=SETUP) as played:
            played.open()
            hall = played.hall
            line = hall.connect(spare.address)
            with hall.changed:
                assert hall.changed.wait_for(lambda: line.live and line.advanced_us >= 0, 10)
            assert hall.command({"table": "all", "act": "start"})["ok"]
            before = hall.snapshot()["tables"][0]
            assert hall.command({"table": 1, "act": "replace", "clock": "ab" * 8})["ok"] is False
            order = {"table": 1, "act": "replace", "clock": line.uid, "reason": "defect"}
            assert hall.command(order) == {"ok": True}
            with hall.changed:
                assert hall.changed.wait_for(
                    lambda: hall.state.tables[1].mirror.newest >= line.newest > 0, 10
                )
            after = hall.snapshot()["tables"][0]
            assert after["clock"] == line.uid
            assert after["phase"] == "stopped"
            assert after["notes"] == []
            for side in ("left", "right"):
                assert after[side]["value_us"] == before[side]["value_us"]
            assert hall.command({"table": 1, "act": "resume"}) == {"ok": True}
        with Log(tmp_path / "hall.db") as log:
            assert ReplayedHall(log).state.tables[1].clock == line.uid
    finally:
        spare.close()
