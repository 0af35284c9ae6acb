"""The clock's end of the wire: hello and hold, events, commands at most once, whole states."""

import random
from dataclasses import replace

import pytest
from flagfall.sim.inside import Inside
from flagfall_device import session as session_module
from flagfall_protocol import messages as m
from flagfall_protocol.codes import (
    Act,
    By,
    Capability,
    FaultKind,
    Key,
    OrderFlag,
    Refusal,
    ResetCause,
    Side,
    StateFlag,
    Status,
)
from flagfall_protocol.frames import encode
from flagfall_protocol.schema import SCHEMA_CRC

from tests.support.talk import Talk, inside, sudden

S = 1_000_000


def fresh() -> tuple[Inside, Talk]:
    clock = Inside(b"flagfall")
    return clock, inside(clock)


def playing(minutes: int = 5) -> tuple[Inside, Talk]:
    """A clock whose left side runs from virtual time 0 on."""
    clock, talk = fresh()
    talk.hello()
    assert [o.status for o in talk.lay_out(*sudden(minutes))] == [Status.DONE] * 3
    assert talk.order(Act.START, Side.LEFT).status == Status.DONE
    return clock, talk


def press(talk: Talk, key: Key, to_us: int, after_us: int) -> m.Advanced:
    return talk.advance(to_us, (key, True, after_us), (key, False, 80_000))


def last_state(talk: Talk) -> m.State:
    return [h for h in talk.heard if isinstance(h, m.State)][-1]


# ---------------------------------------------------------------- hello


def test_clock_is_silent_until_asked() -> None:
    _, talk = fresh()
    assert talk.say(m.SyncRequest(1), m.Poll(0), m.Subscribe(0, 0), m.SnapRequest(1)) == []


def test_hello_says_who_the_clock_is() -> None:
    _, talk = fresh()
    hello = talk.hello(nonce=99)
    assert (hello.uid, hello.nonce, hello.schema_crc) == (b"flagfall", 99, SCHEMA_CRC)
    assert (hello.frame_max, hello.window, hello.holder) == (63, 4, 0x1234)
    assert (hello.oldest, hello.newest) == (1, 1)
    assert hello.reset_cause == ResetCause.POWER_ON
    assert Capability.VIRTUAL in hello.capabilities


def test_another_major_version_gets_a_hello_and_no_hold() -> None:
    _, talk = fresh()
    assert talk.ask(m.HelloRequest(2, 0, 5, 1), m.Hello).major == 1
    assert talk.say(m.SyncRequest(1)) == []


def test_second_host_is_told_busy_until_release() -> None:
    """Failure 30: two programs must not share a clock."""
    _, talk = fresh()
    talk.hello(host=1)
    assert talk.ask(m.HelloRequest(1, 0, 2, 1), m.Busy).holder == 1
    talk.hello(host=1)  # the holder may greet again
    talk.say(m.Release(3))  # not the holder: no effect
    assert talk.ask(m.HelloRequest(1, 0, 2, 1), m.Busy).holder == 1
    talk.say(m.Release(1))
    assert talk.hello(host=2).holder == 2


def test_silent_holder_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, talk = fresh()
    now_ms = 1000
    monkeypatch.setattr(clock.device, "link_ms", lambda: now_ms)
    talk.hello(host=1)
    now_ms += session_module.IDLE_MS - 1
    assert talk.ask(m.HelloRequest(1, 0, 2, 1), m.Busy).idle_ms == session_module.IDLE_MS - 1
    now_ms += 1
    assert talk.hello(host=2).holder == 2


def test_sync_stamps_the_clocks_time_and_tells_the_newest_record() -> None:
    _, talk = playing()
    press(talk, Key.LEFT, 10 * S, 4 * S)
    sync = talk.ask(m.SyncRequest(123456789), m.Sync)
    assert (sync.host_us, sync.received_us, sync.sent_us) == (123456789, 10 * S, 10 * S)
    assert sync.newest == 7


# ---------------------------------------------------------------- events


def test_press_is_journaled_at_its_own_microsecond() -> None:
    clock, talk = playing()
    press(talk, Key.LEFT, 10 * S, 4_000_001)
    event = talk.journal(clock.device.journal.journal_id)[-1]
    assert (event.act, event.side, event.at_us) == (Act.PRESS, Side.LEFT, 4_000_001)
    assert (event.left_us, event.right_us) == (300 * S - 4_000_001, 300 * S)
    state = last_state(talk)
    assert (state.left_us, state.right_us) == (295_999_999, 294_000_001)
    assert StateFlag.RUNNING_HIGH in state.flags
    assert StateFlag.RUNNING_LOW not in state.flags


