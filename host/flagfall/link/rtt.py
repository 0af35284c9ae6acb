"""Time-outs from measured round trips: smoothed mean and deviation, in whole microseconds."""

FIRST_TIMEOUT_US = 500_000
LEAST_TIMEOUT_US = 100_000
MOST_TIMEOUT_US = 4_000_000


class RoundTrip:
    """A smoothed round trip (Jacobson's filter, RFC 6298, in integers)."""

    def __init__(self) -> None:
        self._least_us = LEAST_TIMEOUT_US
        self._mean_us = -1
        self._deviation_us = 0

    def wait_at_least(self, us: int) -> None:
        """Never give up sooner: on a bus a clock's turn may be long in coming."""
        self._least_us = max(us, LEAST_TIMEOUT_US)

    def measured(self, round_trip_us: int) -> None:
        """Take a round trip of something that was sent once: an answer to a repeat is ambiguous."""
        sample = max(round_trip_us, 0)
        if self._mean_us < 0:
            self._mean_us, self._deviation_us = sample, sample // 2
            return
        error = sample - self._mean_us
        self._mean_us += error // 8
        self._deviation_us += (abs(error) - self._deviation_us) // 4

    def timeout_us(self, tries: int = 1) -> int:
        """How long to wait for the answer to try number `tries`: doubled at each."""
        first = FIRST_TIMEOUT_US
        if self._mean_us >= 0:
            first = self._mean_us + 4 * self._deviation_us
        first = max(first, self._least_us)
        return min(first << (tries - 1), max(MOST_TIMEOUT_US, self._least_us))
