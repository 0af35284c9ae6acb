"""Where logs are kept: a few slots that can be erased, appended to and read.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

`FileStore` is a directory of files (littlefs on a board, a folder under unix); `MemoryStore` keeps
everything in memory for tests and in-process clocks. What was appended before the process dies is
there afterwards; `sync` also carries it through a loss of power.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class FileStore:
    """Slots as files `NAME.0`, `NAME.1` … in a folder."""

    def __init__(self, folder: str, name: str, slots: int = 2, sync: bool = True) -> None:
        self._paths = ["{}/{}.{}".format(folder, name, i) for i in range(slots)]
        self._files = [self._open(path) for path in self._paths]
        self._sync = sync

    @staticmethod
    def _open(path: str) -> "Any":
        try:
            return open(path, "r+b", 0)
        except OSError:
            return open(path, "w+b", 0)

    def size(self, slot: int) -> int:
        """Bytes in the slot."""
        return self._files[slot].seek(0, 2)

    def append(self, slot: int, at: int, data: "bytes | bytearray") -> None:
        """Write `data` at `at`, the slot's present end."""
        file = self._files[slot]
        file.seek(at)
        file.write(data)
        if self._sync:
            file.flush()

    def read_into(self, slot: int, at: int, buf: bytearray) -> int:
        """Fill `buf` from `at`; how many bytes there were."""
        file = self._files[slot]
        file.seek(at)
        return file.readinto(buf) or 0

    def erase(self, slot: int) -> None:
        """Empty the slot."""
        self._files[slot].close()
        self._files[slot] = open(self._paths[slot], "w+b", 0)

    def close(self) -> None:
        """Let the files go."""
        for file in self._files:
            file.close()


class MemoryStore:
    """Slots in memory; they live as long as the object, like flash does."""

    def __init__(self, slots: int = 2) -> None:
        self.slots = [bytearray() for _ in range(slots)]

    def size(self, slot: int) -> int:
        """Bytes in the slot."""
        return len(self.slots[slot])

    def append(self, slot: int, at: int, data: "bytes | bytearray") -> None:
        """Write `data` at `at`, the slot's present end."""
        if at != len(self.slots[slot]):
            self.slots[slot] = self.slots[slot][:at]
        self.slots[slot].extend(data)

    def read_into(self, slot: int, at: int, buf: bytearray) -> int:
        """Fill `buf` from `at`; how many bytes there were."""
        data = self.slots[slot][at : at + len(buf)]
        buf[: len(data)] = data
        return len(data)

    def erase(self, slot: int) -> None:
        """Empty the slot."""
        self.slots[slot] = bytearray()

    def close(self) -> None:
        """Nothing to let go."""
