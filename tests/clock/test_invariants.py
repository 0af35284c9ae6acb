"""What holds of every clock at every moment, over long random games of all methods and acts."""

from random import Random
from typing import Any

import pytest
from flagfall.arbiter.scenario import parse_regulation, parse_step
from flagfall_clock import codes
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.books import Frame, check_act, check_time, vars_of
from tests.support.clocks import BOTH, LEFT, RIGHT
from tests.support.scenarios import random_regulation, random_steps

ACTS_A_GAME = 250


class Drawn(Random):
    """A `Random` whose bits are bytes that Hypothesis chose, and can make smaller; then zeros."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self.data = data
        self.at = 0

    def getrandbits(self, k: int) -> int:
        size = (k + 7) // 8
        chunk = self.data[self.at : self.at + size].ljust(size, b"\0")
        self.at += size
        return int.from_bytes(chunk, "little") >> (size * 8 - k)

    def random(self) -> float:
        return self.getrandbits(53) / (1 << 53)


def state(clock: Clock) -> dict[str, Any]:
    """Everything of a clock but its revision and its memory."""
    names = "running turn first_flag started ended adjourned frozen out_of_turn stopped_us"
    shown: dict[str, Any] = {name: getattr(clock, name) for name in names.split()}
    return shown | {"left": vars_of(clock.left), "right": vars_of(clock.right)}


def times(clock: Clock) -> list[int]:
    names = "remaining_us used_us move_us byo_left carried_us uncollected_us"
    return [getattr(side, n) for side in (clock.left, clock.right) for n in names.split()]


def twin(clock: Clock) -> Clock:
    return Clock.restored(clock.snapshot())


def check_shape(clock: Clock) -> None:
    """One side runs, nothing runs under a frozen flag, flags and their order fit together."""
    flags = [side.flag_us >= 0 for side in (clock.left, clock.right)]
    assert clock.running in (codes.SIDE_NONE, LEFT, RIGHT)
    assert (clock.first_flag == codes.SIDE_NONE) is not any(flags)
    if clock.first_flag == BOTH:
        assert all(flags)
    elif clock.first_flag:
        assert flags[clock.first_flag - 1]
    if any(flags) and not clock.regulation.run_on_flag:
        assert clock.running == codes.SIDE_NONE
    if clock.running:
        assert clock.started
        assert not clock.ended
        assert clock.out_of_turn or clock.running == clock.turn
    for side in (clock.left, clock.right):
        assert -1 <= side.flag_us <= clock.now_us
        if side.rules().method == codes.METHOD_UPCOUNT:
            assert side.byo_left == -1


def check_splitting(before: Clock, clock: Clock, random: Random) -> None:
    """Cutting a span of time into more looks changes nothing."""
    for _ in range(3):
        before.settle(random.randint(before.now_us, clock.now_us))
        next_us = before.next_us(before.now_us)
        if 0 <= next_us <= clock.now_us and random.randrange(2):
            before.settle(next_us)
    before.settle(clock.now_us)
    assert state(before) == state(clock)


def check_replacement(clock: Clock, order: Order) -> None:
    """`replace`, or `power_cycle` of no length, then `resume`: no time changes."""
    if not clock.running or clock.out_of_turn:
        return
    other = twin(clock)
    assert other.do(clock.now_us, order) == codes.REFUSAL_NONE
    assert not other.running
    refusal = other.do(clock.now_us, Order(codes.ACT_RESUME))
    if refusal != codes.REFUSAL_NO_TIME_LEFT:
        assert refusal == codes.REFUSAL_NONE
        assert other.running == clock.running
    assert times(other) == times(clock)


def check_takeback(clock: Clock) -> None:
    """A take-back at the press's own microsecond gives the state before the press."""
    if not clock.running or clock.out_of_turn:
        return
    other = twin(clock)
    mover = clock.running
    other.press(clock.now_us, mover)
    order = Order(codes.ACT_TAKEBACK, what=codes.VIOLATION_IMPOSSIBLE_MOVE)
    assert other.do(clock.now_us, order) == codes.REFUSAL_NONE
    expected = state(clock)
    expected["left" if mover == LEFT else "right"]["violations"] += 1
    found = state(other)
    # Who moves next began a move that he has given up again; nothing else may differ.
    waiting = "right" if mover == LEFT else "left"
    found[waiting]["move_us"] = expected[waiting]["move_us"]
    found["stopped_us"] = expected["stopped_us"]
    assert found == expected


def check_end(mark: Clock, clock: Clock) -> None:
    """An end gives the state of the declared moment: as if nobody had looked since the last act."""
    mark.settle(clock.amount_us)
    assert times(mark) == times(clock)
    assert mark.first_flag == clock.first_flag


def play(random: Random, acts: int) -> int:
    """Plays a random game, checking everything at every act; how many acts it had."""
    regulation = parse_regulation(random_regulation(random))
    clock = Clock(regulation)
    mark, mark_us = twin(clock), clock.last_act_us
    steps = random_steps(random, acts)
    for step in steps:
        parsed = parse_step(step, "step")
        before, looks = Frame(clock), twin(clock) if random.randrange(4) == 0 else None
        refusal = codes.REFUSAL_NONE
        if parsed.order.act == codes.ACT_END:
            refusal = clock.do(parsed.at_us, parsed.order)
            if refusal == codes.REFUSAL_NONE:
                check_end(mark, clock)
        else:
            clock.settle(parsed.at_us)
            check_time(before, clock)
            if looks is not None:
                check_splitting(looks, clock, random)
                check_replacement(clock, Order(codes.ACT_REPLACE))
                check_replacement(clock, Order(codes.ACT_POWER_CYCLE))
                check_takeback(clock)
            before = Frame(clock)
            refusal = clock.do(parsed.at_us, parsed.order)
            check_act(before, clock, parsed.order, refusal != codes.REFUSAL_NONE)
        check_shape(clock)
        if clock.last_act_us != mark_us or (refusal == codes.REFUSAL_NONE and not clock.idle):
            mark, mark_us = twin(clock), clock.last_act_us
        if clock.ended:
            clock, mark_us = Clock(regulation), 0
            clock.settle(parsed.at_us)
            mark = twin(clock)
    return len(steps)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=800, max_size=1_600))
def test_invariants_hold(data: bytes) -> None:
    """The scenario page's invariants: conservation, one side runs, splitting, replacement."""
    play(Drawn(data), ACTS_A_GAME // 5)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_invariants_hold_over_a_million_acts(part: int) -> None:
    """The same over 250,000 acts in each of four parts."""
    played = 0

    @settings(
        max_examples=1_100,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(st.binary(min_size=4_000, max_size=6_000))
    def hold(data: bytes) -> None:
        nonlocal played
        played += play(Drawn(data), ACTS_A_GAME)

    hold()
    assert played >= 250_000
