"""The sensor board: what stands on it, debounced square by square, and what stood at a press.

A driver reads the raw squares into a bitmap (square 0 first, lowest bit first) at least fifty
times a second; a square counts as changed after three equal readings (failure 36). Three rows of
bits do that for eight squares at a time.
"""

from flagfall_clock.compat import const

from flagfall_device.timebase import Deadline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from flagfall_device.timebase import Timebase

BYTES = const(29)
EVERY_US = const(15000)  # 66 readings a second
LOST_US = const(1000000)  # a bus that does not answer takes its time: ask it less often
READINGS = const(3)


def put(raw: bytearray, square: int, closed: bool) -> None:
    """Write down one square of a reading."""
    if closed:
        raw[square >> 3] |= 1 << (square & 7)
    else:
        raw[square >> 3] &= ~(1 << (square & 7))


class Sensors:
    """`squares` of a board; `scan(raw)` fills `raw` with what the sensors see at this moment.
    While the sensors do not answer (`lost`), what they saw last is what counts."""

    def __init__(self, squares: int, scan: "Callable[[bytearray], None]") -> None:
        self.squares = squares
        self.occupied = bytearray(BYTES)
        self.lost = False
        self.quiet = False  # nothing differs from what counts, nothing is waited for
        self._scan = scan
        self._raw = bytearray(BYTES)
        self._first = bytearray(BYTES)  # squares that differed in the reading before
        self._second = bytearray(BYTES)  # … and in the one before that
        self._next = Deadline()

    def turn(self, time: "Timebase") -> bool:
        """Take a reading when it is time to; True if the debounced position has changed."""
        if self._next.armed and not self._next.due(time):
            return False
        changed = self.read()
        self._next.after(time, LOST_US if self.lost else EVERY_US)
        return changed

    def read(self) -> bool:
        """Take one reading; True if the debounced position has changed."""
        raw = self._raw
        try:
            self._scan(raw)
        except OSError:
            self.lost = True
            return False
        self.lost = False
        changed = False
        self.quiet = True
        for i in range((self.squares + 7) // 8):
            differs = raw[i] ^ self.occupied[i]
            if differs:
                self.quiet = False
            settled = differs & self._first[i] & self._second[i]
            self._second[i] = differs & self._first[i]
            self._first[i] = differs
            if settled:
                self.occupied[i] ^= settled
                self._first[i] &= ~settled
                self._second[i] &= ~settled
                changed = True
        return changed

    def settle(self) -> bool:
        """Read until what is there counts: at power-up, and when the rig sets a position."""
        changed = False
        for _ in range(READINGS):
            changed = self.read() or changed
        return changed

    def wake(self) -> None:
        """Read at once: a rig, whose board is not read all the time, has moved pieces."""
        self.quiet = False
        self._next.clear()

    def wait_us(self, time: "Timebase") -> int:
        """How long until the next reading."""
        return self._next.wait_us(time)
