"""Virtual time: lets a rig's clock live through a span of it, with key edges on the way.

Only the unix board takes it. One `Advance` is in flight; one whose `to_us` is not after the
clock's time was done before, so a repeat is answered and not done twice.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from flagfall_protocol import messages
from flagfall_protocol.fields import Message
from flagfall_protocol.messages import EDGES_PER_ADVANCE, NEVER, Advance

from flagfall.link.notices import Advanced, Notice
from flagfall.link.rtt import RoundTrip

PRESSED = 0x80
LONGEST_US = (1 << 32) - 1


@dataclass(frozen=True)
class Edge:
    """A key goes down or up at a moment of virtual time."""

    at_us: int
    key: int
    pressed: bool


@dataclass(frozen=True)
class _Span:
    to_us: int
    edges: tuple[Edge, ...]
    last: bool


def spans(now_us: int, to_us: int, edges: Sequence[Edge]) -> list[_Span]:
    """Cut a span so that each piece fits one message and ends after the piece before.

    `ValueError` where edges are not in order or in the span, or more than 8 in one microsecond.
    """
    if not 0 <= to_us < NEVER:
        raise ValueError(f"{to_us} µs is no virtual time")
    at_us = now_us
    for edge in edges:
        if not 0 <= edge.key < PRESSED:
            raise ValueError(f"{edge.key} is no key")
        if not at_us <= edge.at_us <= to_us:
            raise ValueError(f"edge at {edge.at_us} µs lies outside {at_us}–{to_us} µs")
        at_us = edge.at_us
    cut: list[_Span] = []
    rest = list(edges)
    while rest:
        if rest[0].at_us - now_us > LONGEST_US:
            now_us = rest[0].at_us - 1
            cut.append(_Span(now_us, (), False))
        piece = rest[:EDGES_PER_ADVANCE]
        while any(b.at_us - a.at_us > LONGEST_US for a, b in pairwise(piece)):
            piece.pop()
        if len(piece) == len(rest):
            break
        while piece and piece[-1].at_us == rest[len(piece)].at_us:
            piece.pop()  # edges of one microsecond stay together
        if not piece:
            raise ValueError(f"more than {EDGES_PER_ADVANCE} edges at {rest[0].at_us} µs")
        rest = rest[len(piece) :]
        if piece[-1].at_us <= now_us:
            raise ValueError("edges at the present moment don't fit one message")
        now_us = piece[-1].at_us
        cut.append(_Span(now_us, tuple(piece), False))
    if rest and to_us <= now_us:
        raise ValueError("time must go on past the present where keys move")
    cut.append(_Span(to_us, tuple(rest), True))
    return cut


class VirtualLane:
    """Spans of virtual time waiting, and the one in flight.

    `now_us`: the clock's virtual time; None until it said so, which it is asked at each greeting.
    """

    def __init__(self, rtt: RoundTrip) -> None:
        self.now_us: int | None = None
        self._end_us = 0
        self._rtt = rtt
        self._waiting: deque[_Span] = deque()
        self._flying: Advance | None = None
        self._last = True
        self._sent_us = 0
        self._tries = 0
        self._send = False

    def advance(self, to_us: int, edges: Sequence[Edge]) -> None:
        """Queue a span up to `to_us`; `ValueError` as `spans`, or before the time is known."""
        if self.now_us is None:
            raise ValueError("the clock's virtual time is not known yet")
        self._waiting.extend(spans(self._end_us, to_us, edges))
        self._end_us = max(to_us, self._end_us)

    def answered(self, msg: messages.Advanced, now_us: int) -> list[Notice]:
        """The clock says how far it is."""
        if self._flying is None or msg.now_us < self._flying.to_us:
            return []
        if self._tries == 1:
            self._rtt.measured(now_us - self._sent_us)
        if self.now_us is None:
            self._end_us = msg.now_us
        self.now_us = msg.now_us
        self._flying = None
        if not self._last:
            return []
        return [Advanced(msg.now_us, None if msg.next_us == NEVER else msg.next_us)]

    def greeted(self, *, rebooted: bool) -> None:
        """The link is live; after a reboot the clock's time must be asked anew."""
        self._tries = 0
        if rebooted:
            self.now_us = None
            self._waiting.clear()
            self._flying = None
        if self.now_us is None:
            nothing = [0] * EDGES_PER_ADVANCE
            self._flying, self._last = Advance(0, 0, nothing, nothing), True
        self._send = self._flying is not None

    def due_us(self) -> int | None:
        """When a span is to be sent again."""
        if self._flying is None:
            return None
        return self._sent_us + self._rtt.timeout_us(max(self._tries, 1))

    def tick(self, now_us: int) -> None:
        """Repeat what was not answered: virtual time waits for as long as it takes."""
        due_us = self.due_us()
        if due_us is not None and now_us >= due_us:
            self._send = True

    def outgoing(self, now_us: int) -> list[Message]:
        """What is to be sent now."""
        if self._flying is None and self._waiting and self.now_us is not None:
            span = self._waiting.popleft()
            self._flying, self._last = _message(self.now_us, span), span.last
            self._tries = 0
            self._send = True
        if self._flying is None or not self._send:
            return []
        self._send = False
        self._tries = min(self._tries + 1, 16)
        self._sent_us = now_us
        return [self._flying]


def _message(now_us: int, span: _Span) -> Advance:
    keys = [e.key | (PRESSED if e.pressed else 0) for e in span.edges]
    moments = [now_us, *(e.at_us for e in span.edges)]
    after = [b - a for a, b in pairwise(moments)]
    padding = [0] * (EDGES_PER_ADVANCE - len(keys))
    return Advance(span.to_us, len(keys), keys + padding, after + padding)
