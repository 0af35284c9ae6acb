"""A clock in this process at an address of its own: the face of `sim.board` without a process.

For machines without pseudo-terminals, and for tests that want no other process. `kill()` takes its
power: the line stays plugged in and silent, its flash stays as it is.
"""

import threading

from flagfall.link.errors import LineLost
from flagfall.link.memory import End, offer
from flagfall.sim.inside import Inside

READ_S = 1.0


class Desk:
    """One clock and its end of the line, answered by a thread while a host is connected."""

    pid = 0
    complaints = ""

    def __init__(self, uid: bytes, *, virtual: bool = True) -> None:
        self._lock = threading.Lock()
        self._inside = Inside(uid, virtual=virtual)
        self._powered = True
        self._offer = offer(f"clock-{uid.hex()}", self._connected)
        self.address = self._offer.address

    @property
    def alive(self) -> bool:
        """Does it have power?"""
        return self._powered

    def kill(self) -> None:
        """Pull the plug, in the middle of whatever it does."""
        with self._lock:
            self._powered = False
            self._inside.kill()

    def restart(self) -> None:
        """Give it power (again): it comes up stopped, its time as of its last checkpoint."""
        with self._lock:
            self._inside.restart()
            self._powered = True

    def unplug(self) -> None:
        """Pull the cable; whoever connects again gets a fresh line."""
        self._offer.unplug()

    def close(self) -> None:
        """Clear it away; a second call does nothing."""
        self.kill()
        self._offer.withdraw()

    def _connected(self, end: End) -> None:
        threading.Thread(target=self._answer, args=(end,), name=self.address, daemon=True).start()

    def _answer(self, end: End) -> None:
        while True:
            try:
                data = end.read(READ_S)
                with self._lock:
                    said = self._inside.exchange(data)
                if said:
                    end.write(said)
            except LineLost:
                return
