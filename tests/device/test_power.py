"""What a loss of power, worn flash and an empty battery mean to a game: each test is a rule."""

import pytest
from flagfall_device import status
from flagfall_device.battery import Battery, hours_at
from flagfall_device.marks import Marks
from flagfall_device.store import MemoryStore
from flagfall_device.timebase import Timebase
from flagfall_protocol import messages as m
from flagfall_protocol.codes import (
    Act,
    FaultKind,
    Health,
    Key,
    Refusal,
    Side,
    StateFlag,
)
from hypothesis import given
from hypothesis import strategies as st

from tests.support.game import fresh, tap
from tests.support.hands import Hands
from tests.support.talk import inside, sudden

S = 1_000_000
MIN = 60 * S
RUNS = StateFlag.RUNNING_LOW | StateFlag.RUNNING_HIGH


# ---------------------------------------------------------------- power


def test_power_failure_in_every_state_brings_the_state_back_stopped() -> None:
    """Failures 21 and 32: the times, the flag, the armed word, the confirmation; the cause."""
    clock, talk = fresh(minutes=1)
    talk.order(Act.START, Side.LEFT)
    tap(talk, Key.LEFT, 10 * S)
    talk.advance(30 * S)
    before = clock.device.game.clock
    before.settle(30 * S)
    clock.kill()
    clock.restart()
    after = clock.device.game.clock
    assert after.running == 0
    assert after.turn == Side.RIGHT
    assert (after.left.remaining_us, after.right.remaining_us) == (
        before.left.remaining_us,
        before.right.remaining_us,
    )
    assert clock.device.game.called
    talk = inside(clock)
    talk.hello()
    boot = talk.journal(clock.device.journal.journal_id)[-1]
    assert isinstance(boot, m.BootEvent)
    assert (boot.game, boot.at_us) == (1, 30 * S)
    talk.order(Act.RESUME)
    talk.advance(200 * S)
    clock.kill()
    clock.restart()
    assert clock.device.game.clock.first_flag == Side.RIGHT
    assert clock.device.session.faults[9] == 0


def test_game_on_a_clock_out_of_the_box_is_a_game_like_any_other() -> None:
    """Nobody has laid out anything: its rules are journaled, and power brings it back stopped."""
    hands = Hands()
    hands.tap(Key.START_STOP, Key.RIGHT)
    game = hands.clock.device.game
    assert (game.clock.running, game.number) == (Side.LEFT, 1)
    hands.wait(10 * S)
    hands.clock.kill()
    hands.clock.restart()
    game = hands.clock.device.game
    assert (game.clock.running, game.number) == (Side.NONE, 1)
    assert game.called
    talk = inside(hands.clock)
    talk.hello()
    records = talk.journal(hands.clock.device.journal.journal_id)
    assert any(isinstance(record, m.RulesEvent) for record in records)


def test_take_back_still_works_after_a_power_failure() -> None:
    """The memory of the press survives: the whole state is folded from the journal."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    tap(talk, Key.LEFT, 10 * S)
    clock.kill()
    clock.restart()
    talk = inside(clock)
    talk.hello()
    assert talk.order(Act.TAKEBACK).refusal == Refusal.NONE
    assert clock.device.game.clock.left.moves == 0


def test_game_longer_than_a_journal_slot_survives_power_failures() -> None:
    """The slot's head holds the whole state when the game's beginning has been overwritten."""
    clock, talk = fresh(minutes=600)
    talk.order(Act.START, Side.LEFT)
    clock.device.journal._entries._capacity = 4096
    key = Key.LEFT
    for i in range(1, 400):
        tap(talk, key, i * S)
        key = Key.RIGHT if key == Key.LEFT else Key.LEFT
        if i % 37 == 0:
            before = clock.device.game.clock
            clock.kill()
            clock.restart()
            clock.device.journal._entries._capacity = 4096
            talk = inside(clock)
            talk.hello()
            after = clock.device.game.clock
            assert after.left.moves + after.right.moves == i
            assert after.left.used_us == before.left.used_us
            assert clock.device.session.faults[9] == 0
            talk.order(Act.RESUME)
    assert clock.device.journal.oldest > 300


def test_flash_that_refuses_does_not_stop_the_clock() -> None:
    """The game goes on without its record, and the unit says that it is worn."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    newest = clock.device.journal.newest

    def refuse(*_: object) -> None:
        raise OSError(28, "no space")

    store = clock.device.journal._entries._store
    store.append = refuse
    state = tap(talk, Key.LEFT, 5 * S)
    assert StateFlag(state.flags) & RUNS == StateFlag.RUNNING_HIGH
    assert clock.device.journal.newest == newest
    assert state.health & Health.JOURNAL_WORN
    del store.append
    tap(talk, Key.RIGHT, 9 * S)
    assert clock.device.journal.newest == newest + 1


