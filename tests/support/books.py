"""The books of a game: every microsecond granted, used and ordered, act by act.

`Books.check` is told of each act and of the clock before and after it, and works out from the
regulation alone by how much `remaining - carried - uncollected` of each side must have changed.
"""

from collections.abc import Callable

from flagfall_clock import codes
from flagfall_clock.engine import Clock
from flagfall_clock.order import ABSENT64, Order
from flagfall_clock.regulation import Period
from flagfall_clock.side import SideState

from tests.support.clocks import LEFT, RIGHT

UPCOUNT = codes.METHOD_UPCOUNT


def balance(side: SideState) -> int:
    """What the side has, less what it still owes."""
    return side.remaining_us - side.carried_us - side.uncollected_us


def copied(side: SideState) -> SideState:
    twin = SideState(side.number, side.periods)
    twin.copy(side)
    return twin


class Frame:
    """Both sides of a clock, and what runs, at one moment."""

    def __init__(self, clock: Clock) -> None:
        self.sides = {LEFT: copied(clock.left), RIGHT: copied(clock.right)}
        self.running = clock.running
        self.out_of_turn = clock.out_of_turn
        self.now_us = clock.now_us


def check_time(before: Frame, clock: Clock) -> None:
    """Only the side that ran used time; delay, stretches and hourglass are all that was granted."""
    for number, was in before.sides.items():
        now, period = clock.side(number), was.rules()
        other = before.sides[LEFT + RIGHT - number]
        ran_us = now.used_us - was.used_us
        if number != before.running:
            expected_us = 0
            if before.running and other.rules().method == codes.METHOD_HOURGLASS:
                expected_us = clock.side(other.number).used_us - other.used_us
            assert ran_us == 0
            assert now.remaining_us - was.remaining_us == expected_us
            assert now.move_us == was.move_us
            continue
        stopped_us = now.flag_us if was.flag_us < 0 <= now.flag_us else clock.now_us
        end_us = clock.now_us if clock.regulation.run_on_flag else stopped_us
        assert ran_us == end_us - before.now_us
        granted_us = _stretches(was, now) * period.byo_us
        if period.method == codes.METHOD_DELAY and not before.out_of_turn:
            granted_us += min(ran_us, max(0, period.increment_us - was.move_us))
        spent_us = -ran_us if period.method == UPCOUNT else ran_us
        assert balance(now) - balance(was) == granted_us - spent_us


def _stretches(was: SideState, now: SideState) -> int:
    """How many stretches or blocks began while time ran."""
    period = was.rules()
    if was.byo_left == now.byo_left:
        return 0
    if period.method == codes.METHOD_CANADIAN:
        return 1
    first = period.count if was.byo_left < 0 else was.byo_left
    begun = first - now.byo_left - (now.byo_left == 0)
    return begun + (was.byo_left < 0)


def _press(clock: Clock, was: SideState, now: SideState) -> int:
    """What a completed move grants, less what is lost with it."""
    period, free = was.rules(), was.flag_us < 0
    granted_us = 0
    if free and period.method == codes.METHOD_BRONSTEIN:
        granted_us += min(period.increment_us, was.move_us)
    if free and period.method == codes.METHOD_FISCHER and period.from_first_move:
        granted_us += period.increment_us
    if free and was.byo_left >= 0:
        done = period.method == codes.METHOD_BYOYOMI or was.byo_left <= 1
        granted_us += period.byo_us - was.remaining_us if done else 0
    if now.period == was.period:
        if free and period.method == codes.METHOD_FISCHER and not period.from_first_move:
            granted_us += period.increment_us
        return granted_us
    left_us = was.remaining_us + granted_us
    if not clock.regulation.carry_over:
        granted_us -= max(0, left_us)
        left_us = min(0, left_us)
    entered_us = _entered(now.rules(), left_us, free)
    if was.carried_us:
        # The carried penalty stood in the balance already: only what changes that is told.
        fresh = copied(now)
        fresh.remaining_us = left_us + entered_us
        entered_us += was.carried_us + _charged(clock, fresh, now, was.carried_us)
    return granted_us + entered_us


def _entered(period: Period, left_us: int, free: bool) -> int:
    granted_us = period.time_us
    if free and period.method == codes.METHOD_FISCHER and not period.from_first_move:
        granted_us += period.increment_us
    overtime = period.method in (codes.METHOD_BYOYOMI, codes.METHOD_CANADIAN)
    if free and overtime and left_us + granted_us == 0:
        granted_us += period.byo_us
    return granted_us


