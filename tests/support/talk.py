"""A host that speaks to one clock without any cleverness: says a message, reads the answers."""

import os
import select
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from flagfall.sim.board import AnyBoard
from flagfall.sim.inside import Inside
from flagfall_protocol import messages as m
from flagfall_protocol.codes import Act, Key, Side
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import FrameReader, encode

M = TypeVar("M", bound=Message)
RECORDS = (m.Event, m.BoardEvent, m.OrderEvent, m.RulesEvent, m.PeriodEvent, m.BootEvent)
HOST = 0x1234


class Talk:
    """`exchange(bytes) -> bytes` is the line; everything heard is kept in `heard`."""

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        self._exchange = exchange
        self._reader = FrameReader(up=True)
        self._sequence = 0
        self._request = 0
        self.heard: list[Message] = []
        self.records: list[Any] = []

    def say(self, *messages: Message) -> list[Message]:
        """Say these and read what comes."""
        data = b""
        for message in messages:
            data += encode(message, sequence=self._sequence)
            self._sequence = (self._sequence + 1) & 0xFF
        return self.raw(data)

    def raw(self, data: bytes) -> list[Message]:
        """Send bytes as they are and read what comes."""
        return self.hear(self._exchange(data))

    def hear(self, data: bytes) -> list[Message]:
        """Take bytes that came up."""
        frames = self._reader.feed(data)
        got = [f.message for f in frames if f.message is not None]
        self.heard += got
        self.records += [r for r in got if isinstance(r, RECORDS)]
        return got

    def ask(self, message: Message, kind: type[M]) -> M:
        """Say it; the first answer of this kind."""
        heard = self.say(message)
        for _ in range(3):
            for got in heard:
                if isinstance(got, kind):
                    return got
            heard = self.raw(b"")  # a board that has just started may need a moment
        raise AssertionError(f"no {kind.__name__} came")

    def hello(self, host: int = HOST, nonce: int = 7) -> m.Hello:
        """Say hello."""
        return self.ask(m.HelloRequest(1, 0, host, nonce), m.Hello)

    def request(self) -> int:
        """A fresh request id."""
        self._request += 1
        return self._request

    def order(self, act: Act, side: Side = Side.NONE, **fields: Any) -> m.Outcome:
        """Order something, whatever the revision."""
        revision = fields.pop("revision", m.ANY_REVISION)
        command = m.Command(self.request(), revision, act, side, **fields)
        return self.ask(command, m.Outcome)

    def lay_out(self, head: m.RulesBegin, *periods: m.Period) -> list[m.Outcome]:
        """Send a regulation and lay it out."""
        import zlib

        whole = [head, *periods]
        crc = zlib.crc32(b"".join(p.body()[4:] for p in whole))
        parts: list[Any] = [*whole, m.RulesCommit(0, head.scratch, crc)]
        return [self.ask(replace(p, request=self.request()), m.Outcome) for p in parts]

    def journal(self, journal_id: int, after: int = 0) -> list[Any]:
        """Everything the journal holds after a record."""
        start = len(self.records)
        newest = self.ask(m.Poll(0), m.State).newest
        if after < newest:
            self.say(m.Subscribe(journal_id, after))
        while after < newest and (not self.records or self.records[-1].seq < newest):
            assert self.say(m.Ack(journal_id, self.records[-1].seq)), "the journal stopped"
        return self.records[start:]

    def advance(self, to_us: int, *edges: tuple[Key, bool, int]) -> m.Advanced:
        """Let virtual time pass, with (key, down, after) edges on the way."""
        keys = [key | (0x80 if down else 0) for key, down, _ in edges] + [0] * (8 - len(edges))
        after = [us for *_, us in edges] + [0] * (8 - len(edges))
        return self.ask(m.Advance(to_us, len(edges), keys, after), m.Advanced)


def inside(clock: Inside) -> Talk:
    """Talk to a clock in memory."""
    return Talk(clock.exchange)


class PtyLine:
    """The host's end of a board's pseudo-terminal; reads until it has been quiet for a while."""

    def __init__(self, board: AnyBoard, quiet_s: float = 0.02, first_s: float = 3.0) -> None:
        self._fd = os.open(board.address.removeprefix("pty:"), os.O_RDWR | os.O_NOCTTY)
        self._quiet_s, self._first_s = quiet_s, first_s

    def exchange(self, data: bytes) -> bytes:
        """Write, then read what comes."""
        self.send(data)
        return self.drain(self._first_s)

    def send(self, data: bytes) -> None:
        """Write and don't listen."""
        while data:
            data = data[os.write(self._fd, data) :]

    def drain(self, wait_s: float = 0.0) -> bytes:
        """What has come, and comes until it is quiet; the first byte within `wait_s`."""
        got = b""
        until = time.monotonic() + wait_s + 1
        while time.monotonic() < until and select.select([self._fd], [], [], wait_s)[0]:
            got += os.read(self._fd, 4096)
            wait_s = self._quiet_s
        return got

    def close(self) -> None:
        """Let the line go."""
        os.close(self._fd)


def sudden(minutes: int = 5, **flags: Any) -> tuple[m.RulesBegin, m.Period]:
    """A regulation of one period to the end."""
    from flagfall_protocol.codes import CarryWithoutControl, Code, Method, RuleFlag

    head = m.RulesBegin(
        0,
        flags.get("scratch", 0),
        Code.PLAIN,
        flags.get("rules", RuleFlag.CARRY_OVER | RuleFlag.CHARGE_TAKEBACK),
        3,
        0,
        0,
        2_000_000,
        3_600_000,
        CarryWithoutControl.ASK,
        1,
        1,
    )
    period = m.Period(0, Side.BOTH, 0, 0xFFFF, minutes * 60_000_000, Method.SUDDEN, 0, 0, 0, 0, 0)
    return head, period
