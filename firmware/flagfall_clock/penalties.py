"""Taking time from a side: charges, half-splits, what is carried, what stays uncollected.

CL-25, CL-26, CL-33.
"""

from flagfall_clock.codes import (
    CARRY_ASK,
    CARRY_CHARGE,
    HAPPENED_CARRIED,
    HAPPENED_CHARGED,
    HAPPENED_SETTLED,
    HAPPENED_UNCOLLECTED,
    METHOD_UPCOUNT,
    ORDER_SINCE_STOP,
    REFUSAL_BAD_AMOUNT,
    REFUSAL_NONE,
    REFUSAL_NOT_STARTED,
    REFUSAL_NOT_STOPPED,
    REFUSAL_NOTHING_TO_SETTLE,
    SETTLE_CHARGE,
    SETTLE_DROP,
    SIDE_BOTH,
    SIDE_NONE,
)
from flagfall_clock.running import drop_flag
from flagfall_clock.side import NO_OVERTIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock
    from flagfall_clock.order import Order
    from flagfall_clock.side import SideState


def charge(clock: "Clock", order: "Order") -> int:
    """A penalty for one side."""
    if not clock.is_side(order.side):
        return REFUSAL_BAD_AMOUNT
    refusal = _measure(clock, order)
    if refusal != REFUSAL_NONE:
        return refusal
    total_us = clock.amount_us
    clock.amount_us = charge_side(clock, clock.side(order.side), total_us)
    clock.ruled = True
    return REFUSAL_NONE


def half_split(clock: "Clock", order: "Order") -> int:
    """The time of a check, halved between the sides; an odd microsecond to the side to move."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    refusal = _measure(clock, order)
    if refusal != REFUSAL_NONE:
        return refusal
    total_us = clock.amount_us
    half_us = total_us // 2
    first_before = clock.first_flag
    for side in (clock.left, clock.right):
        odd_us = total_us - 2 * half_us if side.number == clock.turn else 0
        charge_side(clock, side, half_us + odd_us)
    both_at_once(clock, first_before)
    clock.amount_us = total_us
    clock.ruled = True
    return REFUSAL_NONE


def _measure(clock: "Clock", order: "Order") -> int:
    """The amount an order means, into `clock.amount_us`; returns a refusal."""
    if not order.flags & ORDER_SINCE_STOP:
        if order.amount_us < 0:
            return REFUSAL_BAD_AMOUNT
        clock.amount_us = order.amount_us
        return REFUSAL_NONE
    if clock.running != SIDE_NONE or clock.stopped_us < 0:
        return REFUSAL_NOT_STOPPED
    clock.amount_us = clock.now_us - clock.stopped_us
    return REFUSAL_NONE


def charge_side(clock: "Clock", side: "SideState", total_us: int) -> int:
    """CL-25: charge now what leaves the floor, carry the rest; returns what was charged now."""
    clock.happened |= HAPPENED_CHARGED
    if side.rules().method == METHOD_UPCOUNT:
        side.remaining_us += total_us
        return total_us
    floor_us = clock.regulation.carry_floor_us
    now_us = total_us
    if floor_us > 0:
        now_us = min(total_us, max(0, side.remaining_us - floor_us))
    rest_us = total_us - now_us
    if rest_us > 0:
        if side.byo_left == NO_OVERTIME and clock.has_next(side):
            side.carried_us += rest_us
            clock.happened |= HAPPENED_CARRIED
        elif clock.regulation.carry_without_control == CARRY_CHARGE:
            now_us = total_us
        elif clock.regulation.carry_without_control == CARRY_ASK:
            side.uncollected_us += rest_us
            clock.happened |= HAPPENED_UNCOLLECTED
    take(clock, side, now_us)
    return now_us


def take(clock: "Clock", side: "SideState", amount_us: int) -> None:
    """Take time from a side at once, whatever it leaves; at zero or below the flag falls."""
    if amount_us <= 0:
        return
    if side.rules().method == METHOD_UPCOUNT:
        side.remaining_us += amount_us
        return
    side.remaining_us -= amount_us
    if side.remaining_us <= 0:
        drop_flag(clock, side)


def both_at_once(clock: "Clock", first_before: int) -> None:
    """CL-10: where one act drops both flags, nobody can say which was first."""
    if first_before == SIDE_NONE and clock.left.flag_us >= 0 and clock.right.flag_us >= 0:
        clock.first_flag = SIDE_BOTH


def settle_uncollected(clock: "Clock", order: "Order") -> int:
    """The arbiter's answer to a penalty that found no next control."""
    if not clock.is_side(order.side) or not SETTLE_CHARGE <= order.what <= SETTLE_DROP:
        return REFUSAL_BAD_AMOUNT
    side = clock.side(order.side)
    if side.uncollected_us == 0:
        return REFUSAL_NOTHING_TO_SETTLE
    clock.amount_us = side.uncollected_us
    side.uncollected_us = 0
    clock.happened |= HAPPENED_SETTLED
    clock.ruled = True
    if order.what == SETTLE_CHARGE:
        take(clock, side, clock.amount_us)
    return REFUSAL_NONE
