"""Sequences of everything that can happen to a clock, its line and its host, drawn by Hypothesis.

What they happen to is a world: both ends in memory (`world.World`), or the firmware behind a real
pseudo-terminal or a real socket.
"""

from collections.abc import Callable
from typing import ClassVar

import pytest
from flagfall_device import device
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.support.world import World

SMALL_JOURNAL = 2_500  # a few dozen records: it is overwritten soon
LARGE_JOURNAL = 1 << 16


NOISE = st.sampled_from([0, 30, 150, 400])
PAUSE_MS = st.sampled_from([1, 2, 5, 20, 80, 300])


class BothEnds(RuleBasedStateMachine):
    """Anything happens, in any order."""

    world_of: ClassVar[Callable[[int, int], World]] = World

    @initialize(seed=st.integers(0, 1 << 32), small=st.booleans(), noise=NOISE)
    def begin(self, seed: int, small: bool, noise: int) -> None:
        self.world = self.world_of(seed, SMALL_JOURNAL if small else LARGE_JOURNAL)
        self.world.run(100_000)
        self.world.set_noise(noise)

    @rule(noise=NOISE)
    def noise(self, noise: int) -> None:
        self.world.set_noise(noise)

    @rule(beats=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), PAUSE_MS), max_size=8))
    def play(self, beats: list[tuple[int, int, int]]) -> None:
        for presses, orders, pause_ms in beats:
            self.world.press(presses)
            if orders:
                self.world.order()
            self.world.run(pause_ms * 1_000)

    @rule(ms=PAUSE_MS, beats=st.integers(1, 12))
    def play_on(self, ms: int, beats: int) -> None:
        for _ in range(beats):
            self.world.press()
            self.world.order()
            self.world.run(ms * 1_000)

    @rule(ms=st.sampled_from([1_200, 6_000]))
    def think(self, ms: int) -> None:
        self.world.run(ms * 1_000)

    @rule(us=st.integers(0, 1_200), who=st.sampled_from(["clock", "cable", "host"]))
    def cut_in_flight(self, us: int, who: str) -> None:
        """Something dies while an order or its answer is on the way."""
        self.world.order()
        self.world.run(us)
        if who == "clock":
            self.world.power_fails()
            self.world.up.cut()
            self.world.run(20_000)
            self.world.power_returns()
        elif who == "cable":
            self.world.unplug()
            self.world.run(20_000)
            self.world.plug()
        else:
            self.world.kill_host()
        self.world.run(20_000)

    @rule()
    def unplug(self) -> None:
        self.world.unplug()

    @rule()
    def plug(self) -> None:
        self.world.plug()

    @rule()
    def power_fails(self) -> None:
        self.world.power_fails()

    @rule()
    def power_returns(self) -> None:
        self.world.power_returns()

    @rule()
    def kill_host(self) -> None:
        self.world.kill_host()

    @rule()
    def fill_the_journal(self) -> None:
        self.world.press(40 if self.world.journal_bytes == SMALL_JOURNAL else 10)

    @rule(data=st.binary(min_size=1, max_size=80), up=st.booleans())
    def garbage(self, data: bytes, up: bool) -> None:
        if self.world.plugged:
            (self.world.up if up else self.world.down).strange(data, self.world.now_us)

    def teardown(self) -> None:
        if hasattr(self, "world"):
            try:
                self.world.settle()
                self.world.check()
            finally:
                self.world.close()


def drive(examples: int, world_of: Callable[[int, int], World] = World) -> None:
    """Run so many sequences of up to a dozen steps; what failed in memory is made shorter."""
    phases = [Phase.generate] if world_of is not World else [Phase.generate, Phase.shrink]
    with pytest.MonkeyPatch.context() as patch:
        # A board needs the memory of what has done its work. Here a collection, with all that a
        # test run holds, costs more than a sequence.
        patch.setattr(device, "forget", lambda names: None)
        run_state_machine_as_test(
            type("BothEndsOf", (BothEnds,), {"world_of": world_of}),
            settings=settings(
                max_examples=examples,
                stateful_step_count=12,
                deadline=None,
                database=None,
                phases=phases,
                suppress_health_check=list(HealthCheck),
            ),
        )
