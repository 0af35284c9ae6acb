"""One direction of a line that does to bytes what lines do, in virtual time."""

import random

LATENCY_US = 400


class Line:
    """One direction. `noise`: the share of pieces to which something happens, in thousandths."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng
        self.noise = 0
        self.pieces: list[tuple[int, bytes]] = []
        self._last_us = 0

    def put(self, data: bytes, now_us: int) -> None:
        """Bytes go in; what comes out is decided here."""
        rng = self.random
        while data:
            cut = len(data)
            if self._strikes():
                cut = rng.randrange(1, len(data) + 1)
            piece, data = data[:cut], data[cut:]
            late_us = LATENCY_US
            if self._strikes():
                piece, stall_us = self._hurt(piece)
                late_us += stall_us
            # A line keeps its order: what is late makes what follows late.
            self._last_us = max(self._last_us, now_us + late_us)
            if self._strikes():
                self.pieces += [(self._last_us, piece[i : i + 1]) for i in range(len(piece))]
            else:
                self.pieces.append((self._last_us, piece))

    def _strikes(self) -> bool:
        return self.noise > 0 and self.random.randrange(1000) < self.noise

    def _hurt(self, piece: bytes) -> tuple[bytes, int]:
        rng = self.random
        at = rng.randrange(len(piece))
        match rng.randrange(6):
            case 0:
                return b"", 0
            case 1:
                return piece + piece, 0
            case 2:
                return piece[:at] + bytes([piece[at] ^ 1 << rng.randrange(8)]) + piece[at + 1 :], 0
            case 3:
                return rng.randbytes(rng.randrange(1, 70)) + piece, 0
            case 4:
                return piece[at:], 0
            case _:
                return piece, rng.randrange(300_000)

    def take(self, now_us: int) -> bytes:
        """What has arrived."""
        arrived = b""
        while self.pieces and self.pieces[0][0] <= now_us:
            arrived += self.pieces.pop(0)[1]
        return arrived

    def cut(self) -> None:
        """What was on the way is gone."""
        self.pieces.clear()
        self._last_us = 0

    def strange(self, data: bytes, now_us: int) -> None:
        """Bytes that nobody said appear on the line."""
        self.pieces.append((max(self._last_us, now_us), data))
