"""Ticks that wrap, and the time path between two acts."""

from random import Random

from flagfall.arbiter.scenario import parse_regulation, parse_step
from flagfall_clock.engine import Clock
from flagfall_clock.tickpath import TickPath
from flagfall_clock.ticks import WRAP_US, Ticks
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.clocks import LEFT, MIN, RIGHT, S
from tests.support.scenarios import random_regulation, random_steps

MASK = WRAP_US - 1


@given(st.integers(0, 1 << 50), st.lists(st.integers(0, WRAP_US // 2 - 1), max_size=50))
def test_wrapping_ticks_are_extended_over_any_number_of_wraps(start: int, gaps: list[int]) -> None:
    """Failure 31."""
    now_us = start
    ticks = Ticks(start & MASK, start)
    for gap in gaps:
        now_us += gap
        assert ticks.extend(now_us & MASK) == now_us


@given(st.integers(WRAP_US, 1 << 50), st.integers(1, WRAP_US // 2))
def test_an_edge_stamped_before_the_last_reading_is_taken_as_the_past(now: int, back: int) -> None:
    ticks = Ticks(now & MASK, now)
    assert ticks.extend((now - back) & MASK) == now - back
    assert ticks.extend((now + 1) & MASK) == now + 1


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 1 << 40))
def test_the_time_path_shows_what_the_engine_would_and_is_due_when_it_changes(
    random: Random, start_us: int
) -> None:
    """At every moment between two acts: the face equals a settled clock's, until it is due."""
    clock = Clock(parse_regulation(random_regulation(random)))
    path = TickPath()
    for step in random_steps(random, 12, start_us):
        parsed = parse_step(step, "step")
        clock.do(parsed.at_us, parsed.order)
        now_us = parsed.at_us
        path.arm(clock, now_us, now_us & MASK)
        twin = Clock.restored(clock.snapshot())
        for ahead in (0, 1, 499_999, 3 * S, 61 * S):
            then_us = now_us + ahead
            if path.due(then_us & MASK):
                changes = [clock.segment(side, now_us)[2] for side in (LEFT, RIGHT)]
                ends = [until for until in changes if until >= 0]
                assert ahead >= MIN or min(ends) <= then_us
                break
            twin.settle(then_us)
            assert twin.happened == 0
            for side in (LEFT, RIGHT):
                path.remaining(side, then_us & MASK)
                assert path.seconds * S + path.micros == twin.side(side).remaining_us


def test_a_face_never_runs_past_its_deadline() -> None:
    """Failure 13: the clamp is defined."""
    regulation = {"periods": [{"moves": None, "time_s": 2, "method": "sudden"}]}
    clock = Clock(parse_regulation(regulation))
    start = parse_step({"at_us": 0, "act": "start", "side": "left"}, "")
    clock.do(0, start.order)
    path = TickPath()
    path.arm(clock, 0, MASK)
    assert not path.due((MASK + 2 * S - 1) & MASK)
    assert path.due((MASK + 2 * S) & MASK)
    path.remaining(LEFT, (MASK + 3 * S) & MASK)
    assert (path.seconds, path.micros) == (0, 0)
