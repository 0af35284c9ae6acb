"""The hall: how fast the log keeps records, how long a demonstration takes, what a look costs."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flagfall_protocol import codes
from flagfall_protocol.messages import Event

from flagfall.arbiter.demo.run import Demo, Options
from flagfall.arbiter.log import Arrival, Log
from flagfall.bench import Row

GROUP = 50
SECONDS_FOR_FOUR_TABLES = 60.0
LOOK_MS = 100.0  # the page asks at most ten times a second


def run(quick: bool = False) -> list[Row]:
    """The area's rows."""
    return [*_log(400 if quick else 4_000), *_demo(8 if quick else 50)]


def _arrival(seq: int) -> Arrival:
    record = Event(
        journal_id=1,
        seq=seq,
        at_us=seq * 1_000_000,
        game=1,
        act=codes.Act.PRESS,
        side=codes.Side.LEFT,
        refusal=codes.Refusal.NONE,
        aux=1,
        amount_us=0,
        left_us=1,
        right_us=2,
        happened=codes.Happened.MOVE,
    )
    return Arrival("0" * 16, record)


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _log(records: int) -> list[Row]:
    singles = records // 10
    with tempfile.TemporaryDirectory() as folder:
        with Log(Path(folder) / "singly.db") as log:
            single_s = _timed(
                lambda: [log.append([_arrival(n)], hall_us=n) for n in range(1, singles + 1)]
            )
        with Log(Path(folder) / "groups.db") as log:
            groups = [range(n, n + GROUP) for n in range(1, records + 1, GROUP)]
            group_s = _timed(
                lambda: [log.append(map(_arrival, group), hall_us=0) for group in groups]
            )
            read_s = _timed(lambda: sum(1 for _row in log.rows()))
    single, group = singles / single_s, records / group_s
    note = "SQLite, WAL, synchronous=FULL"
    return [
        Row("hall", "log, records written one by one", single, "1/s", note=note),
        Row("hall", f"log, in groups of {GROUP}", group, "1/s", note=note),
        Row("hall", "groups against one by one", group / single, "×", 2.0, "more"),
        Row("hall", "log, records read back", records / read_s, "1/s"),
    ]


def _demo(many: int) -> list[Row]:
    four_s, _look, kind, _events = _play(4)
    many_s, look_s, _kind, events = _play(many)
    return [
        Row("hall", "demo of 4 tables", four_s, "s", SECONDS_FOR_FOUR_TABLES, note=kind),
        Row("hall", f"demo of {many} tables", many_s, "s", note=kind),
        Row("hall", f"records over the wire, {many} tables", events / many_s, "1/s", note=kind),
        Row("hall", f"the whole hall for the page, {many} tables", look_s * 1e3, "ms", LOOK_MS),
    ]


def _play(tables: int) -> tuple[float, float, str, int]:
    with tempfile.TemporaryDirectory() as folder:
        options = Options(Path(folder) / "hall.db", tables=tables, seed=7)
        began = time.perf_counter()
        with Demo(options, say=lambda _sentence: None) as demo:
            demo.open()
            demo.play()
            events = demo.audit().events
            took_s = time.perf_counter() - began
            look_s = min(_timed(demo.hall.snapshot) for _ in range(5))
            return took_s, look_s, demo.seats[1].line.firmware, events
