"""Runs the page beside the hall: one thread, one port, a clean end."""

import errno
import ipaddress
import secrets
import socket
import threading
from types import TracebackType
from typing import Self

import uvicorn

from flagfall.web.app import application
from flagfall.web.connections import Connection
from flagfall.web.errors import AddressUnknown, HallSilent, NeedsLan, PinUnfit, PortBusy
from flagfall.web.guard import Pins
from flagfall.web.hub import Hub
from flagfall.web.source import HallSource
from flagfall.web.spectators import DelayedHall
from flagfall.words import words

_, _ngettext = words("web")

START_S = 20.0
STOP_S = 5.0


class Server:
    """A page being served. Closes with `close()`, or as a context manager."""

    def __init__(
        self,
        source: HallSource,
        listener: socket.socket,
        pin: str | None,
        watch_delay_s: float | None,
    ) -> None:
        self.pin = pin
        self.host, self.port = listener.getsockname()[:2]
        self._listener = listener
        hub = Hub(source)
        self._hubs = [hub]
        spectators = None
        if watch_delay_s is not None:
            delayed = DelayedHall(source, watch_delay_s)
            spectators = (delayed, Hub(delayed))
            self._hubs.append(spectators[1])
        pins = None if pin is None else Pins(pin)
        app = application(source, pins=pins, hub=hub, spectators=spectators)
        self._uvicorn = uvicorn.Server(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                loop="asyncio",
                lifespan="on",
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=2,
                h11_max_incomplete_event_size=16 * 1024,
                backlog=64,  # so many are let in at once before any is counted
            )
        )
        self._thread = threading.Thread(target=self._run, name="flagfall-page", daemon=True)
        self._ended = threading.Event()

    @property
    def url(self) -> str:
        """Where the page is, seen from this machine."""
        return f"http://{_in_url(_seen_from_here(self.host))}:{self.port}/"

    @property
    def urls(self) -> list[str]:
        """Every address the page has, this machine's first."""
        found = [self.url]
        if ipaddress.ip_address(self.host).is_unspecified and (outer := outer_address()):
            found.append(f"http://{_in_url(outer)}:{self.port}/")
        return found

    def _run(self) -> None:
        try:
            self._uvicorn.run(sockets=[self._listener])
        finally:
            self._ended.set()

    def start(self) -> Self:
        """Serve; answers when the page can be opened."""
        self._thread.start()
        waited = 0.0
        while not self._uvicorn.started:
            if self._ended.wait(0.01) or (waited := waited + 0.01) > START_S:
                raise HallSilent(_("The page's server did not start."))
        return self

    def wait(self) -> None:
        """Until somebody closes the server or presses Ctrl-C."""
        try:
            while not self._ended.wait(0.5):
                pass
        except KeyboardInterrupt:
            pass
        finally:
            self.close()

    def close(self) -> None:
        """End every stream, then the server. Harmless the second time."""
        for hub in self._hubs:
            hub.close_soon()
        self._uvicorn.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self._listener.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def serve(
    source: HallSource,
    host: str = "127.0.0.1",
    port: int = 0,
    lan: bool = False,
    pin: str | None = None,
    watch_delay_s: float | None = None,
) -> Server:
    """Serve the page of a hall from a thread of its own; port 0 takes a free one.

    With `lan` other machines may connect, with a PIN (six digits are drawn if none is given).
    With `watch_delay_s` there is a page for spectators at `/watch`, open to all who can connect:
    it shows the boards and clocks as they stood so many seconds ago, and no counts (CL-18).
    Raises `PortBusy`, `NeedsLan` (an address beyond this machine without `lan`), `PinUnfit`.
    """
    if lan:
        host = "0.0.0.0" if host == "127.0.0.1" else host
        pin = _fit(pin) if pin is not None else f"{secrets.randbelow(1_000_000):06d}"
    elif not _is_loopback(host):
        raise NeedsLan(
            _("{host} can be reached by other machines.").format(host=host),
            hint=_("Say --lan as well: a PIN then guards the page."),
        )
    return Server(source, _listen(host, port), pin if lan else None, watch_delay_s).start()


def _fit(pin: str) -> str:
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
        raise PinUnfit(_("A PIN has four to twelve digits."))
    return pin


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # A port just left must be free again; one in use must not be shared.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortBusy(
                _("Port {port} is taken.").format(port=port)
                if error.errno == errno.EADDRINUSE
                else _("Port {port} is not for everybody.").format(port=port),
                hint=_(
                    "Another hall may be open: look at http://{host}:{port}/, "
                    "or say --port 0 to take a free port."
                ).format(host=_in_url(_seen_from_here(host)), port=port),
            ) from error
        raise AddressUnknown(
            _("This machine has no address {host}.").format(host=host),
            hint=_("Leave --host out."),
        ) from error
    return listener


def _seen_from_here(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def outer_address() -> str | None:
    """This machine's address on its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only asks the routing table.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
