"""The link's bench: what its players press, what its cables do, and that its proof sees a fault.

The figures themselves are the machine's business; the slow test runs the whole of it small and
holds it to exactly once and nothing lost.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flagfall.arbiter.log import Arrival, Log
from flagfall.bench import link, link_games, link_proof
from flagfall.link.errors import LineLost, LinkError
from flagfall.link.transport import open_transport
from flagfall.sim.board import start
from flagfall.sim.cable import Cable
from flagfall_device.codec import BODY
from flagfall_device.journal import Journal
from flagfall_device.store import FileStore
from flagfall_protocol.codes import Act, Happened, Refusal, Side
from flagfall_protocol.messages import BootEvent, Event

CLOCK = "00" * 7 + "01"


def until(what: Callable[[], object], s: float = 10) -> None:
    end = time.monotonic() + s
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_every_table_plays_to_the_end_of_the_measurement_at_its_own_pace() -> None:
    games = link_games.deal(10)
    waits = [link_games.thoughts(game, link_games.LONGEST_S) for game in games]
    for game, own in zip(games, waits, strict=True):
        assert sum(own) <= link_games.LONGEST_S * 1_000_000
        assert len(own) == len(game.script.turns) or sum(own) + link_games.MOST_US > (
            link_games.LONGEST_S * 1_000_000
        )
        assert all(link_games.LEAST_US <= us <= link_games.MOST_US for us in own[1:])
    assert len({own[0] for own in waits}) == len(waits)


def test_a_script_shows_the_sensors_each_position_of_the_game() -> None:
    game = next(g for g in link_games.deal(4) if g.sensors)
    lines = link_games.script(game, [2_000_000] * 12).splitlines()
    assert lines[0].split()[0] == "225" if "renju" in game.script.variant else "100"
    moves = link_games._moves(game.script.variant, tuple(turn.text for turn in game.script.turns))
    for ply, line in enumerate(lines[1:]):
        _key, wait_us, *steps = line.split()
        assert wait_us == "2000000"
        if steps:
            assert steps[-1].split(":")[1] == link_games._bits(moves[ply][2])


# ---------------------------------------------------------------- the proof


def press(seq: int) -> Event:
    return Event(
        journal_id=7,
        seq=seq,
        at_us=seq * 1_000,
        game=1,
        act=Act.PRESS,
        side=Side.LEFT,
        refusal=Refusal.NONE,
        aux=seq & 0xFF,
        amount_us=0,
        left_us=1,
        right_us=2,
        happened=Happened.MOVE,
    )


BOOT = BootEvent(7, 1, 0, 0, 1, 0, 0, 0)


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    """A clock that started and took three presses; a fourth fell with its power."""
    folder = tmp_path / "flash"
    folder.mkdir()
    journal = Journal(FileStore(str(folder), "journal"), link_proof.JOURNAL_BYTES, lambda: 7)
    journal.open()
    for record in (BOOT, press(2), press(3), press(4)):
        body = record.body()
        journal.buf[BODY : BODY + len(body)] = body
        journal.append(record.KIND, len(body))
    journal.close()
    (folder / "pressed").write_text("boot\n0 1000\n1 2000\n0 3000\n1 4000\n", "utf-8")
    return folder


def proof(tmp_path: Path, flash: Path, *records: Event | BootEvent) -> link_proof.Proof:
    place = tmp_path / "hall.db"
    with Log(place) as log:
        log.append([Arrival(CLOCK, record) for record in records], hall_us=1)
    moments = [(CLOCK, 7, record.seq, 10_000 + record.seq) for record in records]
    return link_proof.prove(place, {CLOCK: flash}, moments)


def test_the_proof_counts_what_is_there(tmp_path: Path, flash: Path) -> None:
    found = proof(tmp_path, flash, BOOT, press(2), press(3), press(4))
    assert (found.pressed, found.taken, found.kept, found.unheard) == (4, 3, 3, 1)
    assert (found.records, found.lost, found.doubled) == (4, 0, 0)
    assert (found.altered, found.disordered) == (0, 0)
    assert found.waits_us == [(CLOCK, 1000, 9_002), (CLOCK, 2000, 8_003), (CLOCK, 3000, 7_004)]


def test_the_proof_sees_a_record_that_is_not_in_the_log(tmp_path: Path, flash: Path) -> None:
    found = proof(tmp_path, flash, BOOT, press(2), press(4))
    assert (found.lost, found.taken, found.kept) == (1, 3, 2)


def test_the_proof_sees_a_record_that_was_altered(tmp_path: Path, flash: Path) -> None:
    other = Event(**{**press(3).__dict__, "left_us": 99})
    assert proof(tmp_path, flash, BOOT, press(2), other, press(4)).altered == 1


def test_the_proof_sees_a_record_that_no_clock_made(tmp_path: Path, flash: Path) -> None:
    records = (BOOT, press(2), press(3), press(4), press(5))
    assert proof(tmp_path, flash, *records).altered == 1


# ---------------------------------------------------------------- cables and players


@pytest.mark.micropython
def test_a_cable_can_be_pulled_and_plugged_in_again(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    with start("micropython", state_dir=tmp_path / "flash", virtual=False) as board:
        cable = Cable(board.address, tmp_path / "port")
        for _ in range(3):
            line = open_transport(cable.address)
            cable.unplug()
            cable.unplug()
            with pytest.raises(LineLost):
                assert any(line.read(1) == b"never" for _ in range(10))
            line.close()
            with pytest.raises(LinkError):
                open_transport(cable.address)
            cable.plug()
        line = open_transport(cable.address)
        line.write(b"\x00\x00")
        line.close()
        cable.close()
    if before:
        assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.slow
@pytest.mark.micropython
def test_nothing_is_lost_and_nothing_comes_twice() -> None:
    """Twenty clocks at blitz pace; then a fifth of them with cables pulled and power lost."""
    rows = {row.name: row for row in link.run(clocks=20, seconds=15, unplug=20)}
    for hall in ("20 clocks", "20 clocks, 20 % unplugged"):
        assert rows[f"{hall}: presses"].value > 150
        for none in ("presses not logged", "records lost", "doubled, altered, out of order"):
            assert rows[f"{hall}: {none}"].value == 0
