"""Moves: completing one with all it brings, and taking it back (CL-03, CL-06, CL-21, CL-43)."""

from flagfall_clock.codes import (
    HAPPENED_BLOCK_RESTORED,
    HAPPENED_CONTROL_PASSED,
    HAPPENED_IDLE_PRESS,
    HAPPENED_MOVE,
    METHOD_BRONSTEIN,
    METHOD_BYOYOMI,
    METHOD_CANADIAN,
    METHOD_FISCHER,
    REFUSAL_NONE,
    REFUSAL_NOTHING_TO_TAKE_BACK,
    REFUSAL_RULING_SINCE_PRESS,
    SIDE_NONE,
)
from flagfall_clock.penalties import charge_side, take
from flagfall_clock.running import enter_overtime, has_overtime
from flagfall_clock.side import NO_OVERTIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock
    from flagfall_clock.regulation import Period
    from flagfall_clock.side import SideState


def press(clock: "Clock", number: int) -> int:
    """A key is pressed: completes the move of the running side; else it has no effect."""
    if clock.running != number or clock.out_of_turn:
        clock.happened |= HAPPENED_IDLE_PRESS
        clock.idle = True
        return REFUSAL_NONE
    clock.remember_press()
    side = clock.side(number)
    complete(clock, side)
    # The presser's own flag may fall here, by a carried penalty: then nothing runs.
    if clock.running != SIDE_NONE:
        clock.running = clock.other(side).number
    clock.pass_turn(clock.other(side))
    return REFUSAL_NONE


def complete(clock: "Clock", side: "SideState") -> None:
    """A move is made: what the method adds, the count, and the control if it is reached.

    A side whose flag is down earns nothing but the next period's main time (CL-43).
    """
    period = side.rules()
    unflagged = side.flag_us < 0
    if unflagged:
        if period.method == METHOD_BRONSTEIN:
            side.remaining_us += min(period.increment_us, side.move_us)
        elif period.method == METHOD_FISCHER and period.from_first_move:
            side.remaining_us += period.increment_us
        elif period.method == METHOD_BYOYOMI and side.byo_left != NO_OVERTIME:
            side.remaining_us = period.byo_us
    if period.method == METHOD_CANADIAN and side.byo_left != NO_OVERTIME:
        side.byo_left = max(0, side.byo_left - 1)
        if side.byo_left == 0 and unflagged:
            enter_overtime(side, period)
            clock.happened |= HAPPENED_BLOCK_RESTORED
    side.moves += 1
    side.period_moves += 1
    clock.happened |= HAPPENED_MOVE
    if period.moves is not None and side.period_moves >= period.moves and clock.has_next(side):
        pass_control(clock, side)
    elif period.method == METHOD_FISCHER and not period.from_first_move and unflagged:
        side.remaining_us += period.increment_us


def pass_control(clock: "Clock", side: "SideState") -> None:
    """The moves of the period are made: the next one begins with what is left and its own time."""
    if side.remaining_us > 0 and not clock.regulation.carry_over:
        side.remaining_us = 0
    side.period += 1
    side.period_moves = 0
    side.byo_left = NO_OVERTIME
    clock.happened |= HAPPENED_CONTROL_PASSED
    grant_period(side, side.rules())
    if side.carried_us > 0:
        carried_us = side.carried_us
        side.carried_us = 0
        charge_side(clock, side, carried_us)


def grant_period(side: "SideState", period: "Period") -> None:
    """Entering a period grants its main time and, with `fischer` from the start, one increment."""
    side.remaining_us += period.time_us
    if side.flag_us >= 0:
        return
    if period.method == METHOD_FISCHER and not period.from_first_move:
        side.remaining_us += period.increment_us
    elif side.remaining_us == 0 and has_overtime(period):
        enter_overtime(side, period)


def take_back(clock: "Clock", charged: bool) -> int:
    """Undo the last press; returns a refusal. The offender is whoever made it.

    Both sides are as before the press, but for their violations. `charged`: what has run on the
    other side since is given back and taken from the offender in full; otherwise the other side
    keeps what it used, with all that its running brought, a flag included.
    """
    if clock.pressed_by == SIDE_NONE:
        return REFUSAL_NOTHING_TO_TAKE_BACK
    if clock.ruled:
        return REFUSAL_RULING_SINCE_PRESS
    offender = clock.side(clock.pressed_by)
    other = clock.other(offender)
    ran_us = other.used_us - clock.before(other).used_us
    runs = clock.running != SIDE_NONE or clock.frozen
    _restore(offender, clock.before(offender))
    clock.amount_us = ran_us
    if charged or ran_us == 0:
        _restore(other, clock.before(other))
    if charged:
        offender.used_us += ran_us
        offender.move_us += ran_us
    clock.first_flag = clock.first_flag_before
    if clock.first_flag == SIDE_NONE and other.flag_us >= 0:
        clock.first_flag = other.number
    clock.turn = offender.number
    clock.pressed_by = SIDE_NONE
    if runs and not clock.stands_still():
        clock.running = offender.number
        clock.frozen = False
    if charged:
        take(clock, offender, ran_us)
    return REFUSAL_NONE


def _restore(side: "SideState", before: "SideState") -> None:
    violations = side.violations
    side.copy(before)
    side.violations = violations
