"""A whole game as bytes: regulation, state, and the memory of the last press (CL-12).

The bytes carry their version, their length by construction, and a CRC-32; whatever does not fit
together is refused with ValueError. Little-endian, the same on every machine.
"""

from binascii import crc32
from struct import calcsize, pack, unpack_from

from flagfall_clock.codes import (
    RULE_BLACK_RIGHT,
    RULE_BLITZ,
    RULE_CARRY_OVER,
    RULE_CHARGE_TAKEBACK,
    RULE_DISCREET,
    RULE_REPEAT_LAST,
    RULE_REVEAL_AT_ZERO,
    RULE_RUN_ON_FLAG,
    SIDE_BOTH,
    SIDE_RIGHT,
)
from flagfall_clock.compat import const
from flagfall_clock.regulation import Period, Regulation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock
    from flagfall_clock.side import SideState

_VERSION = const(1)
_TO_THE_END = const(0xFFFF)
_REGULATION = "<BBHBqqqqBBB"
_PERIOD = "<HqBBqHqH"
_CLOCK = "<qqqIBBBBBHBBBq"
_SIDE = "<qqqqqqiiiii"
_CRC = "<I"
_MOST = 1 << 62  # of any time; what is larger was never counted by a clock
_RULES = (
    (RULE_REPEAT_LAST, "repeat_last"),
    (RULE_CARRY_OVER, "carry_over"),
    (RULE_RUN_ON_FLAG, "run_on_flag"),
    (RULE_REVEAL_AT_ZERO, "reveal_at_zero"),
    (RULE_BLITZ, "blitz"),
    (RULE_CHARGE_TAKEBACK, "charge_takeback"),
    (RULE_DISCREET, "discreet"),
    (RULE_BLACK_RIGHT, "black_right"),
)
_BITS = ("started", "ended", "adjourned", "frozen", "out_of_turn", "ruled")


def rule_flags(regulation: Regulation) -> int:
    """The yes/no fields as one number of `RULE_…` bits."""
    flags = 0
    for bit, name in _RULES:
        if getattr(regulation, name):
            flags |= bit
    return flags


def set_rule_flags(regulation: Regulation, flags: int) -> None:
    """Set every yes/no field from `RULE_…` bits."""
    for bit, name in _RULES:
        setattr(regulation, name, bool(flags & bit))


def pack_clock(clock: "Clock") -> bytes:
    """The whole state of a game; ValueError where a time is beyond what 64 bits hold."""
    regulation = clock.regulation
    same = regulation.right is regulation.left
    parts = [
        pack(
            _REGULATION,
            _VERSION,
            regulation.code,
            rule_flags(regulation),
            regulation.violation_limit,
            regulation.correction_floor_us,
            regulation.carry_floor_us,
            regulation.hold_limit_us,
            regulation.forfeit_after_us,
            regulation.carry_without_control,
            len(regulation.left),
            0 if same else len(regulation.right),
        )
    ]
    for period in regulation.left if same else regulation.left + regulation.right:
        parts.append(_pack_period(period))
    bits = 0
    for index, name in enumerate(_BITS):
        if getattr(clock, name):
            bits |= 1 << index
    running, first_flag, out_of_turn, frozen, stopped_us = clock.then
    parts.append(
        pack(
            _CLOCK,
            _bounded(clock.now_us),
            _bounded(clock.stopped_us),
            _bounded(clock.last_act_us),
            clock.revision & 0xFFFFFFFF,
            clock.running,
            clock.turn,
            clock.first_flag,
            clock.pressed_by,
            clock.first_flag_before,
            bits,
            running,
            first_flag,
            int(out_of_turn) | int(frozen) << 1,
            _bounded(stopped_us),
        )
    )
    for side in clock.all_sides():
        parts.append(_pack_side(side))
    body = b"".join(parts)
    return body + pack(_CRC, crc32(body) & 0xFFFFFFFF)


def _pack_period(period: Period) -> bytes:
    return pack(
        _PERIOD,
        _TO_THE_END if period.moves is None else period.moves,
        period.time_us,
        period.method,
        int(period.from_first_move),
        period.increment_us,
        period.count,
        period.byo_us,
        period.byo_moves,
    )


