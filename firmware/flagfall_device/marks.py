"""Checkpoints: that the clock was alive at this moment. With the journal they give both times.

A game is a function of its records and of how far time got; so a checkpoint is eight bytes, and a
power failure costs at most the time since the last one. There are a million of them in a year of
tournaments: the files stay so small that littlefs keeps them in its directory, where a new mark
costs a thirtieth of an erased block instead of a whole one (docs/clock-journal.md).
"""

from struct import unpack_from

from flagfall_clock.compat import const

from flagfall_device.entries import HEAD, Entries
from flagfall_device.timebase import MILLION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.timebase import Timebase

_KIND = const(0x01)
_CAPACITY = const(128)  # what littlefs keeps in a directory
EVERY_US = const(900000)  # a second, less what a turn of the loop may take


class Marks:
    """The log of checkpoints; only the last one matters."""

    def __init__(self, store: "Any") -> None:
        self._entries = Entries(store, _CAPACITY)
        self._body = bytearray(8)
        self.errors = 0  # writes that the flash refused
        if not self._entries.open():
            self._entries.begin(1, 0)

    @property
    def wear(self) -> int:
        """How often a slot was begun since the clock was new."""
        return self._entries.generation

    def last_us(self) -> int:
        """The last moment the clock is known to have been alive; 0: none."""
        entries = self._entries
        for slot in (entries.slot, entries.older):
            at = HEAD if slot >= 0 else -1
            found = -1
            while at >= 0:
                at = entries.read(slot, at)
                if at >= 0:
                    s, us = unpack_from("<II", entries.buf, 2)
                    found = s * MILLION + us
            if found >= 0:
                return found
        return 0

    def keep(self, time: "Timebase") -> None:
        """The clock is alive now. A flash that refuses does not stop a game."""
        body = self._body
        _put(body, 0, time.s)
        _put(body, 4, time.us)
        try:
            if self._entries.room() < 16:
                self._entries.rotate(0)
            self._entries.append(_KIND, body, 0, 8)
        except OSError:
            self.errors += 1


def _put(body: bytearray, at: int, value: int) -> None:
    for i in range(4):
        body[at + i] = value & 0xFF
        value >>= 8
