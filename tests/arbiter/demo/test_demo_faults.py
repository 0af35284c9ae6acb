"""Faults on the way: power, cable, noise, a full disk; nothing is lost and the others go on."""

import os
import pty
import threading
import tty
from contextlib import suppress
from pathlib import Path

import pytest
from flagfall.arbiter.demo import conductor
from flagfall.arbiter.demo.run import Demo, Options
from flagfall.arbiter.errors import ClocksMissing, LogFull
from flagfall.arbiter.log import Decision, Log
from flagfall.arbiter.replay import ReplayedHall
from flagfall.arbiter.state import HallState
from flagfall.reports.results import results_json
from flagfall.sim.board import BoardNotStarted
from flagfall.sim.desk import Desk
from flagfall_protocol.codes import FaultKind

from tests.support.demos import SETUP, at_move, demo, results
from tests.support.noisy_line import noisy

KINDS = {kind.name.lower() for kind in FaultKind}


@pytest.mark.parametrize("moves", [0, 1, 7, 8])
def test_a_clock_that_loses_its_power_goes_on_with_the_same_times(
    tmp_path: Path, moves: int
) -> None:
    """Killed at the start, in a game, at the arbiter's set-up, and after the last move."""
    expected = results(tmp_path / "a", tables=2, games=SETUP)
    said: list[str] = []
    with demo(tmp_path / "b", said, tables=2, games=SETUP) as played:
        played.open()
        board = played.boards[0]
        assert isinstance(board, Desk)
        at_move(played, 1, moves, board.kill)
        played.play()
        assert results_json(played.hall.state) == expected
        assert played.audit().lost == played.audit().doubled == 0
    assert any("power" in sentence for sentence in said)
    with Log(tmp_path / "b" / "hall.db") as log:
        decisions = [row.decision for row in log.rows() if row.decision]
        (power,) = [d for d in decisions if d.kind == "power"]
        assert (power.who, power.table) == ("auto:demo", 1)


def test_power_lost_while_thinking_on_from_a_set_up_does_not_set_the_clocks_again(
    tmp_path: Path,
) -> None:
    """The times set there are the start of this turn, not what a clock comes back with."""
    expected = results(tmp_path / "a", tables=1, games=SETUP)
    with demo(tmp_path / "b", tables=1, games=SETUP) as played:
        played.open()
        table, seat = played.hall.state.tables[1], played.seats[1]
        killed: list[int] = []
        reached = played.time.reached

        def kill_in_thought(at_us: int) -> None:
            reached(at_us)
            clock = table.mirror.clock
            thought_us = seat.line.advanced_us - (clock.now_us if clock else 0)
            if table.record.setups and clock and clock.running and thought_us > 3_000_000:
                if not killed:
                    seat.board.kill()  # type: ignore[attr-defined]
                killed.append(at_us)

        played.time.reached = kill_in_thought  # type: ignore[method-assign]
        played.play()
        assert killed
        assert results_json(played.hall.state) == expected


def test_a_cable_pulled_and_put_back_loses_nothing(tmp_path: Path) -> None:
    expected = results(tmp_path / "a", tables=1, games=SETUP)
    with demo(tmp_path / "b", tables=1, games=SETUP) as played:
        played.open()
        board = played.boards[0]
        assert isinstance(board, Desk)
        for moves in (1, 3, 5):
            at_move(played, 1, moves, board.unplug)
        played.play()
        assert results_json(played.hall.state) == expected
        assert played.audit().lost == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_noisy_wire_changes_nothing_but_the_fault_counters(tmp_path: Path, seed: int) -> None:
    """Lost, changed, doubled and foreign bytes: every event once, every order at most once."""
    expected = results(tmp_path / "a", tables=1, games=SETUP)
    options = Options(tmp_path / "b" / "hall.db", tables=1, games=SETUP, kind="inside")
    line = noisy(seed=seed, one_in=12)
    with Demo(options, say=lambda _sentence: None, open_line=line) as played:
        played.open()
        played.play()
        assert results_json(played.hall.state) == expected
        checked = played.audit()
        assert (checked.lost, checked.doubled) == (0, 0)
        table = played.hall.state.tables[1]
        seen = dict(table.link.faults)
        assert sum(seen.values()) > 0
        assert set(seen) <= KINDS | {f"clock_{kind}" for kind in KINDS}
        card = played.hall.snapshot()["tables"][0]
        assert (card["faults"], card["fault_kinds"]) == (sum(seen.values()), seen)
        rulings = [told.what for told in table.history if told.who == "arbiter"]
        assert rulings == ["start", "stop", "correct", "correct", "resume", "end"]
    with Log(options.log, make=False) as log:  # the log alone says the same, and what came last
        kept = HallState().fold(log.rows()).tables[1].link.faults
        assert all(kept[kind] >= count for kind, count in seen.items())


