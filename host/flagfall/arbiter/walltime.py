"""Hall time of a real hall: monotonic, counted as the wall counts."""

import time

# The moment at which monotonic time was 0, by the wall: taken once, so that a wall clock that is
# set afterwards (failure 2) moves nothing, and halls opened one after another lie in order.
EPOCH_US = (time.time_ns() - time.monotonic_ns()) // 1000


def real_us() -> int:
    """Whole microseconds."""
    return time.monotonic_ns() // 1000 + EPOCH_US
