"""A session and a fake clock on a bench: bytes carried by hand, time by numbers."""

from typing import Any

from flagfall.link import notices as n
from flagfall.link.session import Session
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import FrameReader

from tests.support.fake_clock import FakeClock

HOST = 0xA0


class Bench:
    """A session and a clock on a line without faults; `drop` loses what goes up."""

    def __init__(self, clock: FakeClock | None = None) -> None:
        self.clock = clock or FakeClock()
        self.session = Session(HOST, first_request=1000, nonce=5)
        self.now_us = 1_000_000
        self.seen: list[n.Notice] = []
        self.keep = True  # acknowledge what arrives
        self.drop_up = self.drop_down = 0
        self.down: list[Message] = []

    def step(self, us: int = 1_000) -> None:
        self.now_us += us
        self.take(self.session.tick(self.now_us))
        wire = self.session.outgoing(self.now_us)
        if wire and self.drop_down:
            self.drop_down -= 1
            wire = b""
        for frame in FrameReader(up=False).feed(wire):
            assert frame.message is not None
            self.down.append(frame.message)
        self.clock.feed(wire, self.now_us)
        wire = self.clock.outgoing()
        if wire and self.drop_up:
            self.drop_up -= 1
            wire = b""
        self.take(self.session.feed(wire, self.now_us))

    def take(self, notices: list[n.Notice]) -> None:
        for notice in notices:
            self.seen.append(notice)
            if isinstance(notice, n.Greeted):
                self.session.subscribe(notice.hello.journal_id, 0, self.now_us)
            if isinstance(notice, n.Arrived) and self.keep:
                self.session.acknowledge(notice.record.journal_id, notice.record.seq)

    def run(self, s: float = 0.1) -> None:
        for _ in range(int(s * 1000)):
            self.step()

    def greeted(self) -> "Bench":
        self.session.greet(self.now_us)
        self.run()
        assert self.session.live
        return self

    def of(self, kind: type[Any]) -> list[Any]:
        return [x for x in self.seen if isinstance(x, kind)]

    def arrived(self) -> list[int]:
        return [x.record.seq for x in self.of(n.Arrived)]
