"""An order to the clock: one act with everything it may say."""

from flagfall_clock.codes import BY_ARBITER, SIDE_NONE, WHY_UNSAID
from flagfall_clock.compat import const

ABSENT16 = const(0xFFFF)
ABSENT64 = -(1 << 63)


class Order:
    """The fields of the wire's `Command`; what an act does not use is left alone.

    `what` is the kind of violation, claim, verdict, settlement or result, and in a correction the
    side to move. `ABSENT16` and `ABSENT64` leave the corrected field as it is.
    """

    __slots__ = (
        "act",
        "amount_us",
        "by",
        "carried_us",
        "flags",
        "moves",
        "period",
        "side",
        "uncollected_us",
        "violations",
        "what",
        "why",
    )

    def __init__(
        self,
        act: int,
        side: int = SIDE_NONE,
        by: int = BY_ARBITER,
        what: int = 0,
        why: int = WHY_UNSAID,
        flags: int = 0,
        amount_us: int = 0,
        moves: int = ABSENT16,
        period: int = ABSENT16,
        violations: int = ABSENT16,
        carried_us: int = ABSENT64,
        uncollected_us: int = ABSENT64,
    ) -> None:
        self.act = act
        self.side = side
        self.by = by
        self.what = what
        self.why = why
        self.flags = flags
        self.amount_us = amount_us
        self.moves = moves
        self.period = period
        self.violations = violations
        self.carried_us = carried_us
        self.uncollected_us = uncollected_us
