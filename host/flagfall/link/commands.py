"""The command lane: one order in flight, repeated under its id until it is answered.

The clock keeps its last answers by id, so a repeat is answered and not done twice. What only asks
gets a new id at each try: parts of two answers must not mix.
"""

import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from construct import ConstructError
from flagfall_protocol.fields import Message
from flagfall_protocol.messages import (
    PART_BYTES,
    ActRequest,
    AnswerCommon,
    AnswerLeft,
    AnswerRight,
    Faults,
    FaultsRequest,
    Outcome,
    Part,
    PartsCommit,
    Period,
    RulesBegin,
    RulesCommit,
    RulesRead,
    SnapRequest,
)

from flagfall.link.notices import (
    Acted,
    Answered,
    FaultsTold,
    Notice,
    RulesTold,
    Snapped,
    TimedOut,
)
from flagfall.link.rtt import RoundTrip

TRIES = 5
LIFE_US = 10_000_000  # an order given before a cut must not be carried out minutes later
MAX_WAITING = 256
READS = (FaultsRequest, RulesRead, SnapRequest)
# What answers what; everything else is answered by an `Outcome`.
ANSWERS: dict[type[Message], tuple[type[Message], ...]] = {
    ActRequest: (AnswerLeft, AnswerRight, AnswerCommon),
    FaultsRequest: (Faults,),
    RulesRead: (RulesBegin, Period, RulesCommit),
    SnapRequest: (Part, PartsCommit),
}
ANY_MESSAGE = Any  # a message with a `request`


def rules_crc(head: RulesBegin, periods: Sequence[Period]) -> int:
    """CRC-32 over the bodies of head and periods without their request ids."""
    return zlib.crc32(b"".join(m.body()[4:] for m in (head, *periods)))


def parts_of(data: bytes) -> list[Part]:
    """A whole state in parts, request ids still to be given."""
    pieces = [data[i : i + PART_BYTES] for i in range(0, len(data), PART_BYTES)] or [b""]
    return [
        Part(0, i, len(pieces), len(data), piece.ljust(PART_BYTES, b"\0"))
        for i, piece in enumerate(pieces)
    ]


@dataclass
class Order:
    """Messages sent one after another; the last one's answer is the order's answer."""

    request: int
    messages: list[Any]
    expires_us: int
    at: int = 0
    tries: int = 0
    sent_us: int = 0
    ever_sent: bool = False
    gathered: dict[Any, Any] = field(default_factory=dict)

    @property
    def message(self) -> Any:
        """The one that is to be answered now."""
        return self.messages[self.at]


