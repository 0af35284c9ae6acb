"""Regulations on the wire and in the journal: a head, the periods, and a checksum over both.

The head's `flags` hold the yes/no fields; a period of `SIDE_BOTH` stands for both sides.
"""

from flagfall_clock.codes import SIDE_BOTH, SIDE_LEFT, SIDE_RIGHT
from flagfall_clock.regulation import Period, Regulation
from flagfall_clock.snapshot import rule_flags

from flagfall_device import codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


def head_of(regulation: Regulation) -> "tuple[int, ...]":
    """(code, flags, violation_limit, correction_floor_us, carry_floor_us, hold_limit_us,
    forfeit_after_ms, carry_without_control, periods_left, periods_right)"""
    return (
        regulation.code,
        rule_flags(regulation),
        regulation.violation_limit,
        regulation.correction_floor_us,
        regulation.carry_floor_us,
        regulation.hold_limit_us,
        regulation.forfeit_after_us // 1000,
        regulation.carry_without_control,
        len(regulation.left),
        len(regulation.right),
    )


def fields_of(period: Period) -> "tuple[int, ...]":
    """(moves, time_us, method, from_first_move, increment_us, count, byo_us, byo_moves)"""
    return (
        codec.ABSENT16 if period.moves is None else period.moves,
        period.time_us,
        period.method,
        1 if period.from_first_move else 0,
        period.increment_us,
        period.count,
        period.byo_us,
        period.byo_moves,
    )


def laid_out(regulation: Regulation) -> "list[tuple[int, int, Period]]":
    """The periods as they are told: (side, index, period), once for both where they are alike."""
    left, right = regulation.left, regulation.right
    same = len(left) == len(right)
    for i in range(len(left) if same else 0):
        same = same and fields_of(left[i]) == fields_of(right[i])
    if same:
        return [(SIDE_BOTH, i, p) for i, p in enumerate(left)]
    return [(SIDE_LEFT, i, p) for i, p in enumerate(left)] + [
        (SIDE_RIGHT, i, p) for i, p in enumerate(right)
    ]
