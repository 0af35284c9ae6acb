"""A cable between a host and a simulated clock that can be pulled out and plugged in again.

The host opens `cable.address`, a link to the pseudo-terminal of the moment, as udev's links name a
port by what stands at it. After it was pulled there is another pseudo-terminal behind it. What was
on its way is gone.
"""

import contextlib
import os
import pty
import select
import socket
import threading
import tty
from pathlib import Path

CHUNK = 4096


class Cable:
    """The cable of the clock at `board`, an address `pty:…`; one thread carries its bytes."""

    def __init__(self, board: str, link: Path) -> None:
        self.address = f"pty:{link}"
        self._link = link
        self._board = os.open(board.removeprefix("pty:"), os.O_RDWR | os.O_NOCTTY)
        os.set_blocking(self._board, False)
        self._host = self._kept = -1
        self._ended = False
        self._lock = threading.Lock()
        self._alarm, self._ring = socket.socketpair()
        self.plug()
        self._thread = threading.Thread(target=self._carry, name=f"cable {link.name}", daemon=True)
        self._thread.start()

    def plug(self) -> None:
        """Plug it in: there is a port again."""
        with self._lock:
            self._host, self._kept = pty.openpty()
            tty.setraw(self._kept)
            os.set_blocking(self._host, False)
            self._link.symlink_to(os.ttyname(self._kept))
        self._ring.send(b"!")

    def unplug(self) -> None:
        """Pull it out: whoever has the port open loses it. Nothing if it is out."""
        with self._lock:
            if self._host >= 0:
                self._link.unlink()
                os.close(self._host)
                os.close(self._kept)
                self._host = self._kept = -1
        self._ring.send(b"!")

    def close(self) -> None:
        """Take it away."""
        self._ended = True
        self.unplug()
        self._thread.join()
        os.close(self._board)
        self._alarm.close()
        self._ring.close()

    def _carry(self) -> None:
        while not self._ended:
            poll = select.poll()
            host = self._host
            for descriptor in (self._board, self._alarm.fileno(), host):
                if descriptor >= 0:
                    poll.register(descriptor, select.POLLIN)
            while self._host == host and not self._ended:
                for ready, _what in poll.poll():
                    if ready == self._alarm.fileno():
                        self._alarm.recv(CHUNK)
                    else:
                        self._pass_on(ready, host)

    def _pass_on(self, ready: int, host: int) -> None:
        with self._lock:
            if self._host != host:
                return  # pulled out or changed this moment
            # A line that is full or gone drops what comes, as a port does that nobody reads.
            with contextlib.suppress(OSError):
                data = os.read(ready, CHUNK)
                if host >= 0:
                    os.write(self._board if ready == host else host, data)
