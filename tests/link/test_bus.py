"""RS-485: addressed clocks on one pair of wires, in virtual time."""

import random
import statistics

import pytest
from flagfall.link import notices as n
from flagfall.link.bus import LET_GO_US, TURN_US, Bus
from flagfall.link.session import Session
from flagfall.sim.bus import BusRig
from flagfall_device import device
from flagfall_protocol import codes, messages
from flagfall_protocol.frames import encode

from tests.support.fake_clock import FakeClock
from tests.support.talk import sudden

S = 1_000_000
LONGEST_ROUND_US = 270_000
QUIET_ROUND_US = 150_000


class Hall(BusRig):
    """A host and fake clocks, each of which turns round in a time of its own."""

    def __init__(self, tables: int, seed: int = 1, missing: int = 0) -> None:
        super().__init__()
        self.random = random.Random(seed)
        self.turn_around = lambda: self.random.randrange(100, 3_000)
        self.fakes: dict[int, FakeClock] = {}
        for address in range(1, tables + 1):
            self.fakes[address] = self.fake(address)
        for address in range(tables + 1, tables + missing + 1):
            self.expect(address)

    def fake(self, address: int) -> FakeClock:
        clock = FakeClock(uid=b"table%03d" % address, journal_id=1000 + address)
        clock.address = address

        def exchange(data: bytes) -> bytes:
            clock.feed(data, self.now_us)
            return clock.outgoing()

        self.add(address, exchange)
        return clock

    def arrived(self, address: int) -> list[int]:
        return [x.record.seq for _t, a, x in self.told if a == address and isinstance(x, n.Arrived)]

    def of(self, kind: type[n.Notice]) -> list[tuple[int, n.Notice]]:
        return [(a, x) for _t, a, x in self.told if isinstance(x, kind)]


