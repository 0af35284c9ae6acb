"""A line that spoils what passes over it: bytes lost, changed, doubled, strangers between them.

Hall(log, name="…", open_line=noisy(seed=3, one_in=40))
"""

import random
from collections.abc import Callable

from flagfall.link.transport import Transport, open_transport


class NoisyLine:
    """A `Transport` around another; one in so many portions is spoilt, in either direction."""

    def __init__(self, inner: Transport, dice: random.Random, one_in: int) -> None:
        self.address = inner.address
        self._inner = inner
        self._dice = dice
        self._one_in = one_in

    def read(self, timeout_s: float) -> bytes:
        return self._spoilt(self._inner.read(timeout_s))

    def write(self, data: bytes) -> None:
        self._inner.write(self._spoilt(data))

    def wake(self) -> None:
        self._inner.wake()

    def close(self) -> None:
        self._inner.close()

    def _spoilt(self, data: bytes) -> bytes:
        if not data or self._dice.randrange(self._one_in):
            return data
        at = self._dice.randrange(len(data))
        match self._dice.randrange(4):
            case 0:
                return data[:at]
            case 1:
                return data[:at] + bytes([data[at] ^ 1 << self._dice.randrange(8)]) + data[at + 1 :]
            case 2:
                return data + data
            case _:
                return data[:at] + self._dice.randbytes(9) + data[at:]


def noisy(*, seed: int, one_in: int) -> Callable[[str], Transport]:
    """Opens lines that spoil one in so many portions, drawn from the seed and the address."""
    return lambda address: NoisyLine(
        open_transport(address), random.Random(f"{seed}|{address}"), one_in
    )