def test_a_clock_that_stays_dead_is_left_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conductor, "MOST_DEATHS", 2)
    said: list[str] = []
    with demo(tmp_path, said, tables=2, games=SETUP) as played:
        played.open()
        board = played.boards[0]
        assert isinstance(board, Desk)
        monkeypatch.setattr(board, "restart", lambda: None)
        at_move(played, 1, 2, board.kill)
        played.play()
        dead, well = results_json(played.hall.state)
        assert (well["moves"], well["result"]) == (8, "*")
        assert (dead["moves"], dead["result"]) == (2, None)
        checked = played.audit()
        assert checked.silent == (dead_clock(played),)
        assert checked.lost == 0
    assert any("left as it stands" in sentence for sentence in said)


def test_a_clock_that_cannot_get_its_power_back_is_left_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_more() -> None:
        raise BoardNotStarted("No clock can be started: Too many open files.")

    said: list[str] = []
    with demo(tmp_path, said, tables=2, games=SETUP) as played:
        played.open()
        monkeypatch.setattr(played.boards[0], "restart", no_more)
        at_move(played, 1, 2, played.boards[0].kill)
        played.play()
        dead, well = results_json(played.hall.state)
        assert (well["moves"], well["result"]) == (8, "*")
        assert (dead["moves"], dead["result"]) == (2, None)
    assert any("Too many open files" in sentence for sentence in said)


def dead_clock(played: Demo) -> str:
    return played.hall.state.tables[1].clock


def test_a_port_that_is_no_clock_is_told_and_left_alone(tmp_path: Path) -> None:
    """Failure 28: whatever talks there, the hall goes on."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    stop = threading.Event()

    def chatter() -> None:
        while not stop.wait(0.005):
            os.write(master, os.urandom(40))

    talker = threading.Thread(target=chatter)
    talker.start()
    address = f"pty:{os.ttyname(slave)}"
    said: list[str] = []
    try:
        also = (address, "pty:/dev/nowhere")
        with demo(tmp_path, said, tables=1, games=SETUP, also=also) as played:
            played.open()
            assert set(played.hall.lines) == {played.boards[0].address}
            played.play()
            assert results_json(played.hall.state)[0]["result"] == "*"
    finally:
        stop.set()
        talker.join()
        os.close(master)
        os.close(slave)
    assert any(address in sentence for sentence in said)
    assert any("/dev/nowhere" in sentence for sentence in said)


def test_clocks_that_never_answer_are_an_error_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flagfall.arbiter.demo.run.FOUND_S", 0.3)
    monkeypatch.setattr(Desk, "_answer", lambda *_: None)
    with demo(tmp_path, tables=1, seed=1) as played, pytest.raises(ClocksMissing) as error:
        played.open()
    assert str(tmp_path) in error.value.hint


def fill(log: Log) -> None:
    """Not a byte more fits."""
    log.limit(1)
    for size in (2_000, 100, 0):
        with suppress(LogFull):
            while True:
                log.decide(Decision("filler", data={"x": "x" * size}), hall_us=0)


def test_a_disk_that_is_full_for_a_while_costs_nothing(tmp_path: Path) -> None:
    """Nothing is acknowledged that is not written; the clocks keep it until it can be."""
    expected = results(tmp_path / "a", tables=2, games=SETUP)
    said: list[str] = []
    with demo(tmp_path / "b", said, tables=2, games=SETUP) as played:
        played.open()

        emptied = threading.Timer(1.2, played.log.limit, [1_000_000])

        def full() -> None:
            fill(played.log)
            emptied.start()

        at_move(played, 1, 2, full)
        played.play()
        emptied.join()
        assert results_json(played.hall.state) == expected
        assert played.audit().lost == played.audit().doubled == 0
    assert any("room" in sentence for sentence in said)


def test_a_disk_that_stays_full_ends_in_words_and_the_log_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conductor, "PATIENCE_S", 0.5)
    with demo(tmp_path, tables=1, games=SETUP) as played:
        played.open()
        at_move(played, 1, 2, lambda: fill(played.log))
        with pytest.raises(LogFull):
            played.play()
    with Log(tmp_path / "hall.db") as log:
        assert log.missing == 0
        table = ReplayedHall(log).state.tables[1]
        assert len(table.record.lines) >= 2
        assert table.phase == "playing"