def test_thirty_two_clocks_share_the_wires_and_nobody_speaks_unasked() -> None:
    hall = Hall(32)
    hall.run(2 * S)
    assert all(s.live for s in hall.bus.sessions.values())
    for clock in hall.fakes.values():
        for i in range(6):
            clock.press(i)
    hall.run(5 * S // 2)
    for address in hall.fakes:
        assert hall.arrived(address) == [1, 2, 3, 4, 5, 6]
    assert hall.wires.collisions == 0
    assert hall.bus.unanswered == 0


def test_clock_that_is_not_there_costs_the_others_little() -> None:
    hall = Hall(3, missing=5)
    hall.run(S)
    hall.fakes[2].press(1)
    hall.run(S // 4)
    assert hall.arrived(2) == [1]
    assert hall.wires.collisions == 0
    assert not hall.bus.sessions[8].live
    hall.run(10 * S)
    hall.rounds_us.clear()
    hall.run(10 * S)
    assert sum(hall.rounds_us) / len(hall.rounds_us) < 25_000
    assert max(hall.rounds_us) < 3 * TURN_US + 45_000  # one of the missing in a round


def test_clock_that_comes_back_is_found_within_seconds() -> None:
    hall = Hall(2, missing=1)
    hall.run(20 * S)
    hall.fakes[3] = hall.fakes[1]
    hall.bus.leave(3)
    hall.fake(3)
    hall.bus.sessions[3].greet(hall.now_us + 3 * S)  # it is switched on while nobody asks
    hall.run(8 * S)
    assert hall.bus.sessions[3].live


def test_clock_alone_on_the_bus_is_asked_as_often_as_on_a_line_of_its_own() -> None:
    """Nobody has to be spared its silence."""
    hall = Hall(0, missing=1)
    hall.run(3 * S)  # asked at 0, 0.3, 0.9 and 2.1 s
    assert hall.bus.unanswered >= 4
    hall.bus.leave(1)
    hall.fake(1)
    hall.run(S // 2)
    assert hall.bus.sessions[1].live


def test_clock_that_dies_is_said_and_the_others_go_on() -> None:
    hall = Hall(4)
    hall.run(S)
    hall.fakes[3].address = 99  # nobody answers to 3 any more
    hall.run(8 * S)
    assert (3, n.Lost("silent")) in hall.of(n.Lost)
    assert not hall.bus.sessions[3].live
    hall.fakes[4].press(1)
    hall.run(S // 4)
    assert hall.arrived(4) == [1]
    hall.fakes[3].address = 3
    hall.run(8 * S)
    assert hall.bus.sessions[3].live
    assert hall.wires.collisions == 0


def test_clock_that_speaks_unasked_spoils_what_it_meets_and_nothing_is_lost() -> None:
    """The rule broken: the wires carry garbage for a while, the records arrive all the same."""
    hall = Hall(4)
    hall.run(S)
    rude = encode(messages.Quiet(0), address=2, up=True)
    for i in range(40):
        for clock in hall.fakes.values():
            clock.press(i)
        hall.run(7_300)
        hall.wires.speak("rude", rude, hall.now_us)
        hall.run(13_000)
    assert hall.wires.collisions > 10
    hall.run(5 * S)
    for address in hall.fakes:
        assert hall.arrived(address) == list(range(1, 41))


def test_clock_is_told_only_what_has_its_address() -> None:
    hall = Hall(4)
    hall.run(S)
    session = hall.bus.sessions[3]
    request = session.command(codes.Act.STOP, hall.now_us)
    hall.run(S)
    assert [c.done for c in hall.fakes.values()] == [[], [], [request], []]
    answers = [(a, x) for a, x in hall.of(n.Answered)]
    assert [(a, getattr(x, "request", None)) for a, x in answers] == [(3, request)]


def test_answer_of_many_frames_is_fetched_turn_by_turn() -> None:
    hall = Hall(8)
    hall.run(S)
    hall.bus.sessions[5].snapshot(hall.now_us)
    hall.run(S)
    ((address, snapped),) = hall.of(n.Snapped)
    assert address == 5
    assert isinstance(snapped, n.Snapped)
    assert snapped.data == hall.fakes[5].state
    assert hall.wires.collisions == 0


def test_noise_on_the_wires_loses_nothing() -> None:
    hall = Hall(6, seed=7)
    hall.run(S)
    speak = hall.wires.speak

    def noisy(who: object, data: bytes, now_us: int) -> None:
        if hall.random.random() < 0.15:
            at = hall.random.randrange(len(data))
            data = data[:at] + bytes([data[at] ^ 1 << hall.random.randrange(8)]) + data[at + 1 :]
        speak(who, data, now_us)

    hall.wires.speak = noisy  # type: ignore[method-assign]
    for i in range(12):
        for clock in hall.fakes.values():
            clock.press(i)
        hall.run(S // 5)
    hall.wires.speak = speak  # type: ignore[method-assign]
    hall.run(4 * S)
    for address in hall.fakes:
        assert hall.arrived(address) == list(range(1, 13))
    faults = [x for _a, x in hall.of(n.Faulted) if isinstance(x, n.Faulted)]
    assert {x.kind for x in faults} & {codes.FaultKind.BAD_CRC, codes.FaultKind.BAD_FRAME}


def test_clock_that_is_let_go_is_free_at_once_and_nobody_waits_for_its_answer() -> None:
    hall = Hall(3)
    hall.run(S)
    hall.bus.sessions[2].release()
    hall.run(S // 10)
    assert hall.fakes[2].holder == 0
    assert hall.bus.unanswered == 0


def test_cut_wires_are_taken_up_again() -> None:
    hall = Hall(3)
    hall.run(S)
    hall.bus.line_cut()
    for clock in hall.fakes.values():
        clock.press(1)
    hall.bus.greet(hall.now_us)
    hall.run(2 * S)
    assert [hall.arrived(a) for a in hall.fakes] == [[1], [1], [1]]


@pytest.mark.parametrize("address", [0, 251, -1])
def test_addresses_of_a_bus_are_1_to_250(address: int) -> None:
    with pytest.raises(ValueError, match="250"):
        Bus().join(Session(1), address)


def test_address_is_taken_once() -> None:
    bus = Bus()
    bus.join(Session(1), 7)
    with pytest.raises(ValueError, match="taken"):
        bus.join(Session(1), 7)
    bus.leave(7)
    bus.join(Session(1), 7)


# ---------------------------------------------------------------- figures, with the real firmware


@pytest.fixture(scope="module")
def rig() -> BusRig:
    """32 clocks at 115,200 baud that turn round in 1.5 ms, each with a game that runs."""
    rig = BusRig()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(device, "forget", lambda names: None)  # boards need the memory, we time
        for address in range(1, 33):
            rig.add(address)
    rig.run(3 * S)
    assert all(s.live for s in rig.bus.sessions.values())
    head, *periods = sudden(60)
    rig.order(lambda s: s.send_rules(head, periods, rig.now_us))
    rig.order(lambda s: s.command(codes.Act.START, rig.now_us, side=codes.Side.LEFT))
    rig.run(20 * S)  # the first sync requests are through
    return rig


def test_longest_turns_fit_the_round() -> None:
    assert 32 * TURN_US <= LONGEST_ROUND_US
    assert LET_GO_US > 87  # the stop bit of the last byte


def test_round_is_quick_where_nothing_is_new(rig: BusRig) -> None:
    rig.rounds_us.clear()
    rig.run(12 * S)
    assert len(rig.rounds_us) > 70
    assert max(rig.rounds_us) <= QUIET_ROUND_US


def test_round_stays_bounded_where_every_clock_has_much_to_say(rig: BusRig) -> None:
    for _ in range(20):
        for clock in rig.clocks.values():
            clock.press()
        rig.run(60_000)
    rig.rounds_us.clear()
    rig.told.clear()
    rig.run(5 * S)
    assert max(rig.rounds_us) <= LONGEST_ROUND_US
    assert statistics.median(rig.rounds_us) > 200_000  # they did have much to say
    rig.run(10 * S)
    for address, clock in rig.clocks.items():
        assert rig.bus.sessions[address].events.durable == clock.device.journal.newest


def test_event_waits_for_two_rounds_at_most(rig: BusRig) -> None:
    rng = random.Random(4)
    for _ in range(60):
        rig.run(rng.randrange(80_000))
        address = rng.randrange(1, 33)
        rig.clocks[address].press()
        if rng.random() < 0.3:  # an order is on its way, too
            rig.bus.sessions[address].command(codes.Act.STOP, rig.now_us, revision=1)
        seq, began = rig.clocks[address].device.journal.newest, rig.bus.rounds
        while rig.bus.sessions[address].events.delivered < seq:
            rig.run(1_000)
            assert rig.bus.rounds - began <= 2
    assert rig.wires.collisions == 0
    assert rig.bus.unanswered == 0


def test_time_of_a_clock_on_the_bus_is_known() -> None:
    """What the frames take on the wires is not taken for the clock's being late."""
    rig = BusRig()
    for address in (1, 2, 3):
        rig.add(address)
    rig.run(20 * S)
    for address, session in rig.bus.sessions.items():
        assert session.sync.estimate is not None
        rig.clocks[address].device.refresh_time()
        there_us = rig.clocks[address].device.time.now_us()
        late_us = session.sync.estimate.clock_us(rig.now_us) - there_us
        assert abs(late_us) <= session.sync.estimate.error_us < 1_000


def test_clock_that_is_late_keeps_silent() -> None:
    """Its turn has passed: behind the question stand bytes of others."""
    rig = BusRig()
    clock = rig.add(5)
    rig.run(S)
    turn = encode(messages.Turn(0), sequence=200, address=5)
    other = encode(messages.Turn(0), sequence=9, address=6)
    assert clock.exchange(turn)
    assert clock.exchange(turn + b"\xff")  # one byte is the line's own noise
    assert not clock.exchange(turn + other[:4])
    assert not clock.exchange(turn + other)


def test_clock_on_a_bus_takes_echoes_for_no_fault() -> None:
    rig = BusRig()
    clock = rig.add(5)
    rig.run(5 * S)
    assert not any(clock.device.session.faults)
    assert not [x for _t, _a, x in rig.told if isinstance(x, n.Faulted)]
