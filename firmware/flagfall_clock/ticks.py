"""From ticks that wrap at 2^30 to microseconds that never do."""

from flagfall_clock.compat import const

WRAP_US = const(1 << 30)
_MASK = const((1 << 30) - 1)


class Ticks:
    """Extends wrapping ticks to 64-bit µs.

    Call `extend` at least once in half a wrap (8 min 56 s); a minute is a good habit. Ticks may
    come out of order, as an edge stamped in an interrupt and handled after a later reading does:
    they are taken as the past they are.
    """

    __slots__ = ("_last", "_last_us")

    def __init__(self, ticks: int, at_us: int = 0) -> None:
        """`ticks` now stand for the moment `at_us`."""
        self._last = ticks & _MASK
        self._last_us = at_us

    def extend(self, ticks: int) -> int:
        """The moment of `ticks`, in µs on the line of time given at the start."""
        ahead = (ticks - self._last) & _MASK
        if ahead >= WRAP_US >> 1:
            return self._last_us + ahead - WRAP_US
        self._last = ticks & _MASK
        self._last_us += ahead
        return self._last_us
