"""The event lane, clock's end: the journal, sent in order, a window ahead of what is acknowledged.

There are no timers here. What was lost on the way is sent again when the host says `Subscribe`
with its cursor; so the host owns retransmission, and a host that does not read costs nothing.
"""

from flagfall_device.codec import WINDOW, pack_gap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_device.journal import Journal


class EventLane:
    """What the host has, what it was sent, and what comes next."""

    def __init__(self, journal: "Journal") -> None:
        self._journal = journal
        self.subscribed = False
        self.acknowledged = 0
        self._next = 1
        self._gap = False
        self.snapshot_due = False  # a gap was said: the whole state must follow

    def stop(self) -> None:
        """Nobody listens any more."""
        self.subscribed = False

    def subscribe(self, journal_id: int, after: int) -> None:
        """Send what comes after the record `after`; after another journal's: from the beginning."""
        journal = self._journal
        if journal_id != journal.journal_id or after > journal.newest:
            after = 0
        self.subscribed = True
        self._go_on(after)

    def _go_on(self, after: int) -> None:
        oldest = self._journal.oldest
        self._gap = after + 1 < oldest
        if self._gap:
            after = oldest - 1
        self.acknowledged = after
        self._next = after + 1

    def acknowledge(self, journal_id: int, seq: int) -> None:
        """The host keeps everything up to `seq`."""
        if journal_id == self._journal.journal_id and self.acknowledged < seq < self._next:
            self.acknowledged = seq

    def fill(self, buf: bytearray) -> int:
        """Pack the next record, or the news of a gap, into a frame's buffer; 0: nothing to send."""
        journal = self._journal
        if not self.subscribed:
            return 0
        if self._next < journal.oldest:
            self._go_on(self._next - 1)
        if self._gap:
            self._gap = False
            self.snapshot_due = True
            return pack_gap(buf, journal.journal_id, self._next, journal.newest)
        if self._next > journal.newest or self._next - self.acknowledged > WINDOW:
            return 0
        size = journal.read(self._next, buf)
        self._next += 1
        if not size:
            # A record spoiled on the flash: the host is told where the journal goes on.
            self.acknowledged = self._next - 1
            self._gap = True
            return self.fill(buf)
        return size
