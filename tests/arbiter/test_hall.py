"""The hall's own thread: what wakes it, and what it does though nothing is heard."""

import threading
from pathlib import Path
from typing import Any

from flagfall.arbiter.hall import Hall
from flagfall.arbiter.line import ClockLine
from flagfall.arbiter.log import Arrival, Log
from flagfall.arbiter.walltime import EPOCH_US
from flagfall.link import notices as n
from flagfall_protocol.codes import Health
from flagfall_protocol.frames import decode
from flagfall_protocol.messages import State

from tests.arbiter.test_late import HOUR, asked, long_game
from tests.arbiter.test_state import LEFT, SECOND, UID, Act, rows
from tests.support.paper_clock import PaperClock


def kept(log: Log) -> None:
    """A table whose game was started."""
    clock = PaperClock(long_game())
    clock.do(SECOND, Act.START, side=LEFT)
    for row in rows(clock):
        if row.decision is not None:
            log.decide(row.decision, hall_us=row.hall_us)
    log.append([Arrival(UID, record) for record in clock.records], hall_us=SECOND)


def test_who_has_not_come_is_asked_for_though_no_clock_says_anything(tmp_path: Path) -> None:
    """CL-04"""
    with Log(tmp_path / "hall.db") as log:
        kept(log)
        now_us = [2 * SECOND]
        with Hall(log, name="hall", virtual=True, hall_us=lambda: now_us[0]) as hall:
            assert not asked(hall.state.tables[1])
            now_us[0] += HOUR
            with hall.changed:
                assert hall.changed.wait_for(lambda: asked(hall.state.tables[1]), 10)


def state(health: Health) -> n.Stated:
    plain: Any = decode(State.KIND, bytes(State.SIZE))
    return n.Stated(State(**{**plain.__dict__, "health": health}))


def test_what_a_clock_says_again_and_again_wakes_nobody(tmp_path: Path) -> None:
    """Two hundred running clocks state a thousand times a second what the hall computes itself."""
    with Log(tmp_path / "hall.db") as log:
        kept(log)
        with Hall(log, name="hall", virtual=False) as hall:
            line = ClockLine("sim:nothing", hall._heard, host_id=1)
            line.uid, line.live = UID, True
            table = hall.state.tables[1]
            woken = threading.Event()
            hall.subscribe(woken.set)

            def wakes(notice: n.Notice) -> bool:
                woken.clear()
                hall._heard(line, notice)
                return woken.wait(0.3)

            assert wakes(state(Health.LOW_BATTERY))
            assert table.link.health == Health.LOW_BATTERY
            assert not wakes(state(Health.LOW_BATTERY))
            assert wakes(state(Health(0)))
            assert table.link.health == Health(0)
            assert wakes(n.Synced(0, EPOCH_US - 5 * SECOND, 300, 0))
            assert table.offset_us == 5 * SECOND
            assert not wakes(n.Synced(0, EPOCH_US - 5 * SECOND + 300, 300, 0))
            assert wakes(n.Synced(0, EPOCH_US - 5 * SECOND + 301, 300, 0))
            assert table.offset_us == 5 * SECOND - 301


def test_boards_between_presses_are_written_with_what_comes_next(tmp_path: Path) -> None:
    """Nobody waits for them; what somebody waits for takes them along at once."""
    with Log(tmp_path / "hall.db") as log:
        kept(log)
        clock = PaperClock(long_game())
        clock.do(SECOND, Act.START, side=LEFT)
        began = len(clock.records)
        for square in range(3):
            clock.board(64, bytes([1 << square]).ljust(29, b"\0"))
        clock.press(2 * SECOND, LEFT)
        groups: list[int] = []
        with Hall(log, name="hall", virtual=True, hall_us=lambda: len(groups)) as hall:
            hall.subscribe(lambda: groups.append(1))
            line = ClockLine("sim:nothing", hall._heard, host_id=1)
            line.uid = UID
            for record in clock.records[began:]:
                hall._heard(line, n.Arrived(record))
            with hall.changed:
                newest = clock.records[-1].seq
                assert hall.changed.wait_for(
                    lambda: hall.state.tables[1].mirror.newest == newest, 10
                )
        arrived = [row.hall_us for row in log.rows() if row.arrival][began:]
        assert len(arrived) == 4
        assert len(set(arrived)) == 1
