"""A pair of RS-485 wires between real pseudo-terminals: the host's, and one for each clock.

In real time, as 115,200 baud take it: who speaks is heard by all, himself too, when his bytes are
out; two at once are heard by nobody. A clock's driver needs a while to turn round.
"""

import contextlib
import os
import pty
import select
import threading
import time
import tty
from dataclasses import dataclass

from flagfall.sim.board import Board

BYTE_S = 10 / 115_200
TURN_AROUND_S = 0.0015


@dataclass
class Said:
    """Bytes on the wires, or waiting for their sender's driver."""

    sender: int
    data: bytes
    begin_s: float
    end_s: float
    spoiled: bool = False


class Hub:
    """`address` is the host's end. `dead`: numbers of the clocks that have no power."""

    def __init__(self) -> None:
        self._host, self._outer = pty.openpty()
        tty.setraw(self._outer)
        os.set_blocking(self._host, False)
        self.address = f"pty:{os.ttyname(self._outer)}"
        self.collisions = 0
        self.heard_bytes = 0
        self.dead: set[int] = set()
        self._clocks: dict[int, int] = {}
        self._on_air: list[Said] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def join(self, number: int, board: Board) -> None:
        """A clock is wired up."""
        fd = os.open(board.address.removeprefix("pty:"), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._clocks[fd] = number

    def __enter__(self) -> "Hub":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()
        for fd in (self._host, self._outer, *self._clocks):
            os.close(fd)

    def shout(self, data: bytes) -> None:
        """Somebody breaks the rule: speaks whatever goes on."""
        self._speak(-1, data, time.monotonic())

    def _run(self) -> None:
        poll = select.poll()
        for fd in (self._host, *self._clocks):
            poll.register(fd, select.POLLIN)
        while not self._stop.is_set():
            wait_s = min((s.end_s for s in self._on_air), default=1e9) - time.monotonic()
            for fd, _event in poll.poll(max(0.0, min(wait_s, 0.01)) * 1000):
                data = b""
                with contextlib.suppress(OSError):
                    data = os.read(fd, 4096)
                now_s = time.monotonic()
                if self._clocks.get(fd) in self.dead or not data:
                    continue
                self._speak(fd, data, now_s + (TURN_AROUND_S if fd != self._host else 0))
            self._deliver(time.monotonic())

    def _speak(self, fd: int, data: bytes, begin_s: float) -> None:
        said = Said(fd, data, begin_s, begin_s + len(data) * BYTE_S)
        for other in self._on_air:
            if said.begin_s < other.end_s and other.begin_s < said.end_s:
                self.collisions += 1
                other.spoiled = said.spoiled = True
        self._on_air.append(said)

    def _deliver(self, now_s: float) -> None:
        for said in [s for s in self._on_air if s.end_s <= now_s]:
            self._on_air.remove(said)
            self.heard_bytes += len(said.data)
            data = bytes(b ^ 0x55 for b in said.data) if said.spoiled else said.data
            for fd in (self._host, *self._clocks):
                if self._clocks.get(fd) not in self.dead:
                    with contextlib.suppress(BlockingIOError):
                        os.write(fd, data)
