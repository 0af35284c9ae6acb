"""Hall time of a demonstration: it passes in slices, and `speed` only paces them."""

import threading
import time

FAST_SLICE_US = 5_000_000
PACED_SLICE_S = 0.05


class VirtualTime:
    """`now_us()` is hall time. Between two slices it runs on at `speed`, for faces that look."""

    def __init__(self, speed: float | None) -> None:
        """`speed`: hall seconds in a second of ours; None: as fast as the clocks can."""
        self.speed = speed
        self._lock = threading.Lock()
        self._reached_us = 0
        self._reached_ns = time.monotonic_ns()
        self._most_us = 0

    @property
    def slice_us(self) -> int:
        """How much hall time passes in one slice."""
        if self.speed is None:
            return FAST_SLICE_US
        return max(1, round(self.speed * PACED_SLICE_S * 1_000_000))

    def now_us(self) -> int:
        """Hall time, never beyond the slice that is being played."""
        with self._lock:
            if self.speed is None:
                return self._reached_us
            passed_ns = time.monotonic_ns() - self._reached_ns
            return min(self._reached_us + round(passed_ns * self.speed) // 1000, self._most_us)

    def reached(self, at_us: int) -> None:
        """A slice was played: wait until its time has come, then hall time is there."""
        if self.speed is not None:
            with self._lock:
                ahead_us = at_us - self._reached_us
                due_ns = self._reached_ns + round(ahead_us * 1000 / self.speed)
            wait_ns = due_ns - time.monotonic_ns()
            if wait_ns > 0:
                time.sleep(wait_ns / 1e9)
        with self._lock:
            self._reached_us = at_us
            self._reached_ns = time.monotonic_ns()
            self._most_us = at_us + self.slice_us
