"""The frame: `00 · COBS(header, body, CRC-32) · 00`, at most 63 bytes on the wire.

Both delimiters: garbage between two frames then costs nothing. No length field: a corrupt byte
can't make the reader wait for bytes that never come. `FrameReader` takes bytes in any portions,
keeps at most one frame of them, and counts every fault by its kind.
"""

import zlib
from dataclasses import dataclass

from flagfall_protocol.codes import FaultKind
from flagfall_protocol.fields import KINDS, Message
from flagfall_protocol.schema import FRAME_MAX

DELIMITER = 0
UP = 0x01  # flag: from the clock to the host; the other way it is an echo
HEADER = 4  # kind, flags, address, sequence
CRC = 4
ENCODED_MAX = FRAME_MAX - 2
BEGINNINGS = (0x01, 0x02)  # a hello may come from a sender that began to count anew
GOOD_RESIDUE = 0x2144DF1C  # CRC-32 of anything followed by its own CRC-32


def cobs_encode(data: bytes) -> bytes:
    """`data` (up to 253 bytes) without zeros, one byte longer; each code counts to the next."""
    out = bytearray(b"\x01")
    code_at = 0
    for byte in data:
        if byte:
            out.append(byte)
            out[code_at] += 1
        else:
            code_at = len(out)
            out.append(1)
    return bytes(out)


def cobs_decode(encoded: bytes) -> bytes | None:
    """What `cobs_encode` was given; None where the codes don't end with the data."""
    data = bytearray(encoded)
    at = 0
    while at < len(data):
        code = data[at]
        if not code:
            return None
        data[at] = 0
        at += code
    return bytes(data[1:]) if data and at == len(data) else None


def seal(kind: int, body: bytes, *, sequence: int = 0, address: int = 0, up: bool = False) -> bytes:
    """A body of any kind as it stands on the wire."""
    data = bytes((kind, UP if up else 0, address, sequence & 0xFF)) + body
    data += zlib.crc32(data).to_bytes(CRC, "little")
    return b"\0" + cobs_encode(data) + b"\0"


def encode(msg: Message, *, sequence: int = 0, address: int = 0, up: bool = False) -> bytes:
    """A message as it stands on the wire; `construct.ConstructError` where a value doesn't fit."""
    return seal(msg.KIND, msg.body(), sequence=sequence, address=address, up=up)


def decode(kind: int, body: bytes) -> Message | None:
    """The message of a body; None where the kind is unknown or the body can't be read.

    A body may be longer than we know: a later version appended fields.
    """
    known = KINDS.get(kind)
    if known is None or len(body) < known.SIZE:
        return None
    return known.read(body)


@dataclass(frozen=True)
class Frame:
    """A frame that passed its CRC; `message` is None where this version can't read the body."""

    kind: int
    flags: int
    address: int
    sequence: int
    body: bytes
    message: Message | None

    @property
    def up(self) -> bool:
        """From the clock to the host."""
        return bool(self.flags & UP)


class FrameReader:
    """Cuts frames out of a stream of bytes; never raises, never keeps more than one frame.

    `up` says which direction is read: frames of the other are our own, echoed, and dropped.
    `faults` counts by `FaultKind`.
    """

    def __init__(self, *, up: bool) -> None:
        self.up = up
        self._ways = ("up", "both") if up else ("down", "both")
        self.faults = [0] * len(FaultKind)
        self._buffer = bytearray()
        self._overlong = False
        self._last: dict[int, int] = {}

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes as they come; the frames they complete, in order."""
        frames = []
        start = 0
        while (end := data.find(DELIMITER, start)) >= 0:
            self._keep(data[start:end])
            start = end + 1
            if (frame := self._cut()) is not None:
                frames.append(frame)
        self._keep(data[start:])
        return frames

    def reset(self) -> None:
        """Forget a half-read frame and the sequence: the line was cut."""
        self._buffer.clear()
        self._overlong = False
        self._last.clear()

    def _keep(self, part: bytes) -> None:
        if len(self._buffer) + len(part) > ENCODED_MAX:
            self._overlong = True
            self._buffer.clear()
        elif not self._overlong:
            self._buffer += part

    def _cut(self) -> Frame | None:
        """A delimiter came: the frame before it, if it is one."""
        encoded, overlong = bytes(self._buffer), self._overlong
        self._buffer.clear()
        self._overlong = False
        if overlong:
            self._fault(FaultKind.TOO_LONG)
            return None
        if not encoded:
            return None
        data = cobs_decode(encoded)
        if data is None or len(data) < HEADER + CRC:
            self._fault(FaultKind.BAD_FRAME)
            return None
        if zlib.crc32(data) != GOOD_RESIDUE:
            self._fault(FaultKind.BAD_CRC)
            return None
        kind, flags, address, sequence = data[:HEADER]
        if bool(flags & UP) != self.up:
            self._fault(FaultKind.ECHO)
            return None
        self._count_missed(kind, address, sequence)
        body = data[HEADER:-CRC]
        known = KINDS.get(kind)
        if known is None or known.WAY not in self._ways:
            self._fault(FaultKind.UNKNOWN_KIND)
            return Frame(kind, flags, address, sequence, body, None)
        message = decode(kind, body)
        if message is None:
            self._fault(FaultKind.BAD_BODY)
        return Frame(kind, flags, address, sequence, body, message)

    def _count_missed(self, kind: int, address: int, sequence: int) -> None:
        last = self._last.get(address)
        self._last[address] = sequence
        if last is not None and kind not in BEGINNINGS:
            hole = (sequence - last - 1) & 0xFF
            if hole < 128:  # more would be a step back: a frame that came twice
                self.faults[FaultKind.MISSED] += hole

    def _fault(self, kind: FaultKind) -> None:
        self.faults[kind] += 1
