"""One host's conversation with one clock, without any input or output of its own.

Bytes go in by `feed`, time by `tick`, bytes come out of `outgoing`; what happened is returned as
notices. The same session runs over a real port, a pseudo-terminal, and in virtual time.
"""

import secrets
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from flagfall_protocol import codes, messages
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import Frame, FrameReader, encode
from flagfall_protocol.schema import MAJOR, MINOR

from flagfall.link.commands import CommandLane, parts_of, rules_crc
from flagfall.link.events import EventLane, record_of
from flagfall.link.faults import FaultTally
from flagfall.link.greeting import refusal_of, warnings_of
from flagfall.link.notices import (
    Faulted,
    Greeted,
    Held,
    Lost,
    Notice,
    Stated,
    Synced,
)
from flagfall.link.rtt import RoundTrip
from flagfall.link.sync import ClockSync
from flagfall.link.virtual import Edge, VirtualLane

GREET_US = 300_000
GREET_MOST_US = 2_000_000
HEARTBEAT_US = 1_000_000
FIRST_SYNCS = 8  # in quick succession after a greeting, for an offset at once
QUICK_US = 20_000
SHARED_US = 250_000  # on a bus a turn may be missed, and another one, before a clock is given up
DITHER_US = 379
ASLEEP_US = 4_000_000  # a clock lets another host in after 5 s of silence
RING_BYTES = 250  # an ESP32's input ring takes 260: what is sent unheard must fit it
SYNC_ASKED = len(encode(messages.SyncRequest(0)))
SYNC_TOLD = len(encode(messages.Sync(0, 0, 0, 0)))
UNANSWERED = 3  # heartbeats without a sound: the clock is gone, or rebooted and silent


