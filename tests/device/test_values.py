"""The times between two acts, as the main loop has them: laid down once, then only looked at."""

from random import Random

from flagfall.arbiter.scenario import parse_regulation, parse_step
from flagfall.sim.inside import Inside
from flagfall_clock.engine import Clock
from flagfall_clock.regulation import Period, Regulation
from flagfall_device.device import Device
from flagfall_device.timebase import TICK_MASK, Timebase
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.clocks import LEFT, MIN, RIGHT, S
from tests.support.scenarios import random_regulation, random_steps


def live(device: Device, clock: Clock, now_us: int) -> None:
    """The clock becomes the device's own game, at a tick that wraps when its moments do."""
    device.time = Timebase(now_us & TICK_MASK, now_us)
    device.game.clock = clock
    device.game.at_us = now_us
    assert device.game.changed
    device.game.changed()


def shown_us(device: Device, side: int) -> int:
    value = device.values[side - 1]
    value.look(device.time.s, device.time.us)
    return value.s * S + value.us


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 1 << 40))
def test_the_device_shows_what_the_engine_would_and_is_due_when_it_changes(
    random: Random, start_us: int
) -> None:
    """At every moment between two acts: what is shown equals a settled clock, until it is due."""
    device = Inside(b"pairs...").device
    clock = Clock(parse_regulation(random_regulation(random)))
    for step in random_steps(random, 12, start_us):
        parsed = parse_step(step, "step")
        clock.do(parsed.at_us, parsed.order)
        now_us = parsed.at_us
        live(device, clock, now_us)
        twin = Clock.restored(clock.snapshot())
        for ahead in (0, 1, 499_999, 3 * S, 61 * S, 600 * S):
            for us in (ahead // 2, ahead):  # less than half a wrap at once, as the loop does
                device.time.advance((now_us + us) & TICK_MASK)
            if device._due.due(device.time):
                changes = [clock.segment(side, now_us)[2] for side in (LEFT, RIGHT)]
                ends = [until for until in changes if until >= 0] + [clock.next_us(now_us)]
                assert min(end for end in ends if end >= 0) <= now_us + ahead
                break
            twin.settle(now_us + ahead)
            assert twin.happened == 0
            for side in (LEFT, RIGHT):
                assert shown_us(device, side) == twin.side(side).remaining_us


def test_a_value_never_runs_past_its_deadline() -> None:
    """Failure 13: the clamp is defined."""
    device = Inside(b"pairs...").device
    clock = Clock(Regulation([Period(2 * S)]))
    start = parse_step({"at_us": 0, "act": "start", "side": "left"}, "")
    clock.do(0, start.order)
    live(device, clock, 0)
    device.time.advance(2 * S - 1)
    assert not device._due.due(device.time)
    assert shown_us(device, LEFT) == 1
    device.time.advance(2 * S)
    assert device._due.due(device.time)
    device.time.advance(MIN)
    assert shown_us(device, LEFT) == 0
