"""A virtual board: the firmware as a process, its line on standard input and output.

    micropython -m flagfall_device.boards.unix STATE_DIR UID [virtual]

Runs the same under MicroPython's unix port and CPython. Standard input and output are a raw
pseudo-terminal that does not block. The state folder is the flash: it survives kills.
"""

import select
import sys
import time
from os import urandom

from flagfall_clock.codes import (
    BOARD_UNIX,
    CAN_BOARD,
    CAN_SCRATCH,
    CAN_VIRTUAL,
    IMPL_CPYTHON,
    IMPL_MICROPYTHON,
    RESET_POWER_ON,
)
from flagfall_clock.compat import const

from flagfall_device.boards import Unit
from flagfall_device.boards.virtual import VirtualTime
from flagfall_device.device import Device
from flagfall_device.faces import TENTHS_S
from flagfall_device.keys import DEBOUNCE_US
from flagfall_device.sensors import BYTES, Sensors
from flagfall_device.store import FileStore
from flagfall_device.timebase import TICK_MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.keys import EdgeQueue

_JOURNAL_BYTES = const(262144)
_MILLION = const(1000000)
_LONGEST_SLEEP_MS = const(60000)


def implementation() -> "tuple[int, int, int]":
    """(which Python, major, minor) as the wire says it."""
    which = sys.implementation
    micro = which.name == "micropython"
    return (IMPL_MICROPYTHON if micro else IMPL_CPYTHON, which.version[0], which.version[1])


def random_number() -> int:
    """A random number below 2^30, not 0."""
    return int.from_bytes(urandom(4), "little") % 0x3FFFFFFF + 1


class Board:
    """What a board gives; see `boards/__init__.py`. The line comes from a subclass."""

    lever = False
    debounce_us = DEBOUNCE_US
    tenths_s = TENTHS_S
    shows = False  # nobody looks; a rig's test may
    journal_bytes = _JOURNAL_BYTES
    battery_curve = ((0, 0),)

    def __init__(self, uid: bytes, virtual: bool) -> None:
        self.virtual = virtual
        self.unit = Unit(
            uid,
            random_number(),
            RESET_POWER_ON,
            CAN_SCRATCH | (CAN_VIRTUAL | CAN_BOARD if virtual else 0),
            implementation(),
            BOARD_UNIX,
        )
        self.time = VirtualTime()
        self.ticks = self.time.ticks if virtual else real_ticks
        self.levels = bytearray(8)
        self.squares = bytearray(BYTES)
        self.sensors = Sensors(0, self._scan) if virtual else None

    def link_ms(self) -> int:
        """The wire's silence is measured in real time, whatever time the game has."""
        return real_ms()

    def new_id(self) -> int:
        """A random number below 2^30, not 0."""
        return random_number()

    def collect(self, edges: "EdgeQueue") -> bool:
        """Edges come by `Advance`, nothing has to be fetched."""
        return True

    def level(self, key: int) -> int:
        """Keys are up, unless the rig says otherwise."""
        return self.levels[key]

    def panel(self, language: int) -> "Any":
        """Digits that nobody sees."""
        from flagfall_device.panel import Panel
        from flagfall_device.segments import Four

        return Panel(Four(language), Four(language), Dark())

    def sound(self, on: bool) -> None:
        """Silence."""

    def battery_mv(self) -> int:
        """Mains."""
        return -1

    def _scan(self, raw: bytearray) -> None:
        raw[:] = self.squares

    def health(self) -> int:
        """Nothing wears out here."""
        return 0

    def feed(self) -> None:
        """No watchdog."""

    def leave(self) -> "bool | None":
        """There is no REPL to leave to."""
        return None


if hasattr(time, "ticks_us"):

    def real_ticks() -> int:
        """Microseconds modulo 2^30 (the 64-bit port wraps at 2^62)."""
        return time.ticks_us() & TICK_MASK

    def real_ms() -> int:
        """Milliseconds modulo 2^30."""
        return time.ticks_ms() & TICK_MASK

else:

    def real_ticks() -> int:
        """Microseconds modulo 2^30."""
        return time.monotonic_ns() // 1000 & TICK_MASK

    def real_ms() -> int:
        """Milliseconds modulo 2^30."""
        return time.monotonic_ns() // _MILLION & TICK_MASK


class Dark:
    """A driver without displays."""

    def send(self, side: int, layout: "Any") -> None:
        """Nothing to light."""

    def begin(self, side: int, level: int) -> None:
        """Nothing to wake."""


class ProcessBoard(Board):
    """The board as a process of its own: descriptors 0 and 1, a folder for flash."""

    def __init__(self, folder: str, uid: bytes, virtual: bool) -> None:
        super().__init__(uid, virtual)
        self._folder = folder
        self._in = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        self._out = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
        self._poll = select.poll()
        self._poll.register(self._in, select.POLLIN)
        self._full = False
        self.left = False
        self.device: "Any" = None  # the clock on this board, once it runs

    def store(self, name: str) -> FileStore:
        """Files in the state folder; a kill can't undo what was written."""
        return FileStore(self._folder, name, sync=False)

    def read_into(self, buf: bytearray) -> int:
        """Bytes that have arrived; 0: none."""
        return self._in.readinto(buf) or 0

    def write(self, view: memoryview) -> int:
        """How many bytes the line took; 0: the host doesn't read."""
        n = self._out.write(view) or 0
        full = n < len(view)
        if full and not self._full:
            self._poll.register(self._out, select.POLLOUT)
        elif self._full and not full:
            self._poll.unregister(self._out)
        self._full = full
        return n

    def leave(self) -> "bool | None":
        """The process ends: whoever started it knows what a REPL is."""
        self.left = True
        return True

    def sleep(self, wait_us: int) -> None:
        """Sleep until a byte comes, the line can take more, or so long."""
        wait_ms = (wait_us + 999) // 1000
        # Virtual time passes only when a byte says so.
        self._poll.poll(_LONGEST_SLEEP_MS if self.virtual else min(wait_ms, _LONGEST_SLEEP_MS))


def run(board: "ProcessBoard") -> None:
    """Run a clock until the process dies, or is told to leave."""
    try:
        from micropython import kbd_intr

        kbd_intr(-1)  # 0x03 is data
    except ImportError:
        pass
    board.device = device = Device(board)
    if board.virtual:
        board.time.attach(device)
    wait_us = device.turn()
    while not board.left:
        board.sleep(wait_us)
        wait_us = device.turn()


def main(folder: str, uid: bytes, virtual: bool) -> None:
    """Run a clock whose keys nobody presses, or the host does in virtual time."""
    run(ProcessBoard(folder, uid, virtual))


if __name__ == "__main__":
    main(sys.argv[1], bytes.fromhex(sys.argv[2]), sys.argv[3:] == ["virtual"])
