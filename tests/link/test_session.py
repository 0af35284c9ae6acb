"""A session against a clock, in virtual time: what each promise of the wire means."""

from dataclasses import replace
from typing import Any

import pytest
from flagfall.link import notices as n
from flagfall.link.session import Session
from flagfall_protocol import codes, messages
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import FrameReader, encode, seal

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


def test_clock_is_silent_until_asked_and_greeted_at_once() -> None:
    bench = Bench()
    bench.clock.press(0)
    assert bench.clock.outgoing() == b""
    bench.greeted()
    (greeted,) = bench.of(n.Greeted)
    assert greeted.hello.uid == b"fakeclok"
    assert not greeted.rebooted


def test_hello_is_asked_again_when_it_is_lost() -> None:
    bench = Bench()
    bench.drop_up = 2
    bench.session.greet(bench.now_us)
    bench.run(2)
    assert len(bench.of(n.Greeted)) == 1


def test_answer_to_an_earlier_hello_is_not_taken_for_this_one() -> None:
    bench = Bench().greeted()
    old = bench.session.hello
    assert old is not None
    bench.session.greet(bench.now_us)
    bench.take(bench.session.feed(encode(old, up=True), bench.now_us))
    assert not bench.session.live


def test_records_arrive_in_order_and_once_though_frames_are_lost() -> None:
    bench = Bench().greeted()
    for i in range(40):
        bench.clock.press(i)
        bench.drop_up = 1 if i % 3 == 0 else 0
        bench.drop_down = 1 if i % 4 == 1 else 0
        bench.run(0.01)
    bench.run(3)
    assert bench.arrived() == list(range(1, 41))


def test_nothing_is_acknowledged_before_the_owner_says_durable() -> None:
    bench = Bench().greeted()
    bench.keep = False
    for i in range(10):
        bench.clock.press(i)
    bench.run(0.05)
    assert not [m for m in bench.down if isinstance(m, messages.Ack)]
    assert bench.arrived() == [1, 2, 3, 4]  # the window
    bench.session.acknowledge(77, 3)
    bench.run(0.05)
    assert bench.arrived() == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(ValueError, match="acknowledged"):
        bench.session.acknowledge(77, 8)


def test_lost_tail_is_noticed_by_the_newest_record_told_elsewhere() -> None:
    """Failure 34: the last event before a pause is lost; nothing comes after it."""
    bench = Bench().greeted()
    bench.drop_up = 1
    bench.clock.press(1)
    bench.run(4)
    assert bench.arrived() == [1]
    assert bench.session.events.stalls >= 1


def test_gap_is_said_and_followed_by_a_snapshot() -> None:
    bench = Bench(FakeClock(capacity=20))
    for i in range(50):
        bench.clock.press(i)
    bench.greeted().run(1)
    (gap,) = bench.of(n.Gapped)
    assert (gap.first_missing, gap.gap.oldest, gap.gap.newest) == (1, 31, 50)
    assert bench.arrived() == list(range(31, 51))
    (snapped,) = bench.of(n.Snapped)
    assert snapped.data == bench.clock.state


def test_after_a_cut_the_journal_goes_on_from_the_durable_cursor() -> None:
    bench = Bench().greeted()
    for i in range(6):
        bench.clock.press(i)
    bench.run()
    bench.take(bench.session.line_cut())
    for i in range(6):
        bench.clock.press(i)
    bench.session.greet(bench.now_us)
    bench.run(1)
    assert bench.arrived() == list(range(1, 13))
    assert [type(x) for x in bench.seen].count(n.Lost) == 1


def test_reboot_is_noticed_and_the_journal_goes_on() -> None:
    """Failure 27, 32: the boot id shows it."""
    bench = Bench().greeted()
    bench.clock.press(1)
    bench.run()
    bench.clock.restart()
    bench.clock.press(2)
    bench.run(8)
    assert bench.of(n.Lost)
    assert [x.rebooted for x in bench.of(n.Greeted)] == [False, True]
    assert bench.arrived() == [1, 2]


def test_command_is_answered_once_and_done_once_though_answers_are_lost() -> None:
    bench = Bench().greeted()
    bench.drop_up = 2
    request = bench.session.command(codes.Act.STOP, bench.now_us, revision=0)
    bench.run(5)
    (answered,) = bench.of(n.Answered)
    assert answered.request == request
    assert answered.outcome.status is codes.Status.DONE
    assert bench.clock.done == [request]