def test_window_is_four_ahead_of_the_acknowledgement() -> None:
    clock, talk = playing()
    journal_id = clock.device.journal.journal_id
    talk.say(m.Subscribe(journal_id, 0))
    assert [r.seq for r in talk.records] == [1, 2, 3, 4]
    talk.say(m.Ack(journal_id, 1))
    assert talk.records[-1].seq == 5
    talk.say(m.Ack(journal_id + 1, 4))  # another journal's
    talk.say(m.Ack(journal_id, 1))
    assert talk.records[-1].seq == 5
    talk.say(m.Subscribe(journal_id, 2))  # go back
    assert [r.seq for r in talk.records[5:]] == [3, 4, 5, 6]


def test_cursor_of_another_journal_starts_from_the_beginning() -> None:
    clock, talk = playing()
    talk.say(m.Subscribe(clock.device.journal.journal_id + 1, 5))
    assert talk.records[0].seq == 1


def test_overwritten_records_are_said_and_followed_by_the_whole_state() -> None:
    clock, talk = playing(60)
    clock.device.journal._entries._capacity = 4096
    key, now = Key.LEFT, 0
    for _ in range(200):
        now += S
        press(talk, key, now, S // 2)
        key = Key.RIGHT if key == Key.LEFT else Key.LEFT
    journal = clock.device.journal
    got = talk.say(m.Subscribe(journal.journal_id, 3))
    gap = next(g for g in got if isinstance(g, m.Gap))
    assert (gap.oldest, gap.newest) == (journal.oldest, journal.newest)
    records = [g for g in got if isinstance(g, m.Event)]
    assert records[0].seq == gap.oldest
    got = talk.say(m.Ack(journal.journal_id, records[-1].seq))
    parts = [g for g in talk.heard if isinstance(g, m.Part)]
    assert len(parts) == parts[0].parts
    whole = b"".join(p.data for p in parts)[: parts[0].length]
    assert whole == clock.device.game.clock.snapshot()


# ---------------------------------------------------------------- commands


def test_repeated_command_is_answered_and_not_done_twice() -> None:
    clock, talk = playing()
    charge = m.Command(77, m.ANY_REVISION, Act.CHARGE, Side.LEFT, amount_us=60 * S)
    first = talk.ask(charge, m.Outcome)
    newest = clock.device.journal.newest
    for _ in range(3):
        assert talk.ask(charge, m.Outcome) == first
    assert clock.device.journal.newest == newest
    assert clock.device.game.clock.left.remaining_us == 240 * S


def test_command_decided_on_another_state_is_stale() -> None:
    _, talk = playing()
    revision = last_state(talk).revision
    press(talk, Key.LEFT, 5 * S, S)
    outcome = talk.order(Act.STOP, revision=revision)
    assert outcome.status == Status.STALE
    assert talk.order(Act.STOP, revision=outcome.revision).status == Status.DONE


def test_idle_press_and_refused_order_make_no_ruling_stale() -> None:
    _, talk = playing()
    revision = last_state(talk).revision
    press(talk, Key.RIGHT, 5 * S, S)
    assert talk.order(Act.OPEN_SEALED).refusal == Refusal.NOT_ADJOURNED
    assert talk.order(Act.STOP, revision=revision).status == Status.DONE


@pytest.mark.parametrize(
    "wrong",
    [
        m.Command(9, m.ANY_REVISION, Act.PRESS, Side.LEFT),
        m.Command(9, m.ANY_REVISION, Act.START, Side.BOTH),
        m.Command(9, m.ANY_REVISION, Act.CHARGE, Side.NONE, amount_us=5),
        m.Command(9, m.ANY_REVISION, Act.CHARGE, Side.LEFT, amount_us=1 << 60),
        m.Command(9, m.ANY_REVISION, Act.FLAG_VERDICT, Side.LEFT, what=9),
        m.Command(9, m.ANY_REVISION, Act.CORRECT, Side.LEFT, carried_us=-(1 << 60)),
    ],
)
def test_field_out_of_range_is_refused_and_changes_nothing(wrong: m.Command) -> None:
    clock, talk = playing()
    before = clock.device.game.clock.snapshot()
    assert talk.ask(wrong, m.Outcome).status == Status.BAD
    assert clock.device.game.clock.snapshot() == before


def test_ruling_is_recorded_as_ordered_and_as_done() -> None:
    clock, talk = playing()
    press(talk, Key.LEFT, 5 * S, S)
    talk.order(Act.CORRECT, Side.LEFT, flags=OrderFlag.SET, amount_us=200 * S, by=By.ARBITER)
    order, event = talk.journal(clock.device.journal.journal_id)[-2:]
    assert (order.act, order.amount_us, order.flags) == (Act.CORRECT, 200 * S, OrderFlag.SET)
    assert (event.act, event.left_us, event.seq) == (Act.CORRECT, 200 * S, order.seq + 1)


# ---------------------------------------------------------------- regulations, whole states


def test_nothing_changes_before_the_regulation_is_committed_whole() -> None:
    clock, talk = playing()
    talk.order(Act.STOP)
    before = clock.device.game.clock.snapshot()
    head, period = sudden(9)
    wrong = replace(period, time_us=1)
    for part in (head, wrong):
        talk.ask(replace(part, request=talk.request()), m.Outcome)
    outcome = talk.ask(m.RulesCommit(talk.request(), 0, 12345), m.Outcome)
    assert outcome.status == Status.WRONG_CRC
    assert clock.device.game.clock.snapshot() == before
    assert talk.lay_out(head, period)[-1].status == Status.DONE
    assert clock.device.game.clock.left.remaining_us == 540 * S
    assert not clock.device.game.clock.started


def test_impossible_regulation_is_refused() -> None:
    _, talk = fresh()
    talk.hello()
    head, period = sudden()
    assert talk.lay_out(head, replace(period, moves=0))[-1].status == Status.BAD
    assert talk.lay_out(replace(head, periods_left=2), period)[-1].status == Status.BAD


def test_new_regulation_waits_for_the_running_game() -> None:
    _, talk = playing()
    assert talk.lay_out(*sudden())[-1].refusal == Refusal.ALREADY_STARTED


def test_regulation_is_read_back_as_it_was_sent() -> None:
    _, talk = playing(90)
    got = talk.say(m.RulesRead(55))
    head, period = sudden(90)
    assert got[:2] == [replace(head, request=55), replace(period, request=55)]
    commit = got[2]
    assert isinstance(commit, m.RulesCommit)
    import zlib

    assert commit.crc == zlib.crc32(head.body()[4:] + period.body()[4:])


def test_whole_state_moves_to_another_clock_stopped() -> None:
    """CL-12."""
    old, talk = playing()
    press(talk, Key.LEFT, 7 * S, 3 * S)
    got = talk.say(m.SnapRequest(3))
    parts = [g for g in got if isinstance(g, m.Part)]
    commit = next(g for g in got if isinstance(g, m.PartsCommit))
    fresh_clock, other = fresh()
    other.hello()
    for part in parts:
        assert other.ask(replace(part, request=other.request()), m.Outcome).status == Status.DONE
    assert other.ask(replace(commit, request=other.request()), m.Outcome).status == Status.DONE
    was, now = old.device.game.clock, fresh_clock.device.game.clock
    assert (now.left.remaining_us, now.right.remaining_us) == (297 * S, 296 * S)
    assert (now.left.moves, now.turn, now.running) == (was.left.moves, was.turn, 0)
    assert other.order(Act.RESUME).status == Status.DONE
    fresh_clock.kill()
    fresh_clock.restart()
    now = fresh_clock.device.game.clock
    assert (now.left.remaining_us, now.right.remaining_us) == (297 * S, 296 * S)


def test_unit_that_was_on_for_hours_takes_a_running_state_as_it_was() -> None:
    """CL-12 when the first is dead: what lies between two units' times is nobody's."""
    import zlib

    old, talk = playing()
    press(talk, Key.LEFT, 7 * S, 3 * S)
    whole = old.device.game.clock.snapshot()
    assert old.device.game.clock.running
    fresh_clock, other = fresh()
    other.hello()
    other.advance(7_200 * S)
    pieces = [whole[i : i + 40] for i in range(0, len(whole), 40)]
    for i, piece in enumerate(pieces):
        part = m.Part(other.request(), i, len(pieces), len(whole), piece.ljust(40, b"\0"))
        assert other.ask(part, m.Outcome).status == Status.DONE
    commit = m.PartsCommit(other.request(), zlib.crc32(whole))
    assert other.ask(commit, m.Outcome).status == Status.DONE
    was, now = old.device.game.clock, fresh_clock.device.game.clock
    assert (now.left.remaining_us, now.right.remaining_us) == (
        was.left.remaining_us,
        was.right.remaining_us,
    )
    assert (now.turn, now.running) == (was.turn, 0)


def test_garbage_is_no_whole_state() -> None:
    clock, talk = fresh()
    talk.hello()
    import zlib

    data = bytes(40)
    assert talk.ask(m.Part(1, 0, 1, 40, data), m.Outcome).status == Status.DONE
    assert talk.ask(m.PartsCommit(2, zlib.crc32(data)), m.Outcome).status == Status.BAD
    assert talk.ask(m.Part(3, 5, 2, 40, data), m.Outcome).status == Status.BAD
    assert talk.ask(m.PartsCommit(4, 1), m.Outcome).status == Status.WRONG_CRC
    assert clock.device.game.number == 0


def test_settings_are_kept_over_a_loss_of_power() -> None:
    clock, talk = fresh()
    talk.hello()
    for number, value in ((1, (1 << 31) - 12_345), (2, 1), (3, 4), (5, 1)):
        assert talk.ask(m.Setting(talk.request(), number, value), m.Outcome).status == Status.DONE
    assert talk.ask(m.Setting(talk.request(), 3, 99), m.Outcome).status == Status.BAD
    assert talk.ask(m.Setting(talk.request(), 77, 1), m.Outcome).status == Status.UNSUPPORTED
    clock.kill()
    clock.restart()
    kept = clock.device.settings
    assert (kept.drift_ppb, kept.sounds, kept.brightness, kept.defective) == (-12_345, 1, 4, 1)


# ---------------------------------------------------------------- scenarios


def test_scenario_step_runs_on_the_scratch_engine_only() -> None:
    clock, talk = playing()
    before = clock.device.game.clock.snapshot()
    talk.lay_out(*sudden(1, scratch=1))
    talk.ask(m.ActRequest(1, 0, Act.START, Side.RIGHT), m.AnswerCommon)
    got = talk.say(m.ActRequest(2, 59 * S, Act.PRESS, Side.RIGHT))
    left, right, common = got[-3:]
    assert isinstance(left, m.AnswerLeft)
    assert isinstance(right, m.AnswerRight)
    assert isinstance(common, m.AnswerCommon)
    assert (left.remaining_us, right.remaining_us, right.moves) == (60 * S, S, 1)
    assert common.running == Side.LEFT
    again = talk.say(m.ActRequest(2, 59 * S, Act.PRESS, Side.RIGHT))
    assert again[-3:] == [left, right, common]
    assert clock.device.game.clock.snapshot() == before


# ---------------------------------------------------------------- hostile input


def test_garbage_never_crashes_and_is_counted() -> None:
    """Failures 22, 23, 28: any bytes at all, then a good frame is answered."""
    clock, talk = playing()
    chance = random.Random(7)
    good = [encode(x) for x in (m.SyncRequest(3), *sudden(), m.SnapRequest(9))]
    for _ in range(1500):
        choice = chance.random()
        if choice < 0.4:
            data = chance.randbytes(chance.randrange(1, 90))
        else:
            frame = bytearray(chance.choice(good))
            frame[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
            data = bytes(frame)
        talk.raw(data)
    assert talk.ask(m.SyncRequest(11), m.Sync).host_us == 11
    faults = talk.ask(m.FaultsRequest(1), m.Faults)
    assert faults.counts[FaultKind.BAD_CRC] > 0
    assert faults.counts[FaultKind.BAD_FRAME] > 0
    assert clock.device.game.clock.left.remaining_us == 300 * S


def test_well_formed_frames_with_any_content_never_crash() -> None:
    """Every kind the clock takes, with random bodies, in any order."""
    from flagfall_protocol.fields import KINDS
    from flagfall_protocol.frames import seal

    clock, talk = playing()
    chance = random.Random(11)
    kinds = [k for k in KINDS.values() if k.WAY != "up" and k.KIND != m.Release.KIND]
    for _ in range(3000):
        kind = chance.choice(kinds)
        body = chance.randbytes(kind.SIZE)
        if chance.random() < 0.5:
            body = bytes(b & chance.choice((0, 1, 3, 255)) for b in body)
        talk.raw(seal(kind.KIND, body))
    clock.kill()
    clock.restart()
    talk = inside(clock)
    assert talk.hello().newest == clock.device.journal.newest
    assert clock.device.session.faults[FaultKind.JOURNAL_ERROR] == 0


def test_flood_loses_answers_and_no_record() -> None:
    clock, talk = playing()
    newest = clock.device.journal.newest
    talk.raw(b"".join(encode(m.SyncRequest(i), sequence=i & 255) for i in range(100)))
    assert clock.device.session.faults[FaultKind.OUTPUT_FULL] > 0
    assert clock.device.journal.newest == newest
    assert talk.ask(m.SyncRequest(7), m.Sync).host_us == 7
