"""RS-485: addressed clocks on one pair of wires, in virtual time."""

import random
from functools import partial

import pytest
from flagfall.link import notices as n
from flagfall.link.bus import Bus
from flagfall_protocol import codes

from tests.support.fake_clock import FakeClock
from tests.support.wires import Wires

STEP_US = 100


class Hall:
    """A host and its clocks on the wires; each clock answers after a while of its own."""

    def __init__(self, tables: int, seed: int = 1, missing: int = 0) -> None:
        self.random = random.Random(seed)
        self.wires = Wires()
        self.now_us = 0
        self.bus = Bus(0xA0, list(range(1, tables + missing + 1)))
        self.told: list[tuple[int, n.Notice]] = []
        self.pending: list[tuple[int, FakeClock]] = []
        self.clocks = {}
        for address in range(1, tables + 1):
            clock = FakeClock(uid=b"table%03d" % address, journal_id=1000 + address)
            clock.address = address
            self.clocks[address] = clock
            self.wires.join(clock, partial(self.hear_at_clock, clock))
        self.wires.join(self.bus, self.hear_at_host)
        self.bus.greet(0)

    def hear_at_clock(self, clock: FakeClock, data: bytes) -> None:
        clock.feed(data, self.now_us)
        self.pending.append((self.now_us + self.random.randrange(100, 3_000), clock))

    def hear_at_host(self, data: bytes) -> None:
        self.take(self.bus.feed(data, self.now_us))

    def take(self, told: list[tuple[int, n.Notice]]) -> None:
        for address, notice in told:
            self.told.append((address, notice))
            if isinstance(notice, n.Greeted):
                self.bus.sessions[address].subscribe(notice.hello.journal_id, 0, self.now_us)
            if isinstance(notice, n.Arrived):
                record = notice.record
                self.bus.sessions[address].acknowledge(record.journal_id, record.seq)

    def run(self, s: float) -> None:
        end_us = self.now_us + int(s * 1_000_000)
        while self.now_us < end_us:
            self.now_us += STEP_US
            self.wires.pass_time(self.now_us)
            self.take(self.bus.tick(self.now_us))
            wire = self.bus.outgoing(self.now_us)
            if wire:
                self.wires.speak(self.bus, wire, self.now_us)
            due = [c for at, c in self.pending if at <= self.now_us]
            self.pending = [(at, c) for at, c in self.pending if at > self.now_us]
            for clock in due:
                wire = clock.outgoing()
                if wire:
                    self.wires.speak(clock, wire, self.now_us)

    def arrived(self, address: int) -> list[int]:
        return [x.record.seq for a, x in self.told if a == address and isinstance(x, n.Arrived)]


def test_thirty_two_clocks_share_the_wires_and_nobody_speaks_unasked() -> None:
    hall = Hall(32)
    hall.run(2)
    assert all(s.live for s in hall.bus.sessions.values())
    for clock in hall.clocks.values():
        for i in range(6):
            clock.press(i)
    hall.run(2.5)
    for address in hall.clocks:
        assert hall.arrived(address) == [1, 2, 3, 4, 5, 6]
    assert hall.wires.collisions == 0
    assert hall.bus.unanswered == 0


def test_clock_that_is_not_there_costs_the_others_little() -> None:
    hall = Hall(3, missing=5)
    hall.run(1)
    hall.clocks[2].press(1)
    hall.run(1)
    assert hall.arrived(2) == [1]
    assert hall.wires.collisions == 0
    assert not hall.bus.sessions[8].live


def test_clock_is_told_only_what_has_its_address() -> None:
    hall = Hall(4)
    hall.run(1)
    session = hall.bus.sessions[3]
    request = session.command(codes.Act.STOP, hall.now_us)
    hall.run(1)
    assert [c.done for c in hall.clocks.values()] == [[], [], [request], []]
    answers = [(a, x) for a, x in hall.told if isinstance(x, n.Answered)]
    assert [(a, x.request) for a, x in answers] == [(3, request)]


def test_answer_of_many_frames_is_fetched_poll_by_poll() -> None:
    hall = Hall(8)
    hall.run(1)
    hall.bus.sessions[5].snapshot(hall.now_us)
    hall.run(1)
    (snapped,) = [x for _a, x in hall.told if isinstance(x, n.Snapped)]
    assert snapped.data == hall.clocks[5].state
    assert hall.wires.collisions == 0


def test_noise_on_the_wires_loses_nothing() -> None:
    hall = Hall(6, seed=7)
    hall.run(1)
    speak = hall.wires.speak

    def noisy(who: object, data: bytes, now_us: int) -> None:
        if hall.random.random() < 0.15:
            at = hall.random.randrange(len(data))
            data = data[:at] + bytes([data[at] ^ 1 << hall.random.randrange(8)]) + data[at + 1 :]
        speak(who, data, now_us)

    hall.wires.speak = noisy  # type: ignore[method-assign]
    for i in range(12):
        for clock in hall.clocks.values():
            clock.press(i)
        hall.run(0.2)
    hall.wires.speak = speak  # type: ignore[method-assign]
    hall.run(3)
    for address in hall.clocks:
        assert hall.arrived(address) == list(range(1, 13))
    faults = [x for _a, x in hall.told if isinstance(x, n.Faulted)]
    assert {x.kind for x in faults} & {codes.FaultKind.BAD_CRC, codes.FaultKind.BAD_FRAME}


def test_cut_wires_are_taken_up_again() -> None:
    hall = Hall(3)
    hall.run(1)
    hall.take(hall.bus.line_cut())
    for clock in hall.clocks.values():
        clock.press(1)
    hall.bus.greet(hall.now_us)
    hall.run(2)
    assert [hall.arrived(a) for a in hall.clocks] == [[1], [1], [1]]


@pytest.mark.parametrize("addresses", [[], [0], [251], [-1]])
def test_addresses_of_a_bus_are_1_to_250(addresses: list[int]) -> None:
    with pytest.raises(ValueError, match="250"):
        Bus(1, addresses)
