"""Ticks that wrap at 2^30 become time that never goes back."""

from flagfall_device.timebase import TICK_MASK, Deadline, Timebase, ticks_diff
from hypothesis import given
from hypothesis import strategies as st

HALF = 1 << 29


@given(st.integers(0, TICK_MASK), st.integers(-HALF, HALF - 1))
def test_ticks_diff_is_signed_modulo_the_wrap(tick: int, apart: int) -> None:
    assert ticks_diff((tick + apart) & TICK_MASK, tick) == apart


@given(
    st.integers(0, TICK_MASK),
    st.integers(0, 1 << 45),
    st.lists(st.integers(0, HALF - 1), max_size=40),
)
def test_time_is_the_sum_of_steps_over_any_number_of_wraps(
    tick: int, start_us: int, steps: list[int]
) -> None:
    """Failure 31: a long think wraps the ticks several times."""
    time = Timebase(tick, start_us)
    total = start_us
    for step in steps:
        tick = (tick + step) & TICK_MASK
        total += step
        time.advance(tick)
        assert time.now_us() == total
        assert 0 <= time.us < 1_000_000


def test_an_edge_stamped_before_the_last_advance_keeps_its_moment() -> None:
    time = Timebase(TICK_MASK - 10, 7_000_000)
    time.advance(989)
    assert time.at_us(TICK_MASK) == 7_000_010
    time.advance(TICK_MASK)  # older: changes nothing
    assert time.now_us() == 7_001_000


@given(st.integers(-1_000_000, 1_000_000), st.lists(st.integers(1, 3_000_000), max_size=60))
def test_calibration_corrects_by_its_parts_and_never_goes_back(ppb: int, steps: list[int]) -> None:
    time = Timebase(0)
    time.calibrate(ppb)
    tick = total = 0
    for step in steps:
        before = time.now_us()
        tick += step
        total += step
        time.advance(tick & TICK_MASK)
        assert time.now_us() >= before
    expected = total + total * ppb // 1_000_000_000
    # Corrections come with whole seconds, of which a step may hold three.
    assert abs(time.now_us() - expected) <= 4 * abs(ppb) // 1000 + 2


@given(st.integers(0, 1 << 45), st.integers(0, 600_000_000))
def test_a_deadline_is_due_exactly_from_its_moment_on(now_us: int, ahead_us: int) -> None:
    time = Timebase(0, now_us)
    deadline = Deadline()
    deadline.set_us(now_us + ahead_us)
    assert deadline.due(time) == (ahead_us == 0)
    wait = deadline.wait_us(time)
    assert wait == ahead_us or (wait == 500_000_000 <= ahead_us + 1_000_000)
    deadline.clear()
    assert not deadline.due(time)
    assert deadline.at_us() == -1
