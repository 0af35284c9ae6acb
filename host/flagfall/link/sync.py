"""The clock's time on the host's line of time: offset, its error, and drift.

Each exchange has four time stamps: sent (host), received and answered (clock), back (host). Of
every eight the one with the shortest round trip counts; a least-squares line through the last of
these gives offset and drift. Whole numbers throughout; game time is never touched by it.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

GROUP = 8
WINDOW = 16
DRIFT_AFTER_US = 20_000_000  # a line through less says more about jitter than about drift
DRIFT_AT_MOST = 10_000  # one part in so many: 100 ppm
PPB = 1_000_000_000
CALIBRATION_US = 12_000_000  # less would measure the line


@dataclass(frozen=True)
class Estimate:
    """Clock's time = host's time + `offset_us` at the host's `at_us`, within `error_us`."""

    at_us: int
    offset_us: int
    error_us: int
    drift_ppb: int

    def clock_us(self, host_us: int) -> int:
        """The clock's time at a moment of the host's."""
        return host_us + self.offset_us + (host_us - self.at_us) * self.drift_ppb // PPB

    def host_us(self, clock_us: int) -> int:
        """The host's time at a moment of the clock's."""
        since_us = clock_us - self.offset_us - self.at_us
        return self.at_us + since_us - since_us * self.drift_ppb // (PPB + self.drift_ppb)


@dataclass(frozen=True)
class _Point:
    at_us: int  # host's time, middle of the exchange
    offset_us: int
    round_us: int  # without the clock's own work


class ClockSync:
    """Takes exchanges, gives estimates. Hosts' and clocks' times are whole microseconds."""

    def __init__(self) -> None:
        self.estimate: Estimate | None = None
        self._group: list[_Point] = []
        self._points: deque[_Point] = deque(maxlen=WINDOW)

    def reset(self) -> None:
        """The clock restarted: its time may have jumped."""
        self.estimate = None
        self._group.clear()
        self._points.clear()

    def add(
        self, sent_us: int, received_us: int, answered_us: int, back_us: int
    ) -> Estimate | None:
        """Take one exchange; a new estimate when a group is complete, else None.

        Impossible stamps (the answer before the question) are left out.
        """
        round_us = (back_us - sent_us) - (answered_us - received_us)
        if round_us < 0 or answered_us < received_us:
            return None
        offset_us = ((received_us - sent_us) + (answered_us - back_us)) // 2
        self._group.append(_Point((sent_us + back_us) // 2, offset_us, round_us))
        if len(self._group) < GROUP:
            return None
        best = min(self._group, key=lambda p: p.round_us)
        self._group.clear()
        self._points.append(best)
        self.estimate = self._fit()
        return self.estimate

    def _fit(self) -> Estimate:
        points = list(self._points)
        n = len(points)
        origin_us, base_us = points[-1].at_us, points[-1].offset_us
        xs = [p.at_us - origin_us for p in points]
        ys = [p.offset_us - base_us for p in points]
        if -xs[0] < DRIFT_AFTER_US or n < 3:
            # While the drift is not known an old point is worth less with each second.
            errors = [
                (p.round_us // 2 + 1 + (origin_us - p.at_us) // DRIFT_AT_MOST) for p in points
            ]
            error_us, best = min(zip(errors, points, strict=True), key=lambda found: found[0])
            return Estimate(origin_us, best.offset_us, error_us, 0)
        slope, spread = _slope(xs, ys)
        offset_us = base_us + (sum(ys) * spread - slope * sum(xs)) // (n * spread)
        drift_ppb = slope * PPB // spread
        # Half the round trip bounds each point; the line through them is no better than the median.
        error_us = sorted(p.round_us for p in points)[n // 2] // 2 + 1
        return Estimate(origin_us, offset_us, error_us, drift_ppb)


def _slope(xs: Sequence[int], ys: Sequence[int]) -> tuple[int, int]:
    """The least-squares slope as a fraction: numerator, denominator."""
    n, sum_x, sum_y = len(xs), sum(xs), sum(ys)
    spread = n * sum(x * x for x in xs) - sum_x * sum_x
    return n * sum(x * y for x, y in zip(xs, ys, strict=True)) - sum_x * sum_y, spread


@dataclass(frozen=True)
class Drift:
    """How many parts in a thousand million a clock gains, within `error_ppb`."""

    ppb: int
    error_ppb: int

    @property
    def correction_ppb(self) -> int:
        """What makes up for it, as `Setting` 1 takes it."""
        return -self.ppb * PPB // (PPB + self.ppb)


def drift_of(points: Sequence[tuple[int, int, int]]) -> Drift | None:
    """The drift over a whole measurement: moments, offsets and their errors, in µs; None where
    there are too few of them, or they lie too close together."""
    if len(points) < 3 or points[-1][0] - points[0][0] < CALIBRATION_US:
        return None
    at_us, offset_us, error_us = points[0][0], points[0][1], sorted(p[2] for p in points)
    slope, spread = _slope([p[0] - at_us for p in points], [p[1] - offset_us for p in points])
    span_us = points[-1][0] - at_us
    return Drift(slope * PPB // spread, 2 * error_us[len(points) // 2] * PPB // span_us)
