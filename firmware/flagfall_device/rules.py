"""Regulations on the wire and in the journal: a head, the periods, and a checksum over both.

The head's `flags` hold the yes/no fields; a period of `SIDE_BOTH` stands for both sides.
"""

from binascii import crc32

from flagfall_clock.codes import SIDE_BOTH, SIDE_LEFT, SIDE_RIGHT
from flagfall_clock.regulation import Period, Regulation
from flagfall_clock.snapshot import rule_flags, set_rule_flags

from flagfall_device import codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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


def period_from(fields: "tuple[int, ...]") -> Period:
    """A `Period` from those fields."""
    moves, time_us, method, from_first_move, increment_us, count, byo_us, byo_moves = fields
    return Period(
        time_us,
        None if moves == codec.ABSENT16 else moves,
        method,
        increment_us,
        bool(from_first_move),
        count,
        byo_us,
        byo_moves,
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


class Builder:
    """A regulation that comes in parts. `finish` gives it when it is whole and possible."""

    def __init__(self, head: "tuple[int, ...]") -> None:
        self._head = head
        self._sides = {SIDE_LEFT: [], SIDE_RIGHT: []}

    def add(self, side: int, index: int, fields: "tuple[int, ...]") -> bool:
        """The next period of a side (or of both); False: it is not the next one."""
        sides = (SIDE_LEFT, SIDE_RIGHT) if side == SIDE_BOTH else (side,)
        for each in sides:
            periods = self._sides.get(each)
            if periods is None or len(periods) != index or index >= self._head[7 + each]:
                return False
        period = period_from(fields)
        for each in sides:
            self._sides[each].append(period)
        return True

    def finish(self) -> "Regulation | None":
        """The regulation, or None: a part is missing or it is impossible."""
        head = self._head
        left, right = self._sides[SIDE_LEFT], self._sides[SIDE_RIGHT]
        if len(left) != head[8] or len(right) != head[9]:
            return None
        regulation = Regulation(left, right, head[0])
        set_rule_flags(regulation, head[1])
        regulation.violation_limit = head[2]
        regulation.correction_floor_us = head[3]
        regulation.carry_floor_us = head[4]
        regulation.hold_limit_us = head[5]
        regulation.forfeit_after_us = head[6] * 1000
        regulation.carry_without_control = head[7]
        return None if regulation.fault() else regulation


class Receiver:
    """A regulation on its way from the host; nothing changes before the commit."""

    def __init__(self) -> None:
        self._builder = None
        self._scratch = 0
        self._crc = 0

    def begin(self, buf: bytearray) -> None:
        """Its head came."""
        fields = codec.unpack_rules_begin(buf)
        self._scratch = fields[1]
        self._builder = Builder(fields[2:])
        self._crc = crc32(memoryview(buf)[codec.BODY + 4 : codec.BODY + 36])

    def period(self, buf: bytearray) -> bool:
        """A period came; False: not the next one."""
        fields = codec.unpack_period(buf)
        if self._builder is None or not self._builder.add(fields[1], fields[2], fields[3:]):
            return False
        self._crc = crc32(memoryview(buf)[codec.BODY + 4 : codec.BODY + 38], self._crc)
        return True

    def commit(self, scratch: int, crc: int) -> "tuple[Regulation | None, str]":
        """(regulation, ''), or (None, why): 'crc' or 'rules'."""
        builder, self._builder = self._builder, None
        if builder is None or scratch != self._scratch or crc != self._crc:
            return None, "crc"
        regulation = builder.finish()
        return regulation, "" if regulation else "rules"


def frames(buf: bytearray, request: int, regulation: Regulation) -> "Iterator[int]":
    """Pack the regulation in force into `buf`, frame by frame: a generator of body sizes."""
    size = codec.pack_rules_begin(buf, request, 0, *head_of(regulation))
    crc = crc32(memoryview(buf)[codec.BODY + 4 : codec.BODY + size])
    yield size
    for side, index, period in laid_out(regulation):
        size = codec.pack_period(buf, request, side, index, *fields_of(period))
        crc = crc32(memoryview(buf)[codec.BODY + 4 : codec.BODY + size], crc)
        yield size
    yield codec.pack_rules_commit(buf, request, 0, crc)


def parts(buf: bytearray, request: int, whole: bytes) -> "Iterator[int]":
    """Pack a whole state into `buf`, part by part: a generator of body sizes."""
    step = codec.PART_BYTES
    count = (len(whole) + step - 1) // step
    for part in range(count):
        chunk = whole[part * step : (part + 1) * step]
        yield codec.pack_part(buf, request, part, count, len(whole), chunk)
    yield codec.pack_parts_commit(buf, request, crc32(whole))
