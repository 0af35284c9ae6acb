"""A session against a clock, in virtual time: what each promise of the wire means."""

import pytest
from flagfall.link import notices as n
from flagfall_protocol import codes, messages
from flagfall_protocol.frames import encode, seal

from tests.support.bench import HOST, Bench
from tests.support.fake_clock import FakeClock


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
