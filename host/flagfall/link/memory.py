"""`sim:name`: a line inside this process, between a host and a clock that runs here, too.

`line = memory.Line()` has two ends, each a `Transport`; `memory.offer(name)` gives a clock the
place where hosts connect by `open_transport("sim:name")`.
"""

import threading
from collections.abc import Callable

from flagfall.link.errors import LineLost, PortBusy, PortMissing
from flagfall.words import words

_, _ngettext = words("link")


class _Direction:
    """Bytes on their way from one end to the other."""

    def __init__(self) -> None:
        self.ready = threading.Condition()
        self.data = bytearray()
        self.cut = False
        self.woken = False

    def put(self, data: bytes) -> bool:
        with self.ready:
            if self.cut:
                return False
            self.data += data
            self.ready.notify_all()
            return True

    def take(self, timeout_s: float) -> bytes | None:
        """What is there, after a wait; None once cut and empty."""
        with self.ready:
            if not self.data and not self.cut and not self.woken:
                self.ready.wait(timeout_s)
            self.woken = False
            if self.data:
                data = bytes(self.data)
                self.data.clear()
                return data
            return None if self.cut else b""

    def wake(self) -> None:
        with self.ready:
            self.woken = True
            self.ready.notify_all()

    def end(self) -> None:
        with self.ready:
            self.cut = True
            self.ready.notify_all()


class End:
    """One end of a line in memory; a `Transport`. Closing it unplugs the other end, too."""

    def __init__(self, address: str, incoming: _Direction, outgoing: _Direction) -> None:
        self.address = address
        self._incoming, self._outgoing = incoming, outgoing
        self._closed = False

    def read(self, timeout_s: float) -> bytes:
        """As in `Transport`."""
        data = None if self._closed else self._incoming.take(timeout_s)
        if data is None or self._closed:
            raise self._lost()
        return data

    def write(self, data: bytes) -> None:
        """As in `Transport`."""
        if self._closed or not self._outgoing.put(data):
            raise self._lost()

    def wake(self) -> None:
        """As in `Transport`."""
        self._incoming.wake()

    def close(self) -> None:
        """As in `Transport`."""
        self._closed = True
        self._incoming.end()
        self._outgoing.end()

    @property
    def cut(self) -> bool:
        """Closed at either end."""
        return self._incoming.cut

    def _lost(self) -> LineLost:
        return LineLost(_("The line {address} is gone.").format(address=self.address))


class Line:
    """A line in memory with its two ends."""

    def __init__(self, name: str = "memory") -> None:
        down, up = _Direction(), _Direction()
        self.host = End(f"sim:{name}", up, down)
        self.clock = End(f"sim:{name}", down, up)

    def unplug(self) -> None:
        """Cut the line for both ends."""
        self.host.close()
        self.clock.close()


class Offer:
    """A clock's place: each host that connects gets a fresh line, one at a time."""

    def __init__(self, name: str, connected: Callable[[End], None]) -> None:
        self.name = name
        self.address = f"sim:{name}"
        self._connected = connected
        self._line: Line | None = None

    def connect(self) -> End:
        """The host's end of a fresh line; `PortBusy` while another host has one."""
        if self._line is not None and not self._line.host.cut:
            raise PortBusy(_("Another program has the port {path}.").format(path=self.address))
        self._line = Line(self.name)
        self._connected(self._line.clock)
        return self._line.host

    def unplug(self) -> None:
        """Cut the line in use, if any."""
        if self._line is not None:
            self._line.unplug()

    def withdraw(self) -> None:
        """The clock is gone: nobody can connect any more."""
        self.unplug()
        with _lock:
            if _offers.get(self.name) is self:
                del _offers[self.name]


_lock = threading.Lock()
_offers: dict[str, Offer] = {}


def offer(name: str, connected: Callable[[End], None]) -> Offer:
    """Give a clock the address `sim:name`; `connected(end)` is called with each new line's end."""
    with _lock:
        if name in _offers:
            raise PortBusy(_("Another program has the port {path}.").format(path=f"sim:{name}"))
        _offers[name] = Offer(name, connected)
        return _offers[name]


def open_memory(name: str) -> End:
    """Connect to the clock that offered this name."""
    with _lock:
        found = _offers.get(name)
    if found is None:
        raise PortMissing(
            _("There is no port {path}.").format(path=f"sim:{name}"),
            hint=_("'flagfall clock list' shows the clocks that are connected."),
        )
    return found.connect()
