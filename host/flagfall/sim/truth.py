"""A clock whose true time is known, behind a line that is late: what clock sync is held against.

The real session and the real firmware in virtual time. The firmware looks at its line once a
millisecond; one frame in fifty stalls for up to 25 ms.
"""

import random

from flagfall_device.timebase import TICK_MASK

from flagfall.link.notices import Notice, Synced
from flagfall.link.session import Session
from flagfall.sim.inside import Inside, MemoryBoard

POLL_US = 1_000
STALLS = 0.02
STALL_US = 25_000
BOOT_US = 10_000_000
PPM = 1_000_000


class _Clock(Inside):
    """The firmware, in the time that its crystal makes of it."""

    def __init__(self) -> None:
        self.now_us = BOOT_US
        super().__init__(b"thetruth", virtual=False)

    def make_board(self) -> MemoryBoard:
        """A board with that time."""
        board = super().make_board()
        board.ticks = lambda: self.now_us & TICK_MASK
        board.link_ms = lambda: self.now_us // 1000 & TICK_MASK  # type: ignore[method-assign]
        return board


class Truth:
    """`errors_us`: how far estimates were from the truth at random moments of the second after
    they were made; `drifts_ppb`: what was made of the crystal."""

    def __init__(self, seed: int, drift_ppm: int) -> None:
        self.drift_ppm = drift_ppm
        self.errors_us: list[int] = []
        self.drifts_ppb: list[int] = []
        self._random = random.Random(seed)
        self._clock = _Clock()
        self._session = Session(7, first_request=1, nonce=1)

    def clock_us(self, host_us: int) -> int:
        """The clock's true time at a moment of the host's."""
        return (host_us - BOOT_US) * (PPM + self.drift_ppm) // PPM

    def run(self, s: int) -> None:
        """Greet, and let so many seconds pass."""
        now_us = BOOT_US
        end_us = now_us + s * 1_000_000
        self._session.greet(now_us)
        while now_us < end_us:
            self._take(self._session.tick(now_us), now_us)
            wire = self._session.outgoing(now_us)
            if not wire:
                now_us = max(self._session.wake_us(now_us), now_us + 1)
                continue
            there_us = self.clock_us(now_us + self._late_us())
            there_us += -there_us % POLL_US
            self._clock.now_us = BOOT_US + there_us
            said = self._clock.exchange(wire)
            now_us = BOOT_US + there_us * PPM // (PPM + self.drift_ppm) + self._late_us()
            self._take(self._session.feed(said, now_us), now_us)

    def _late_us(self) -> int:
        rng = self._random
        stall_us = rng.randrange(STALL_US) if rng.random() < STALLS else 0
        return 60 + rng.randrange(120) + stall_us

    def _take(self, notices: list[Notice], now_us: int) -> None:
        self.drifts_ppb += [x.drift_ppb for x in notices if isinstance(x, Synced)]
        estimate = self._session.sync.estimate
        if notices and estimate is not None:
            ahead_us = now_us + self._random.randrange(1_000_000)
            self.errors_us.append(abs(estimate.clock_us(ahead_us) - self.clock_us(ahead_us)))
            assert abs(estimate.host_us(estimate.clock_us(ahead_us)) - ahead_us) <= 2
