"""A virtual board in this process: the firmware's own code over bytes in memory.

`Inside` is the bare clock: `exchange(bytes) -> bytes`, nothing runs between two calls, so tests
in virtual time are exact. `kill()` drops everything but its flash, as a loss of power does.
"""

from typing import Any

from flagfall_device.boards.unix import Board
from flagfall_device.device import Device
from flagfall_device.store import MemoryStore


class _MemoryBoard(Board):
    """The unix board with memory for its line and its flash."""

    def __init__(self, uid: bytes, virtual: bool, flash: dict[str, MemoryStore]) -> None:
        super().__init__(uid, virtual)
        self.flash = flash
        self.inbox = bytearray()
        self.outbox = bytearray()

    def store(self, name: str) -> MemoryStore:
        """Slots that outlive the device."""
        return self.flash.setdefault(name, MemoryStore())

    def read_into(self, buf: bytearray) -> int:
        """Bytes that have arrived; 0: none."""
        n = min(len(buf), len(self.inbox))
        buf[:n] = self.inbox[:n]
        del self.inbox[:n]
        return n

    def write(self, view: memoryview) -> int:
        """Memory takes everything."""
        self.outbox += view
        return len(view)


class Inside:
    """A clock in memory. `device` is the firmware's own object, there to be looked at."""

    device: Any

    def __init__(self, uid: bytes, *, virtual: bool = True) -> None:
        self.uid = uid
        self.virtual = virtual
        self.flash: dict[str, MemoryStore] = {}
        self.device = None
        self.restart()

    def exchange(self, data: bytes = b"") -> bytes:
        """Give the clock bytes; what it says until it has no more to say."""
        if self.device is None:
            return b""
        self._board.inbox += data
        self.device.turn()
        said = bytes(self._board.outbox)
        self._board.outbox.clear()
        return said

    def kill(self) -> None:
        """Pull the plug; flash stays as it is."""
        self.device = None

    def restart(self) -> None:
        """Give it power: it comes up stopped, its time as of its last checkpoint."""
        self._board = _MemoryBoard(self.uid, self.virtual, self.flash)
        self.device = Device(self._board)
        if self.virtual:
            self._board.time.attach(self.device)
