"""Clocks on a bus as ports of their own: real MicroPython firmwares on simulated wires."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from flagfall.link import bus
from flagfall.link import notices as n
from flagfall.link.bus_port import BusPort, line_of, port_at, spread
from flagfall.link.discovery import Candidate, probe, survey
from flagfall.link.errors import BadAddress, NoAnswer, PortBusy
from flagfall.link.port import Port
from flagfall.link.session import Session
from flagfall.link.visit import Visit
from flagfall.sim.board import Board
from flagfall_device.settings import ADDRESS, Settings
from flagfall_device.store import FileStore
from flagfall_protocol import codes, messages

from tests.support.hub import Hub
from tests.support.ptys import high_names
from tests.support.talk import sudden

CLOCKS = 4
ORDERS = 5
LONG_S = 30  # a busy machine lets processes wait


class Owner:
    """Keeps every record and acknowledges it."""

    def __init__(self, address: str, number: int) -> None:
        self.records: list[Any] = []
        self.notices: list[n.Notice] = []
        self.cursor = 0
        self.port: Port = port_at(f"{address}@{number}", Session(0xA0), self)

    def __call__(self, notice: n.Notice) -> None:
        self.notices.append(notice)
        match notice:
            case n.Greeted():
                self.port.subscribe(notice.hello.journal_id, self.cursor)
            case n.Arrived():
                self.records.append(notice.record)
                self.cursor = notice.record.seq
                self.port.acknowledge(notice.record.journal_id, notice.record.seq)

    def of(self, kind: type[n.Notice]) -> list[n.Notice]:
        return [x for x in self.notices if isinstance(x, kind)]


def until(what: Callable[[], Any], s: float = LONG_S) -> None:
    end = time.monotonic() + s
    while not what():
        assert time.monotonic() < end
        time.sleep(0.005)


def late(port: Port) -> int:
    """How often the host had given up: then, and only then, an answer may meet a question."""
    assert isinstance(port, BusPort)
    return port._line.bus.unanswered


def board_at(address: int, folder: Path) -> Board:
    """A clock with an address, whose time is real."""
    folder.mkdir()
    settings = Settings(FileStore(str(folder), "settings", sync=True))
    settings.set(ADDRESS, address)
    settings._entries.close()
    return Board("micropython", b"onbus%03d" % address, folder, False)


@pytest.fixture
def wired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Hub, dict[int, Board]]]:
    """Four clocks on one pair of wires. The processes that stand for them may have to wait for
    their turn on this machine: none is thought silent for that."""
    monkeypatch.setattr(bus, "REPLY_US", 400_000)
    with high_names(), ExitStack() as stack:
        hub = Hub()
        boards = {}
        for address in range(1, CLOCKS + 1):
            boards[address] = stack.enter_context(board_at(address, tmp_path / str(address)))
            hub.join(address, boards[address])
        stack.enter_context(hub)
        yield hub, boards
        for board in boards.values():
            assert board.complaints == ""


@pytest.mark.micropython
def test_micropython_clocks_share_a_line_and_none_speaks_unasked(
    wired: tuple[Hub, dict[int, Board]],
) -> None:
    hub, boards = wired
    owners = {a: Owner(hub.address, a) for a in boards}
    for owner in owners.values():
        owner.port.start()
    try:
        until(lambda: all(o.of(n.Greeted) for o in owners.values()))
        head, *periods = sudden(60)
        for owner in owners.values():
            assert owner.port.send_rules(head, periods).result(LONG_S).status is codes.Status.DONE
        orders = [
            owner.port.command(
                codes.Act.CORRECT,
                side=codes.Side.LEFT,
                flags=codes.OrderFlag.DELTA,
                amount_us=1_000_000 + i,
            )
            for i in range(ORDERS)
            for owner in owners.values()
        ]
        assert {o.result(LONG_S).status for o in orders} == {codes.Status.DONE}
        for address, owner in owners.items():
            hello = next(x for x in owner.notices if isinstance(x, n.Greeted)).hello
            assert hello.uid == boards[address].uid
            assert hello.implementation is codes.Implementation.MICROPYTHON
            assert hello.capabilities & codes.Capability.BUS
            until(lambda o=owner: o.port.session.events.delivered == o.port.session.events.newest)
            assert [r.seq for r in owner.records] == list(range(1, len(owner.records) + 1))
            done = [r for r in owner.records if isinstance(r, messages.OrderEvent)]
            assert [r.amount_us for r in done] == [1_000_000 + i for i in range(ORDERS)]
        assert hub.collisions <= late(owners[1].port)
    finally:
        for owner in owners.values():
            owner.port.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("bus ")]


@pytest.mark.micropython
def test_dead_clock_is_said_and_found_again_and_the_others_go_on(
    wired: tuple[Hub, dict[int, Board]],
) -> None:
    hub, boards = wired
    owners = {a: Owner(hub.address, a) for a in boards}
    for owner in owners.values():
        owner.port.start()
    try:
        until(lambda: all(o.of(n.Greeted) for o in owners.values()))
        boards[2].kill()
        hub.dead.add(2)
        until(lambda: owners[2].of(n.Lost))
        order = owners[3].port.command(codes.Act.CORRECT, side=codes.Side.LEFT, amount_us=5)
        order.result(LONG_S)
        hub.dead.clear()
        boards[2].restart()
        until(lambda: len(owners[2].of(n.Greeted)) == 2)
        until(lambda: len([r for r in owners[2].records if isinstance(r, messages.BootEvent)]) == 2)
        assert hub.collisions <= late(owners[3].port)
    finally:
        for owner in owners.values():
            owner.port.close()


@pytest.mark.micropython
def test_one_who_speaks_unasked_loses_nobody_anything(
    wired: tuple[Hub, dict[int, Board]],
) -> None:
    hub, _boards = wired
    owner = Owner(hub.address, 1)
    others = [Owner(hub.address, a) for a in (2, 3, 4)]
    for o in (owner, *others):
        o.port.start()
    try:
        until(lambda: owner.of(n.Greeted))
        answered = []
        for i in range(6):
            order = owner.port.command(
                codes.Act.CORRECT,
                side=codes.Side.LEFT,
                flags=codes.OrderFlag.DELTA,
                amount_us=1_000_000 + i,
            )
            for _ in range(3):
                hub.shout(b"\x00Traceback\x00")
                time.sleep(0.009)
            with suppress(NoAnswer):  # perhaps done: the journal tells
                order.result(LONG_S)
                answered.append(1_000_000 + i)
        assert hub.collisions > 0
        until(lambda: owner.port.session.events.delivered == owner.port.session.events.newest)
        done = [r.amount_us for r in owner.records if isinstance(r, messages.OrderEvent)]
        assert done == sorted(set(done))
        assert set(done) >= set(answered)
        assert [r.seq for r in owner.records] == list(range(1, len(owner.records) + 1))
    finally:
        for o in (owner, *others):
            o.port.close()


@pytest.mark.micropython
def test_clocks_of_a_bus_are_listed_and_visited_by_their_addresses(
    wired: tuple[Hub, dict[int, Board]],
) -> None:
    hub, boards = wired
    assert probe(f"{hub.address}@3", answer_s=LONG_S).uid == boards[3].uid
    every = [Candidate(a, "", "", "") for a in spread([f"{hub.address}@1-5"])]
    uids = [board.uid for board in boards.values()]

    def found() -> bool:
        *there, missing = [told for _c, told in survey(every)]
        assert isinstance(missing, NoAnswer)
        return [getattr(told, "uid", None) for told in there] == uids

    until(found)
    with Visit(f"{hub.address}@2", greet_s=LONG_S) as clock:
        assert clock.hello.uid == boards[2].uid
        assert clock.state().game == 0
        with pytest.raises(PortBusy), Visit(f"{hub.address}@2"):
            pass


def test_no_descriptor_or_thread_is_left_of_many_visits_to_a_bus() -> None:
    with high_names(), Hub() as hub:
        for _ in range(2):  # what is made once is made in the first
            before = len(os.listdir("/proc/self/fd")), threading.active_count()
            for _ in range(20):
                owners = [Owner(hub.address, a) for a in (1, 2, 3)]
                for owner in owners:
                    owner.port.start()
                for owner in owners:
                    owner.port.close()
            after = len(os.listdir("/proc/self/fd")), threading.active_count()
        assert after == before


def test_addresses_of_a_bus_are_spread() -> None:
    assert spread(["pty:/dev/pts/3", "serial:/dev/ttyUSB0@1-3,7"]) == [
        "pty:/dev/pts/3",
        *(f"serial:/dev/ttyUSB0@{i}" for i in (1, 2, 3, 7)),
    ]
    assert line_of("serial:/dev/ttyUSB0@7") == "serial:/dev/ttyUSB0"
    assert line_of("tcp:10.0.0.7:4000") == "tcp:10.0.0.7:4000"


@pytest.mark.parametrize("said", ["x@0", "x@251", "x@5-3", "x@1-2-3", "x@1,300"])
def test_address_that_is_none_is_refused_in_words(said: str) -> None:
    with pytest.raises(BadAddress, match="names no clock on a bus"):
        spread([said])


def test_port_is_of_one_clock() -> None:
    with pytest.raises(BadAddress, match="several"):
        port_at("pty:/dev/pts/3@1-4", Session(1), lambda _notice: None)