class Session:
    """A conversation. Times are the caller's monotonic microseconds; they never decrease.

    `first_request` and `nonce` are random unless given: a restarted host must not repeat its ids.
    """

    def __init__(
        self,
        host_id: int,
        *,
        address: int = 0,
        first_request: int | None = None,
        nonce: int | None = None,
    ) -> None:
        self.host_id = host_id
        self.address = address
        self.hello: messages.Hello | None = None
        self.live = False
        self.rtt = RoundTrip()
        self._greet_first_us = GREET_US
        self._quick_us = QUICK_US
        self._heartbeat_us = HEARTBEAT_US
        self._byte_us = 0
        self.sync = ClockSync()
        self.events = EventLane(self.rtt)
        self.commands = CommandLane(
            secrets.randbits(32) if first_request is None else first_request, self.rtt
        )
        self.virtual = VirtualLane(self.rtt)
        self.reader = FrameReader(up=True)
        self._nonce = secrets.randbits(32) if nonce is None else nonce
        self._sequence = 0
        self._unheard = 0
        self._ticked_us = 0
        self._queue: list[Message] = []
        self._greeting_us: int | None = None
        self._greet_wait_us = self._greet_first_us
        self._held_by = 0
        self._refused = False
        self._sync_due_us = 0
        self._sync_sent_us: int | None = None
        self._unanswered = 0
        self._syncs = 0
        self._tally = FaultTally(self.reader)
        self._clock_faults: dict[codes.FaultKind, int] = {}

    def share(self, address: int, round_us: int, byte_us: int) -> None:
        """The line is shared: our clock has this address, the host comes round to it so seldom,
        and a byte takes so long on the wires."""
        self.address = address
        self.rtt.wait_at_least(max(2 * round_us, SHARED_US))
        self._greet_first_us = max(GREET_US, 2 * round_us)
        self._quick_us = max(QUICK_US, round_us // 2)
        self._heartbeat_us = max(HEARTBEAT_US, 15 * round_us)
        self._byte_us = byte_us

    # ------------------------------------------------------------ the owner's side

    def greet(self, now_us: int) -> None:
        """(Re)open the conversation: the line is fresh, or was cut."""
        self.live = False
        self.reader.reset()
        self._queue.clear()
        self._nonce = (self._nonce + 1) & 0xFFFFFFFF
        self._greet_wait_us = self._greet_first_us
        self._unheard = 0
        self._greeting_us = now_us
        self._refused = False
        self._held_by = 0

    def line_cut(self) -> list[Notice]:
        """The transport is gone. Nothing is forgotten; `greet` goes on where it stopped."""
        was_live, self.live = self.live, False
        self._greeting_us = None
        self._queue.clear()
        return [Lost("unplugged")] if was_live else []

    def fall_silent(self) -> None:
        """Say no more until greeted anew: what stands at the other end is no clock now."""
        self.line_cut()

    def release(self) -> None:
        """Let the clock go, so that another host may take it at once."""
        if self.live:
            self._queue.append(messages.Release(self.host_id))

    def subscribe(self, journal_id: int, after: int, now_us: int) -> None:
        """Fetch the journal after this record: once, when greeted; later cuts resume by themselves.

        What this session has delivered it never delivers again.
        """
        self.events.subscribe(journal_id, after, now_us)
        if self.hello is not None and self.hello.journal_id == journal_id:
            self.events.told_newest(self.hello.newest, now_us)

    def acknowledge(self, journal_id: int, seq: int) -> None:
        """Everything up to `seq` is safely kept; `ValueError` beyond what arrived."""
        self.events.acknowledge(journal_id, seq)

    def command(
        self,
        act: codes.Act,
        now_us: int,
        *,
        revision: int = messages.ANY_REVISION,
        **fields: Any,
    ) -> int:
        """Order something of the live clock (`fields` as in `messages.Command`); the request id."""
        return self.order([messages.Command(0, revision, act, **fields)], now_us)

    def send_rules(
        self, head: messages.RulesBegin, periods: Sequence[messages.Period], now_us: int
    ) -> int:
        """Lay out a regulation as a new game; the request id."""
        commit = messages.RulesCommit(0, head.scratch, rules_crc(head, periods))
        return self.order([head, *periods, commit], now_us)

    def snapshot(self, now_us: int) -> int:
        """Ask for the whole state; `Snapped` answers."""
        return self.order([messages.SnapRequest(0)], now_us)

    def restore(self, data: bytes, now_us: int) -> int:
        """Give the clock a whole state, stopped (CL-12); `Answered` answers."""
        return self.order([*parts_of(data), messages.PartsCommit(0, crc32(data))], now_us)

    def read_rules(self, now_us: int) -> int:
        """Ask for the regulation in force; `RulesTold` answers."""
        return self.order([messages.RulesRead(0)], now_us)

    def ask_faults(self, now_us: int) -> int:
        """Ask for the clock's fault counters; `FaultsTold` answers."""
        return self.order([messages.FaultsRequest(0)], now_us)

    def setting(self, setting: int, value: int, now_us: int) -> int:
        """Change a setting of the unit, kept over power-off."""
        return self.order([messages.Setting(0, setting, value)], now_us)

    def act(self, at_us: int, act: codes.Act, now_us: int, **fields: Any) -> int:
        """One step of a scenario on the scratch engine; `Acted` answers."""
        return self.order([messages.ActRequest(0, at_us, act, **fields)], now_us)

    def order(self, parts: Sequence[Any], now_us: int) -> int:
        """Queue messages with request ids, one after another; the last one's id."""
        return self.commands.submit(parts, now_us)

    def advance(self, to_us: int, edges: Sequence[Edge] = ()) -> None:
        """Let virtual time pass; `Advanced` answers. `ValueError` where the edges don't fit."""
        self.virtual.advance(to_us, edges)

    def say(self, msg: Message) -> None:
        """Say something that nobody waits for, such as a poll."""
        self._queue.append(msg)

    def set_board(self, squares: int, occupied: bytes) -> None:
        """What the simulated board's sensors see from now on; not acknowledged."""
        self._queue.append(messages.SetBoard(squares, occupied))

    # ------------------------------------------------------------ the driver's side

    def feed(self, data: bytes, now_us: int) -> list[Notice]:
        """Take bytes from the line, in any portions."""
        notices: list[Notice] = []
        for frame in self.reader.feed(data):
            if frame.address == self.address:
                notices += self.take(frame, now_us)
        return notices + self._tally.new()

    def tick(self, now_us: int) -> list[Notice]:
        """Let time pass: repeat, give up, send heartbeats."""
        notices: list[Notice] = []
        if now_us - self._ticked_us > ASLEEP_US and self.live:
            # This machine slept. Another host may have had the clock, so it may not know any more
            # what it did for us. Nobody else has a rig's clock: there we were only kept waiting.
            notices += [*self.commands.cut(rebooted=not self.commands.patient), Lost("silent")]
            self.greet(now_us)
        self._ticked_us = now_us
        if not self.live:
            if self._greeting_us is not None and now_us >= self._greeting_us:
                self._queue.append(messages.HelloRequest(MAJOR, MINOR, self.host_id, self._nonce))
                self._greeting_us = now_us + self._greet_wait_us
                self._greet_wait_us = min(
                    2 * self._greet_wait_us, max(GREET_MOST_US, self._greet_first_us)
                )
            return notices + self.commands.tick(now_us, live=False)
        self.events.tick(now_us)
        self.virtual.tick(now_us)
        notices += self.commands.tick(now_us, live=True)
        if now_us >= self._sync_due_us:
            if self._sync_sent_us is not None:
                self._unanswered += 1
            if self._unanswered >= UNANSWERED or self.events.stuck:
                self.greet(now_us)
                return [*notices, Lost("silent"), *self.tick(now_us)]
            self._sync_sent_us = now_us
            self._sync_due_us = now_us + self.rtt.timeout_us(2)
            self._queue.append(messages.SyncRequest(now_us))
        return notices

    def wake_us(self, now_us: int) -> int:
        """When `tick` is wanted next, if no byte comes before."""
        due = [self.commands.due_us(live=self.live)]
        if self.live:
            due += [self._sync_due_us, self.events.due_us(), self.virtual.due_us()]
        else:
            due.append(self._greeting_us)
        return min((d for d in due if d is not None), default=now_us + HEARTBEAT_US)

    @property
    def has_to_say(self) -> bool:
        """Does something wait that nobody answers, such as a release?"""
        return bool(self._queue)

    def outgoing(self, now_us: int) -> bytes:
        """Bytes to be written now; they count as written."""
        return b"".join(self.encode(msg, now_us) for msg in self.pending(now_us))

    def pending(self, now_us: int) -> list[Message]:
        """What is to be sent now, in order, for `encode`."""
        out, self._queue = self._queue, []
        if self.live:
            out += self.events.outgoing()
            out += self.commands.outgoing(now_us)
            out += self.virtual.outgoing(now_us)
        return out

    def encode(self, msg: Message, now_us: int) -> bytes:
        """A pending message as it goes on the line at this moment; nothing if it must not."""
        if isinstance(msg, messages.SyncRequest):
            self._sync_sent_us = now_us
            msg = messages.SyncRequest(now_us)
        frame = encode(msg, sequence=self._sequence, address=self.address)
        if self._unheard + len(frame) > RING_BYTES and self.live:
            return b""  # the clock is not reading; what is dropped here comes again in time
        self._unheard += len(frame)
        self._sequence = (self._sequence + 1) & 0xFF
        return frame

    # ------------------------------------------------------------ what came

    def take(self, frame: Frame, now_us: int) -> list[Notice]:
        """Take a frame that was cut out elsewhere (a bus is read once for all its clocks)."""
        self._unheard = 0
        msg = frame.message
        if isinstance(msg, messages.Hello):
            return self._greeted(msg, now_us)
        if isinstance(msg, messages.Busy):
            return self._held(msg, now_us)
        if not self.live:
            return []  # bytes of an earlier conversation
        self._unanswered = 0
        record = record_of(frame)
        if record is not None:
            return self._record(record, now_us)
        match msg:
            case messages.State():
                self.events.told_newest(msg.newest, now_us)
                return [Stated(msg)]
            case messages.Sync():
                return self._synced(msg, now_us)
            case messages.Gap():
                notices = self.events.gapped(msg, now_us)
                if notices:
                    self.snapshot(now_us)
                return notices
            case messages.Advanced():
                self.events.told_newest(msg.newest, now_us)
                return self.virtual.answered(msg, now_us)
            case messages.Fault():
                return self._clock_fault(msg)
            case messages.Quiet():
                self.events.told_newest(msg.newest, now_us)
                return []
            case None:
                return []
        if isinstance(msg, messages.Outcome):
            self.events.told_newest(msg.seq, now_us)
        return self.commands.answered(msg, now_us)

    def _greeted(self, hello: messages.Hello, now_us: int) -> list[Notice]:
        if self.live or self._refused or hello.nonce != self._nonce or self._greeting_us is None:
            return []
        refused = refusal_of(hello)
        if refused is not None:
            self._refused = True
            self._greeting_us = None
            return [refused]
        before, self.hello = self.hello, hello
        if hello.holder not in (0, self.host_id):
            return self._held(messages.Busy(hello.holder, 0), now_us)
        rebooted = before is not None and (before.uid, before.boot_id) != (hello.uid, hello.boot_id)
        if rebooted:
            self.sync.reset()
            self._clock_faults.clear()
        self.live = True
        self._greeting_us = None
        self._held_by = 0
        self._unanswered = self._syncs = 0
        self._sync_sent_us = None
        self._sync_due_us = now_us
        notices = self.commands.cut(rebooted=rebooted)
        if hello.capabilities & codes.Capability.VIRTUAL:
            self.virtual.greeted(rebooted=rebooted)
        if hello.journal_id == self.events.journal_id:
            self.events.resume(now_us)
            self.events.told_newest(hello.newest, now_us)
        else:
            self.events.forget()  # the owner subscribes to the new journal when it reads the notice
        kept = self.events.delivered
        return [*notices, *warnings_of(hello, kept), Greeted(hello, rebooted)]

    def _held(self, busy: messages.Busy, now_us: int) -> list[Notice]:
        notices: list[Notice] = []
        if self.live:
            # Taken from us: we were silent for too long, and what it remembers is another's now.
            self.live = False
            notices += self.commands.cut(rebooted=True)
        elif self._greeting_us is None:
            return []
        self._greeting_us = now_us + GREET_MOST_US
        if busy.holder != self._held_by:
            self._held_by = busy.holder
            notices.append(Held(busy.holder, busy.idle_ms))
        return notices

    def _record(self, record: Any, now_us: int) -> list[Notice]:
        notices = self.events.arrived(record, now_us)
        hello = self.hello
        if (
            notices
            and isinstance(record, messages.BootEvent)
            and hello is not None
            and record.seq > hello.newest
            and record.boot_id != hello.boot_id
        ):
            self.greet(now_us)  # it restarted and we had not noticed
        return notices

    def _synced(self, msg: messages.Sync, now_us: int) -> list[Notice]:
        self.events.told_newest(msg.newest, now_us)
        if msg.host_us != self._sync_sent_us:
            return []
        self._sync_sent_us = None
        self.rtt.measured(now_us - msg.host_us)
        self._syncs += 1
        wait_us = self._quick_us if self._syncs < FIRST_SYNCS else self._heartbeat_us
        # A clock that looks every millisecond would be met at the same phase each time.
        self._sync_due_us = now_us + wait_us + self._syncs * DITHER_US % 1_000
        # Question and answer differ in length: what they took on the wires is no round trip.
        asked_us = msg.host_us + SYNC_ASKED * self._byte_us
        told_us = now_us - SYNC_TOLD * self._byte_us
        estimate = self.sync.add(asked_us, msg.received_us, msg.sent_us, told_us)
        if estimate is None:
            return []
        e = estimate
        return [Synced(e.at_us, e.offset_us, e.error_us, e.drift_ppb)]

    def _clock_fault(self, msg: messages.Fault) -> list[Notice]:
        before = self._clock_faults.get(msg.fault, 0)
        self._clock_faults[msg.fault] = msg.count
        more = msg.count - before
        return [Faulted(msg.fault, more, "clock")] if more > 0 else []
