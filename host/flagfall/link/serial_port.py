"""Serial ports and pseudo-terminals through pyserial: exclusive, and no board reset by opening.

The line policy of a board says which level its DTR and RTS keep. An ESP32's reset circuit pulls
EN when RTS is on and DTR off, so its lines never pass through that state: both stay on, as the
system puts them, from opening to closing. A Pico sends only while DTR is on.
"""

import contextlib
import errno
import os
from dataclasses import dataclass
from functools import partial

import serial

from flagfall.link.errors import LineLost, PortBusy, PortForbidden, PortMissing
from flagfall.link.polled import PolledTransport
from flagfall.link.transport import Transport
from flagfall.words import words

_, _ngettext = words("link")

BAUD = 115_200  # USB ignores it; a UART bridge and RS-485 run at it
WRITE_TIMEOUT_S = 1.0
WINDOWS_READ_S = 0.05


@dataclass(frozen=True)
class LinePolicy:
    """Levels of the modem lines while the port is open; `baud` where a UART is behind it."""

    dtr: bool
    rts: bool
    baud: int = BAUD
    hang_up: bool = True  # drop the lines when the port is closed
    claim: bool = True  # also refuse programs that don't ask for a lock


POLICIES = {
    "pico": LinePolicy(dtr=True, rts=True),
    "esp32": LinePolicy(dtr=True, rts=True, hang_up=False),
    "rs485": LinePolicy(dtr=True, rts=False),
    # The pseudo-terminal's claim would outlive us: its clock keeps a descriptor of its own.
    "pty": LinePolicy(dtr=True, rts=True, claim=False),
    "": LinePolicy(dtr=True, rts=True, hang_up=False),
}


class WindowsTransport:
    """An open serial port where it is no descriptor: pyserial reads and writes it.

    `wake` reaches only a read in progress there, so reads are kept short.
    """

    def __init__(self, port: serial.Serial, address: str) -> None:
        self.address = address
        self._port = port
        self._closed = False

    def read(self, timeout_s: float) -> bytes:
        """As in `Transport`."""
        port = self._port
        timeout_s = min(timeout_s, WINDOWS_READ_S)
        try:
            # pyserial's time-out is set anew only when it changes: setting it costs a system call.
            if port.timeout != timeout_s:
                port.timeout = timeout_s
            data: bytes = port.read(1)
            if data and (waiting := port.in_waiting):
                data += port.read(waiting)
        except (OSError, TypeError, AttributeError, ValueError) as gone:
            raise self._lost(gone) from None
        if self._closed:
            raise self._lost(None)
        return data

    def write(self, data: bytes) -> None:
        """As in `Transport`; a far end that reads nothing for a second is lost, too."""
        try:
            self._port.write(data)
        except (OSError, TypeError, AttributeError, ValueError) as gone:
            raise self._lost(gone) from None

    def wake(self) -> None:
        """As in `Transport`."""
        if not self._closed:
            with contextlib.suppress(OSError, AttributeError, TypeError, ValueError):
                self._port.cancel_read()

    def close(self) -> None:
        """As in `Transport`."""
        if self._closed:
            return
        self._closed = True
        # Closing under a reader's feet would close a descriptor it may be waiting on: wake it.
        with contextlib.suppress(OSError, AttributeError, TypeError, ValueError):
            self._port.cancel_read()
        with contextlib.suppress(OSError):
            self._port.close()

    def _lost(self, cause: BaseException | None) -> LineLost:
        detail = f" ({cause})" if cause else ""
        return LineLost(
            _("The line {address} is gone{detail}.").format(address=self.address, detail=detail),
            hint=_("Check the cable; the clock goes on alone and nothing is lost."),
        )


def on_posix() -> bool:
    """Ports are descriptors here."""
    return os.name == "posix"


def open_serial(path: str, board: str = "") -> Transport:
    """Open a port by its path or name, exclusively, with the line policy of `board`."""
    policy = POLICIES.get(board, POLICIES[""])
    port = serial.Serial()
    port.baudrate = policy.baud
    port.write_timeout = WRITE_TIMEOUT_S
    port.exclusive = True
    port.dtr = policy.dtr  # before opening: pyserial then sets them once, and to these
    port.rts = policy.rts
    port.port = path
    address = f"{'pty' if board == 'pty' else 'serial'}:{path}"
    try:
        port.open()
    except serial.SerialException as refused:
        raise _refusal(path, refused) from None
    except OSError as refused:  # a pseudo-terminal's ioctl, or a path that is no terminal
        raise _refusal(path, serial.SerialException(refused.errno, str(refused))) from None
    if not on_posix():
        return WindowsTransport(port, address)
    return _over_descriptor(port, policy, address)


def _over_descriptor(port: serial.Serial, policy: LinePolicy, address: str) -> PolledTransport:
    """What pyserial opened, locked and set up, on a descriptor of its own: the lock and the lines
    belong to the open file and stay."""
    _settle_posix(port, policy)
    fd = os.dup(port.fileno())
    port.close()
    os.set_blocking(fd, False)
    return PolledTransport(
        address, fd, partial(os.read, fd), partial(os.write, fd), partial(os.close, fd)
    )


def _settle_posix(port: serial.Serial, policy: LinePolicy) -> None:
    import fcntl
    import termios

    if policy.claim:
        with contextlib.suppress(OSError):
            fcntl.ioctl(port.fileno(), termios.TIOCEXCL)
    if not policy.hang_up:
        with contextlib.suppress(termios.error):
            modes = termios.tcgetattr(port.fileno())
            modes[2] &= ~termios.HUPCL
            termios.tcsetattr(port.fileno(), termios.TCSANOW, modes)


def _refusal(path: str, refused: serial.SerialException) -> PortBusy | PortMissing | PortForbidden:
    """pyserial's exception as one of ours; it gives an errno on POSIX and words on Windows."""
    said = str(refused)
    number = refused.errno
    if (
        number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK)
        or "exclusively lock" in said
        or "PermissionError(13" in said  # Windows: another program has it
    ):
        return PortBusy(
            _("Another program has the port {path}.").format(path=path),
            hint=_("Close the other program; 'fuser {path}' names it.").format(path=path),
        )
    if number in (errno.EACCES, errno.EPERM):
        return PortForbidden(
            _("You may not open the port {path}.").format(path=path),
            hint=_("Install Flagfall's udev rule, or join the group 'dialout' and log in anew."),
        )
    return PortMissing(
        _("There is no port {path}.").format(path=path),
        hint=_("'flagfall clock list' shows the clocks that are connected."),
    )
