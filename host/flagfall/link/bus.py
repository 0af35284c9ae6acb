"""RS-485: many clocks on one pair of wires. The host speaks, the one spoken to answers, once.

`Bus` gives each session its turns on the line. Like a session it has no input or output of its
own: bytes in by `feed`, time by `tick`, at most one frame at a time out of `outgoing`.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from flagfall_protocol import messages
from flagfall_protocol.codes import FaultKind
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import FrameReader, encode
from flagfall_protocol.schema import FRAME_MAX

from flagfall.link.faults import FaultTally
from flagfall.link.notices import Notice
from flagfall.link.session import Session

BYTE_US = 87  # ten bits at 115,200 baud
TURN_AROUND_US = 1_500  # a clock's, from the end of the question to the beginning of its answer
LET_GO_US = 150  # ours: the clock that spoke must have let go of the wires
TURN_US = (len(encode(messages.Turn(0))) + FRAME_MAX) * BYTE_US + TURN_AROUND_US + LET_GO_US
LEAST_ROUND_US = 20_000  # a few clocks need not be asked more often
REPLY_US = 40_000  # of it 16 ms are an adapter's that collects what it hears
REST_AT_MOST = 8  # rounds for which a silent clock is passed over
LAST_ADDRESS = 250
SYNCS_A_ROUND = 2  # more would make a quiet round long


@dataclass
class _Member:
    """A clock on the bus, as its turns go."""

    session: Session
    queue: deque[Message] = field(default_factory=deque)
    owed: bool = False  # its last turn was taken by an order: the next is its own
    silences: int = 0
    rest: int = 0  # rounds for which it is passed over


class Bus:
    """The host's turns on a shared line. `round_us`: how long the last of `rounds` took."""

    def __init__(self, sessions: Iterable[Session] = ()) -> None:
        self.reader = FrameReader(up=True)
        self.unanswered = 0
        self.round_us = 0
        self.rounds = 0
        self._tally = FaultTally(self.reader)
        self._members: dict[int, _Member] = {}
        self._order: deque[int] = deque()
        self._speaking: int | None = None
        self._free_us = 0  # when the line may be spoken on again, or an answer is overdue
        self._began_us = 0
        self._to_come = 0  # turns left in this round, this one too
        self._burst = False
        self._risked = False  # a clock that may be gone was asked in this round
        self._syncs = 0  # asked for in this round
        for session in sessions:
            self.join(session, session.address)

    def join(self, session: Session, address: int) -> None:
        """A clock's session takes part; `ValueError` where the address is none, or is taken."""
        if not 0 < address <= LAST_ADDRESS:
            raise ValueError(f"addresses on a bus are 1 to {LAST_ADDRESS}")
        if address in self._members:
            raise ValueError(f"address {address} is taken")
        self._members[address] = _Member(session)
        self._order.append(address)
        for number, member in self._members.items():
            member.session.share(number, len(self._members) * TURN_US, BYTE_US)

    def leave(self, address: int) -> None:
        """A session takes part no more."""
        del self._members[address]
        self._order.remove(address)
        self._to_come = min(self._to_come, len(self._order))
        if self._speaking == address:
            self._speaking = None  # its answer may still come: `_free_us` stands

    @property
    def _any_live(self) -> bool:
        """Is there a clock that others' silence would keep waiting?"""
        return any(m.session.live for m in self._members.values())

    @property
    def sessions(self) -> dict[int, Session]:
        """By address."""
        return {address: member.session for address, member in self._members.items()}

    def waits(self, address: int) -> bool:
        """Has this member something to say that is not on the wires yet?"""
        member = self._members.get(address)
        return member is not None and bool(member.queue or member.session.has_to_say)

    def greet(self, now_us: int) -> None:
        """The line is fresh, or was cut."""
        self.reader.reset()
        self._speaking = None
        self._free_us = now_us
        for address in self._members:
            self.greet_one(address, now_us)

    def greet_one(self, address: int, now_us: int) -> None:
        """A member has just come: greet it alone."""
        member = self._members[address]
        member.queue.clear()
        member.rest = member.silences = 0
        member.session.greet(now_us)

    def line_cut(self) -> list[tuple[int, Notice]]:
        """The transport is gone."""
        self._speaking = None
        return [(a, told) for a, m in self._members.items() for told in m.session.line_cut()]

    def feed(self, data: bytes, now_us: int) -> list[tuple[int, Notice]]:
        """Take bytes from the line; notices with the address of their clock. What was damaged is
        put down to the clock that was spoken to."""
        told: list[tuple[int, Notice]] = []
        asked = self._speaking or next(iter(self._members), 0)
        for frame in self.reader.feed(data):
            member = self._members.get(frame.address)
            if member is None:
                continue
            member.silences = member.rest = 0
            told += [(frame.address, said) for said in member.session.take(frame, now_us)]
            if frame.address == self._speaking:
                self._answered(frame.message, now_us)
        # On most transceivers we hear ourselves: that echo is no fault.
        told += [(asked, f) for f in self._tally.new() if f.kind is not FaultKind.ECHO]
        return told

    def tick(self, now_us: int) -> list[tuple[int, Notice]]:
        """Let time pass: an answer that does not come frees the line."""
        told = [(a, said) for a, m in self._members.items() for said in m.session.tick(now_us)]
        if self._speaking is not None and now_us >= self._free_us:
            member = self._members[self._speaking]
            self.unanswered += 1
            member.silences += 1
            member.rest = min(1 << member.silences >> 2, REST_AT_MOST)
            self._speaking = None
            self._pass_on()
        return told

    def wake_us(self, now_us: int) -> int:
        """When `tick` and `outgoing` are wanted next."""
        if self._speaking is not None or now_us < self._free_us:
            return self._free_us
        if self._any_live:
            return now_us  # somebody can be asked
        return min(
            (m.session.wake_us(now_us) for m in self._members.values()), default=now_us + REPLY_US
        )

    def outgoing(self, now_us: int) -> bytes:
        """The next frame, if the line is free. A round asks one clock that was silent, no more."""
        if self._speaking is not None or now_us < self._free_us:
            return b""
        for _ in range(len(self._order)):
            if not self._to_come and not self._begin(now_us):
                return b""
            member = self._members[self._order[0]]
            wire = b""
            if member.rest and self._any_live:
                member.rest -= 1
            elif not (member.silences and self._risked):
                msg = self._next_message(member, now_us)
                wire = b"" if msg is None else member.session.encode(msg, now_us)
                if wire and isinstance(msg, messages.Release):  # nobody answers a goodbye
                    member.session.fall_silent()
                    self._free_us = now_us + len(wire) * BYTE_US + LET_GO_US
                    self._pass_on()
                    return wire
            if wire:
                self._risked = self._risked or member.silences > 0
                self._speaking = self._order[0]
                self._free_us = now_us + len(wire) * BYTE_US + REPLY_US
                return wire
            self._pass_on()
        return b""

    def _begin(self, now_us: int) -> bool:
        """A new round, unless the last one was so short that there is time."""
        due_us = self._began_us + LEAST_ROUND_US
        if now_us < due_us:
            self._free_us = due_us
            return False
        if self._began_us:
            self.round_us = now_us - self._began_us
            self.rounds += 1
        self._began_us = now_us
        self._risked = False
        self._syncs = 0
        self._to_come = len(self._order)
        return True

    def _next_message(self, member: _Member, now_us: int) -> Message | None:
        session, queue = member.session, member.queue
        # Acknowledgements ride on turns.
        queue += [m for m in session.pending(now_us) if not isinstance(m, messages.Ack)]
        if not session.live:
            hello = queue.pop() if queue else None
            queue.clear()  # of several hellos the last
            return hello
        order = None if member.owed else self._from(queue)
        member.owed = order is not None
        return order or messages.Turn(session.events.durable)

    def _from(self, queue: deque[Message]) -> Message | None:
        """What goes next; sync requests wait for everything else, and for their share."""
        syncs = [msg for msg in queue if isinstance(msg, messages.SyncRequest)]
        for msg in queue:
            if msg not in syncs:
                queue.remove(msg)
                return msg
        queue.clear()
        if not syncs:
            return None
        if self._syncs >= SYNCS_A_ROUND:
            queue.append(syncs[-1])
            return None
        self._syncs += 1
        return syncs[-1]

    def _answered(self, msg: Message | None, now_us: int) -> None:
        """The line is free. Whoever has more to say goes on, if the others' turns, however long,
        still fit the round."""
        assert self._speaking is not None
        member = self._members[self._speaking]
        self._speaking = None
        self._free_us = now_us + LET_GO_US
        match msg:
            case None | messages.State() | messages.Fault() | messages.Quiet():
                more = False
            case messages.Sync():
                more = msg.newest > member.session.events.delivered
            case _:
                more = True
        ends_us = self._began_us + len(self._order) * TURN_US
        self._burst = more and self._free_us + self._to_come * TURN_US <= ends_us
        if not self._burst:
            self._pass_on()

    def _pass_on(self) -> None:
        self._order.rotate(-1)
        self._to_come = max(self._to_come - 1, 0)
        self._burst = False
