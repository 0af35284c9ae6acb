"""Pseudo-terminals whose names nobody else looks for.

The system gives the lowest free number, and a port of another program on this machine, whose
clock is gone, looks for its old name for as long as it runs.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

TAKEN = 300


@contextmanager
def high_names() -> Iterator[None]:
    """What is opened meanwhile gets a number beyond those that are in common use."""
    held: list[int] = []
    try:
        for _ in range(TAKEN):
            held.append(os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY))  # noqa: PERF401
        yield
    finally:
        for fd in held:
            os.close(fd)
