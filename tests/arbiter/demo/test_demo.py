"""The main job end to end, with the firmware in this process: real games, faults, the log."""

import os
import pty
import re
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.demo import conductor
from flagfall.arbiter.demo.run import Demo, Options
from flagfall.arbiter.errors import ClocksMissing, LogFull
from flagfall.arbiter.history import ON_TIME
from flagfall.arbiter.log import Decision, Log
from flagfall.arbiter.replay import ReplayedHall
from flagfall.reports.games import game_file
from flagfall.reports.results import results_json
from flagfall.rules import pdn
from flagfall.sim.board import BoardNotStarted
from flagfall.sim.desk import Desk
from flagfall.sim.games import catalogue

from tests.support.noisy_line import noisy

SETUP = ("live_clock_setup", "lidraughts_clock_excerpt")


@contextmanager
def demo(place: Path, said: list[str] | None = None, **options: Any) -> Iterator[Demo]:
    options.setdefault("kind", "inside")
    say = (said if said is not None else []).append
    with Demo(Options(place / "hall.db", **options), say=say) as played:
        yield played


def results(place: Path, **options: Any) -> list[dict[str, Any]]:
    with demo(place, **options) as played:
        played.open()
        played.play()
        checked = played.audit()
        assert (checked.lost, checked.doubled, checked.silent) == (0, 0, ())
        return results_json(played.hall.state)


def at_move(played: Demo, table: int, moves: int, act: Callable[[], None]) -> None:
    """Do something once, as soon as so many moves were made at a table."""
    done = threading.Event()

    def look() -> None:
        if len(played.hall.state.tables[table].record.lines) >= moves and not done.is_set():
            done.set()
            act()

    played.hall.subscribe(look)


def test_games_are_played_to_their_recorded_end_and_every_move_is_legal(tmp_path: Path) -> None:
    games = ("nk2009_derkx_meijer",)
    (row,) = results(tmp_path, tables=1, games=games)
    assert row["source"] == "nk2009_derkx_meijer"
    assert (row["moves"], row["result"], row["legal"]) == (117, "1-0", True)
    assert row["firmware"].startswith("cpython ")
    assert 0 < row["left_us"] < 900_000_000 + 59 * 5_000_000


def test_recorded_clock_times_come_out_of_the_clocks_again(tmp_path: Path) -> None:
    """The mover's own `[%clock]` of the source is the report's, move by move."""
    with demo(tmp_path, tables=2, games=SETUP) as played:
        played.open()
        played.play()
        for number, name in ((1, "live_clock_setup"), (2, "lidraughts_clock_excerpt")):
            written = game_file(played.hall.state.tables[number], event="Test")
            assert written is not None
            source = next(game for game in catalogue() if game.name == name).text
            lines = [line for line in source.splitlines() if not line.startswith(";")]
            assert _movers_clocks(written[1].splitlines()) == _movers_clocks(lines)


def test_renju_times_come_out_to_the_millisecond(tmp_path: Path) -> None:
    """`BL` and `WL` of the source are the report's; the five ends the game (CL-48)."""
    with demo(tmp_path, tables=1, games=("renju_black_five",)) as played:
        played.open()
        played.play()
        table = played.hall.state.tables[1]
        assert table.result == "0-1"
        written = game_file(table, event="Test")
        assert written is not None
        assert written[0] == "sgf"
        source = played.seats[1].assignment.recorded.text
        times = re.compile(r";([BW]\[..\][BW]L\[[0-9.]+\])")
        assert times.findall(written[1]) == times.findall(source) != []


def _movers_clocks(lines: list[str]) -> list[tuple[str, int | None]]:
    game = next(iter(pdn.read(lines)))
    colours = ("white", "black")
    movers = [colours[n % 2] for n in range(len(game.moves))]
    if any(node.setup for node in game.line.nodes):
        movers[-1] = "white"
    return [
        (move.text, clock.of(mover, mover))  # type: ignore[arg-type, union-attr]
        for move, clock, mover in zip(game.moves, game.clocks, movers, strict=True)
    ]


def test_a_setup_on_the_way_stops_sets_both_clocks_and_goes_on(tmp_path: Path) -> None:
    """CL-13, CL-15: by the arbiter's orders, over the wire, logged with who and why."""
    with demo(tmp_path, tables=1, games=SETUP) as played:
        played.open()
        played.play()
        table = played.hall.state.tables[1]
        acts = [told.what for told in table.history if told.who == "arbiter"]
        order = ["start", "stop", "correct", "correct", "resume", "end"]
        assert [a for a in acts if a in order] == order
        assert {told.who for told in table.history} >= {"auto:demo", "clock"}


def test_times_depend_on_the_seed_alone(tmp_path: Path) -> None:
    """Not on the number of tables, the speed or the scheduler."""
    alone = results(tmp_path / "a", tables=1, games=SETUP)
    again = results(tmp_path / "b", tables=3, games=SETUP, speed=4_000.0)
    other = results(tmp_path / "c", tables=1, games=("lidraughts_clock_excerpt",))
    assert again[:1] == alone
    assert other[0]["left_us"] != again[1]["left_us"]