def _ordered(clock: Clock, side: SideState, amount_us: int) -> int:
    """What a charge in full does to the balance of a side."""
    return amount_us if side.rules().method == UPCOUNT else -amount_us


def _charged(clock: Clock, was: SideState, now: SideState, total_us: int) -> int:
    """A charge changes the balance by all of it, but for what the regulation lets go."""
    expected_us = _ordered(clock, was, total_us)
    if clock.regulation.carry_without_control == codes.CARRY_DROP and expected_us < 0:
        floor_us = clock.regulation.carry_floor_us
        carried = was.byo_left < 0 and clock.has_next(was)
        if floor_us and not carried:
            expected_us = -min(total_us, max(0, was.remaining_us - floor_us))
    return expected_us


Change = Callable[[Clock, Order, SideState, SideState], int]


def _on_charge(clock: Clock, order: Order, was: SideState, now: SideState) -> int:
    if order.side != was.number:
        return 0
    since_stop = order.flags & codes.ORDER_SINCE_STOP
    total_us = clock.now_us - clock.stopped_us if since_stop else order.amount_us
    return _charged(clock, was, now, total_us)


def _on_half_split(clock: Clock, order: Order, was: SideState, now: SideState) -> int:
    odd = clock.amount_us % 2 if was.number == clock.turn else 0
    return _charged(clock, was, now, clock.amount_us // 2 + odd)


def _on_correct(clock: Clock, order: Order, was: SideState, now: SideState) -> int:
    if was.number not in (order.side, order.side & was.number):
        return 0
    change_us = clock.amount_us
    for name in ("carried_us", "uncollected_us"):
        if getattr(order, name) != ABSENT64:
            change_us -= getattr(order, name) - getattr(was, name)
    return change_us


def _on_settle(clock: Clock, order: Order, was: SideState, now: SideState) -> int:
    if order.side != was.number:
        return 0
    if order.what == codes.SETTLE_DROP:
        return was.uncollected_us
    return _ordered(clock, was, was.uncollected_us) + was.uncollected_us


def _on_compensate(clock: Clock, order: Order, was: SideState, now: SideState) -> int:
    return order.amount_us if order.side == was.number else 0


def _on_adjourn_early(clock: Clock, order: Order, was: SideState, now: SideState) -> int:
    return _ordered(clock, was, order.amount_us) if order.by == was.number else 0


_CHANGES: dict[int, Change] = {
    codes.ACT_CHARGE: _on_charge,
    codes.ACT_HALF_SPLIT: _on_half_split,
    codes.ACT_CORRECT: _on_correct,
    codes.ACT_SETTLE: _on_settle,
    codes.ACT_COMPENSATE: _on_compensate,
    codes.ACT_ADJOURN_EARLY: _on_adjourn_early,
}
_MOVES = (codes.ACT_PRESS, codes.ACT_OPEN_SEALED)
_RESTORES = (codes.ACT_TAKEBACK, codes.ACT_SWITCH_BACK, codes.ACT_END)


def check_act(before: Frame, clock: Clock, order: Order, refused: bool) -> None:
    """The act changed each side's balance by what it grants or orders, and nothing else.

    `before` is the clock at the same moment, time settled. What restores an earlier state
    (take-back, end) is not told here.
    """
    if order.act in _RESTORES and not refused:
        return
    moved = clock.happened & codes.HAPPENED_MOVE
    for number, was in before.sides.items():
        now = clock.side(number)
        expected_us = 0
        if not refused and order.act in _MOVES and moved and now.moves != was.moves:
            expected_us = _press(clock, was, now)
        elif not refused and order.act in _CHANGES:
            expected_us = _CHANGES[order.act](clock, order, was, now)
        if order.act not in _MOVES or now.period == was.period:
            expected_us += _begun(was, now, clock.running == number)
        assert balance(now) - balance(was) == expected_us, (number, vars_of(was), vars_of(now))
        assert now.used_us == was.used_us


def _begun(was: SideState, now: SideState, runs: bool) -> int:
    """A side set running with nothing left but stretches begins one at that very moment."""
    if runs and now.byo_left >= 0 > was.byo_left:
        return now.rules().byo_us
    return 0


def vars_of(side: SideState) -> dict[str, int]:
    return {name: getattr(side, name) for name in SideState.__slots__ if name != "periods"}
