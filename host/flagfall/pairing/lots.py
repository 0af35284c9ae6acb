"""Lots anyone can draw again: a counter hashed with the event's published seed.

The n-th number of a lot is the first eight bytes, big-endian, of
`SHA256("{seed}|{round}|{purpose}|{n}")`, n from 0; numbers that would favour some outcomes are
passed over (rejection sampling). Orders are drawn by Fisher–Yates from the end.
"""

from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 64
_FAIR = _SPAN - (1 << 32)  # values below it are passed over for no n to four thousand million
_FIRST_8 = Struct(">Q").unpack_from


class Lots:
    """One stream of lots: a seed, a round (0: before the first), and what is drawn for."""

    __slots__ = ("_counter", "_prefix")

    def __init__(self, seed: str, round_no: int, purpose: str) -> None:
        self._prefix = f"{seed}|{round_no}|{purpose}|".encode()
        self._counter = 0

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each equally likely; n to 2³²."""
        while True:
            digest = sha256(b"%b%d" % (self._prefix, self._counter)).digest()
            self._counter += 1
            value: int = _FIRST_8(digest)[0]
            if value < _FAIR or value < _SPAN - _SPAN % n:
                return value % n

    def shuffle(self, things: list[T]) -> None:
        """Put a list into a random order, in place."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]

    def shuffled(self, things: list[T]) -> list[T]:
        """A new list in a random order."""
        copy = list(things)
        self.shuffle(copy)
        return copy
