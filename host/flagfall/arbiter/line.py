"""A clock at the end of a wire, as the hall keeps it: who it is and how its wire stands."""

from collections.abc import Callable
from typing import Any

from flagfall_protocol import codes
from flagfall_protocol.messages import Hello

from flagfall.link import notices as n
from flagfall.link.bus_port import port_at
from flagfall.link.errors import host_name
from flagfall.link.session import Session
from flagfall.link.transport import Transport, open_transport
from flagfall.words import words

_, ngettext = words("arbiter")

FAULTS_US = 10_000_000  # a bad cable must not fill the log
Heard = Callable[["ClockLine", n.Notice], None]


class ClockLine:
    """A port and what came of it. `heard` is called in the port's thread with every notice.

    `trouble` says in words why there is no clock to speak to at this address; empty: there is, or
    it has not answered yet.
    """

    def __init__(
        self,
        address: str,
        heard: Heard,
        *,
        host_id: int,
        open_line: Callable[[str], Transport] = open_transport,
    ) -> None:
        self.address = address
        self.hello: Hello | None = None
        self.uid = ""
        """The unit's id in hexadecimal; empty before it said hello."""
        self.live = False
        self.health = codes.Health(0)
        self.trouble: n.Refused | n.Held | None = None
        self.advanced_us = -1
        """Virtual time reached; -1: not told since the clock last started."""
        self.session = Session(host_id)
        self._faults: dict[str, int] = {}
        self._faults_due_us = 0
        self.boots = 0
        """How often the clock restarted while we spoke with it."""
        self.port = port_at(
            address, self.session, lambda notice: heard(self, notice), open_line=open_line
        )

    def start(self) -> "ClockLine":
        """Open the line and greet."""
        self.port.start()
        return self

    @property
    def firmware(self) -> str:
        """What runs the firmware: `micropython 1.29`."""
        hello = self.hello
        if hello is None:
            return ""
        name = codes.Implementation(hello.implementation).name.lower()
        return f"{name} {hello.implementation_major}.{hello.implementation_minor}"

    @property
    def complaint(self) -> str:
        """Why there is no clock to speak to, as a sentence; empty: there is one."""
        if self.live:
            return ""
        if isinstance(self.trouble, n.Held):
            return _("Another laptop holds this clock: host {holder}.").format(
                holder=host_name(self.trouble.holder)
            )
        if self.trouble is not None:
            return self.trouble.sentence
        return _("What is connected there does not answer as a clock.")

    @property
    def newest(self) -> int:
        """The newest record the clock has spoken of."""
        return self.session.events.newest

    def note(self, notice: n.Notice) -> None:
        """Keep what a notice says of the line itself; called in the hall's thread."""
        match notice:
            case n.Greeted(hello):
                self.hello, self.uid = hello, hello.uid.hex()
                self.live, self.trouble = True, None
                if notice.rebooted:
                    self.advanced_us = -1
                    self.boots += 1
            case n.Lost():
                self.live = False
            case n.Refused() | n.Held():
                self.trouble = notice
            case n.Advanced(now_us):
                self.advanced_us = now_us

    @property
    def faults_wait(self) -> bool:
        """Whether there are faults that are to be written some time."""
        return bool(self._faults)

    def faults_due(self, hall_us: int, notice: n.Notice) -> dict[str, int]:
        """The faults that are to be written now, by kind: at once, then every ten seconds, and
        before the line goes."""
        if isinstance(notice, n.Faulted):
            kind = ("clock_" if notice.at == "clock" else "") + notice.kind.name.lower()
            self._faults[kind] = self._faults.get(kind, 0) + notice.count
        if not self._faults or (hall_us < self._faults_due_us and not isinstance(notice, n.Lost)):
            return {}
        due, self._faults = self._faults, {}
        self._faults_due_us = hall_us + FAULTS_US
        return due

    def close(self) -> None:
        """Let the clock go."""
        self.port.close()

    def command(self, act: codes.Act, **fields: Any) -> Any:
        """As `Port.command`."""
        return self.port.command(act, **fields)
