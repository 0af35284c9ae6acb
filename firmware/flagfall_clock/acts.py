"""What sets the clock going and stops it: start to end, adjournment, replacement, power.

CL-05, CL-12, CL-15, CL-19, CL-32…35, CL-48. Each function does one act on a clock whose time is
settled, and answers a refusal; `REFUSAL_NONE` is 'done'.
"""

from flagfall_clock.codes import (
    HAPPENED_ADJOURNED,
    HAPPENED_CHARGED,
    HAPPENED_ENDED,
    HAPPENED_POWERED,
    HAPPENED_RAN_FOR,
    HAPPENED_REPLACED,
    HAPPENED_RESUMED,
    HAPPENED_SEALED_OPENED,
    HAPPENED_STOPPED,
    HAPPENED_SWITCHED_BACK,
    HAPPENED_TAKEBACK,
    METHOD_DELAY,
    METHOD_UPCOUNT,
    ORDER_CHARGE_SAID,
    ORDER_CHARGE_YES,
    ORDER_DECLARED,
    ORDER_OVERRIDE,
    ORDER_UNCOUNTED,
    REFUSAL_ALREADY_STARTED,
    REFUSAL_BAD_AMOUNT,
    REFUSAL_CONTROL_NOT_MADE,
    REFUSAL_FLAG_DOWN,
    REFUSAL_GAME_OVER,
    REFUSAL_NO_TIME_LEFT,
    REFUSAL_NONE,
    REFUSAL_NOT_ADJOURNED,
    REFUSAL_NOT_STARTED,
    REFUSAL_NOTHING_TO_TAKE_BACK,
    SIDE_NONE,
)
from flagfall_clock.moves import complete, take_back
from flagfall_clock.penalties import take
from flagfall_clock.rulings import count_violation
from flagfall_clock.running import run, turn_free_us

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock
    from flagfall_clock.order import Order
    from flagfall_clock.side import SideState


def start(clock: "Clock", order: "Order") -> int:
    """The game begins; it can begin once."""
    if not clock.is_side(order.side):
        return REFUSAL_BAD_AMOUNT
    if clock.started:
        return REFUSAL_ALREADY_STARTED
    clock.started = True
    clock.pass_turn(clock.side(order.side))
    if not clock.stands_still():
        clock.running = order.side
    return REFUSAL_NONE


def stop(clock: "Clock", order: "Order") -> int:
    """Nothing runs; the turn is kept. Who and why are for the record (CL-15, CL-16)."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    clock.idle = clock.running == SIDE_NONE
    clock.halt()
    clock.happened |= HAPPENED_STOPPED
    return REFUSAL_NONE


def resume(clock: "Clock", order: "Order") -> int:
    """Play goes on; for the other side it passes the turn, counting no move: a ruling."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    if order.side != SIDE_NONE and not clock.is_side(order.side):
        return REFUSAL_BAD_AMOUNT
    side = clock.side(clock.turn if order.side == SIDE_NONE else order.side)
    passes = side.number != clock.turn
    refusal = _may_run(clock, side, _fresh_free_us(side) if passes else turn_free_us(side))
    if refusal != REFUSAL_NONE:
        return refusal
    if passes:
        clock.pass_turn(side)
        clock.ruled = True
    else:
        clock.idle = clock.running == side.number and not clock.out_of_turn
    clock.running = side.number
    clock.out_of_turn = clock.frozen = clock.adjourned = False
    clock.happened |= HAPPENED_RESUMED
    return REFUSAL_NONE


def _may_run(clock: "Clock", side: "SideState", free_us: int) -> int:
    """Whether the side's clock may be set running, with so much free time before its own."""
    if clock.stands_still():
        return REFUSAL_FLAG_DOWN
    if side.flag_us >= 0 or side.rules().method == METHOD_UPCOUNT or side.remaining_us > 0:
        return REFUSAL_NONE
    # '0 + 5' by delay: without main time a turn is still free for a while.
    if side.remaining_us == 0 and free_us > 0:
        return REFUSAL_NONE
    return REFUSAL_NO_TIME_LEFT


def _fresh_free_us(side: "SideState") -> int:
    """The free time that a new turn of the side begins with."""
    period = side.rules()
    return period.increment_us if period.method == METHOD_DELAY else 0


