"""The port's thread: greets, reads, reconnects and resumes, over a pseudo-terminal and memory."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flagfall.link import notices as n
from flagfall.link.errors import LineLost, LinkError, NoAnswer
from flagfall.link.memory import open_memory
from flagfall.link.port import Port, now_us
from flagfall.link.session import Session
from flagfall.link.transport import Transport
from flagfall_protocol import codes, messages

from tests.support.fake_clock import FakeClock
from tests.support.lines import FarEnd, memory_line, pty_line


class Owner:
    """Keeps what a port tells and acknowledges it."""

    def __init__(self) -> None:
        self.seen: list[n.Notice] = []
        self.port: Port | None = None

    def __call__(self, notice: n.Notice) -> None:
        self.seen.append(notice)
        assert self.port is not None
        if isinstance(notice, n.Greeted):
            self.port.subscribe(notice.hello.journal_id, 0)
        if isinstance(notice, n.Arrived):
            self.port.acknowledge(notice.record.journal_id, notice.record.seq)

    def arrived(self) -> list[int]:
        return [x.record.seq for x in self.seen if isinstance(x, n.Arrived)]


def until(what: Callable[[], Any], s: float = 5) -> None:
    end = time.monotonic() + s
    while not what():
        assert time.monotonic() < end
        time.sleep(0.005)


@contextlib.contextmanager
def served(clock: FakeClock, far: FarEnd) -> Iterator[threading.Lock]:
    """The clock lives at the far end of a line."""
    stop = threading.Event()
    lock = threading.Lock()

    def live() -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError, LinkError, IndexError):
                data = far.read(0.005)
                with lock:
                    clock.feed(data, now_us())
                    out = clock.outgoing()
                far.write(out)
                continue
            time.sleep(0.005)

    thread = threading.Thread(target=live)
    thread.start()
    yield lock
    stop.set()
    thread.join()


@pytest.fixture
def owner() -> Owner:
    return Owner()


def port_at(far: FarEnd, owner: Owner) -> Port:
    owner.port = Port(far.address, Session(0xA0), owner)
    return owner.port


def test_records_and_answers_come_over_a_pseudo_terminal(owner: Owner) -> None:
    clock = FakeClock()
    with pty_line() as far, served(clock, far) as lock:
        with port_at(far, owner) as port:
            until(lambda: port.session.live)
            with lock:
                for i in range(20):
                    clock.press(i)
            until(lambda: len(owner.arrived()) == 20)
            assert owner.arrived() == list(range(1, 21))
            outcome = port.command(codes.Act.STOP, revision=0).result(5)
            assert outcome.status is codes.Status.DONE
            assert port.snapshot().result(5) == clock.state
            assert port.restore(b"fresh").result(5).status is codes.Status.DONE
            assert port.ask(lambda s, now: s.ask_faults(now)).result(5) == (0,) * 12
        assert owner.seen[-1] == n.Lost("closed")
        until(lambda: clock.holder == 0)  # released


def test_clock_is_let_go_also_when_the_port_is_closed_in_the_middle_of_a_write(
    owner: Owner,
) -> None:
    clock = FakeClock()

    class ClosedWhileWriting:
        """The moment its thread writes an order, another thread closes the port."""

        def __init__(self, line: Transport) -> None:
            self.address, self.line = line.address, line
            self.read, self.wake, self.close = line.read, line.wake, line.close

        def write(self, data: bytes) -> None:
            # Behind a frame's delimiter and its first COBS code stands the kind.
            kinds = {frame[1] for frame in data.split(b"\0") if frame}
            if messages.Command.KIND in kinds and not port._stop.is_set():
                closer.start()
                until(port._stop.is_set)
            self.line.write(data)

    with memory_line() as far, served(clock, far):
        port = Port(
            far.address,
            Session(0xA0),
            owner,
            open_line=lambda a: ClosedWhileWriting(open_memory(a[4:])),
        )
        closer = threading.Thread(target=port.close)
        owner.port = port
        port.start()
        until(lambda: port.session.live)
        port.command(codes.Act.STOP)
        until(lambda: owner.seen[-1] == n.Lost("closed"))
        closer.join()
        until(lambda: clock.holder == 0)


def test_unplugged_line_is_taken_up_again_and_nothing_is_lost(owner: Owner) -> None:
    """Failures 26, 29, 34: suspend, renumbering, a move missed after reconnect."""
    clock = FakeClock()
    with memory_line() as far, served(clock, far) as lock, port_at(far, owner) as port:
        for cut in range(1, 6):
            until(lambda: port.session.live)
            with lock:
                for i in range(7):
                    clock.press(cut * 100 + i)
            far.unplug()
            until(lambda: not port.session.live)
        until(lambda: len(owner.arrived()) == 35, 10)
    assert owner.arrived() == list(range(1, 36))


def test_missing_port_is_said_once_and_opened_when_it_comes(owner: Owner) -> None:
    clock = FakeClock()
    owner.port = Port("sim:contract", Session(0xA0), owner)
    with owner.port as port:
        until(lambda: owner.seen)
        time.sleep(0.3)
        assert [x.code for x in owner.seen if isinstance(x, n.Refused)] == ["port_missing"]
        with memory_line() as far, served(clock, far):
            until(lambda: port.session.live)


def test_order_to_a_clock_that_never_answers_fails_in_words(owner: Owner) -> None:
    with memory_line() as far:
        owner.port = Port(far.address, Session(0xA0), owner)
        with owner.port as port:
            future = port.command(codes.Act.STOP)
            port.session.commands._waiting[0].expires_us = now_us()
            with pytest.raises(NoAnswer) as failed:
                future.result(5)
            assert failed.value.hint
            waiting = port.command(codes.Act.STOP)
        with pytest.raises(LineLost):
            waiting.result(5)
        with pytest.raises(LineLost):
            port.command(codes.Act.STOP).result(5)


def test_owner_that_fails_does_not_end_the_conversation(owner: Owner) -> None:
    clock = FakeClock()

    def failing(notice: n.Notice) -> None:
        owner(notice)
        if isinstance(notice, n.Arrived) and notice.record.seq == 1:
            raise RuntimeError("full disk")

    with memory_line() as far, served(clock, far) as lock:
        owner.port = Port(far.address, Session(0xA0), failing)
        with owner.port as port:
            until(lambda: port.session.live)
            with lock:
                clock.press(1)
                clock.press(2)
            until(lambda: owner.arrived() == [1, 2])


def test_fault_of_the_session_ends_the_line_and_not_the_port(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    with memory_line() as far, served(clock, far) as lock, port_at(far, owner) as port:
        until(lambda: port.session.live)
        with monkeypatch.context() as patch:
            patch.setattr(port.session, "take", lambda *_: 1 // 0)
            with lock:
                clock.press(1)
            until(lambda: n.Lost("unplugged") in owner.seen)
        until(lambda: owner.arrived() == [1])
