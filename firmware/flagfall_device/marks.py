"""Checkpoints: that the clock was alive at this moment. With the journal they give both times.

A game is a function of its records and of how far time got; so a checkpoint is eight bytes, and a
power failure costs at most the time since the last one. There are a million of them in a year of
tournaments: two files of one mark each take turns, so small that littlefs keeps them in its
directory, where a new mark costs a sixtieth of an erased block (docs/clock-journal.md). A torn one
leaves the one before it. Nothing is allocated.
"""

from binascii import crc32
from struct import unpack_from

from flagfall_clock.compat import const

from flagfall_device.crc import put_crc
from flagfall_device.timebase import MILLION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.timebase import Timebase

_SIZE = const(16)  # seconds, microseconds, count, CRC-32
_BODY = const(12)
EVERY_US = const(900000)  # a second, less what a turn of the loop may take


class Marks:
    """The last checkpoint. `count`: how many there were since the clock was new."""

    def __init__(self, store: "Any") -> None:
        self._store = store
        self._mark = bytearray(_SIZE)
        self._last_us = 0
        self.count = 0
        self.errors = 0  # writes that the flash refused
        for slot in (0, 1):
            if store.size(slot) > _SIZE:
                store.erase(slot)
            self._take(slot)

    def _take(self, slot: int) -> None:
        mark = self._mark
        if self._store.read_into(slot, 0, mark) < _SIZE:
            return
        s, us, count, crc = unpack_from("<IIII", mark, 0)
        if crc == crc32(memoryview(mark)[:_BODY]) and count > self.count:
            self.count = count
            self._last_us = s * MILLION + us

    def last_us(self) -> int:
        """The last moment the clock is known to have been alive when it started; 0: none."""
        return self._last_us

    def keep(self, time: "Timebase") -> None:
        """The clock is alive now. A flash that refuses does not stop a game."""
        mark = self._mark
        count = self.count = self.count + 1
        _put(mark, 0, time.s)
        _put(mark, 4, time.us)
        _put(mark, 8, count)
        put_crc(mark, _BODY)
        try:
            self._store.append(count & 1, 0, mark)
        except OSError:
            self.errors += 1


def _put(mark: bytearray, at: int, value: int) -> None:
    for i in range(4):
        mark[at + i] = value & 0xFF
        value >>= 8