def test_command_on_another_revision_is_stale() -> None:
    bench = Bench().greeted()
    bench.session.command(codes.Act.STOP, bench.now_us, revision=41)
    bench.run()
    assert bench.of(n.Answered)[0].outcome.status is codes.Status.STALE
    assert bench.clock.done == []


def test_one_command_is_in_flight_at_a_time() -> None:
    bench = Bench().greeted()
    wanted = [bench.session.command(codes.Act.STOP, bench.now_us) for _ in range(5)]
    bench.drop_down = 1
    bench.run(0.05)
    assert bench.clock.done == []
    bench.run(3)
    assert bench.clock.done == wanted
    assert [x.request for x in bench.of(n.Answered)] == wanted


def test_command_gives_up_after_five_tries_and_says_that_it_may_be_done() -> None:
    bench = Bench().greeted()
    bench.session.command(codes.Act.STOP, bench.now_us)
    answers = bench.clock._taken

    def deaf(msg: Message, now_us: int) -> None:
        if not isinstance(msg, messages.Command):
            answers(msg, now_us)

    bench.clock._taken = deaf  # type: ignore[method-assign]
    bench.run(30)
    (timed_out,) = bench.of(n.TimedOut)
    assert timed_out.perhaps_done
    assert len([m for m in bench.down if isinstance(m, messages.Command)]) == 5


def test_command_from_before_a_reboot_is_not_done_after_it() -> None:
    bench = Bench().greeted()
    bench.drop_up = 1
    bench.session.command(codes.Act.STOP, bench.now_us)
    bench.step()
    bench.clock.restart()
    bench.run(8)
    assert bench.of(n.TimedOut)[0].perhaps_done
    assert len(bench.clock.done) == 1


def test_command_given_while_the_line_is_cut_expires() -> None:
    bench = Bench().greeted()
    bench.session.line_cut()
    bench.session.command(codes.Act.STOP, bench.now_us)
    bench.run(11)
    (timed_out,) = bench.of(n.TimedOut)
    assert not timed_out.perhaps_done
    bench.session.greet(bench.now_us)
    bench.run(1)
    assert bench.clock.done == []


def test_order_that_fits_no_frame_is_refused_where_it_is_given() -> None:
    bench = Bench().greeted()
    with pytest.raises(ValueError, match="Command"):
        bench.session.command(codes.Act.CHARGE, bench.now_us, amount_us=1 << 63)
    bench.run()


def test_regulation_goes_down_in_pieces_and_comes_back() -> None:
    from flagfall_protocol.examples import examples

    head, period = (
        next(m for m in examples() if isinstance(m, kind))
        for kind in (messages.RulesBegin, messages.Period)
    )
    bench = Bench().greeted()
    bench.drop_down = 1
    request = bench.session.send_rules(head, [period, replace(period, index=1)], bench.now_us)
    bench.run(3)
    assert bench.of(n.Answered)[0].request == request
    bench.drop_up = 1
    bench.session.read_rules(bench.now_us)
    bench.run(3)
    (told,) = bench.of(n.RulesTold)
    assert replace(told.head, request=0) == replace(head, request=0)
    assert [p.index for p in told.periods] == [0, 1]


def test_whole_state_moves_to_a_fresh_unit() -> None:
    """CL-12."""
    bench = Bench().greeted()
    state = bytes(range(256)) * 3
    bench.session.restore(state, bench.now_us)
    bench.run(3)
    assert bench.clock.state == state
    bench.session.snapshot(bench.now_us)
    bench.run(1)
    assert bench.of(n.Snapped)[0].data == state


def test_snapshot_with_a_lost_part_is_asked_for_again() -> None:
    bench = Bench().greeted()
    whole = bench.clock._told_parts
    calls = []

    def lossy(request: int) -> list[Message]:
        calls.append(request)
        parts = whole(request)
        return parts[:1] + parts[2:] if len(calls) == 1 else parts

    bench.clock._told_parts = lossy  # type: ignore[method-assign]
    bench.session.snapshot(bench.now_us)
    bench.run(2)
    assert bench.of(n.Snapped)[0].data == bench.clock.state
    assert len(set(calls)) == 2  # a new id: parts of two answers must not mix


