"""A clock on a shared line: `serial:/dev/ttyUSB0@5` is the one with address 5 on the bus there.

Each clock has a `Port` as on a line of its own. Those of one bus share a thread, which opens the
line, gives each its turns, and opens the line again when it is lost.
"""

import contextlib
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence

from flagfall.link import notices as n
from flagfall.link.bus import LAST_ADDRESS, Bus
from flagfall.link.errors import BadAddress, LineLost, LinkError, PortBusy
from flagfall.link.port import RETRY_MOST_S, RETRY_S, Port, now_us
from flagfall.link.session import Session
from flagfall.link.transport import Transport, open_transport
from flagfall.words import words

_, _ngettext = words("link")
log = logging.getLogger("flagfall.link")

ON_BUS = re.compile(r"(?P<line>.+)@(?P<numbers>[0-9]+(?:[-,][0-9]+)*)")
SHORT_S = 0.001  # the system waits in milliseconds
GOODBYE_S = 3.0  # a clock's turn comes sooner
Opener = Callable[[str], Transport]


def spread(addresses: Iterable[str]) -> list[str]:
    """Each clock's address: `serial:/dev/ttyUSB0@1-3,7` names four. Raises `BadAddress`."""
    every: list[str] = []
    for address in addresses:
        found = ON_BUS.fullmatch(address)
        if found is None:
            every.append(address)
        else:
            every += [f"{found['line']}@{number}" for number in _numbers(address, found["numbers"])]
    return every


def line_of(address: str) -> str:
    """The line a clock stands at: the address itself, or the bus."""
    found = ON_BUS.fullmatch(address)
    return address if found is None else found["line"]


def port_at(
    address: str,
    session: Session,
    on_notice: Callable[[n.Notice], None],
    *,
    open_line: Opener = open_transport,
) -> Port:
    """A port by its address: on a line of its own, or on a bus. Raises `BadAddress`."""
    found = ON_BUS.fullmatch(address)
    if found is None:
        return Port(address, session, on_notice, open_line=open_line)
    number, *more = _numbers(address, found["numbers"])
    if more:
        raise BadAddress(
            _("'{address}' names several clocks.").format(address=address),
            hint=_("Name one, for example {line}@5.").format(line=found["line"]),
        )
    return BusPort(found["line"], number, session, on_notice, open_line=open_line)


def _numbers(address: str, said: str) -> list[int]:
    numbers: list[int] = []
    for part in said.split(","):
        first, _dash, last = part.partition("-")
        if "-" in last or not 0 < int(first) <= int(last or first) <= LAST_ADDRESS:
            raise BadAddress(
                _("'{address}' names no clock on a bus.").format(address=address),
                hint=_("Addresses on a bus are 1 to {last}: serial:/dev/ttyUSB0@1-32.").format(
                    last=LAST_ADDRESS
                ),
            )
        numbers += range(int(first), int(last or first) + 1)
    return list(dict.fromkeys(numbers))


class BusPort(Port):
    """As `Port`, of one clock among several on a line."""

    def __init__(
        self,
        line: str,
        number: int,
        session: Session,
        on_notice: Callable[[n.Notice], None],
        *,
        open_line: Opener = open_transport,
    ) -> None:
        super().__init__(f"{line}@{number}", session, on_notice, open_line=open_line)
        self.number = number
        self._line = _line(line, open_line)
        self._lock = self._line.lock

    def start(self) -> "BusPort":
        """Take part in the bus; the first to come opens the line."""
        self._line.join(self)
        return self

    def close(self) -> None:
        """Let the clock go and take part no more; the last to leave closes the line."""
        if self._stop.is_set():
            return
        self._line.leave(self)
        self._stop.set()
        self._fail_all()

    def hear(self, said: Sequence[n.Notice]) -> None:
        """What the bus's thread has for the owner."""
        self._deliver(said)

    def refuse(self, refused: LinkError) -> None:
        """Why there is no line, once."""
        self._say_refused(refused)
        self._deliver(self._tick())

    def opened(self) -> None:
        """The line is open: a refusal would be news again."""
        self._refused = ""

    def _wake(self) -> None:
        self._line.wake()