def _pack_side(side: "SideState") -> bytes:
    return pack(
        _SIDE,
        _bounded(side.remaining_us),
        _bounded(side.used_us),
        _bounded(side.move_us),
        _bounded(side.carried_us),
        _bounded(side.uncollected_us),
        _bounded(side.flag_us),
        side.moves,
        side.period_moves,
        side.period,
        side.byo_left,
        side.violations,
    )


def _bounded(amount_us: int) -> int:
    # MicroPython's struct would cut a larger number without a word.
    if not -_MOST <= amount_us <= _MOST:
        raise ValueError("time out of range")
    return amount_us


def unpack_regulation(data: bytes) -> "tuple[Regulation, int]":
    """The regulation of a snapshot, and where its state begins; checks length and CRC."""
    body = len(data) - calcsize(_CRC)
    if body < calcsize(_REGULATION) or unpack_from(_CRC, data, body)[0] != crc32(data[:body]):
        raise ValueError("snapshot damaged")
    head = unpack_from(_REGULATION, data, 0)
    lefts, rights = head[9], head[10]
    offset = calcsize(_REGULATION)
    size = calcsize(_PERIOD)
    state = calcsize(_CLOCK) + 6 * calcsize(_SIDE)
    if head[0] != _VERSION or body != offset + (lefts + rights) * size + state:
        raise ValueError("snapshot of another kind")
    periods = [_unpack_period(data, offset + size * n) for n in range(lefts + rights)]
    left = periods[:lefts]
    regulation = Regulation(left, periods[lefts:] if rights else left, code=head[1])
    set_rule_flags(regulation, head[2])
    regulation.violation_limit = head[3]
    regulation.correction_floor_us = head[4]
    regulation.carry_floor_us = head[5]
    regulation.hold_limit_us = head[6]
    regulation.forfeit_after_us = head[7]
    regulation.carry_without_control = head[8]
    return regulation, offset + (lefts + rights) * size


def _unpack_period(data: bytes, offset: int) -> Period:
    moves, time_us, method, first, increment_us, count, byo_us, byo_moves = unpack_from(
        _PERIOD, data, offset
    )
    return Period(
        time_us,
        None if moves == _TO_THE_END else moves,
        method,
        increment_us,
        bool(first),
        count,
        byo_us,
        byo_moves,
    )


def unpack_state(clock: "Clock", data: bytes, offset: int) -> None:
    """Fill a fresh clock of the snapshot's regulation with its state."""
    state = unpack_from(_CLOCK, data, offset)
    for number, most in (
        (state[4], SIDE_RIGHT),
        (state[5], SIDE_RIGHT),
        (state[6], SIDE_BOTH),
        (state[7], SIDE_RIGHT),
        (state[8], SIDE_BOTH),
        (state[9], (1 << len(_BITS)) - 1),
        (state[10], SIDE_RIGHT),
        (state[11], SIDE_BOTH),
        (state[12], 3),
    ):
        if number > most:
            raise ValueError("snapshot holds what cannot be")
    clock.now_us, clock.stopped_us, clock.last_act_us, clock.revision = state[:4]
    clock.running, clock.turn, clock.first_flag = state[4:7]
    clock.pressed_by, clock.first_flag_before = state[7:9]
    for index, name in enumerate(_BITS):
        setattr(clock, name, bool(state[9] & 1 << index))
    clock.then = (state[10], state[11], bool(state[12] & 1), bool(state[12] & 2), state[13])
    offset += calcsize(_CLOCK)
    for side in clock.all_sides():
        _unpack_side(side, data, offset)
        offset += calcsize(_SIDE)
    if not 0 <= clock.last_act_us <= clock.now_us <= _MOST:
        raise ValueError("snapshot holds what cannot be")
    if clock.running and clock.stands_still():
        raise ValueError("snapshot holds what cannot be")


def _unpack_side(side: "SideState", data: bytes, offset: int) -> None:
    values = unpack_from(_SIDE, data, offset)
    for value in values:
        if not -_MOST <= value <= _MOST:
            raise ValueError("snapshot holds what cannot be")
    side.remaining_us, side.used_us, side.move_us = values[:3]
    side.carried_us, side.uncollected_us, side.flag_us = values[3:6]
    side.moves, side.period_moves, side.period, side.byo_left, side.violations = values[6:]
    if min(side.used_us, side.moves, side.period, side.violations) < 0:
        raise ValueError("snapshot holds what cannot be")
    if not -1 <= side.byo_left < 0xFFFF:
        raise ValueError("snapshot holds what cannot be")
