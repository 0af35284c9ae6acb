"""The world with a real socket between host and clock: a gateway on the network, in front of it."""

import socket
import struct

import pytest
from flagfall.link.errors import LineLost
from flagfall.link.transport import Transport, open_transport

from tests.support.world import World

PATIENCE_S = 10.0
NOW = struct.pack("ii", 1, 0)  # linger for no time: closing is a reset


class Gateway:
    """Listens for one host at a time; `there` and `back` carry bytes through the kernel."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp:127.0.0.1:{self._door.getsockname()[1]}"
        self._line: socket.socket | None = None
        self.transport: Transport | None = None

    def connect(self) -> None:
        """A host opens the line."""
        self.transport = open_transport(self.address)
        self._line, _from = self._door.accept()
        self._line.settimeout(PATIENCE_S)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def there(self, data: bytes) -> bytes:
        """What the host writes, as it comes out here."""
        assert self.transport is not None
        assert self._line is not None
        self.transport.write(data)
        came = b""
        while len(came) < len(data):
            came += self._line.recv(len(data) - len(came))
        return came

    def back(self, data: bytes) -> bytes:
        """What is written here, as the host reads it."""
        assert self.transport is not None
        assert self._line is not None
        self._line.sendall(data)
        came = b""
        while len(came) < len(data):
            came += self.transport.read(PATIENCE_S)
        return came

    def reset(self) -> None:
        """The network is gone: the host learns it at the next read, or the one after."""
        assert self.transport is not None
        assert self._line is not None
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NOW)
        self._line.close()
        with pytest.raises(LineLost):
            self.transport.read(PATIENCE_S)
        self.transport.close()

    def hang_up(self) -> None:
        """The host dies, and the system closes what it had open."""
        assert self.transport is not None
        assert self._line is not None
        self.transport.close()
        assert not self._line.recv(1)
        self._line.close()

    def close(self) -> None:
        """Nobody listens any more."""
        if self.transport is not None:
            self.transport.close()
        if self._line is not None:
            self._line.close()
        self._door.close()


class TcpWorld(World):
    """A world whose line is a socket; the firmware is in memory, time is virtual."""

    def __init__(self, seed: int, journal_bytes: int = 1 << 16) -> None:
        self.gateway = Gateway()
        self.wired = False
        super().__init__(seed, journal_bytes)
        self._wire()

    def exchange(self) -> None:
        """As in `World`, through the kernel."""
        data = self.down.take(self.now_us)
        if data and self.wired:
            data = self.gateway.there(data)
        said = self.clock.exchange(data)
        self.witness()
        if said and self.wired:
            self.up.put(self.gateway.back(said), self.now_us)

    def unplug(self) -> None:
        """The network fails."""
        if self.wired:
            self.wired = False
            self.gateway.reset()
        super().unplug()

    def plug(self) -> None:
        """The network is back."""
        if not self.plugged:
            self._wire()
        super().plug()

    def kill_host(self) -> None:
        """The system closes the dead program's socket; a new program opens its own."""
        if self.wired:
            self.gateway.hang_up()
            self._wire()
        super().kill_host()

    def close(self) -> None:
        """Close the sockets, too."""
        super().close()
        self.gateway.close()

    def _wire(self) -> None:
        self.gateway.connect()
        self.wired = True
