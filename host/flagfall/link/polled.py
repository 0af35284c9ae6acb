"""A transport over anything that has a descriptor: polled, never blocking in the system.

poll() instead of pyserial's select(): a hall of 200 ports has descriptors beyond select's 1,024,
and pyserial keeps four more of them for each port.
"""

import math
import select
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable

from flagfall.link.errors import LineLost
from flagfall.words import words

_, _ngettext = words("link")

READ_BYTES = 4096
WRITE_TIMEOUT_S = 1.0
Wait = Callable[[float], "set[int]"]


def waiting(descriptors: Iterable[int], *, to_write: bool = False) -> Wait:
    """A function that waits so many seconds for any of these; the ready ones."""
    if hasattr(select, "poll"):
        poll = select.poll()
        for descriptor in descriptors:
            poll.register(descriptor, select.POLLOUT if to_write else select.POLLIN)
        return lambda timeout_s: {fd for fd, _what in poll.poll(math.ceil(timeout_s * 1000))}
    # Windows has no poll(); there the select() of sockets has no limit on descriptor numbers.
    selector = selectors.SelectSelector()
    for descriptor in descriptors:
        selector.register(descriptor, selectors.EVENT_WRITE if to_write else selectors.EVENT_READ)
    return lambda timeout_s: {key.fd for key, _what in selector.select(timeout_s)}


class PolledTransport:
    """An open descriptor. `receive(n)`, `send(bytes)` and `shut()` don't block."""

    def __init__(
        self,
        address: str,
        fileno: int,
        receive: Callable[[int], bytes],
        send: Callable[[bytes], int],
        shut: Callable[[], None],
    ) -> None:
        self.address = address
        self._receive, self._send, self._shut = receive, send, shut
        self._closed = False
        self._reading, self._writing = threading.Lock(), threading.Lock()
        self._alarm, self._alarm_sender = socket.socketpair()
        self._alarm.setblocking(False)
        self._alarm_sender.setblocking(False)
        self._bell = self._alarm.fileno()
        self._fileno = fileno
        self._in = waiting((fileno, self._bell))
        self._out = waiting((fileno,), to_write=True)

    def read(self, timeout_s: float) -> bytes:
        """As in `Transport`."""
        with self._reading:
            if self._closed:
                raise self._lost("")
            try:
                ready = self._in(timeout_s)
                if self._bell in ready:
                    self._alarm.recv(READ_BYTES)
                if self._closed:
                    raise self._lost("")
                if self._fileno not in ready:
                    return b""
                data = self._receive(READ_BYTES)
            except (BlockingIOError, InterruptedError):
                return b""
            except OSError as gone:
                raise self._lost(str(gone)) from None
            if not data:
                raise self._lost("")
            return data

    def write(self, data: bytes) -> None:
        """As in `Transport`; a far end that takes nothing for a second is lost, too."""
        with self._writing:
            deadline_s = time.monotonic() + WRITE_TIMEOUT_S
            while data:
                if self._closed or time.monotonic() > deadline_s:
                    raise self._lost("")
                try:
                    data = data[self._send(data) :]
                except (BlockingIOError, InterruptedError):
                    self._out(0.1)
                except OSError as gone:
                    raise self._lost(str(gone)) from None

    def wake(self) -> None:
        """As in `Transport`."""
        try:
            self._alarm_sender.send(b"!")
        except OSError:
            return  # it already rings, or is closed

    def close(self) -> None:
        """As in `Transport`: waits until nobody uses the descriptor, lest another file get it."""
        if self._closed:
            return
        self._closed = True
        self.wake()
        with self._reading, self._writing:
            self._alarm.close()
            self._alarm_sender.close()
            self._shut()

    def _lost(self, detail: str) -> LineLost:
        return LineLost(
            _("The line {address} is gone{detail}.").format(
                address=self.address, detail=f" ({detail})" if detail else ""
            ),
            hint=_("Check the cable; the clock goes on alone and nothing is lost."),
        )
