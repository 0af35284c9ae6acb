"""An append-only log in two slots: one is written, the other is what came before it.

A slot begins with a head (magic, generation, identity, first number, CRC-32) and goes on with
entries: length, kind, body, CRC-32. A torn entry – power failed while it was written – is stepped
over: what follows it is found again by its CRC. When a slot is full the older one is erased and
written from its beginning; how often that happened is counted as wear.
"""

import struct
from binascii import crc32

from flagfall_clock.compat import const

from flagfall_device.crc import put_crc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BODY_MAX = const(52)
HEAD = const(20)
_FRAME = const(6)  # length, kind, CRC
_MAGIC = const(0x314A4646)  # 'FFJ1'
_LONGEST = const(58)
_RESIDUE = 0x2144DF1C  # CRC-32 of anything followed by its own CRC-32


class Entries:
    """The log; after `read`, the entry's `kind`, `size` and body (`buf[2:2 + size]`) hold."""

    def __init__(self, store: "Any", capacity: int) -> None:
        self._store = store
        self._capacity = capacity
        self.buf = bytearray(_LONGEST)
        self.kind = 0
        self.size = 0
        self.generation = 0  # rotations since the log was made: its wear
        self.identity = 0
        self.slot = 0  # the one being written
        self.end = 0  # where the next entry goes
        self.older = -1  # the slot before it, or none
        self.start = 0  # where the entry last read begins
        self.first = [0, 0]  # the number of each slot's first record, as its head says
        self.ends = [0, 0]
        self._view = memoryview(self.buf)
        self._views: "dict[int, memoryview]" = {}  # of the sizes that occur
        self._exact: "dict[int, bytearray]" = {}  # by size: an entry's bytes

    def open(self) -> bool:
        """Find what was kept; False if there is no log yet."""
        heads = [self._head(slot) for slot in (0, 1)]
        newest = None
        for slot in (0, 1):
            self.ends[slot] = self._store.size(slot)
            head = heads[slot]
            if head and (newest is None or head > newest):
                newest = head
                self.slot = slot
        if newest is None:
            return False
        self.generation, self.identity, self.first[self.slot] = newest
        other = 1 - self.slot
        before = heads[other]
        self.older = -1
        if before and before[0] == self.generation - 1 and before[1] == self.identity:
            self.older = other
            self.first[other] = before[2]
        self.end = self.ends[self.slot]
        return True

    def _head(self, slot: int) -> "tuple[int, int, int] | None":
        head = bytearray(HEAD)
        if self._store.read_into(slot, 0, head) < HEAD:
            return None
        magic, generation, identity, first, crc = struct.unpack("<IIIII", head)
        if magic != _MAGIC or crc != crc32(head[:16]):
            return None
        return generation, identity, first

    def begin(self, identity: int, first: int) -> None:
        """A new log: what was kept is given up."""
        self.identity = identity
        self._start(0, self.generation + 1, first)
        self._store.erase(1)
        self.older = -1

    def rotate(self, first: int) -> None:
        """Go on in the other slot; what it held is overwritten."""
        self.older = self.slot
        self.ends[self.slot] = self.end
        self._start(1 - self.slot, self.generation + 1, first)

    def _start(self, slot: int, generation: int, first: int) -> None:
        head = struct.pack("<IIII", _MAGIC, generation, self.identity, first)
        self._store.erase(slot)
        self._store.append(slot, 0, head + struct.pack("<I", crc32(head)))
        self.slot = slot
        self.generation = generation
        self.first[slot] = first
        self.end = self.ends[slot] = HEAD

    def room(self) -> int:
        """Bytes left in the slot being written."""
        return self._capacity - self.end

    def append(self, kind: int, body: "bytes | bytearray", at: int, size: int) -> int:
        """Append `body[at:at + size]` as an entry; where it begins."""
        whole = self._exact.get(size)
        if whole is None:
            whole = self._exact[size] = bytearray(size + _FRAME)
        whole[0] = size
        whole[1] = kind
        for i in range(size):
            whole[2 + i] = body[at + i]
        put_crc(whole, size + 2)
        begin = self.end
        self._store.append(self.slot, begin, whole)
        self.end = self.ends[self.slot] = begin + size + _FRAME
        return begin

    def read(self, slot: int, at: int) -> int:
        """Read the entry at `at` into `buf`; where the next begins, or -1: none from here on."""
        end = self.ends[slot]
        while at < end:
            if self._whole(slot, at):
                self.start = at
                return at + self.size + _FRAME
            at += 1  # torn: the next whole entry begins somewhere behind it
        return -1

    def _whole(self, slot: int, at: int) -> bool:
        n = self._store.read_into(slot, at, self.buf)
        size = self.buf[0]
        if size > BODY_MAX or n < size + _FRAME:
            return False
        view = self._views.get(size)
        if view is None:
            view = self._views[size] = self._view[: size + _FRAME]
        if crc32(view) != _RESIDUE:
            return False
        self.kind = self.buf[1]
        self.size = size
        return True

    def close(self) -> None:
        """Let the store go."""
        self._store.close()
