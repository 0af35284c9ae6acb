"""Plays a scenario on the firmware: on a virtual board, or on a clock at the end of a line.

The clock's scratch engine does it; the game on the clock, if there is one, is not touched.
"""

import secrets
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from typing import Any

from flagfall_clock.order import Order
from flagfall_protocol.codes import Refusal, Status
from flagfall_protocol.messages import ABSENT16, AnswerLeft, AnswerRight

from flagfall.arbiter.regulations import to_messages
from flagfall.arbiter.scenario.answer import Answer, SideAnswer
from flagfall.arbiter.scenario.errors import ScenarioError
from flagfall.arbiter.scenario.parse import Scenario
from flagfall.link import notices
from flagfall.link.port import Port
from flagfall.link.session import Session
from flagfall.link.visit import trouble
from flagfall.words import words

_, ngettext = words("arbiter")

PATIENCE_S = 12.0


class NotTaken(ScenarioError):
    """The clock does not take this regulation or step: its firmware knows less."""

    code = "scenario_not_taken"


def play_on(scenario: Scenario, target: str) -> Iterator[Answer]:
    """One answer per step, from `micropython` (a virtual board) or from the clock at a port.

    A port is a transport's address (`serial:/dev/ttyACM0`, `tcp:…`, `pty:…`) or a device's path.
    Raises the link's errors, and `NotTaken`.
    """
    if target == "micropython":
        from flagfall.sim.board import start

        with start("micropython") as board:
            yield from _play(scenario, board.address)
    else:
        yield from _play(scenario, target if ":" in target else f"serial:{target}")


def _play(scenario: Scenario, address: str) -> Iterator[Answer]:
    with closing(_Line(address)) as line:
        head, periods = to_messages(scenario.regulation)
        outcome = line.wait(line.port.send_rules(replace(head, scratch=1), periods))
        if outcome.status is not Status.DONE:
            raise NotTaken(_("the clock does not take this regulation"), where="regulation")
        for number, step in enumerate(scenario.steps):
            fields = _fields(step.order)
            with _fitting(number):
                asked = line.port.ask(
                    lambda s, now, step=step, fields=fields: s.act(  # type: ignore[misc]
                        step.at_us, step.order.act, now, **fields
                    )
                )
            yield _answer(number, step.at_us, line.wait(asked))


def _fields(order: Order) -> dict[str, Any]:
    return {name: getattr(order, name) for name in Order.__slots__ if name != "act"}


@contextmanager
def _fitting(number: int) -> Iterator[None]:
    try:
        yield
    except ValueError as unfit:
        raise NotTaken(
            _("the wire cannot say this: {fault}").format(fault=unfit), where=f"steps[{number}]"
        ) from None


class _Line:
    """A port, and the reason why it does not answer if it doesn't."""

    def __init__(self, address: str) -> None:
        self._trouble: notices.Refused | notices.Held | None = None
        self._stirred = threading.Event()
        self.port = Port(address, Session(secrets.randbits(32)), self._notice).start()

    def close(self) -> None:
        self.port.close()

    def _notice(self, notice: notices.Notice) -> None:
        if isinstance(notice, notices.Refused | notices.Held):
            self._trouble = notice
        if isinstance(notice, notices.Refused):
            self._stirred.set()  # a held clock may come free: it is asked again

    def wait(self, future: "Future[Any]") -> Any:
        """The future's answer; what stands in its way, as an error."""
        future.add_done_callback(lambda _done: self._stirred.set())
        self._stirred.wait(PATIENCE_S)
        self._stirred.clear()
        if future.done():
            return future.result()
        raise trouble(self._trouble, self.port.address)


def _answer(number: int, at_us: int, said: notices.Acted) -> Answer:
    return Answer(
        number,
        at_us,
        Refusal(said.common.refusal),
        _side(said.left),
        _side(said.right),
        said.common.running,
        said.common.turn,
        said.common.first_flag,
        said.common.happened,
    )


def _side(said: AnswerLeft | AnswerRight) -> SideAnswer:
    numbers = asdict(said)
    del numbers["request"]
    if said.byo_left == ABSENT16:
        numbers["byo_left"] = -1
    return SideAnswer(**numbers)
