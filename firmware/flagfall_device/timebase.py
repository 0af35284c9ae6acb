"""The clock's own time: wrapping 30-bit ticks made into seconds and microseconds that never wrap.

A time is kept as a pair of small integers, so that extending it, comparing it and taking a
difference allocate nothing on a 32-bit board; the 64-bit number is made only where an act needs
it. `advance` must be called at least every 500 s: a difference of ticks is good for 2^29 µs.
"""

from flagfall_clock.compat import const

TICK_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)
MILLION = const(1000000)
FAR_US = const(500000000)  # the longest wait that is told: as good as never


def ticks_diff(a: int, b: int) -> int:
    """Signed microseconds from tick `b` to tick `a`, both modulo 2^30."""
    # In two steps, because 2^30 itself is no small integer on a 32-bit board.
    d = a - b
    if d >= _HALF:
        return d - _HALF - _HALF
    if d < -_HALF:
        return d + _HALF + _HALF
    return d


def ticks_add(a: int, us: int) -> int:
    """The tick `us` (less than 2^29) after `a`."""
    d = a - _HALF + us
    return d - _HALF if d >= _HALF else d + _HALF


def put_us(buf: bytearray, at: int, s: int, us: int) -> None:
    """Write a time as the wire does, 64 bits little-endian, without making one number of it."""
    for i in range(8):
        us += MILLION * (s & 0xFF)
        s >>= 8
        buf[at + i] = us & 0xFF
        us >>= 8


class Timebase:
    """Seconds `s` and microseconds `us` of the clock's life, as of the last `advance`."""

    def __init__(self, tick: int, start_us: int = 0) -> None:
        self.tick = tick
        self.s = start_us // MILLION
        self.us = start_us % MILLION
        self._ppb = 0
        self._owed = 0  # thousandths of a microsecond the drift has made and that are not yet given

    def calibrate(self, ppb: int) -> None:
        """Correct the crystal by so many parts per thousand million, at most 1,000,000."""
        self._ppb = max(-MILLION, min(MILLION, ppb))
        self._owed = 0

    def advance(self, tick: int) -> None:
        """Bring the time up to this tick; an older tick changes nothing."""
        d = ticks_diff(tick, self.tick)
        if d <= 0:
            return
        self.tick = tick
        us = self.us + d
        if us >= MILLION:
            s = us // MILLION
            us -= s * MILLION
            self.s += s
            if self._ppb:
                us = self._corrected(us, s)
        self.us = us

    def _corrected(self, us: int, s: int) -> int:
        for _ in range(s):
            self._owed += self._ppb
            step = self._owed // 1000
            self._owed -= step * 1000
            us += step
        if us >= MILLION:
            self.s += 1
            return us - MILLION
        if us < 0:
            # Not into the second before, for time does not go back: the rest is given later.
            self._owed += us * 1000
            return 0
        return us

    def now_us(self) -> int:
        """The time of the last `advance`, as one number."""
        return self.s * MILLION + self.us

    def at_us(self, tick: int) -> int:
        """The time of a tick near the last `advance`, as one number; never negative."""
        at = self.s * MILLION + self.us + ticks_diff(tick, self.tick)
        return at if at > 0 else 0

    def leap(self, to_us: int) -> None:
        """Go forward to `to_us` at the present tick: what a journal says happened before us."""
        if to_us > self.now_us():
            self.s = to_us // MILLION
            self.us = to_us % MILLION


class Deadline:
    """A moment that is waited for, or none."""

    def __init__(self) -> None:
        self.armed = False
        self.s = 0
        self.us = 0

    def clear(self) -> None:
        """Wait for nothing."""
        self.armed = False

    def set_us(self, at_us: int) -> None:
        """Wait for a moment given as one number; a negative one: for nothing."""
        self.armed = at_us >= 0
        if self.armed:
            self.s = at_us // MILLION
            self.us = at_us % MILLION

    def at_us(self) -> int:
        """The moment as one number; -1: none."""
        return self.s * MILLION + self.us if self.armed else -1

    def after(self, time: Timebase, us: int) -> None:
        """Wait until `us` (less than 500 s) after the last advance of `time`."""
        us += time.us
        self.s = time.s + us // MILLION
        self.us = us % MILLION
        self.armed = True

    def due(self, time: Timebase) -> bool:
        """Has the moment come?"""
        if not self.armed:
            return False
        return time.s > self.s or (time.s == self.s and time.us >= self.us)

    def wait_us(self, time: Timebase) -> int:
        """Microseconds until it, 0 if it has come, at most `FAR_US`."""
        if not self.armed:
            return FAR_US
        s = self.s - time.s
        if s < 0:
            return 0
        if s > 499:
            return FAR_US
        us = s * MILLION + self.us - time.us
        return us if us > 0 else 0
