"""A short conversation with one clock: open, ask, let go. What stands in the way is an error.

with Visit("serial:/dev/ttyACM0") as clock:
    clock.state()
    clock.wait(clock.port.command(Act.STOP))
"""

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from types import TracebackType
from typing import TypeVar

from flagfall_protocol.codes import StateFlag
from flagfall_protocol.messages import Hello, Poll, State

from flagfall.link import errors
from flagfall.link import notices as n
from flagfall.link.bus_port import line_of, port_at
from flagfall.link.session import Session
from flagfall.link.transport import Transport, open_transport
from flagfall.words import words

_, _ngettext = words("link")

GREET_S = 3.0
ANSWER_S = 15.0

T = TypeVar("T")
_KINDS: dict[str, type[errors.LinkError]] = {
    kind.code: kind
    for kind in (
        errors.BadAddress,
        errors.PortMissing,
        errors.PortBusy,
        errors.PortForbidden,
        errors.LineLost,
        errors.ClockRefused,
    )
}


class Visit:
    """A port for a while. `heard` is called in the port's thread with every notice."""

    def __init__(
        self,
        address: str,
        heard: Callable[[n.Notice], None] = lambda _notice: None,
        *,
        open_line: Callable[[str], Transport] = open_transport,
        greet_s: float = GREET_S,
    ) -> None:
        self.address = address
        self._heard = heard
        self._greet_s = greet_s
        self._changed = threading.Condition()
        self._hello: Hello | None = None
        self._state: State | None = None
        self._trouble: errors.LinkError | None = None
        self.port = port_at(
            address, Session(secrets.randbits(31) + 1), self._notice, open_line=open_line
        )

    def __enter__(self) -> "Visit":
        self.port.start()
        try:
            self._until(lambda: self._hello, self._greet_s)
        except BaseException:
            self.port.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.port.close()

    @property
    def hello(self) -> Hello:
        """Who answered."""
        assert self._hello is not None
        return self._hello

    def state(self) -> State:
        """The state as it stands now."""
        with self._changed:
            self._state = None
        self.port.tell(lambda session: session.say(Poll(session.events.durable)))
        return self._until(lambda: self._state, self._greet_s)

    def wait(self, future: "Future[T]") -> T:
        """An order's answer. Raises `NoAnswer`, `LineLost`, or what stands in the way."""
        try:
            return future.result(ANSWER_S)
        except TooLate:
            raise self._trouble or trouble(None, self.address) from None

    @property
    def running(self) -> bool:
        """Does time run on this clock?"""
        return is_running(self.state())

    def _until(self, what: Callable[[], T | None], s: float) -> T:
        with self._changed:
            found = self._changed.wait_for(lambda: what() or self._trouble, s)
            answer = what()
            if answer is not None:
                return answer
        if isinstance(found, errors.LinkError):
            raise found
        raise trouble(None, self.address)

    def _notice(self, notice: n.Notice) -> None:
        with self._changed:
            match notice:
                case n.Greeted():
                    self._hello, self._trouble = notice.hello, None
                case n.Stated():
                    self._state = notice.state
                case n.Refused() | n.Held():
                    self._trouble = trouble(notice, self.address)
            self._changed.notify_all()
        self._heard(notice)


def trouble(said: n.Refused | n.Held | None, address: str) -> errors.LinkError:
    """What stands in the way at an address as an error: what the port said, or nobody answers."""
    if isinstance(said, n.Refused):
        kind = _KINDS.get(said.code, errors.LinkError)
        return kind(said.sentence, hint=said.hint, where=address)
    if isinstance(said, n.Held):
        return errors.ClockHeld.by(said.holder, said.idle_ms, address)
    if line_of(address) != address:
        return errors.NoAnswer(
            _("No clock answers at {address}.").format(address=address),
            hint=_(
                "Check its power and the wires; by its own USB plug 'flagfall clock set PORT "
                "--address N' gives it this address."
            ),
            where=address,
        )
    return errors.NoAnswer(
        _("No clock answers at {address}.").format(address=address),
        hint=_("If it is a board without firmware: 'flagfall flash {port}'.").format(
            port=address.partition(":")[2] or address
        ),
        where=address,
    )


def is_running(state: State) -> bool:
    """Does time run on a side in this state?"""
    return bool(state.flags & (StateFlag.RUNNING_LOW | StateFlag.RUNNING_HIGH))