def test_the_log_alone_shows_the_same_hall(tmp_path: Path) -> None:
    """CL-39"""
    with demo(tmp_path, tables=2, games=SETUP) as played:
        played.open()
        played.play()
        shown = played.hall.snapshot()
        details = [played.hall.detail(n) for n in (1, 2)]
    with Log(tmp_path / "hall.db", make=False) as log:
        again = ReplayedHall(log)
        replayed = again.snapshot()
        assert [again.detail(n) for n in (1, 2)] == details
        assert again.command({"table": 1, "act": "stop"})["ok"] is False
    wire = ("link", "link_since_us", "faults", "health")
    for table in (*shown["tables"], *replayed["tables"]):
        for name in wire:
            del table[name]
    assert replayed["tables"] == shown["tables"]
    assert (replayed["events"], replayed["phase"]) == (shown["events"], "over")


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


def decisions(place: Path) -> list[Decision]:
    with Log(place / "hall.db") as log:
        return [row.decision for row in log.rows() if row.decision]


def test_moves_are_read_from_the_boards_of_every_second_table(tmp_path: Path) -> None:
    """What stood at the press, matched with what is legal; only a pass is asked (CL-17)."""
    games = ("lidraughts_clock_excerpt", "renju_two_passes")
    with demo(tmp_path, tables=2, games=games) as played:
        played.open()
        played.play()
        shown = played.hall.snapshot()["tables"]
        _first, row = results_json(played.hall.state)
    assert [table["sensors"] for table in shown] == [False, True]
    assert (row["result"], row["legal"]) == ("1/2", True)
    said = [d for d in decisions(tmp_path) if d.table == 2]
    by = [(d.who, d.data.get("text") == "pass") for d in said if d.kind == "move"]
    slips = [d.data["why"] for d in said if d.kind == "unread"]
    assert slips.count("unchanged") == 2
    assert by.count(("board", False)) == row["moves"] - len(slips)
    assert len(slips) < row["moves"] / 10
    assert {d.who for d in decisions(tmp_path) if d.kind == "move" and d.table == 1} == {
        "auto:demo"
    }


@pytest.mark.parametrize(
    "name",
    ["russian_white_wins", "bashni_black_wins", "nk2009_derkx_meijer", "lasca1976", "renju_short"],
)
def test_what_the_boards_tell_is_what_was_played(tmp_path: Path, name: str) -> None:
    """Pieces lifted, slid, set down elsewhere, taken off in any order, contacts that bounce: every
    move is read right or asked, and the press before it was the only thing that counted."""
    with demo(tmp_path, tables=2, games=("lidraughts_clock_excerpt", name)) as played:
        played.open()
        played.play()
        seat = played.seats[2]
        record = played.hall.state.tables[2].record
        assert seat.gave_up == ""
    assert [line.ply for line in record.lines] == list(
        range(1, len(seat.assignment.script.turns) + 1)
    )
    position = record.start
    for line, turn in zip(record.lines, seat.assignment.script.turns, strict=True):
        assert position is not None
        position = position.push(position.parse(turn.text))
        assert line.position is not None
        assert line.position.fen == position.fen
        assert line.source in ("board", "auto:demo")
    asked = sum(line.source != "board" for line in record.lines)
    assert asked <= len(record.lines) / 20
    assert sum(d.kind == "unread" for d in decisions(tmp_path)) == asked


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
        assert table.link.faults > 0
        rulings = [told.what for told in table.history if told.who == "arbiter"]
        assert rulings == ["start", "stop", "correct", "correct", "resume", "end"]


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


@contextmanager
def judged(place: Path, act: Callable[[Any], None], **options: Any) -> Iterator[Demo]:
    """A demonstration in whose first game somebody at the page acts from the second move on."""

    def judge() -> None:
        with played.hall.changed:
            played.hall.changed.wait_for(
                lambda: len(played.hall.state.tables[1].record.lines) >= 2, 10
            )
        act(played.hall)

    with demo(place, tables=1, **options) as played:
        played.open()
        thread = threading.Thread(target=judge)
        thread.start()
        played.play()
        thread.join()
        yield played


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


@pytest.mark.parametrize(("name", "result"), [("renju_short", "0-1"), ("lasca1976", "0-1")])
def test_a_player_who_forgets_the_time_loses_on_time(
    tmp_path: Path, name: str, result: str
) -> None:
    """CL-07, CL-08: the flag falls on the clock, the arbiter confirms it, the game ends."""
    with demo(tmp_path, tables=1, games=(name,), flag_fall=True) as played:
        played.open()
        played.play()
        table = played.hall.state.tables[1]
        assert table.mirror.clock is not None
        loser = "white" if result == "0-1" else "black"
        side = getattr(table.mirror.clock, table.seating.side_of(loser))  # type: ignore[arg-type]
        assert side.flag_us > 0
        assert (table.result, table.reason) == (result, "on time")
        assert "flag_verdict" in [told.what for told in table.history]


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
