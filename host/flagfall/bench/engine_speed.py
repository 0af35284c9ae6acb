"""The clock engine: acts a second, and the bytes an act and a look at the time cost.

The same script runs under CPython, under MicroPython, and under a 32-bit MicroPython where the
test suite has unpacked one: there large integers cost memory, as on a board.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from flagfall.bench import Row, small
from flagfall.sim.board import interpreter
from flagfall.sim.staging import stage

# A frame may cost 64 bytes; an act, which comes a few times a minute, a few hundred.
_MOST_BYTES = 1024

_SCRIPT = """
import gc, json, sys, time
from flagfall_clock.codes import ACT_CHARGE, ACT_START, METHOD_FISCHER, SIDE_LEFT, SIDE_RIGHT
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_device.faces import Value
from flagfall_device.timebase import TICK_MASK, Deadline, Timebase

def now_us():
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000

class Path:
    # From a tick to what both faces show, and whether anything is due: as the main loop does it.
    def __init__(self, at_us):
        self.time = Timebase(at_us & TICK_MASK, at_us)
        self.values = (Value(), Value())
        self.due = Deadline()

    def lay_down(self, clock, at_us):
        self.time.advance(at_us & TICK_MASK)
        for side in (SIDE_LEFT, SIDE_RIGHT):
            value_us, slope, until_us = clock.segment(side, at_us)
            self.values[side - 1].anchor(value_us, slope, max(-1, until_us - at_us), at_us)
        self.due.set_us(clock.next_us(at_us))

    def look(self, tick):
        time = self.time
        time.advance(tick)
        self.due.due(time)
        self.values[0].look(time.s, time.us)
        self.values[1].look(time.s, time.us)

def play(clock, acts, at_us, path):
    side = SIDE_LEFT
    charge = Order(ACT_CHARGE, SIDE_LEFT, amount_us=1_000_001)
    for n in range(acts):
        at_us += 3_141_592
        if n % 16 == 15:
            clock.do(at_us, charge)
        else:
            clock.press(at_us, side)
            side = SIDE_RIGHT if side == SIDE_LEFT else SIDE_LEFT
        path.lay_down(clock, at_us)
    return at_us

def look(path, count):
    tick = path.time.tick
    for _ in range(count):
        tick = (tick + 997) & TICK_MASK
        path.look(tick)

def fresh():
    last = Period(3_600_000_000, None, METHOD_FISCHER, 30_000_000)
    clock = Clock(Regulation([Period(7_200_000_000, 40), last]))
    clock.do(1 << 40, Order(ACT_START, SIDE_LEFT))
    return clock

def measure(acts):
    began = now_us()
    play(fresh(), acts, 1 << 40, Path(1 << 40))
    spent = max(1, now_us() - began)
    act = looked = None
    if hasattr(gc, "mem_alloc"):
        clock = fresh()
        path = Path(1 << 40)
        at_us = play(clock, 64, 1 << 40, path)
        look(path, 10)
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        play(clock, 64, at_us, path)
        act = (gc.mem_alloc() - before) // 64
        before = gc.mem_alloc()
        look(path, 1000)
        looked = gc.mem_alloc() - before
    print(json.dumps([acts * 1_000_000 // spent, act, looked]))

measure(int(sys.argv[1]))
"""


def run(quick: bool) -> list[Row]:
    """Measure every interpreter there is."""
    rows: list[Row] = []
    acts = 2_000 if quick else 20_000
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as name:
        folder = stage(Path(name))
        (folder / "measure.py").write_text(_SCRIPT, "utf-8")
        here = _measure([sys.executable], folder, acts)
        rows.append(Row("engine", "acts a second, CPython", here[0], "1/s", note="press, charge"))
        micropython = interpreter()
        if micropython is not None:
            found = _measure([str(micropython), "-X", "heapsize=8m"], folder, acts)
            rows += _rows("MicroPython, 64-bit", found, here[0])
        command = small.command()
        if command is not None:
            found = _measure([*command, "-X", "heapsize=2m"], folder, acts)
            rows += _rows("MicroPython, 32-bit", found, here[0])
    return rows


def _rows(who: str, found: list[int], here: int) -> list[Row]:
    speed, act, looked = found
    return [
        Row("engine", f"acts a second, {who}", speed, "1/s"),
        Row("engine", f"slower than CPython, {who}", here / speed, "×", note="the same script"),
        Row("engine", f"an act, {who}", act, "B", _MOST_BYTES, note="acts may allocate"),
        Row("engine", f"1000 looks at the time, {who}", looked, "B", 0, note="must be none"),
    ]


def _measure(command: list[str], folder: Path, acts: int) -> list[int]:
    done = subprocess.run(
        [*command, "measure.py", str(acts)],
        cwd=folder,
        env={"MICROPYPATH": ".:.frozen", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    answer: list[int] = json.loads(done.stdout)
    return answer
