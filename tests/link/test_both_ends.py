"""The real session and the real firmware over a hostile line: what the wire promises.

Every record arrives exactly once and in order; every order is carried out at most once; whatever
the clock no longer has is said; one frame after the last fault the line is good; and both ends
agree.
"""

import pytest
from flagfall.link import notices as n
from flagfall.sim import board as boards
from flagfall_protocol import codes

from tests.support.ptys import high_names
from tests.support.sequences import SMALL_JOURNAL, drive
from tests.support.world import World
from tests.support.world_pty import PtyWorld
from tests.support.world_tcp import TcpWorld

MANY = 300  # worlds: it pays to compile the firmware first


def test_nothing_is_lost_whatever_happens() -> None:
    drive(100)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_nothing_is_lost_in_twenty_thousand_sequences(part: int) -> None:
    drive(2_500)


def test_nothing_is_lost_over_a_socket() -> None:
    drive(20, TcpWorld)


@pytest.mark.micropython
def test_nothing_is_lost_by_micropython_on_a_pseudo_terminal() -> None:
    boards.prepare(MANY)
    with high_names():
        drive(8, PtyWorld)


@pytest.mark.slow
def test_nothing_is_lost_over_a_socket_in_hundreds_of_sequences() -> None:
    drive(400, TcpWorld)


@pytest.mark.slow
@pytest.mark.micropython
def test_nothing_is_lost_by_micropython_in_hundreds_of_sequences() -> None:
    boards.prepare(MANY)
    with high_names():
        drive(300, PtyWorld)


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
