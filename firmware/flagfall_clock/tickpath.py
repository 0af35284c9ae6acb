"""The time path between two acts: what to show and when to look again, without allocating.

Microseconds of a game exceed the small integers of a 32-bit board after 18 minutes, and a large
one costs memory at each step. So after every act the clock's segments are laid down once as
pairs (seconds, microseconds) from a tick on; then the display and the deadline need nothing but
the wrapping ticks.
"""

from flagfall_clock.codes import SIDE_LEFT, SIDE_RIGHT
from flagfall_clock.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock

_MASK = const((1 << 30) - 1)
_SECOND = const(1_000_000)
# Look again at least so often: half a wrap would do, a minute leaves room for every delay.
LONGEST_US = const(60_000_000)


class TickPath:
    """Both faces and the next deadline as of the last `arm`.

    Poll `due` at least once in four minutes and arm again when it says so. `remaining` leaves its
    answer in `seconds` and `micros` (0 to 999,999, also below zero: -0.25 s is -1, 750,000).
    """

    __slots__ = (
        "_armed",
        "_left_micros",
        "_left_seconds",
        "_left_slope",
        "_right_micros",
        "_right_seconds",
        "_right_slope",
        "_span",
        "micros",
        "seconds",
    )

    def __init__(self) -> None:
        self._armed = 0
        self._span = 0
        self._left_seconds = self._left_micros = self._left_slope = 0
        self._right_seconds = self._right_micros = self._right_slope = 0
        self.seconds = 0
        self.micros = 0

    def arm(self, clock: "Clock", now_us: int, now_ticks: int) -> None:
        """Lay down what the clock shows from `now_us` on, which `now_ticks` stand for.

        The clock is settled to `now_us`. May allocate; call it after acts, never in an interrupt.
        """
        value_us, self._left_slope, left_until_us = clock.segment(SIDE_LEFT, now_us)
        self._left_seconds, self._left_micros = value_us // _SECOND, value_us % _SECOND
        value_us, self._right_slope, right_until_us = clock.segment(SIDE_RIGHT, now_us)
        self._right_seconds, self._right_micros = value_us // _SECOND, value_us % _SECOND
        span_us = LONGEST_US
        for until_us in (left_until_us, right_until_us):
            if until_us >= 0:
                span_us = min(span_us, max(0, until_us - now_us))
        self._armed = now_ticks & _MASK
        self._span = span_us

    def due(self, ticks: int) -> bool:
        """Whether something changes by itself at these ticks or before: settle and arm again."""
        return (ticks - self._armed) & _MASK >= self._span

    def remaining(self, side: int, ticks: int) -> None:
        """What the side's face shows at these ticks, into `seconds` and `micros`."""
        elapsed = (ticks - self._armed) & _MASK
        if elapsed > self._span:
            elapsed = self._span  # past the deadline the face waits for the next `arm`
        if side == SIDE_RIGHT:
            seconds, micros, slope = self._right_seconds, self._right_micros, self._right_slope
        else:
            seconds, micros, slope = self._left_seconds, self._left_micros, self._left_slope
        if slope < 0:
            micros -= elapsed
        elif slope > 0:
            micros += elapsed
        self.seconds = seconds + micros // _SECOND
        self.micros = micros % _SECOND
