"""The arbiter's other words: corrections, compensation, verdicts, claims, violations.

CL-07, CL-11, CL-13, CL-14, CL-22, CL-27.
"""

from flagfall_clock.codes import (
    BY_LEFT,
    BY_RIGHT,
    CLAIM_DEFECT,
    HAPPENED_CLAIM,
    HAPPENED_COMPENSATED,
    HAPPENED_CORRECTED,
    HAPPENED_FLOOR_APPLIED,
    HAPPENED_VERDICT,
    HAPPENED_VIOLATION,
    HAPPENED_VIOLATION_LIMIT,
    METHOD_UPCOUNT,
    ORDER_DELTA,
    ORDER_OVERRIDE,
    ORDER_SET,
    REFUSAL_ALREADY_FLAGGED,
    REFUSAL_BAD_AMOUNT,
    REFUSAL_CLAIM_REFUSED,
    REFUSAL_COMPENSATION_OUT_OF_RANGE,
    REFUSAL_NO_FLAG,
    REFUSAL_NONE,
    REFUSAL_NOT_STARTED,
    SIDE_NONE,
    VERDICT_CONFIRM,
    VERDICT_DECLARE,
    VERDICT_OVERRULE,
    VIOLATION_IMPOSSIBLE_MOVE,
    VIOLATION_UNCLEAR_MOVE,
)
from flagfall_clock.order import ABSENT16, ABSENT64
from flagfall_clock.penalties import both_at_once
from flagfall_clock.running import drop_flag
from flagfall_clock.side import NO_FLAG, NO_OVERTIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock
    from flagfall_clock.order import Order
    from flagfall_clock.side import SideState

_COMPENSATION_MOST_US = 120_000_000


def correct(clock: "Clock", order: "Order") -> int:
    """CL-13, CL-14: set or change what stands on the clock; reductions respect the floor."""
    sides = clock.sides(order.side)
    if not _is_possible(clock, order, sides):
        return REFUSAL_BAD_AMOUNT
    for side in sides:
        _correct_counts(side, order)
    if order.flags & (ORDER_SET | ORDER_DELTA):
        clock.amount_us = _correct_time(clock, order, sides)
    if order.what != SIDE_NONE and order.what != clock.turn:
        clock.pass_turn(clock.side(order.what))
        if clock.running != SIDE_NONE and not clock.out_of_turn:
            clock.running = order.what
    clock.happened |= HAPPENED_CORRECTED
    clock.ruled = True
    return REFUSAL_NONE


def _is_possible(clock: "Clock", order: "Order", sides: "tuple[SideState, ...]") -> bool:
    """Whether every field of a correction makes sense."""
    timed = order.flags & (ORDER_SET | ORDER_DELTA)
    if timed == ORDER_SET | ORDER_DELTA or (timed == ORDER_SET and len(sides) == 2):
        return False
    if order.what != SIDE_NONE and not clock.is_side(order.what):
        return False
    for amount_us in (order.carried_us, order.uncollected_us):
        if amount_us < 0 and amount_us != ABSENT64:
            return False
    if not sides:
        # Only whose turn it is may be said without naming a side.
        counts = (order.moves, order.period, order.violations)
        amounts = (order.carried_us, order.uncollected_us)
        return not timed and counts == (ABSENT16,) * 3 and amounts == (ABSENT64,) * 2
    if order.period != ABSENT16 and not clock.regulation.repeat_last:
        for side in sides:
            if order.period >= len(side.periods):
                return False
    return True


def _correct_counts(side: "SideState", order: "Order") -> None:
    if order.moves != ABSENT16:
        # The count within the period shifts with the game's; no control passes by itself.
        side.period_moves += order.moves - side.moves
        side.moves = order.moves
    if order.period != ABSENT16:
        if side.rules_of(order.period) is not side.rules():
            side.byo_left = NO_OVERTIME
        side.period = order.period
    if order.violations != ABSENT16:
        side.violations = order.violations
    if order.carried_us != ABSENT64:
        side.carried_us = order.carried_us
    if order.uncollected_us != ABSENT64:
        side.uncollected_us = order.uncollected_us


