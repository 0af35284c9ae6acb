"""What crosses the wire in many frames: regulations and whole states, both ways.

Needed before a game and after a fault; it stays in memory only as long.
"""

from binascii import crc32

from flagfall_clock.codes import SIDE_BOTH, SIDE_LEFT, SIDE_RIGHT
from flagfall_clock.regulation import Period, Regulation
from flagfall_clock.snapshot import set_rule_flags

from flagfall_device import codec
from flagfall_device.rules import fields_of, head_of, laid_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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
        # Periods told once for both are the same ones.
        regulation = Regulation(left, left if left == right else right, head[0])
        set_rule_flags(regulation, head[1])
        regulation.violation_limit = head[2]
        regulation.correction_floor_us = head[3]
        regulation.carry_floor_us = head[4]
        regulation.hold_limit_us = head[5]
        regulation.forfeit_after_us = head[6] * 1000
        regulation.carry_without_control = head[7]
        return None if regulation.fault() else regulation


class Receiver(Builder):
    """A regulation on its way from the host; nothing changes before the commit."""

    def __init__(self, buf: bytearray) -> None:
        """Its head came."""
        fields = codec.unpack_rules_begin(buf)
        super().__init__(fields[2:])
        self._scratch = fields[1]
        self._crc = crc32(memoryview(buf)[codec.BODY + 4 : codec.BODY + 36])

    def period(self, buf: bytearray) -> bool:
        """A period came; False: not the next one."""
        fields = codec.unpack_period(buf)
        if not self.add(fields[1], fields[2], fields[3:]):
            return False
        self._crc = crc32(memoryview(buf)[codec.BODY + 4 : codec.BODY + 38], self._crc)
        return True

    def sums_to(self, scratch: int, crc: int) -> bool:
        """Is it what the host meant to send?"""
        return scratch == self._scratch and crc == self._crc


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
