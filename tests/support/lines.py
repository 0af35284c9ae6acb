"""The far end of every kind of transport, so that one suite tests them all."""

import contextlib
import os
import select
import socket
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flagfall.link import memory
from flagfall.link.errors import LinkError


class FarEnd:
    """What stands at the other end of a line: reads, writes, unplugs."""

    def __init__(
        self,
        address: str,
        read: Callable[[float], bytes],
        write: Callable[[bytes], object],
        unplug: Callable[[], object],
    ) -> None:
        self.address = address
        self.read, self.write, self.unplug = read, write, unplug

    def read_exactly(self, count: int) -> bytes:
        """Wait for so many bytes, two seconds at most."""
        data = b""
        for _ in range(200):
            data += self.read(0.01)
            if len(data) >= count:
                break
        return data


def _read_fd(fd: int, timeout_s: float) -> bytes:
    ready, _, _ = select.select([fd], [], [], timeout_s)
    return os.read(fd, 4096) if ready else b""


@contextmanager
def pty_line() -> Iterator[FarEnd]:
    """A pseudo-terminal; the clock's side holds a descriptor of the host's side, as a rig does."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    open_fds = [ours, theirs]

    def unplug() -> None:
        while open_fds:
            os.close(open_fds.pop())

    try:
        yield FarEnd(
            f"pty:{os.ttyname(theirs)}",
            lambda s: _read_fd(ours, s),
            lambda data: os.write(ours, data),
            unplug,
        )
    finally:
        unplug()


@contextmanager
def tcp_line() -> Iterator[FarEnd]:
    """A listening socket that takes whoever comes, the latest one last."""
    listener = socket.create_server(("127.0.0.1", 0))
    peers: list[socket.socket] = []

    def peer() -> socket.socket:
        while not peers or select.select([listener], [], [], 0)[0]:
            peers.append(listener.accept()[0])
        return peers[-1]

    def unplug() -> None:
        if select.select([listener], [], [], 0)[0]:
            peer()
        for s in peers:
            s.close()
        peers.clear()

    try:
        yield FarEnd(
            f"tcp:127.0.0.1:{listener.getsockname()[1]}",
            lambda s: _read_fd(peer().fileno(), s),
            lambda data: peer().sendall(data),
            unplug,
        )
    finally:
        unplug()
        listener.close()


@contextmanager
def memory_line() -> Iterator[FarEnd]:
    """A line in memory."""
    ends: list[memory.End] = []
    offer = memory.offer("contract", ends.append)

    def read(timeout_s: float) -> bytes:
        with contextlib.suppress(LinkError):
            return ends[-1].read(timeout_s)
        return b""

    try:
        yield FarEnd(offer.address, read, lambda data: ends[-1].write(data), offer.unplug)
    finally:
        offer.withdraw()


LINES = {"pty": pty_line, "tcp": tcp_line, "sim": memory_line}
