"""What the engine costs a small board, measured on a 32-bit build."""

from pathlib import Path

import pytest

from tests.support import micropython, micropython32

pytestmark = [pytest.mark.micropython, pytest.mark.slow]

LOOKS = """
import gc
from flagfall_clock.codes import ACT_START, SIDE_LEFT
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_device.faces import Value
from flagfall_device.timebase import TICK_MASK, Deadline, Timebase

clock = Clock(Regulation([Period(7_200_000_000)]))
now_us = (1 << 40) + 12345
clock.do(now_us, Order(ACT_START, SIDE_LEFT))
time = Timebase(TICK_MASK - 1000, now_us)
value = Value()
deadline = Deadline()
value_us, slope, until_us = clock.segment(SIDE_LEFT, now_us)
value.anchor(value_us, slope, until_us - now_us, now_us)
deadline.set_us(until_us)

def look(count):
    tick = time.tick
    for _ in range(count):
        tick = (tick + 997) & TICK_MASK
        time.advance(tick)
        if deadline.due(time) or not deadline.wait_us(time):
            raise ValueError
        value.look(time.s, time.us)

def measure():
    look(10)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    look(10_000)
    return gc.mem_alloc() - before

print(measure())
"""


def test_ten_thousand_looks_at_the_time_allocate_nothing(tmp_path: Path) -> None:
    """The way from a tick to a time on the face is free of allocations on a 32-bit build."""
    micropython.stage(tmp_path)
    assert micropython.run(LOOKS, tmp_path, python=micropython32.command()).strip() == "0"
