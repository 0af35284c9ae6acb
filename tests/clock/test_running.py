"""The clock runs on one side, and flags fall when they fall."""

import pytest
from flagfall_clock.codes import (
    METHOD_BYOYOMI,
    METHOD_DELAY,
    METHOD_FISCHER,
    REFUSAL_ALREADY_STARTED,
    REFUSAL_NONE,
    SIDE_NONE,
)
from flagfall_clock.engine import Clock
from flagfall_clock.regulation import Period

from tests.support.clocks import LEFT, MIN, RIGHT, S, clock, do, events


def sudden(**choices: object) -> Clock:
    return clock(Period(5 * MIN), **choices)


@pytest.mark.parametrize(("mine", "theirs"), [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_time_runs_on_the_side_that_moves_and_no_other(mine: int, theirs: int) -> None:
    """R2.1.2; failures 6, 14: the same for both sides."""
    game = sudden()
    assert do(game, 10, "start", mine) == REFUSAL_NONE
    game.settle(3 * S)
    assert game.side(mine).remaining_us == 5 * MIN - (3 * S - 10)
    assert game.side(theirs).remaining_us == 5 * MIN
    assert game.press(4 * S, mine) == REFUSAL_NONE
    game.settle(10 * S)
    assert game.side(mine).used_us == 4 * S - 10
    assert game.side(theirs).used_us == 6 * S
    assert game.running == game.turn == theirs


def test_a_tap_costs_its_microsecond() -> None:
    """Failure 1: exact time is charged for every move."""
    game = sudden()
    do(game, 0, "start", LEFT)
    for at_us in range(1, 1001):
        game.press(at_us, LEFT if at_us % 2 else RIGHT)
    assert game.left.used_us == game.right.used_us == 500
    assert game.left.moves == game.right.moves == 500


def test_the_flag_falls_at_the_microsecond_and_a_press_then_is_too_late() -> None:
    """CL-06."""
    for at_us, falls in ((5 * MIN - 1, False), (5 * MIN, True)):
        game = sudden()
        do(game, 0, "start", LEFT)
        game.press(at_us, LEFT)
        assert (game.left.flag_us == 5 * MIN) is falls
        assert game.left.moves == (0 if falls else 1)
        assert events(game) == ({"flag", "idle_press"} if falls else {"move"})


def test_a_flag_seen_late_has_its_own_moment() -> None:
    """CL-06: the moment of the fall, not of the look; the other side stands still (CL-08)."""
    game = sudden()
    do(game, 0, "start", RIGHT)
    game.settle(99 * MIN)
    assert game.right.flag_us == 5 * MIN
    assert game.right.remaining_us == 0
    assert game.first_flag == RIGHT
    assert game.running == SIDE_NONE
    assert game.left.remaining_us == 5 * MIN


def test_on_flag_run_goes_below_zero() -> None:
    """CL-08."""
    game = sudden(run_on_flag=True)
    do(game, 0, "start", LEFT)
    game.press(6 * MIN, LEFT)
    game.settle(12 * MIN)
    assert game.left.remaining_us == -MIN
    assert (game.left.flag_us, game.right.flag_us) == (5 * MIN, 11 * MIN)
    assert game.first_flag == LEFT


def test_fischer_from_the_start_stands_before_the_first_move_on_both_sides() -> None:
    """CL-03, failures 6, 7: both sides alike, and every completed move earns it."""
    game = clock(Period(MIN, method=METHOD_FISCHER, increment_us=5 * S))
    assert game.left.remaining_us == game.right.remaining_us == 65 * S
    do(game, 0, "start", LEFT)
    game.press(0, LEFT)
    assert game.left.remaining_us == 70 * S


def test_fischer_from_the_first_move_is_earned_by_completing_it() -> None:
    """CL-03."""
    game = clock(Period(MIN, None, METHOD_FISCHER, 5 * S, from_first_move=True))
    assert game.left.remaining_us == MIN
    do(game, 0, "start", LEFT)
    game.press(S, LEFT)
    assert game.left.remaining_us == 64 * S


def test_a_game_starts_once() -> None:
    game = sudden()
    do(game, 0, "start", LEFT)
    assert do(game, 1, "start", RIGHT) == REFUSAL_ALREADY_STARTED
    assert game.running == LEFT


def test_stop_and_resume_keep_turn_and_times() -> None:
    """CL-15; failures 8, 17."""
    game = sudden()
    do(game, 0, "start", LEFT)
    game.press(S, LEFT)
    do(game, 2 * S, "stop")
    assert (game.running, game.turn) == (SIDE_NONE, RIGHT)
    do(game, 60 * S, "resume")
    game.press(61 * S, RIGHT)
    assert game.right.used_us == 2 * S
    assert game.right.moves == 1


def test_segments_foretell_what_the_clock_will_show() -> None:
    game = clock(Period(MIN), right=[Period(2 * MIN)])
    do(game, S, "start", LEFT)
    game.settle(3 * S)
    assert game.segment(LEFT, 3 * S) == (58 * S, -1, 61 * S)
    assert game.segment(RIGHT, 3 * S) == (2 * MIN, 0, -1)
    assert game.segment(LEFT, 5 * S) == (56 * S, -1, 61 * S)
    assert game.next_us(3 * S) == 61 * S


def test_correction_into_stretches_with_nothing_left_begins_one() -> None:
    """CL-13: a side that runs with no time of its own is in its overtime at that very moment."""
    byo_yomi = Period(6 * S, None, METHOD_BYOYOMI, count=2, byo_us=4 * S)
    game = clock(Period(0, 2, METHOD_DELAY, 1_500_000), byo_yomi)
    do(game, 0, "start", RIGHT)
    assert do(game, 1, "correct", RIGHT, period=1) == REFUSAL_NONE
    assert (game.right.period, game.right.byo_left, game.right.remaining_us) == (1, 2, 4 * S)
    assert game.right.flag_us == -1