def test_order_of_a_host_that_slept_is_not_repeated() -> None:
    """Failure 26: the laptop was suspended; another host may have had the clock meanwhile."""
    bench = Bench().greeted()
    bench.drop_up = 1
    request = bench.session.command(codes.Act.STOP, bench.now_us)
    bench.step()
    bench.now_us += 60_000_000
    bench.run(3)
    assert bench.of(n.TimedOut) == [n.TimedOut(request, True)]
    assert bench.clock.done == [request]
    assert len(bench.of(n.Greeted)) == 2


def test_clock_taken_by_another_host_is_said() -> None:
    bench = Bench().greeted()
    bench.take(bench.session.feed(encode(messages.Busy(0xB0, 10), up=True), bench.now_us))
    assert bench.of(n.Held) == [n.Held(0xB0, 10)]
    assert not bench.session.live


def test_second_host_is_told_who_holds_the_clock_and_gets_it_when_released() -> None:
    bench = Bench().greeted()
    other = Bench(bench.clock)
    other.session.host_id = 0xB0
    other.now_us = bench.now_us
    other.session.greet(other.now_us)
    other.run(0.5)
    assert [x.holder for x in other.of(n.Held)] == [HOST]
    assert not other.session.live
    bench.session.release()
    bench.step()
    other.run(3)
    assert other.session.live


def test_other_major_version_is_refused_in_words() -> None:
    clock = FakeClock()
    clock.major = 0
    bench = Bench(clock)
    bench.session.greet(bench.now_us)
    bench.run(3)
    (refused,) = bench.of(n.Refused)
    assert refused.code == "wrong_protocol"
    assert "firmware 0.3.0" in refused.sentence
    assert "flagfall flash" in refused.hint
    assert not bench.session.live


def test_clock_built_from_another_definition_is_spoken_to_with_a_warning() -> None:
    clock = FakeClock()
    clock.schema_crc = 1
    bench = Bench(clock).greeted()
    (warned,) = bench.of(n.Warned)
    assert warned.code == "other_schema"


def test_record_of_a_later_version_is_kept_whole_and_not_lost() -> None:
    bench = Bench().greeted()
    body = (77).to_bytes(4, "little") + (1).to_bytes(4, "little") + bytes(8) + b"news"
    bench.take(bench.session.feed(seal(0x1A, body, up=True), bench.now_us))
    (arrived,) = bench.of(n.Arrived)
    assert arrived.record == n.UnreadRecord(0x1A, 77, 1, 0, body)


def test_garbage_is_counted_and_nothing_is_lost() -> None:
    """Failure 28: another program typed AT commands into the port."""
    bench = Bench().greeted()
    bench.take(bench.session.feed(b"AT+GCAP\r\n" * 30, bench.now_us))
    bench.clock.press(1)
    bench.run(2)
    assert bench.arrived() == [1]
    assert n.Faulted(codes.FaultKind.TOO_LONG, 1, "host") in bench.seen


def test_own_echo_is_dropped() -> None:
    bench = Bench().greeted()
    bench.take(bench.session.feed(encode(messages.Ack(77, 1)), bench.now_us))
    assert n.Faulted(codes.FaultKind.ECHO, 1, "host") in bench.seen


def test_in_flight_bytes_fit_the_smallest_input_ring() -> None:
    """ESP32's ring takes 260 bytes: a clock that does not read for seconds loses nothing."""
    bench = Bench().greeted()
    for _ in range(50):
        bench.session.command(codes.Act.STOP, bench.now_us)
    for i in range(1, 5):
        bench.clock.press(i)
    bench.step()
    unread = 0
    for _ in range(20_000):
        bench.now_us += 1_000
        bench.session.tick(bench.now_us)
        wire = bench.session.outgoing(bench.now_us)
        if not bench.session.live:
            break
        unread += len(wire)
    assert 200 < unread <= 260


def test_shrunken_journal_is_said() -> None:
    bench = Bench().greeted()
    for i in range(5):
        bench.clock.press(i)
    bench.run()
    bench.clock.newest = 3
    bench.clock.records.pop(4), bench.clock.records.pop(5)
    bench.session.greet(bench.now_us)
    bench.run()
    assert [w.code for w in bench.of(n.Warned)] == ["journal_shrunk"]
