"""A regulation: the time regime of an event (R2.1.1, CL-01), and what each code assumes.

Every reading of the codes that another arbiter might take differently is a field here.
"""

from flagfall_clock.codes import (
    CARRY_ASK,
    CODE_DRAUGHTS_RF,
    CODE_PLAIN,
    CODE_RENJU_RF,
    METHOD_BYOYOMI,
    METHOD_CANADIAN,
    METHOD_SUDDEN,
    METHOD_UPCOUNT,
)
from flagfall_clock.compat import const

MAX_PERIODS = const(32)
_FLOOR_US = 300_000_000
_HOLD_US = 2_000_000
_FORFEIT_US = 3_600_000_000
# Far above any regulation (two thousand years), far below what 64 bits hold.
MAX_TIME_US = 1 << 56


class Period:
    """One control's stretch (CL-01). Times in µs; `moves` is None where it lasts to the end."""

    __slots__ = (
        "byo_moves",
        "byo_us",
        "count",
        "from_first_move",
        "increment_us",
        "method",
        "moves",
        "time_us",
    )

    def __init__(
        self,
        time_us: int,
        moves: "int | None" = None,
        method: int = METHOD_SUDDEN,
        increment_us: int = 0,
        from_first_move: bool = False,
        count: int = 0,
        byo_us: int = 0,
        byo_moves: int = 0,
    ) -> None:
        self.time_us = time_us
        self.moves = moves
        self.method = method
        self.increment_us = increment_us
        self.from_first_move = from_first_move
        self.count = count
        self.byo_us = byo_us
        self.byo_moves = byo_moves

    def fault(self, last: bool) -> str:
        """What makes the period impossible, as the name of the field; '' if nothing."""
        if not METHOD_SUDDEN <= self.method <= METHOD_UPCOUNT:
            return "method"
        if self.method >= METHOD_BYOYOMI and not last:
            return "method"
        if self.moves is None:
            if not last:
                return "moves"
        elif not 0 < self.moves < 0xFFFF:
            return "moves"
        for name in ("time_us", "increment_us", "byo_us"):
            if not 0 <= getattr(self, name) <= MAX_TIME_US:
                return name
        if self.method == METHOD_BYOYOMI and not 0 < self.count < 0xFFFF:
            return "count"
        if self.method == METHOD_CANADIAN and not 0 < self.byo_moves < 0xFFFF:
            return "byo_moves"
        if self.method in (METHOD_BYOYOMI, METHOD_CANADIAN) and self.byo_us == 0:
            return "byo_us"
        return ""


class Regulation:
    """The regime of one game: the periods of each side and every choice the codes leave open.

    `left` and `right` are lists of `Period` (different ones: odds). Everything else starts from
    the defaults of `code`; set the attributes afterwards to choose otherwise.
    """

    __slots__ = (
        "black_right",
        "blitz",
        "carry_floor_us",
        "carry_over",
        "carry_without_control",
        "charge_takeback",
        "code",
        "correction_floor_us",
        "discreet",
        "forfeit_after_us",
        "hold_limit_us",
        "left",
        "repeat_last",
        "reveal_at_zero",
        "right",
        "run_on_flag",
        "violation_limit",
    )

    def __init__(
        self,
        left: "list[Period]",
        right: "list[Period] | None" = None,
        code: int = CODE_PLAIN,
        blitz: bool = False,
    ) -> None:
        self.code = code
        self.left = left
        self.right = left if right is None else right
        self.blitz = blitz
        self.repeat_last = False
        self.carry_over = True
        self.run_on_flag = code == CODE_RENJU_RF
        self.discreet = code == CODE_RENJU_RF
        self.reveal_at_zero = self.discreet
        self.black_right = False
        self.violation_limit = 3
        # Without a rule of five minutes a floor of 0 means none at all: changes are exact.
        floor_us = 0 if blitz or code == CODE_DRAUGHTS_RF else _FLOOR_US
        self.correction_floor_us = floor_us
        self.carry_floor_us = floor_us
        self.carry_without_control = CARRY_ASK
        self.charge_takeback = code != CODE_DRAUGHTS_RF
        self.hold_limit_us = _HOLD_US
        self.forfeit_after_us = _FORFEIT_US

    def fault(self) -> str:
        """What makes the regulation impossible, as a path like 'left[0].moves'; '' if nothing."""
        for name in ("left", "right"):
            periods = getattr(self, name)
            if not 0 < len(periods) <= MAX_PERIODS:
                return name
            for index, period in enumerate(periods):
                field = period.fault(index == len(periods) - 1)
                if field:
                    return "{}[{}].{}".format(name, index, field)
        for name in ("correction_floor_us", "carry_floor_us", "hold_limit_us", "forfeit_after_us"):
            if not 0 <= getattr(self, name) <= MAX_TIME_US:
                return name
        if not 0 < self.violation_limit <= 255:
            return "violation_limit"
        if not 0 <= self.carry_without_control <= 2:
            return "carry_without_control"
        if not 0 <= self.code <= CODE_DRAUGHTS_RF:
            return "code"
        return ""