def _correct_time(clock: "Clock", order: "Order", sides: "tuple[SideState, ...]") -> int:
    """Set or change the time of the sides, the same change for both; returns the change made."""
    change_us = order.amount_us
    if order.flags & ORDER_SET:
        change_us -= sides[0].remaining_us
    floor_us = clock.regulation.correction_floor_us
    if change_us < 0 and floor_us > 0 and not order.flags & ORDER_OVERRIDE:
        for side in sides:
            if side.rules().method != METHOD_UPCOUNT:
                least_us = -max(0, side.remaining_us - floor_us)
                if change_us < least_us:
                    change_us = least_us
                    clock.happened |= HAPPENED_FLOOR_APPLIED
    first_before = clock.first_flag
    for side in sides:
        side.remaining_us += change_us
        if side.remaining_us <= 0:
            drop_flag(clock, side)
    both_at_once(clock, first_before)
    return change_us


def compensate(clock: "Clock", order: "Order") -> int:
    """CL-27: time for the opponent of an offender."""
    if not clock.is_side(order.side):
        return REFUSAL_BAD_AMOUNT
    side = clock.side(order.side)
    amount_us = order.amount_us
    if not 0 < amount_us <= _COMPENSATION_MOST_US or amount_us < side.rules().increment_us:
        return REFUSAL_COMPENSATION_OUT_OF_RANGE
    side.remaining_us += amount_us
    clock.amount_us = amount_us
    if side.remaining_us <= 0:
        drop_flag(clock, side)
    clock.happened |= HAPPENED_COMPENSATED
    clock.ruled = True
    return REFUSAL_NONE


def flag_verdict(clock: "Clock", order: "Order") -> int:
    """CL-07: the arbiter finds that a flag fell, did not fall, or fell unseen."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    if not clock.is_side(order.side) or not VERDICT_CONFIRM <= order.what <= VERDICT_DECLARE:
        return REFUSAL_BAD_AMOUNT
    side = clock.side(order.side)
    if order.what == VERDICT_DECLARE:
        if side.flag_us >= 0:
            return REFUSAL_ALREADY_FLAGGED
        drop_flag(clock, side)
    elif side.flag_us < 0:
        return REFUSAL_NO_FLAG
    elif order.what == VERDICT_OVERRULE:
        other = clock.other(side)
        side.flag_us = NO_FLAG
        clock.first_flag = other.number if other.flag_us >= 0 else SIDE_NONE
    clock.happened |= HAPPENED_VERDICT
    clock.ruled = True
    return REFUSAL_NONE


def claim(clock: "Clock", order: "Order") -> int:
    """CL-11: a claim is recorded; of a defect only while the claimant's flag is up."""
    if order.by != BY_LEFT and order.by != BY_RIGHT:
        return REFUSAL_BAD_AMOUNT
    if order.what == CLAIM_DEFECT and not order.flags & ORDER_OVERRIDE:
        flag_us = clock.side(order.by).flag_us
        if 0 <= flag_us < clock.now_us:
            return REFUSAL_CLAIM_REFUSED
    clock.happened |= HAPPENED_CLAIM
    clock.idle = True
    return REFUSAL_NONE


def violation(clock: "Clock", order: "Order") -> int:
    """CL-22: a violation is recorded; impossible and unclear moves are counted."""
    if not clock.is_side(order.side):
        return REFUSAL_BAD_AMOUNT
    clock.idle = not count_violation(clock, clock.side(order.side), order.what)
    return REFUSAL_NONE


def count_violation(clock: "Clock", side: "SideState", kind: int) -> bool:
    """Record a violation; returns whether it was counted."""
    clock.happened |= HAPPENED_VIOLATION
    if kind != VIOLATION_IMPOSSIBLE_MOVE and kind != VIOLATION_UNCLEAR_MOVE:
        return False
    side.violations += 1
    if side.violations >= clock.regulation.violation_limit:
        clock.happened |= HAPPENED_VIOLATION_LIMIT
    return True
