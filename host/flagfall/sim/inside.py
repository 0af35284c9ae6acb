"""A virtual board in this process: the firmware's own code over bytes in memory.

`Inside` is the bare clock: `exchange(bytes) -> bytes`, nothing runs between two calls, so tests
in virtual time are exact. `kill()` drops everything but its flash, as a loss of power does.
`InsideBoard` puts such a clock at an address, `sim:…`, with the face of `sim.board.Board`.
"""

import threading
from types import TracebackType
from typing import Any

from flagfall_device.boards.unix import Board, Dark
from flagfall_device.device import Device
from flagfall_device.faces import Faces, SideFace
from flagfall_device.panel import Panel
from flagfall_device.store import MemoryStore

from flagfall.link.errors import LineLost
from flagfall.link.memory import End, offer
from flagfall.sim.faces import side_lines

LONGEST_SLEEP_S = 1.0


class Seen:
    """A display that remembers in words what it was told to show."""

    TURNS = False

    def __init__(self, language: int = 0) -> None:
        self.language = language
        self.said = ""

    def speak(self, language: int) -> None:
        """Another language."""
        self.language = language

    def show(self, both: Faces, face: SideFace, turn: int, whole: bool) -> None:
        """A face."""
        self.said = " | ".join(side_lines(both, face, self.language))

    def say(self, title: str, said: str, short: str) -> None:
        """A line of the menu."""
        self.said = said


class MemoryBoard(Board):
    """The unix board with memory for its line and its flash, and displays to read."""

    def __init__(
        self, uid: bytes, virtual: bool, shows: bool, flash: dict[str, MemoryStore]
    ) -> None:
        super().__init__(uid, virtual)
        self.shows = shows
        self.seen = (Seen(), Seen())
        self.buzzing = False
        self.flash = flash
        self.inbox = bytearray()
        self.outbox = bytearray()

    def store(self, name: str) -> MemoryStore:
        """Slots that outlive the device."""
        return self.flash.setdefault(name, MemoryStore())

    def panel(self, language: int) -> Panel:
        """Displays that say what they show."""
        for seen in self.seen:
            seen.speak(language)
        return Panel(*self.seen, Dark())

    def sound(self, on: bool) -> None:
        """The buzzer."""
        self.buzzing = on

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

    def __init__(self, uid: bytes, *, virtual: bool = True, shows: bool = False) -> None:
        self.uid = uid
        self.virtual = virtual
        self.shows = shows
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

    def seen(self) -> tuple[str, str]:
        """What the two displays show, in words (with `shows`)."""
        left, right = self._board.seen
        return left.said, right.said

    @property
    def time(self) -> Any:
        """Virtual time: `reach(us)`, `tick`."""
        return self._board.time

    @property
    def buzzing(self) -> bool:
        """Does the buzzer sound?"""
        return self._board.buzzing

    def kill(self) -> None:
        """Pull the plug; flash stays as it is."""
        self.device = None

    def make_board(self) -> MemoryBoard:
        """The board that is powered; a test may give it a time of its own."""
        return MemoryBoard(self.uid, self.virtual, self.shows, self.flash)

    def restart(self) -> None:
        """Give it power: it comes up stopped, its time as of its last checkpoint."""
        self._board = self.make_board()
        self.device = Device(self._board)
        if self.virtual:
            self._board.time.attach(self.device)


class InsideBoard:
    """A clock in this process at an address; a thread carries its bytes while it is connected."""

    kind = "inside"
    complaints = ""
    pid = 0

    def __init__(self, uid: bytes, *, virtual: bool = True) -> None:
        self.uid = uid
        self.virtual = virtual
        self._clock = Inside(uid, virtual=virtual)
        self._lock = threading.Lock()
        self._offer = offer(uid.hex(), self._connected)
        self.address = self._offer.address

    @property
    def alive(self) -> bool:
        """Does it run?"""
        return self._clock.device is not None

    def kill(self) -> None:
        """Pull the plug; the line falls silent."""
        with self._lock:
            self._clock.kill()

    def restart(self) -> None:
        """Give it power (again)."""
        with self._lock:
            self._clock.restart()

    def close(self) -> None:
        """Clear it away; a second call does nothing."""
        self._offer.withdraw()
        self.kill()

    def __enter__(self) -> "InsideBoard":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _connected(self, end: End) -> None:
        threading.Thread(target=self._serve, args=(end,), daemon=True).start()

    def _serve(self, end: End) -> None:
        wait_s = 0.0
        try:
            while True:
                data = end.read(wait_s)
                with self._lock:
                    said = self._clock.exchange(data)
                    wait_s = self._wait_s()
                if said:
                    end.write(said)
        except LineLost:
            return

    def _wait_s(self) -> float:
        device = self._clock.device
        if device is None or self.virtual:
            return LONGEST_SLEEP_S
        return min(LONGEST_SLEEP_S, float(device.wait_us()) / 1e6)
