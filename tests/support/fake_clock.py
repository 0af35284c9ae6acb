"""A clock as the wire sees it, in a page: what a host's end is tested against.

No input or output of its own, no engine: a command appends a record and raises the revision. The
real firmware takes its place in the tests of both ends together.
"""

import zlib
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from flagfall_protocol import codes, messages
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import FrameReader, encode
from flagfall_protocol.messages import PART_BYTES
from flagfall_protocol.schema import FRAME_MAX, MAJOR, MINOR, SCHEMA_CRC, WINDOW

HOLD_US = 5_000_000
ANSWERS = 8


class FakeClock:
    """The clock's end. `records` holds the journal; `done` every act that took effect."""

    def __init__(
        self, uid: bytes = b"fakeclok", journal_id: int = 77, capacity: int = 1000
    ) -> None:
        self.uid, self.journal_id, self.capacity = uid, journal_id, capacity
        self.major, self.schema_crc = MAJOR, SCHEMA_CRC
        self.address = 0  # another one: on a bus, where it speaks only when spoken to
        self.records: dict[int, Message] = {}
        self.newest = 0
        self.revision = 0
        self.done: list[int] = []
        self.rules: list[Message] = []
        self.state = bytes(range(100))
        self.boot_id = 1
        self.restart()

    def restart(self) -> None:
        """Power fails and comes back: what is in memory only is gone."""
        self.boot_id += 1
        self.reader = FrameReader(up=False)
        self.holder = 0
        self.heard_us = 0
        self._answers: OrderedDict[int, list[Message]] = OrderedDict()
        self._cursor: int | None = None
        self._sent = 0
        self._out: list[Message] = []
        self._sequence = 0
        self._parts: dict[int, messages.Part] = {}
        self._rules: list[Any] = []
        self._turn = False
        self._state_due: Message | None = None
        self._told = -1

    @property
    def oldest(self) -> int:
        """The oldest record kept; 0: none."""
        return min(self.records, default=0)

    def press(self, at_us: int, side: codes.Side = codes.Side.LEFT) -> None:
        """Something happens on the clock: one record."""
        self.newest += 1
        self.records[self.newest] = messages.Event(
            self.journal_id,
            self.newest,
            at_us,
            1,
            codes.Act.PRESS,
            side,
            codes.Refusal.NONE,
            self.newest & 0xFF,
            0,
            1000,
            1000,
            codes.Happened.MOVE,
        )
        self.records.pop(self.newest - self.capacity, None)

    def feed(self, data: bytes, now_us: int) -> None:
        """Bytes from the host."""
        for frame in self.reader.feed(data):
            if frame.address == self.address and frame.message is not None:
                self._turn = True
                if self.address and self.holder and self._told != self.revision:
                    self._state_due = self.told_state(now_us)
                self._taken(frame.message, now_us)

    def outgoing(self) -> bytes:
        """Bytes to the host: answers first, then the journal within its window."""
        wire = b""
        while not self.address or self._turn:
            msg = self._next()
            if msg is None:
                break
            self._turn = False
            wire += encode(msg, sequence=self._sequence, address=self.address, up=True)
            self._sequence = (self._sequence + 1) & 0xFF
        return wire

    def _next(self) -> Message | None:
        if self._out:
            return self._out.pop(0)
        if self._cursor is not None:
            if self._cursor + 1 < self.oldest:
                self._cursor = self._sent = self.oldest - 1
                return messages.Gap(self.journal_id, self.oldest, self.newest)
            if self._sent < min(self.newest, self._cursor + WINDOW):
                self._sent += 1
                return self.records[self._sent]
        if self._state_due is not None:
            state, self._state_due = self._state_due, None
            self._told = self.revision
            return state
        return messages.Quiet(self.newest) if self.address and self.holder else None

    def _taken(self, msg: Message, now_us: int) -> None:
        if isinstance(msg, messages.HelloRequest):
            self._hello(msg, now_us)
            return
        if not self.holder:
            return  # silent until asked
        self.heard_us = now_us
        match msg:
            case messages.SyncRequest():
                self._out.append(messages.Sync(msg.host_us, now_us, now_us, self.newest))
            case messages.Release() if msg.host_id == self.holder:
                self.holder = 0
                self._cursor = None
            case messages.Subscribe():
                after = msg.after if msg.journal_id == self.journal_id else 0
                self._cursor = self._sent = after
            case messages.Ack() if msg.journal_id == self.journal_id:
                self._acknowledged(msg.seq)
            case messages.Poll():
                self._acknowledged(msg.cursor)
                self._state_due = self.told_state(now_us)
            case messages.Turn():
                self._acknowledged(msg.cursor)
            case messages.Ack() | messages.Release():
                pass
            case _:
                self._ordered(msg, now_us)

    def _acknowledged(self, seq: int) -> None:
        if self._cursor is not None:
            self._cursor = max(self._cursor, min(seq, self._sent))

    def _hello(self, msg: messages.HelloRequest, now_us: int) -> None:
        idle_us = now_us - self.heard_us
        if self.holder not in (0, msg.host_id) and idle_us < HOLD_US:
            self._out.append(messages.Busy(self.holder, idle_us // 1000))
            return
        self.holder, self.heard_us, self._cursor = msg.host_id, now_us, None
        self._out.append(
            messages.Hello(
                self.major,
                MINOR,
                msg.nonce,
                0,
                3,
                0,
                self.uid,
                self.boot_id,
                codes.ResetCause.POWER_ON,
                codes.Capability.BUZZER,
                FRAME_MAX,
                WINDOW,
                self.journal_id,
                self.oldest,
                self.newest,
                self.schema_crc,
                codes.Implementation.CPYTHON,
                3,
                11,
                codes.BoardKind.UNIX,
                self.holder,
            )
        )

    def told_state(self, now_us: int) -> messages.State:
        """The state as it stands."""
        return messages.State(
            now_us,
            codes.StateFlag.STARTED,
            1000,
            1000,
            0,
            0,
            codes.Health(0),
            self.revision,
            self.newest,
            1,
        )

    def _ordered(self, msg: Any, now_us: int) -> None:
        if msg.request in self._answers:
            self._out += self._answers[msg.request]
            return
        answer = self._answer(msg, now_us)
        if not isinstance(msg, messages.SnapRequest | messages.RulesRead | messages.FaultsRequest):
            self._answers[msg.request] = answer
            if len(self._answers) > ANSWERS:
                self._answers.popitem(last=False)
        self._out += answer

    def _answer(self, msg: Any, now_us: int) -> list[Message]:
        status = codes.Status.DONE
        match msg:
            case messages.SnapRequest():
                return [*self._told_parts(msg.request)]
            case messages.RulesRead():
                return [replace(m, request=msg.request) for m in self.rules]  # type: ignore[type-var]
            case messages.FaultsRequest():
                faults = self.reader.faults
                return [messages.Faults(msg.request, (faults + [0] * 12)[:12])]
            case messages.Command():
                if msg.revision not in (messages.ANY_REVISION, self.revision):
                    status = codes.Status.STALE
                else:
                    self.done.append(msg.request)
                    self.revision += 1
                    self.press(now_us)
            case messages.RulesBegin():
                self._rules = [msg]
            case messages.Period():
                self._rules.append(msg)
            case messages.RulesCommit():
                crc = zlib.crc32(b"".join(m.body()[4:] for m in self._rules))
                if crc == msg.crc:
                    self.rules = [*self._rules, msg]
                    self.done.append(msg.request)
                else:
                    status = codes.Status.WRONG_CRC
            case messages.Part():
                self._parts[msg.part] = msg
            case messages.PartsCommit():
                data = b"".join(p.data for _i, p in sorted(self._parts.items()))
                data = data[: self._parts[0].length] if self._parts else b""
                if zlib.crc32(data) == msg.crc:
                    self.state = data
                    self.done.append(msg.request)
                else:
                    status = codes.Status.WRONG_CRC
                self._parts.clear()
        return [
            messages.Outcome(
                msg.request, status, codes.Refusal.NONE, self.revision, self.newest, now_us
            )
        ]

    def _told_parts(self, request: int) -> list[Message]:
        pieces = [self.state[i : i + PART_BYTES] for i in range(0, len(self.state), PART_BYTES)]
        return [
            *(
                messages.Part(request, i, len(pieces), len(self.state), p.ljust(PART_BYTES, b"\0"))
                for i, p in enumerate(pieces)
            ),
            messages.PartsCommit(request, zlib.crc32(self.state)),
        ]
