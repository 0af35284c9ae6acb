"""Where bytes go: one small face over serial ports, pseudo-terminals, sockets and memory.

serial:/dev/ttyACM0   serial:COM7   a real port
pty:/dev/pts/7                      a simulated clock's pseudo-terminal
tcp:host:port                       a clock or gateway on the network
sim:name                            a clock in this process (see `memory`)
"""

from typing import Protocol

from flagfall.link.errors import BadAddress
from flagfall.words import words

_, _ngettext = words("link")


class Transport(Protocol):
    """An open line. One thread reads; any thread may write, wake and close.

    Every method raises `LineLost` when the line is gone, and after `close`.
    """

    address: str

    def read(self, timeout_s: float) -> bytes:
        """Wait for bytes; what came, or nothing after `timeout_s` or a `wake`."""

    def write(self, data: bytes) -> None:
        """Send bytes; returns when they are on their way."""

    def wake(self) -> None:
        """End a `read` in progress, or the next one, at once."""

    def close(self) -> None:
        """Let the line go; a second call does nothing."""


def open_transport(address: str, board: str = "") -> Transport:
    """Open a line by its address; a bare path or COM name is a serial port.

    `board` chooses the line policy (`serial.POLICIES`). Raises `BadAddress`, `PortMissing`,
    `PortBusy`, `PortForbidden` or `LineLost`.
    """
    scheme, colon, rest = address.partition(":")
    if not colon or scheme not in ("serial", "usb", "pty", "tcp", "sim"):
        scheme, rest = "serial", address
    if not rest:
        raise BadAddress(
            _("'{address}' names no port.").format(address=address),
            hint=_("Say for example serial:/dev/ttyACM0, serial:COM7 or tcp:192.168.0.7:4000."),
        )
    if scheme == "tcp":
        from flagfall.link.tcp import open_tcp

        return open_tcp(rest)
    if scheme == "sim":
        from flagfall.link.memory import open_memory

        return open_memory(rest)
    if scheme == "usb":
        from flagfall.link.discovery import open_usb

        return open_usb(rest)
    from flagfall.link.serial_port import open_serial

    return open_serial(rest, board or ("pty" if scheme == "pty" else ""))
