"""Orders off the wire: a command's fields made into what the engine takes, bounded first."""

from flagfall_clock.codes import (
    ACT_ADJOURN,
    ACT_ADJOURN_EARLY,
    ACT_ARM,
    ACT_CHARGE,
    ACT_CLAIM,
    ACT_COMPENSATE,
    ACT_CORRECT,
    ACT_END,
    ACT_FLAG_VERDICT,
    ACT_HALF_SPLIT,
    ACT_NEW_GAME,
    ACT_OPEN_SEALED,
    ACT_POWER_CYCLE,
    ACT_PRESS,
    ACT_READ,
    ACT_REPLACE,
    ACT_RESUME,
    ACT_RUN_FOR,
    ACT_SETTLE,
    ACT_START,
    ACT_STOP,
    ACT_SWITCH_BACK,
    ACT_TAKEBACK,
    ACT_VIOLATION,
    BY_ARBITER,
    BY_CLOCK,
    CLAIM_REPETITION,
    RESULT_BOTH_LOSE,
    SETTLE_DROP,
    SIDE_BOTH,
    SIDE_LEFT,
    SIDE_RIGHT,
    VERDICT_DECLARE,
    VIOLATION_UNCLEAR_MOVE,
    WHY_POSITION,
)
from flagfall_clock.order import Order

from flagfall_device.codec import ABSENT64

LONGEST_US = 1 << 50  # 35 years: no time or amount of a game is longer
LONGEST_SCENARIO_US = 1 << 60  # a scenario may say more; sums still fit 64 bits

# What each act asks of `side` (bits: 1 none, 2 left, 4 right, 8 both) and the largest `what`.
_SIDES = {
    ACT_START: (6, 0),
    ACT_STOP: (15, 0),
    ACT_RESUME: (7, 0),
    ACT_TAKEBACK: (15, VIOLATION_UNCLEAR_MOVE),
    ACT_SWITCH_BACK: (15, 0),
    ACT_RUN_FOR: (6, 0),
    ACT_END: (15, RESULT_BOTH_LOSE),
    ACT_OPEN_SEALED: (15, 0),
    ACT_VIOLATION: (6, VIOLATION_UNCLEAR_MOVE),
    ACT_CORRECT: (15, SIDE_RIGHT),
    ACT_CHARGE: (6, 0),
    ACT_HALF_SPLIT: (15, 0),
    ACT_COMPENSATE: (6, 0),
    ACT_SETTLE: (6, SETTLE_DROP),
    ACT_FLAG_VERDICT: (6, VERDICT_DECLARE),
    ACT_CLAIM: (15, CLAIM_REPETITION),
    ACT_ADJOURN: (15, 0),
    ACT_ADJOURN_EARLY: (15, 0),
    ACT_REPLACE: (15, 0),
    ACT_READ: (15, 0),
    ACT_ARM: (15, 0),
    ACT_NEW_GAME: (15, 0),
}
# On the scratch engine keys and power are acts too.
_RIG = {ACT_PRESS: (6, 0), ACT_POWER_CYCLE: (15, 0)}


def _time(value: int, scratch: bool) -> bool:
    most = LONGEST_SCENARIO_US if scratch else LONGEST_US
    return -most <= value <= most


def order_from(fields: "tuple[int, ...]", scratch: bool = False) -> "Order | None":
    """An `Order` from (act, side, by, what, why, flags, amount_us, moves, period, violations,
    carried_us, uncollected_us); None where a field is out of range."""
    act, side, by, what, why, _, amount_us, _, _, _, carried_us, uncollected_us = fields
    asks = _SIDES.get(act)
    if asks is None and scratch:
        asks = _RIG.get(act)
    if asks is None or side > SIDE_BOTH or not asks[0] >> side & 1 or what > asks[1]:
        return None
    if by > BY_ARBITER or why > WHY_POSITION or not _time(amount_us, scratch):
        return None
    for value in (carried_us, uncollected_us):
        if value != ABSENT64 and not _time(value, scratch):
            return None
    return Order(*fields)


def key_order(act: int, side: int) -> Order:
    """What a key's act is to the engine; a key in the middle is nobody's."""
    by = side if side == SIDE_LEFT or side == SIDE_RIGHT else BY_CLOCK
    return Order(act, side, by)