class CommandLane:
    """Orders waiting, and the one in flight."""

    def __init__(self, first_request: int, rtt: RoundTrip) -> None:
        self._next = first_request & 0xFFFFFFFF
        self._rtt = rtt
        self._waiting: deque[Order] = deque()
        self._flying: Order | None = None
        self._resend = False
        self.patient = False
        """Ask until it is answered: where time is virtual the wall's time decides nothing."""

    def submit(self, messages: Sequence[ANY_MESSAGE], now_us: int) -> int:
        """Queue an order; its request id.

        `OverflowError` when far too many wait, `ValueError` where a value does not fit its field.
        """
        if len(self._waiting) >= MAX_WAITING:
            raise OverflowError("too many orders wait for this clock")
        numbered = [replace(m, request=self._number()) for m in messages]
        for m in numbered:
            try:
                m.body()
            except ConstructError as unfit:
                raise ValueError(f"{type(m).__name__}: {unfit}") from None
        order = Order(numbered[-1].request, numbered, now_us + LIFE_US)
        self._waiting.append(order)
        return order.request

    def answered(self, msg: Message, now_us: int) -> list[Notice]:
        """An answer came; what it completes."""
        order = self._flying
        if order is None or getattr(msg, "request", None) != order.message.request:
            return []  # to a try that was given up
        if not isinstance(msg, ANSWERS.get(type(order.message), (Outcome,))):
            return []  # no answer to what was asked
        done: Notice | None = None
        if isinstance(msg, Outcome):
            last = order.at == len(order.messages) - 1
            if not last and msg.status == 0:
                self._measure(order, now_us)
                order.at += 1
                order.tries = 0
                self._resend = True
                return []
            done = Answered(order.request, msg)
        elif isinstance(msg, Faults):
            done = FaultsTold(order.request, tuple(msg.counts))
        elif isinstance(msg, AnswerLeft | AnswerRight | AnswerCommon):
            done = self._act(order, msg)
        elif isinstance(msg, Part | PartsCommit):
            done = self._snapshot(order, msg)
        elif isinstance(msg, RulesBegin | Period | RulesCommit):
            done = self._rules(order, msg)
        if done is None:
            order.sent_us = now_us  # pieces are coming: the wait begins anew
            return []
        self._measure(order, now_us)
        self._flying = None
        return [done]

    def cut(self, *, rebooted: bool) -> list[Notice]:
        """The link was taken up again. After a reboot the clock no longer knows what it did."""
        if not rebooted:
            if self._flying is not None:
                self._flying.tries = 0
                self._resend = True
            return []
        orders = [self._flying] if self._flying is not None else []
        orders += self._waiting
        self._flying = None
        self._waiting.clear()
        return [TimedOut(o.request, o.ever_sent) for o in orders]

    def due_us(self, *, live: bool) -> int | None:
        """When something is to be repeated or given up; None: nothing waits."""
        if self._flying is not None and live:
            return self._flying.sent_us + self._rtt.timeout_us(max(self._flying.tries, 1))
        if self.patient:
            return None
        orders = [o for o in (self._flying, *self._waiting) if o is not None]
        return min((o.expires_us for o in orders), default=None)

    def tick(self, now_us: int, *, live: bool) -> list[Notice]:
        """Repeat what was not answered; give up what is too old."""
        notices: list[Notice] = []
        order = self._flying
        if order is not None:
            if live and now_us >= order.sent_us + self._rtt.timeout_us(max(order.tries, 1)):
                if order.tries >= TRIES and not self.patient:
                    notices.append(self._give_up(order))
                else:
                    self._resend = True
            elif not live and now_us >= order.expires_us and not self.patient:
                notices.append(self._give_up(order))
        while self._waiting and not self.patient and now_us >= self._waiting[0].expires_us:
            notices.append(TimedOut(self._waiting.popleft().request, False))
        return notices

    def outgoing(self, now_us: int) -> list[Message]:
        """What is to be sent now."""
        if self._flying is None and self._waiting:
            self._flying = self._waiting.popleft()
            self._resend = True
        order = self._flying
        if order is None or not self._resend:
            return []
        self._resend = False
        if order.tries and isinstance(order.message, READS):
            order.gathered.clear()
            order.messages[order.at] = replace(order.message, request=self._number())
        order.tries += 1
        order.sent_us = now_us
        order.ever_sent = True
        sent: Message = order.message
        return [sent]

    def _number(self) -> int:
        number = self._next
        self._next = (number + 1) & 0xFFFFFFFF
        return number

    def _measure(self, order: Order, now_us: int) -> None:
        if order.tries == 1:
            self._rtt.measured(now_us - order.sent_us)

    def _give_up(self, order: Order) -> Notice:
        self._flying = None
        self._resend = False
        return TimedOut(order.request, order.ever_sent)

    def _act(self, order: Order, msg: AnswerLeft | AnswerRight | AnswerCommon) -> Notice | None:
        order.gathered[type(msg)] = msg
        if len(order.gathered) < 3:
            return None
        got = order.gathered
        return Acted(order.request, got[AnswerLeft], got[AnswerRight], got[AnswerCommon])

    def _snapshot(self, order: Order, msg: Part | PartsCommit) -> Notice | None:
        got = order.gathered
        if isinstance(msg, Part):
            got[msg.part] = msg
            return None
        parts = [got.get(i) for i in range(len(got))]
        first = parts[0] if parts else None
        if first is not None and first.parts == len(parts) and all(parts):
            data = b"".join(p.data for p in parts if p is not None)[: first.length]
            if zlib.crc32(data) == msg.crc:
                return Snapped(order.request, data)
        self._resend = True  # a part is missing: ask for all of it again
        if order.tries >= TRIES:
            return self._give_up(order)
        return None

    def _rules(self, order: Order, msg: RulesBegin | Period | RulesCommit) -> Notice | None:
        got = order.gathered
        if isinstance(msg, RulesBegin):
            got["head"] = msg
            return None
        if isinstance(msg, Period):
            got[msg.side, msg.index] = msg
            return None
        head = got.pop("head", None)
        periods = list(got.values())
        if head is not None and rules_crc(head, periods) == msg.crc:
            return RulesTold(order.request, head, tuple(periods))
        self._resend = True
        if order.tries >= TRIES:
            return self._give_up(order)
        return None