def run_for(clock: "Clock", order: "Order") -> int:
    """CL-19: a side's clock runs out of turn, until `stop` or `resume`; presses are inert."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    if not clock.is_side(order.side):
        return REFUSAL_BAD_AMOUNT
    side = clock.side(order.side)
    refusal = _may_run(clock, side, 0)
    if refusal != REFUSAL_NONE:
        return refusal
    clock.running = order.side
    clock.out_of_turn = True
    clock.ruled = True
    clock.happened |= HAPPENED_RAN_FOR
    return REFUSAL_NONE


def takeback(clock: "Clock", order: "Order") -> int:
    """CL-21: the arbiter undoes the last press at the offender's expense, and counts it."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    offender = clock.pressed_by
    refusal = take_back(clock, _charged(clock, order))
    if refusal != REFUSAL_NONE:
        return refusal
    clock.happened |= HAPPENED_TAKEBACK
    if not order.flags & ORDER_UNCOUNTED:
        count_violation(clock, clock.side(offender), order.what)
    return REFUSAL_NONE


def switch_back(clock: "Clock", order: "Order") -> int:
    """D5.4.13.3: the running side switches the clock back itself; nothing is counted."""
    if clock.running == SIDE_NONE:
        return REFUSAL_NOTHING_TO_TAKE_BACK
    refusal = take_back(clock, _charged(clock, order))
    if refusal == REFUSAL_NONE:
        clock.happened |= HAPPENED_SWITCHED_BACK
    return refusal


def _charged(clock: "Clock", order: "Order") -> bool:
    if order.flags & ORDER_CHARGE_SAID:
        return bool(order.flags & ORDER_CHARGE_YES)
    return clock.regulation.charge_takeback


def adjourn(clock: "Clock", order: "Order") -> int:
    """CL-32: stopped with the turn of the side that sealed."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    clock.halt()
    clock.adjourned = True
    clock.happened |= HAPPENED_ADJOURNED
    return REFUSAL_NONE


def adjourn_early(clock: "Clock", order: "Order") -> int:
    """CL-33: the side that wants it takes the rest of the session's time on itself."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    if not clock.is_side(order.by) or order.amount_us < 0:
        return REFUSAL_BAD_AMOUNT
    made = clock.left.period > 0 and clock.right.period > 0
    if not made and not order.flags & ORDER_OVERRIDE:
        return REFUSAL_CONTROL_NOT_MADE
    clock.amount_us = order.amount_us
    clock.ruled = True
    clock.happened |= HAPPENED_CHARGED
    take(clock, clock.side(order.by), order.amount_us)
    return adjourn(clock, order)


def open_sealed(clock: "Clock", order: "Order") -> int:
    """CL-34: the sealed move counts with all it brings, the responder's clock runs."""
    if not clock.adjourned:
        return REFUSAL_NOT_ADJOURNED
    sealer = clock.side(clock.turn)
    responder = clock.other(sealer)
    refusal = _may_run(clock, responder, _fresh_free_us(responder))
    if refusal != REFUSAL_NONE:
        return refusal
    clock.adjourned = clock.out_of_turn = False
    clock.running = responder.number
    complete(clock, sealer)
    clock.pass_turn(responder)
    clock.pressed_by = SIDE_NONE
    clock.happened |= HAPPENED_SEALED_OPENED
    return REFUSAL_NONE


def replace(clock: "Clock", order: "Order") -> int:
    """CL-12: the whole state goes to a fresh unit; nothing runs."""
    if not clock.started:
        return REFUSAL_NOT_STARTED
    clock.halt()
    clock.happened |= HAPPENED_REPLACED
    return REFUSAL_NONE


def power_cycle(clock: "Clock", order: "Order") -> int:
    """Power failed at this moment: the state as it was, stopped."""
    if order.amount_us < 0:
        return REFUSAL_BAD_AMOUNT
    clock.halt()
    clock.happened |= HAPPENED_POWERED
    return REFUSAL_NONE


def end(clock: "Clock", at_us: int, order: "Order") -> int:
    """CL-48: the game is over as of the declared moment; time and flags after it are void.

    Unlike the other acts it comes before time is settled: the declared moment may lie back.
    """
    declared_us = order.amount_us if order.flags & ORDER_DECLARED else at_us
    if clock.ended:
        run(clock, at_us)
        return REFUSAL_GAME_OVER
    if not clock.last_act_us <= declared_us <= at_us:
        run(clock, at_us)
        return REFUSAL_BAD_AMOUNT
    if declared_us < clock.now_us:
        clock.rewind()
        run(clock, declared_us)
        # What came about since the last act was told when it was seen, or is void.
        clock.happened = 0
    else:
        run(clock, declared_us)
    clock.halt()
    clock.now_us = at_us
    clock.ended = True
    clock.amount_us = declared_us
    clock.happened |= HAPPENED_ENDED
    return REFUSAL_NONE
