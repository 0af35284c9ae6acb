"""The clock engine: acts a second, and the bytes an act and a look at the time cost.

The same script runs under CPython, under MicroPython, and under a 32-bit MicroPython where the
test suite has unpacked one: there large integers cost memory, as on a board.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from flagfall.bench import Row
from flagfall.sim.board import interpreter, stage

_ROOT = Path(__file__).resolve().parents[3]
_SMALL = _ROOT / ".cache" / "micropython32"
# A frame may cost 64 bytes; an act, which comes a few times a minute, a few hundred.
_MOST_BYTES = 1024

_SCRIPT = """
import gc, json, sys, time
from flagfall_clock.codes import ACT_CHARGE, ACT_START, METHOD_FISCHER, SIDE_LEFT, SIDE_RIGHT
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_clock.tickpath import TickPath

def now_us():
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000

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
        path.arm(clock, at_us, at_us & 0x3FFFFFFF)
    return at_us

def look(path, ticks, count):
    for _ in range(count):
        path.due(ticks)
        path.remaining(SIDE_LEFT, ticks)
        path.remaining(SIDE_RIGHT, ticks)
        ticks = (ticks + 997) & 0x3FFFFFFF

def fresh():
    last = Period(3_600_000_000, None, METHOD_FISCHER, 30_000_000)
    clock = Clock(Regulation([Period(7_200_000_000, 40), last]))
    clock.do(1 << 40, Order(ACT_START, SIDE_LEFT))
    return clock

def measure(acts):
    path = TickPath()
    began = now_us()
    play(fresh(), acts, 1 << 40, path)
    spent = max(1, now_us() - began)
    act = looked = None
    if hasattr(gc, "mem_alloc"):
        clock = fresh()
        at_us = play(clock, 64, 1 << 40, path)
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        at_us = play(clock, 64, at_us, path)
        act = (gc.mem_alloc() - before) // 64
        ticks = at_us & 0x3FFFFFFF
        before = gc.mem_alloc()
        look(path, ticks, 1000)
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
        if _SMALL.exists():
            found = _measure([*_small(), "-X", "heapsize=2m"], folder, acts)
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


def _small() -> list[str]:
    """The command of the 32-bit interpreter (see `tests/support/micropython32.py`)."""
    loader = next(_SMALL.rglob("ld-linux.so.2"))
    libraries = sorted({str(library.parent) for library in _SMALL.rglob("*.so.*")})
    program = _SMALL / "usr" / "bin" / "micropython"
    return [str(loader), "--library-path", ":".join(libraries), str(program)]


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
