"""The journal: every event is kept before it is sent.

Its records are exactly the bodies of the wire's event lane, numbered from 1 without gaps. Between
them stand private entries that never leave the clock: the whole state at the head of a slot, so
that a game can be rebuilt from what is kept.
"""

import struct

from flagfall_clock.compat import const

from flagfall_device.codec import BODY, FRAME_MAX
from flagfall_device.entries import HEAD, Entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

STATE_PART = const(0x01)
_STEP = const(32)  # one in so many records has its place remembered
_CHUNK = const(48)
_RECORD = const(56)  # bytes of a press with its frame
_SEQ = const(4)  # where a record's body holds its number, and behind it its moment


def _number(buf: bytearray, at: int) -> int:
    return buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | buf[at + 3] << 24


class Journal:
    """Records `oldest` to `newest` (0: none). `buf` is where the next one is packed."""

    def __init__(self, store: "Any", capacity: int, new_id: "Callable[[], int]") -> None:
        self._entries = Entries(store, capacity)
        self._capacity = capacity
        self._new_id = new_id
        self.buf = bytearray(FRAME_MAX)
        self.newest = 0
        self.last_us = 0
        self._places = [[], []]  # for each slot: where each _STEP-th record begins
        self._seq = 0  # the record `_next` points at
        self._slot = 0
        self._next = -1
        self.errors = 0  # writes that the flash refused
        self.overwritten = 0  # the newest record that is gone

    def open(self) -> bool:
        """Find what was kept, or begin a journal; True if there was one."""
        entries = self._entries
        if not entries.open():
            entries.begin(self._new_id(), 1)
            return False
        for slot in (entries.older, entries.slot):
            if slot < 0:
                continue
            self.newest = entries.first[slot] - 1
            at = HEAD
            while True:
                after = entries.read(slot, at)
                if after < 0:
                    break
                if entries.kind >= 0x10:
                    self.newest, self.last_us = struct.unpack_from("<IQ", entries.buf, 2 + _SEQ)
                    self._note(slot, entries.start)
                at = after
        self.overwritten = self.oldest - 1 if self.newest else 0
        return True

    def _note(self, slot: int, at: int) -> None:
        # The place of the newest record, if it is one of those that are remembered.
        step = (self.newest - self._entries.first[slot]) // _STEP
        if step >= len(self._places[slot]):
            self._places[slot].append(at)

    @property
    def journal_id(self) -> int:
        """Made when the journal was begun."""
        return self._entries.identity

    @property
    def wear(self) -> int:
        """How often a slot was begun since the clock was new."""
        return self._entries.generation

    @property
    def erased(self) -> int:
        """How many blocks of flash it took, more or less: one for each record."""
        return self._entries.generation * (self._capacity // _RECORD)

    @property
    def oldest(self) -> int:
        """The oldest record kept; 0: none."""
        entries = self._entries
        first = entries.first[entries.older if entries.older >= 0 else entries.slot]
        return first if first <= self.newest else 0

    def append(self, kind: int, size: int) -> None:
        """Keep the record packed into `buf`: its number is `newest` + 1, its size `size`.

        Where the flash refuses, the clock goes on without the record, and `errors` counts it.
        """
        entries = self._entries
        try:
            if entries.room() < size + 6:
                self._rotate()
            at = entries.append(kind, self.buf, BODY, size)
        except OSError:
            self.errors += 1
            return
        self.newest += 1
        self._note(entries.slot, at)
        (self.last_us,) = struct.unpack_from("<Q", self.buf, BODY + _SEQ + 4)

    def make_room(self, size: int, state: "Callable[[], bytes]") -> None:
        """See to it that `size` bytes fit without a rotation; `state()` gives the whole state as
        of now, which a fresh slot begins with."""
        if self._entries.room() < size:
            try:
                self._rotate()
                self.keep_state(state())
            except OSError:
                self.errors += 1

    def is_tight(self, acknowledged: int) -> bool:
        """Will records that no host has acknowledged be overwritten soon?"""
        entries = self._entries
        if entries.older < 0 or acknowledged + 1 >= entries.first[entries.slot]:
            return False
        return entries.room() < self._capacity // 4

    def _rotate(self) -> None:
        entries = self._entries
        entries.rotate(self.newest + 1)
        self._places[entries.slot] = []
        self.overwritten = entries.first[entries.older] - 1
        self._next = -1

    def keep_state(self, whole: bytes) -> None:
        """A private entry: the whole state, from which a game can be rebuilt."""
        parts = (len(whole) + _CHUNK - 1) // _CHUNK
        for part in range(parts):
            chunk = whole[part * _CHUNK : (part + 1) * _CHUNK]
            self._entries.append(STATE_PART, bytes([part, parts]) + chunk, 0, len(chunk) + 2)

    def entries(self) -> "Iterator[tuple[int, bytes]]":
        """Every entry kept, oldest first, as (kind, body)."""
        entries = self._entries
        for slot in (entries.older, entries.slot):
            at = HEAD
            while slot >= 0:
                at = entries.read(slot, at)
                if at < 0:
                    break
                yield entries.kind, bytes(entries.buf[2 : 2 + entries.size])

    def read(self, seq: int, into: bytearray) -> int:
        """Copy record `seq` into a frame's buffer, its kind into `into[2]`; its size. 0: it is
        not kept (`oldest` after that says what is, if `seq` lay before it)."""
        entries = self._entries
        if not self._seek(seq):
            return 0
        while True:
            after = entries.read(self._slot, self._next)
            if after < 0:
                self._next = -1
                # Behind the end of the older slot comes the beginning of the newer.
                if self._slot != entries.older:
                    return 0
                self._slot, self._next = entries.slot, HEAD
                continue
            if entries.kind >= 0x10:
                found = _number(entries.buf, 2 + _SEQ)
                if found > seq:
                    return 0  # spoiled where it stood: the next one is another
                if found == seq:
                    self._next, self._seq = after, seq + 1
                    break
            self._next = after
        size = entries.size
        into[2] = entries.kind
        for i in range(size):
            into[BODY + i] = entries.buf[2 + i]
        return size

    def _seek(self, seq: int) -> bool:
        entries = self._entries
        if seq > self.newest or seq < self.oldest or not self.newest:
            return False
        if self._next < 0 or self._seq != seq:
            slot = entries.slot
            if seq < entries.first[slot]:
                slot = entries.older
            places = self._places[slot]
            step = min((seq - entries.first[slot]) // _STEP, len(places) - 1)
            self._slot = slot
            self._next = places[step] if step >= 0 else HEAD
        return True

    def close(self) -> None:
        """Let the store go."""
        self._entries.close()
