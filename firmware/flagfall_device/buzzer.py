"""The buzzer: short patterns that play by themselves while the loop goes on (failure 20)."""

from flagfall_clock.compat import const

from flagfall_device.timebase import Deadline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from flagfall_device.timebase import Timebase

# Milliseconds on, off, on, …
START = (60,)
STOP = (60, 60, 60)
FLAG = (600, 150, 600)
KEY = (15,)
LIMIT = (150, 80, 150, 80, 150)
_MS = const(1000)


class Buzzer:
    """`sound(on)` switches the hardware; it is called at most once a turn."""

    def __init__(self, sound: "Callable[[bool], None]") -> None:
        self._sound = sound
        self._pattern: "tuple[int, ...]" = ()
        self._at = 0
        self._next = Deadline()

    @property
    def plays(self) -> bool:
        """Is a pattern on its way?"""
        return self._next.armed

    def play(self, pattern: "tuple[int, ...]", time: "Timebase") -> None:
        """Begin a pattern; it takes the place of the one that plays."""
        self._pattern = pattern
        self._at = 0
        self._sound(True)
        self._next.after(time, pattern[0] * _MS)

    def turn(self, time: "Timebase") -> None:
        """Go on with the pattern where it is due."""
        if not self._next.due(time):
            return
        self._at += 1
        if self._at == len(self._pattern):
            self._next.clear()
            self._sound(False)
        else:
            self._sound(not self._at & 1)
            self._next.after(time, self._pattern[self._at] * _MS)

    def wait_us(self, time: "Timebase") -> int:
        """How long nothing is to be switched."""
        return self._next.wait_us(time)
