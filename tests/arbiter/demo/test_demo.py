"""The main job end to end, with the firmware in this process: real games, faults, the log."""

import re
import time
from pathlib import Path

import pytest
from flagfall.arbiter.demo.run import Demo, Options
from flagfall.arbiter.log import Log
from flagfall.arbiter.replay import ReplayedHall
from flagfall.link.transport import Transport, open_transport
from flagfall.reports.games import game_file
from flagfall.reports.results import results_json
from flagfall.rules import pdn
from flagfall.sim.desk import Desk
from flagfall.sim.games import catalogue

from tests.support.demos import SETUP, at_move, decisions, demo, results

DOZE_S = 4.5
"""Longer than a host may be away from a real clock."""


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


class Dozing:
    """A line whose reader once stands still, as on a machine that is far too busy."""

    def __init__(self, line: Transport) -> None:
        self.address = line.address
        self.write, self.wake, self.close = line.write, line.wake, line.close
        self._read = line.read
        self.tired = False

    def read(self, timeout_s: float) -> bytes:
        if self.tired:
            self.tired = False
            time.sleep(DOZE_S)
        return self._read(timeout_s)


def test_a_machine_that_stands_still_for_seconds_changes_no_time_and_ends_nothing(
    tmp_path: Path,
) -> None:
    """Virtual time waits: no order is given up while a regulation is laid out, none in a game."""
    expected = results(tmp_path / "a", tables=1, games=SETUP)
    lines: list[Dozing] = []

    def open_line(address: str) -> Transport:
        lines.append(Dozing(open_transport(address)))
        return lines[-1]

    def doze() -> None:
        lines[-1].tired = True

    options = Options(tmp_path / "b.db", tables=1, games=SETUP, kind="inside")
    with Demo(options, say=lambda _said: None, open_line=open_line) as played:
        seat = played.hall.seat
        played.hall.seat = lambda *a, **k: (seat(*a, **k), doze())  # type: ignore[method-assign]
        played.open()
        assert not lines[-1].tired
        at_move(played, 1, 5, doze)
        played.play()
        assert results_json(played.hall.state) == expected


def test_the_hall_s_sight_has_the_clock_s_own_revision_also_while_pieces_move(
    tmp_path: Path,
) -> None:
    """An order names the sight it was decided on: a board's readings make no sight old."""
    seen: list[tuple[int, int]] = []
    between = []
    with demo(tmp_path, tables=2, games=("russian_draw",)) as played:

        def look() -> None:
            desk = played.boards[1] if len(played.boards) > 1 else None
            table = played.hall.state.tables.get(2)
            if isinstance(desk, Desk) and table is not None and table.mirror.clock is not None:
                with desk._lock:
                    device = desk._inside.device
                    if device.journal.newest == table.mirror.newest:
                        seen.append((table.mirror.revision, device.game.revision))
                        between.append(table.mirror.newest > table.mirror.revision)

        played.hall.subscribe(look)
        played.open()
        played.play()
    assert [pair for pair in seen if pair[0] != pair[1]] == []
    assert len(seen) > 50
    assert any(between)


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
    wire = ("link", "link_since_us", "health")
    for table in (*shown["tables"], *replayed["tables"]):
        for name in wire:
            del table[name]
    assert replayed["tables"] == shown["tables"]
    assert (replayed["events"], replayed["phase"]) == (shown["events"], "over")


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
        side = getattr(table.mirror.clock, table.side_of(loser))  # type: ignore[arg-type]
        assert side.flag_us > 0
        assert (table.result, table.reason) == (result, "on time")
        assert "flag_verdict" in [told.what for told in table.history]
