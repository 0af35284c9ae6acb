"""What the engine costs a small board, measured on a 32-bit build."""

from pathlib import Path

import pytest

from tests.support import micropython, micropython32

pytestmark = [pytest.mark.micropython, pytest.mark.slow]

PATH = """
import gc
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_clock.tickpath import TickPath
from flagfall_clock.codes import ACT_START, SIDE_LEFT, SIDE_RIGHT

clock = Clock(Regulation([Period(7_200_000_000)]))
now = (1 << 40) + 12345
clock.do(now, Order(ACT_START, SIDE_LEFT))
path = TickPath()
ticks = now & 0x3FFFFFFF
path.arm(clock, now, ticks)

def look(path, ticks, count):
    for _ in range(count):
        if path.due(ticks):
            raise ValueError
        path.remaining(SIDE_LEFT, ticks)
        path.remaining(SIDE_RIGHT, ticks)
        ticks = (ticks + 997) & 0x3FFFFFFF

def measure():
    look(path, ticks, 10)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    look(path, ticks, 10_000)
    return gc.mem_alloc() - before

print(measure())
"""


def test_ten_thousand_looks_at_the_time_allocate_nothing(tmp_path: Path) -> None:
    """Rig: the tick path is allocation-free on a 32-bit build."""
    micropython.stage(tmp_path)
    assert micropython.run(PATH, tmp_path, python=micropython32.command()).strip() == "0"
