"""RS-485: many clocks on one pair of wires. The host speaks, the one spoken to answers, once.

`Bus` gives each session its turns on the line. Like a session it has no input or output of its
own: bytes in by `feed`, time by `tick`, at most one frame at a time out of `outgoing`.
"""

from collections import deque

from flagfall_protocol import messages
from flagfall_protocol.codes import FaultKind
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import FrameReader

from flagfall.link.faults import FaultTally
from flagfall.link.notices import Notice
from flagfall.link.session import Session

REPLY_US = 25_000  # a frame takes 5.5 ms at 115,200 baud; a clock turns round within a few
TURN_US = 100_000  # a clock's share of a round, at its longest
TURN_ROUND_US = 1_000  # the one who spoke must have let go of the wires
BURST = 8  # frames in a row from one clock that has more to say
LAST_ADDRESS = 250


class Bus:
    """The host's turns on a shared line; `sessions` by address."""

    def __init__(self, host_id: int, addresses: list[int]) -> None:
        if not addresses or not all(0 < a <= LAST_ADDRESS for a in addresses):
            raise ValueError(f"addresses on a bus are 1 to {LAST_ADDRESS}")
        patience_us = len(addresses) * TURN_US
        self.sessions = {a: Session(host_id, address=a, patience_us=patience_us) for a in addresses}
        self.reader = FrameReader(up=True)
        self.unanswered = 0
        self._tally = FaultTally(self.reader)
        self._queues: dict[int, deque[Message]] = {a: deque() for a in addresses}
        self._order = deque(addresses)
        self._speaking: int | None = None
        self._until_us = 0
        self._burst = 0

    def greet(self, now_us: int) -> None:
        """The line is fresh, or was cut."""
        self.reader.reset()
        self._speaking = None
        for address, session in self.sessions.items():
            self._queues[address].clear()
            session.greet(now_us)

    def line_cut(self) -> list[tuple[int, Notice]]:
        """The transport is gone."""
        self._speaking = None
        return [(a, said) for a, s in self.sessions.items() for said in s.line_cut()]

    def feed(self, data: bytes, now_us: int) -> list[tuple[int, Notice]]:
        """Take bytes from the line; notices with the address of their clock (0: the line)."""
        told: list[tuple[int, Notice]] = []
        for frame in self.reader.feed(data):
            session = self.sessions.get(frame.address)
            if session is None:
                continue
            told += [(frame.address, said) for said in session.take(frame, now_us)]
            if frame.address == self._speaking:
                self._answered(frame.message, now_us)
        # On most transceivers we hear ourselves: that echo is no fault.
        told += [(0, f) for f in self._tally.new() if f.kind is not FaultKind.ECHO]
        return told

    def tick(self, now_us: int) -> list[tuple[int, Notice]]:
        """Let time pass: an answer that does not come frees the line."""
        told = [(a, said) for a, s in self.sessions.items() for said in s.tick(now_us)]
        if self._speaking is not None and now_us >= self._until_us:
            self.unanswered += 1
            self._next_turn(now_us)
        return told

    def wake_us(self, now_us: int) -> int:
        """When `tick` and `outgoing` are wanted next."""
        if self._speaking is not None or now_us < self._until_us:
            return self._until_us
        if any(s.live for s in self.sessions.values()):
            return now_us  # somebody can be polled
        return min(s.wake_us(now_us) for s in self.sessions.values())

    def outgoing(self, now_us: int) -> bytes:
        """The next frame, if the line is free."""
        if self._speaking is not None or now_us < self._until_us:
            return b""
        for _ in range(len(self._order)):
            address = self._order[0]
            session = self.sessions[address]
            wire = b""
            msg = self._next_message(address, now_us)
            if msg is not None:
                wire = session.encode(msg, now_us)
            if wire:
                self._speaking = address
                self._until_us = now_us + REPLY_US
                return wire
            self._pass_on()
        return b""

    def _next_message(self, address: int, now_us: int) -> Message | None:
        session, queue = self.sessions[address], self._queues[address]
        # Acknowledgements ride on polls.
        queue += [m for m in session.pending(now_us) if not isinstance(m, messages.Ack)]
        if queue:
            return queue.popleft()
        return messages.Poll(session.events.durable) if session.live else None

    def _answered(self, msg: Message | None, now_us: int) -> None:
        self._speaking = None
        self._until_us = now_us + TURN_ROUND_US
        self._burst += 1
        # State comes last: what is not state may have more behind it.
        done = msg is None or isinstance(msg, messages.State | messages.Fault)
        if done or self._burst >= BURST:
            self._pass_on()

    def _next_turn(self, now_us: int) -> None:
        self._speaking = None
        self._until_us = now_us
        self._pass_on()

    def _pass_on(self) -> None:
        self._order.rotate(-1)
        self._burst = 0