def test_flash_that_refuses_everything_stops_neither_game_nor_settings() -> None:
    """Checkpoints and settings as well: the clock goes on, and says so."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)

    def refuse(*_: object) -> None:
        raise OSError(28, "no space")

    for store in clock.flash.values():
        store.append = store.erase = refuse  # type: ignore[method-assign]
    for second in range(1, 8):
        talk.advance(second * S)
    clock.device.settings.keep()
    assert clock.device.marks.errors >= 5
    state = tap(talk, Key.LEFT, 8 * S)
    assert StateFlag(state.flags) & RUNS == StateFlag.RUNNING_HIGH
    assert state.left_us == 292 * S
    assert state.health & Health.JOURNAL_WORN


def test_journal_that_fits_no_game_does_not_keep_the_clock_from_starting() -> None:
    """Records that are whole and make no sense: counted, and the clock is there."""
    from flagfall_device import codec

    clock, talk = fresh()
    journal = clock.device.journal
    for act, happened in ((Act.PRESS, 1), (Act.NEW_GAME, 0), (Act.TICK, 1 << 26)):
        size = codec.pack_event(
            journal.buf,
            journal.journal_id,
            journal.newest + 1,
            1,
            9,
            act,
            2,
            0,
            0,
            7,
            8,
            9,
            happened,
        )
        journal.append(codec.KIND_EVENT, size)
    journal.keep_state(b"no such state at all, and long enough to be cut in two pieces")
    clock.kill()
    clock.restart()
    talk = inside(clock)
    talk.hello()
    counts = talk.ask(m.FaultsRequest(1), m.Faults).counts
    assert counts[FaultKind.JOURNAL_ERROR] > 0
    talk.lay_out(*sudden(3))
    assert talk.order(Act.START, Side.LEFT).refusal == Refusal.NONE


def test_full_journal_is_said_before_records_are_lost() -> None:
    clock, talk = fresh(minutes=60)
    talk.order(Act.START, Side.LEFT)
    journal = clock.device.journal
    journal._entries._capacity = journal._capacity = 4096
    key, healths = Key.LEFT, []
    for i in range(1, 200):
        healths.append(Health(tap(talk, key, i * S).health))
        key = Key.RIGHT if key == Key.LEFT else Key.LEFT
        if journal.overwritten:
            break
    assert Health.JOURNAL_FULL in healths[-3]
    assert Health.EVENTS_DROPPED not in healths[-3]
    assert Health.EVENTS_DROPPED in healths[-1]
    talk.say(m.Subscribe(journal.journal_id, journal.newest))
    assert talk.ask(m.Poll(0), m.State).health == 0


# ---------------------------------------------------------------- battery


CURVE = ((4200, 24), (3700, 10), (3300, 0))


@pytest.mark.parametrize(
    ("mv", "hours"), [(5000, 24), (4200, 24), (3950, 17), (3700, 10), (3500, 5), (3000, 0)]
)
def test_hours_left_by_the_curve(mv: int, hours: int) -> None:
    assert hours_at(CURVE, mv) == hours


def test_battery_sign_comes_at_ten_hours_and_does_not_flicker() -> None:
    """CL-42."""
    time = Timebase(0)
    reading = [3950]
    battery = Battery(CURVE, lambda: reading[0])
    signs = []
    for mv in (3950, 3950, 3690, 3690, 3690, 3690, 3720, 3720, 3720, 3720, 3900, 3900, 3900, 3900):
        reading[0] = mv
        battery.turn(time)
        signs.append(battery.low)
        time.advance((time.tick + 10_000_000) & 0x3FFFFFFF)
    assert signs.index(True) == 4  # the median of five: one low reading means nothing
    assert signs[9]  # 3,720 mV is more than ten hours, and less than twelve
    assert not signs[-1]


def test_low_battery_reaches_the_face_and_the_wire() -> None:
    hands = Hands()
    hands.clock.device.battery.low = True
    hands.clock.device.show()
    hands.wait(S)
    assert "▂" in hands.left
    assert Health.LOW_BATTERY in Health(status.health(hands.clock.device))


@pytest.mark.parametrize("cut", range(16))
def test_torn_checkpoint_leaves_the_one_before_it(cut: int) -> None:
    """Torn at every byte: at most the time since the last whole one is lost."""
    store = MemoryStore()
    marks = Marks(store)
    time = Timebase(0)
    for second in (1, 2, 3):
        time.advance(second * S)
        marks.keep(time)
    last = marks.count & 1
    before = bytes(store.slots[1 - last])
    time.advance(4 * S)
    marks.keep(time)
    whole = store.slots[1 - last]
    store.slots[1 - last] = whole[:cut] + before[cut:]  # the old mark shines through
    again = Marks(store)
    assert again.last_us() == 3 * S
    store.slots[1 - last] = whole[:cut]
    again = Marks(store)
    assert again.last_us() == 3 * S
    again.keep(time)
    assert Marks(store).last_us() == 4 * S


@given(st.lists(st.integers(0, 6000), min_size=1, max_size=12))
def test_median_of_the_last_five_readings_counts(readings: list[int]) -> None:
    time = Timebase(0)
    rest = iter(readings)
    battery = Battery(((6000, 6000), (0, 0)), lambda: next(rest))
    for n in range(1, len(readings) + 1):
        battery.turn(time)
        last = sorted(readings[max(0, n - 5) : n])
        assert battery.hours == last[len(last) // 2]
        time.advance((time.tick + 10_000_000) & 0x3FFFFFFF)
