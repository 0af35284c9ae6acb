"""The real session and the real firmware over a hostile line: what the wire promises.

Every record arrives exactly once and in order; every order is carried out at most once; whatever
the clock no longer has is said; and when the faults end, both ends agree.
"""

import pytest
from flagfall.link import notices as n
from flagfall_protocol import codes
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.support.world import World

SMALL_JOURNAL = 2_500  # a few dozen records: it is overwritten soon


NOISE = st.sampled_from([0, 30, 150, 400])
PAUSE_MS = st.sampled_from([1, 2, 5, 20, 80, 300])


class BothEnds(RuleBasedStateMachine):
    """Anything happens, in any order."""

    @initialize(seed=st.integers(0, 1 << 32), small=st.booleans(), noise=NOISE)
    def begin(self, seed: int, small: bool, noise: int) -> None:
        self.world = World(seed, SMALL_JOURNAL if small else 1 << 16)
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
        self.world.press(40)

    @rule(data=st.binary(min_size=1, max_size=80), up=st.booleans())
    def garbage(self, data: bytes, up: bool) -> None:
        line = self.world.up if up else self.world.down
        if self.world.plugged:
            line.pieces.append((self.world.now_us, data))

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.settle()
            self.world.check()


def drive(examples: int) -> None:
    run_state_machine_as_test(
        BothEnds,
        settings=settings(
            max_examples=examples,
            stateful_step_count=12,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_nothing_is_lost_whatever_happens() -> None:
    drive(150)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_nothing_is_lost_in_twenty_thousand_sequences(part: int) -> None:
    drive(2_500)


def test_quiet_line_delivers_within_a_few_milliseconds() -> None:
    world = World(1)
    world.run(500_000)
    world.press(1)
    world.run(5_000)
    assert world.keeper.fresh or world.keeper.cursor == world.clock.device.journal.newest
    world.settle()
    world.check()


def test_overwritten_journal_is_said_and_a_snapshot_follows() -> None:
    world = World(2, SMALL_JOURNAL)
    world.press(200)
    world.settle()
    world.check()
    assert world.keeper.gaps
    assert any(isinstance(x, n.Snapped) for x in world.notices)


def test_brown_out_between_order_and_answer_leaves_the_order_done_once() -> None:
    """Failure 32: it resumes stopped, and says why it started."""
    world = World(3)
    world.run(500_000)
    world.order()
    world.run(300)
    world.run(400)  # the order is at the clock, the answer is on its way
    world.power_fails()
    world.up.cut()
    world.run(100_000)
    world.power_returns()
    world.settle()
    world.check()
    assert list(world.lost.values()) == [True]
    assert [x.rebooted for x in world.notices if isinstance(x, n.Greeted)] == [False, True]


def test_order_is_answered_with_what_became_of_it() -> None:
    world = World(4)
    world.run(500_000)
    world.order()
    world.run(50_000)
    assert list(world.done.values()) == [codes.Status.DONE]
