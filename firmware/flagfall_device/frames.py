"""Frames on the clock's side: cut out of what arrives, and sealed for sending.

`00 · COBS(kind, flags, address, sequence, body, CRC-32) · 00`, at most 63 bytes. COBS only
replaces zeros, so a frame is decoded and encoded where it stands: `buf[0]` the delimiter, `buf[1]`
the first code, `buf[2]` the kind, the body from `codec.BODY`. Nothing is allocated for a frame
but the CRC's number (32 bytes on a 32-bit board).
"""

from binascii import crc32
from struct import pack_into

from flagfall_clock.codes import (
    FAULT_BAD_BODY,
    FAULT_BAD_CRC,
    FAULT_BAD_FRAME,
    FAULT_ECHO,
    FAULT_MISSED,
    FAULT_TOO_LONG,
    FAULT_UNKNOWN_KIND,
    FAULT_WRONG_ADDRESS,
)
from flagfall_clock.compat import const

from flagfall_device.codec import BODY, FRAME_MAX, KIND_HELLO_REQUEST, SIZES

FAULT_KINDS = const(12)  # as many counters as `Faults` carries
_CRC = const(4)
_UP = const(1)
_NOISE = const(2)
_RESIDUE = 0x2144DF1C  # CRC-32 of anything followed by its own CRC-32


class _Buffer:
    """A frame's bytes, and views of its checked part, made once for each length that occurs."""

    def __init__(self):
        self.buf = bytearray(FRAME_MAX)
        self._whole = memoryview(self.buf)
        self._views: "dict[int, memoryview]" = {}

    def _crc(self, end):
        view = self._views.get(end)
        if view is None:
            view = self._views[end] = self._whole[2:end]
        return crc32(view)


class Reader(_Buffer):
    """Cuts frames out of the bytes that arrive, one at a time; counts every fault by its kind.

    After `take` said True, `kind`, `sequence`, `size` and the body in `buf` hold until the next
    call. `address` is the clock's own: 0 on a line of its own.
    """

    def __init__(self, address=0):
        super().__init__()
        self.address = address
        self.counts = [0] * FAULT_KINDS
        self.kind = self.sequence = self.size = 0
        self._at = 1
        self._last = -1

    def take(self, byte):
        """One byte from the line; True when it completed a frame for this clock."""
        if byte:
            if self._at < FRAME_MAX - 1:
                self.buf[self._at] = byte
            # One beyond the end means 'too long' and stays there.
            if self._at < FRAME_MAX:
                self._at += 1
            return False
        end = self._at
        self._at = 1
        if end == 1:
            return False  # two delimiters in a row
        if end == FRAME_MAX:
            return self._fault(FAULT_TOO_LONG)
        return self._cut(end)

    def overheard(self):
        """Does something stand behind the last delimiter? One byte may be the line's own noise."""
        return self._at > _NOISE

    def _cut(self, end):
        buf = self.buf
        at = 1
        while at < end:
            code = buf[at]
            buf[at] = 0
            at += code
        if at != end or end < BODY + _CRC:
            return self._fault(FAULT_BAD_FRAME)
        if self._crc(end) != _RESIDUE:
            return self._fault(FAULT_BAD_CRC)
        if buf[4] != self.address:
            # On a bus everybody hears everything: that is no fault.
            return False if self.address else self._fault(FAULT_WRONG_ADDRESS)
        if buf[3] & _UP:
            # Some transceivers hear themselves.
            return False if self.address else self._fault(FAULT_ECHO)
        kind = buf[2]
        sequence = buf[5]
        if self._last >= 0 and kind != KIND_HELLO_REQUEST:
            hole = (sequence - self._last - 1) & 0xFF
            if hole < 128:  # more would be a step back: a frame that came twice
                self.counts[FAULT_MISSED] += hole
        self._last = sequence
        least = SIZES.get(kind)
        if least is None:
            return self._fault(FAULT_UNKNOWN_KIND)
        self.size = end - BODY - _CRC
        if self.size < least:
            return self._fault(FAULT_BAD_BODY)
        self.kind = kind
        self.sequence = sequence
        return True

    def _fault(self, kind):
        self.counts[kind] += 1
        return False


class Writer(_Buffer):
    """Seals what `codec.pack_...` wrote into `buf`; then `buf[:length]` goes on the line."""

    def __init__(self, address=0):
        super().__init__()
        self.address = address
        self._sequence = 0

    def seal(self, size):
        """Close a frame with a body of `size` bytes; its length on the wire."""
        buf = self.buf
        buf[3] = _UP
        buf[4] = self.address
        buf[5] = self._sequence
        self._sequence = (self._sequence + 1) & 0xFF
        end = BODY + size
        pack_into("<I", buf, end, self._crc(end))
        end += _CRC
        buf[0] = buf[end] = 0
        code = end
        at = end - 1
        while at > 1:  # from the end: each zero becomes the distance to the next
            if not buf[at]:
                buf[at] = code - at
                code = at
            at -= 1
        buf[1] = code - 1
        return end + 1