class BusLine:
    """The thread that drives a bus, for as long as a port takes part in it."""

    def __init__(self, address: str, open_line: Opener) -> None:
        self.address = address
        self.bus = Bus()
        self.lock = threading.RLock()
        self._open_line = open_line
        self._ports: dict[int, BusPort] = {}
        self._waiting: list[BusPort] = []  # whose address another port has
        self._transport: Transport | None = None
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    def join(self, port: BusPort) -> None:
        """A port takes part."""
        with self.lock:
            taken = port.number in self._ports
            if taken:
                self._waiting.append(port)
            else:
                self._admit(port)
        if taken:
            said = _("Another program has the port {path}.").format(path=port.address)
            port.refuse(PortBusy(said))
        self.wake()

    def leave(self, port: BusPort) -> None:
        """A port says goodbye to its clock and takes part no more."""
        with self.lock:
            if port in self._waiting:
                self._waiting.remove(port)
            if self._ports.get(port.number) is not port:
                return
            port.session.release()
            self.wake()
        if threading.current_thread() is not self._thread:
            end_s = time.monotonic() + GOODBYE_S
            while self.bus.waits(port.number) and time.monotonic() < end_s:
                time.sleep(SHORT_S)
        with self.lock:
            del self._ports[port.number]
            self.bus.leave(port.number)
            heirs = [heir for heir in self._waiting if heir.number == port.number]
            if heirs:
                self._waiting.remove(heirs[0])
                self._admit(heirs[0])
            thread = self._thread
            if not self._ports:
                self._ended.set()
                self._thread = None
        self.wake()
        if self._ended.is_set() and thread not in (None, threading.current_thread()):
            assert thread is not None
            thread.join()

    def wake(self) -> None:
        """Somebody has something to say, or has come or gone."""
        transport = self._transport
        if transport is not None and threading.current_thread() is not self._thread:
            with contextlib.suppress(LinkError):
                transport.wake()

    def _admit(self, port: BusPort) -> None:
        self._ports[port.number] = port
        self.bus.join(port.session, port.number)
        if self._transport is not None:
            self.bus.greet_one(port.number, now_us())
        if self._thread is None:
            self._ended = threading.Event()
            self._thread = threading.Thread(
                target=self._run, args=(self._ended,), name=f"bus {self.address}", daemon=True
            )
            self._thread.start()

    def _run(self, ended: threading.Event) -> None:
        wait_s = RETRY_S
        while not ended.is_set():
            try:
                transport = self._open()
            except LinkError as refused:
                for port in self._all():
                    port.refuse(refused)
                ended.wait(wait_s)
                wait_s = min(2 * wait_s, RETRY_MOST_S)
                continue
            wait_s = RETRY_S
            with self.lock:
                self._transport = transport
                self.bus.greet(now_us())
            for port in self._all():
                port.opened()
            try:
                self._converse(transport, ended)
            except LineLost as lost:
                log.info("%s", lost.sentence)
            except Exception:
                # Whatever a clock said: the bus must not fall silent for good.
                log.exception("the line %s is taken up anew", self.address)
            finally:
                with self.lock:
                    self._transport = None
                    cut = self.bus.line_cut()
                transport.close()
            self._deliver(cut)
            ended.wait(RETRY_S)

    def _open(self) -> Transport:
        if self._open_line is open_transport:
            return open_transport(self.address, "rs485")
        return self._open_line(self.address)

    def _converse(self, transport: Transport, ended: threading.Event) -> None:
        while not ended.is_set():
            with self.lock:
                now = now_us()
                said = self.bus.tick(now)
                out = self.bus.outgoing(now)
                wait_s = max(self.bus.wake_us(now) - now, 0) / 1_000_000
            if out:
                transport.write(out)
            self._deliver(said)
            if wait_s < SHORT_S:
                time.sleep(wait_s)
                wait_s = 0
            data = transport.read(min(wait_s, 1.0))
            if data:
                with self.lock:
                    said = self.bus.feed(data, now_us())
                self._deliver(said)

    def _deliver(self, told: Sequence[tuple[int, n.Notice]]) -> None:
        for number, notice in told:
            port = self._ports.get(number)
            if port is not None:
                port.hear([notice])

    def _all(self) -> list[BusPort]:
        with self.lock:
            return list(self._ports.values())


_lines: dict[tuple[str, Opener], BusLine] = {}
_lines_lock = threading.Lock()


def _line(address: str, open_line: Opener) -> BusLine:
    with _lines_lock:
        return _lines.setdefault((address, open_line), BusLine(address, open_line))
