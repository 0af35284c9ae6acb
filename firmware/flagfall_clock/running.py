"""How time runs on a side: main time, free time, stretches, blocks, and the flag.

Every change happens at its exact microsecond, however late and in however many pieces the clock
looks at the time.
"""

from flagfall_clock.codes import (
    HAPPENED_BYO_LOST,
    HAPPENED_FLAG,
    METHOD_BYOYOMI,
    METHOD_CANADIAN,
    METHOD_DELAY,
    METHOD_HOURGLASS,
    METHOD_UPCOUNT,
    SIDE_NONE,
)
from flagfall_clock.side import NO_OVERTIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock
    from flagfall_clock.regulation import Period
    from flagfall_clock.side import SideState

NEVER = -1


def run(clock: "Clock", at_us: int) -> None:
    """Let time pass to `at_us` on the running side, through every change on the way."""
    while clock.running != SIDE_NONE:
        side = clock.side(clock.running)
        span_us = at_us - clock.now_us
        until_us = until_change(clock, side)
        if until_us < 0 or until_us > span_us:
            spend(clock, side, span_us)
            break
        spend(clock, side, until_us)
        clock.now_us += until_us
        time_is_up(clock, side)
    clock.now_us = at_us


def free_us(clock: "Clock", side: "SideState") -> int:
    """What is left of the turn's free time (`delay`); none while the side runs out of turn."""
    return 0 if clock.out_of_turn else turn_free_us(side)


def turn_free_us(side: "SideState") -> int:
    """What is left of the free time of the side's turn."""
    period = side.rules()
    if period.method != METHOD_DELAY:
        return 0
    return max(0, period.increment_us - side.move_us)


def until_change(clock: "Clock", side: "SideState") -> int:
    """How long the running side can run until something happens by itself; -1: for ever."""
    if side.flag_us >= 0 or side.rules().method == METHOD_UPCOUNT:
        return NEVER
    return free_us(clock, side) + max(0, side.remaining_us)


def spend(clock: "Clock", side: "SideState", span_us: int) -> None:
    """The side runs for `span_us`, within which nothing happens by itself."""
    if span_us <= 0:
        return
    method = side.rules().method
    if method == METHOD_UPCOUNT:
        side.remaining_us += span_us
    else:
        cost_us = max(0, span_us - free_us(clock, side))
        side.remaining_us -= cost_us
        if method == METHOD_HOURGLASS:
            clock.other(side).remaining_us += cost_us
    side.used_us += span_us
    if not clock.out_of_turn:
        side.move_us += span_us


def time_is_up(clock: "Clock", side: "SideState") -> None:
    """The side's time has just reached zero: overtime, the next stretch, or the flag."""
    period = side.rules()
    if side.remaining_us == 0 and side.byo_left == NO_OVERTIME and has_overtime(period):
        enter_overtime(side, period)
        return
    if side.remaining_us == 0 and period.method == METHOD_BYOYOMI and side.byo_left > 0:
        side.byo_left -= 1
        clock.happened |= HAPPENED_BYO_LOST
        if side.byo_left > 0:
            side.remaining_us = period.byo_us
            return
    drop_flag(clock, side)


def has_overtime(period: "Period") -> bool:
    """Whether stretches or blocks follow the main time."""
    return period.method == METHOD_BYOYOMI or period.method == METHOD_CANADIAN


def enter_overtime(side: "SideState", period: "Period") -> None:
    """The main time is used up: the first stretch or block begins."""
    side.remaining_us = period.byo_us
    side.byo_left = period.count if period.method == METHOD_BYOYOMI else period.byo_moves


def drop_flag(clock: "Clock", side: "SideState") -> None:
    """The flag falls now (CL-06); by regulation everything then stands still (CL-08)."""
    if side.flag_us >= 0 or side.rules().method == METHOD_UPCOUNT:
        return
    side.flag_us = clock.now_us
    clock.happened |= HAPPENED_FLAG
    if clock.first_flag == SIDE_NONE:
        clock.first_flag = side.number
    if not clock.regulation.run_on_flag and clock.running != SIDE_NONE:
        clock.halt()
        clock.frozen = True
