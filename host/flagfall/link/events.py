"""The event lane's receiving end: in order, each record once, and nothing given up silently.

The clock sends after the cursor, a few ahead of the acknowledgement, and never repeats by itself.
What is missing is asked for by subscribing again at the durable cursor: at once when a hole is
seen, after a time-out when the clock's newest record does not come.
"""

import struct

from flagfall_protocol.fields import Message
from flagfall_protocol.frames import Frame
from flagfall_protocol.messages import (
    Ack,
    BoardEvent,
    BootEvent,
    Event,
    Gap,
    OrderEvent,
    PeriodEvent,
    RulesEvent,
    Subscribe,
)
from flagfall_protocol.schema import WINDOW

from flagfall.link.notices import Arrived, Gapped, Notice, Record, UnreadRecord
from flagfall.link.rtt import RoundTrip

RECORDS = (Event, BoardEvent, OrderEvent, RulesEvent, PeriodEvent, BootEvent)
FIRST_RECORD, LAST_RECORD = 0x12, 0x1E  # every kind between begins with journal, seq, time
HEAD = struct.Struct("<IIQ")


def record_of(frame: Frame) -> Record | None:
    """The journal record a frame carries, also of a kind we don't know; None: it has none."""
    if isinstance(frame.message, RECORDS):
        return frame.message
    if (
        frame.message is None
        and FIRST_RECORD <= frame.kind <= LAST_RECORD
        and len(frame.body) >= HEAD.size
    ):
        journal_id, seq, at_us = HEAD.unpack_from(frame.body)
        return UnreadRecord(frame.kind, journal_id, seq, at_us, frame.body)
    return None


class EventLane:
    """One journal's records on their way to the host.

    `delivered`: the last record given to the owner. `durable`: the last one the owner keeps safe.
    `duplicates`, `holes`, `stalls` count what the line did to us.
    """

    def __init__(self, rtt: RoundTrip) -> None:
        self.journal_id: int | None = None
        self.delivered = 0
        self.durable = 0
        self.newest = 0
        self.duplicates = self.holes = self.stalls = 0
        self._rtt = rtt
        self._acknowledged = 0
        self._subscribe = False
        self._progress_us = 0
        self._asked = 0

    def subscribe(self, journal_id: int, after: int, now_us: int) -> None:
        """Fetch the journal after this record. What was delivered is never delivered again."""
        if journal_id != self.journal_id:
            self.journal_id = journal_id
            self.delivered = self.durable = self._acknowledged = after
            self.newest = 0
        self.durable = max(self.durable, min(after, self.delivered))
        self.resume(now_us)

    def resume(self, now_us: int) -> None:
        """The link is up again: go on from the durable cursor."""
        self._subscribe = self.journal_id is not None
        self._asked = 0
        self._progress_us = now_us

    def forget(self) -> None:
        """Another clock stands at this line."""
        self.journal_id = None
        self.delivered = self.durable = self.newest = self._acknowledged = 0
        self._subscribe = False

    def acknowledge(self, journal_id: int, seq: int) -> None:
        """Everything up to `seq` is safely kept; `ValueError` beyond what was delivered."""
        if journal_id != self.journal_id:
            return  # of an earlier journal: nobody waits for it
        if seq > self.delivered:
            raise ValueError(f"record {seq} was acknowledged, {self.delivered} were delivered")
        self.durable = max(self.durable, seq)

    @property
    def window_full(self) -> bool:
        """Whether the clock may be waiting for an acknowledgement before it sends more."""
        return self.delivered - self._acknowledged >= WINDOW - 1

    def told_newest(self, newest: int, now_us: int) -> None:
        """The clock mentioned its newest record."""
        if newest > self.newest:
            if self.newest <= self.delivered:
                self._progress_us = now_us  # nothing was due before: the wait begins now
            self.newest = newest

    def arrived(self, record: Record, now_us: int) -> list[Notice]:
        """A record came."""
        if record.journal_id != self.journal_id:
            return []
        self.told_newest(record.seq, now_us)
        if record.seq <= self.delivered:
            self.duplicates += 1
            return []
        if record.seq > self.delivered + 1:
            self.holes += 1
            # One question per hole: the records behind it are on their way and say the same.
            if self._asked == 0:
                self._ask_again(now_us)
            return []
        self.delivered = record.seq
        self._progress_us = now_us
        self._asked = 0
        return [Arrived(record)]

    def gapped(self, gap: Gap, now_us: int) -> list[Notice]:
        """The clock no longer has what we asked for."""
        if gap.journal_id != self.journal_id or gap.oldest <= self.delivered + 1:
            return []
        first_missing = self.delivered + 1
        self.delivered = self.durable = self._acknowledged = gap.oldest - 1
        self.told_newest(gap.newest, now_us)
        self._progress_us = now_us
        self._asked = 0
        return [Gapped(gap, first_missing)]

    def due_us(self) -> int | None:
        """When the missing records are asked for again; None: nothing is missing."""
        if self.journal_id is None or self.newest <= self.delivered:
            return None
        return self._progress_us + self._rtt.timeout_us(self._asked + 1)

    def tick(self, now_us: int) -> None:
        """Ask again where the clock has more and nothing comes."""
        due_us = self.due_us()
        if due_us is not None and now_us >= due_us:
            self.stalls += 1
            self._ask_again(now_us)

    @property
    def stuck(self) -> bool:
        """Asked several times in vain: the clock may have forgotten us."""
        return self._asked >= 4

    def outgoing(self) -> list[Message]:
        """What is to be sent now: a subscription, or the acknowledgement."""
        if self.journal_id is None:
            return []
        if self._subscribe:
            self._subscribe = False
            self._acknowledged = self.durable
            return [Subscribe(self.journal_id, self.durable)]
        if self.durable > self._acknowledged:
            self._acknowledged = self.durable
            return [Ack(self.journal_id, self.durable)]
        return []

    def _ask_again(self, now_us: int) -> None:
        self._subscribe = True
        self._asked += 1
        self._progress_us = now_us
