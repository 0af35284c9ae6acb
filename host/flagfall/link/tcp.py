"""`tcp:host:port`: a clock on the network, or a gateway in front of one."""

import contextlib
import socket

from flagfall.link.errors import BadAddress, PortMissing
from flagfall.link.polled import PolledTransport
from flagfall.words import words

_, _ngettext = words("link")

CONNECT_TIMEOUT_S = 3.0


def open_tcp(rest: str) -> PolledTransport:
    """Connect to `host:port` (`[::1]:4000` for IPv6)."""
    host, _colon, port = rest.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise BadAddress(
            _("'{address}' names no host and port.").format(address=f"tcp:{rest}"),
            hint=_("Say for example tcp:192.168.0.7:4000."),
        )
    try:
        line = socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT_S)
    except OSError as refused:
        raise PortMissing(
            _("Nothing answers at {address} ({reason}).").format(
                address=rest, reason=refused.strerror or refused
            ),
            hint=_("Check the address, and that the clock is on the network."),
        ) from None
    return over_socket(line, f"tcp:{rest}")


def over_socket(line: socket.socket, address: str) -> PolledTransport:
    """A transport over a connected socket, which it takes over."""
    line.setblocking(False)
    with contextlib.suppress(OSError):  # not every socket is TCP
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return PolledTransport(address, line.fileno(), line.recv, line.send, line.close)
