"""The battery: from a voltage to hours left, by the curve of the board's cells (CL-42).

The sign comes at ten hours and goes only at twelve, so that it does not flicker.
"""

from flagfall_clock.compat import const

from flagfall_device.timebase import Deadline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flagfall_device.timebase import Timebase

LOW_H = const(10)
FINE_H = const(12)
EVERY_US = const(10000000)
_KEPT = const(5)
UNKNOWN = const(-1)


def hours_at(curve: "Sequence[tuple[int, int]]", mv: int) -> int:
    """Hours left at `mv` millivolts. `curve`: (mv, hours) from full to empty, straight between."""
    above = curve[0]
    if mv >= above[0]:
        return above[1]
    for i in range(1, len(curve)):
        point = curve[i]
        if mv >= point[0]:
            span = above[0] - point[0]
            return point[1] + (above[1] - point[1]) * (mv - point[0]) // span
        above = point
    return 0


class Battery:
    """`read_mv()` gives millivolts, or -1 where nothing can be measured (mains, USB)."""

    def __init__(self, curve: "Sequence[tuple[int, int]]", read_mv: "Callable[[], int]") -> None:
        self._curve = curve
        self._read_mv = read_mv
        self._last = [UNKNOWN] * _KEPT
        self._at = 0
        self._next = Deadline()
        self.hours = UNKNOWN
        self.low = False

    def turn(self, time: "Timebase") -> bool:
        """Measure when it is time to; True if the sign has changed."""
        if self._next.armed and not self._next.due(time):
            return False
        self._next.after(time, EVERY_US)
        mv = self._read_mv()
        if mv < 0:
            return False
        self._last[self._at] = mv
        self._at = (self._at + 1) % _KEPT
        self.hours = hours_at(self._curve, self._median())
        was = self.low
        self.low = self.hours <= LOW_H if not was else self.hours < FINE_H
        return was != self.low

    def _median(self) -> int:
        """Of the last readings: one under the buzzer's or the radio's load means nothing. Without
        a list of its own, for it runs beside a game."""
        last = self._last
        known = 0
        for mv in last:
            if mv >= 0:
                known += 1
        for mv in last:
            less = same = 0
            for other in last:
                if 0 <= other < mv:
                    less += 1
                elif other == mv:
                    same += 1
            if mv >= 0 and less <= known // 2 < less + same:
                return mv
        return UNKNOWN
