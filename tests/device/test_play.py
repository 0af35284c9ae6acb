"""What keys mean to a game: each test is a rule."""

import pytest
from flagfall.sim.inside import Inside, MemoryBoard
from flagfall_clock.codes import METHOD_FISCHER
from flagfall_clock.regulation import Period, Regulation
from flagfall_protocol import messages as m
from flagfall_protocol.codes import (
    Act,
    Code,
    Happened,
    Health,
    Key,
    Refusal,
    Result,
    Side,
    StateFlag,
)

from tests.support.game import fresh, records, tap
from tests.support.hands import Hands
from tests.support.talk import inside, sudden

S = 1_000_000
MIN = 60 * S
RUNS = StateFlag.RUNNING_LOW | StateFlag.RUNNING_HIGH


# ---------------------------------------------------------------- start


def test_armed_clock_is_started_by_the_opponents_press() -> None:
    """CL-05: at the word the opponent's press starts the clock."""
    clock, talk = fresh()
    talk.order(Act.ARM)
    state = tap(talk, Key.RIGHT, 3 * S)
    assert StateFlag(state.flags) & RUNS == StateFlag.RUNNING_LOW
    assert not state.flags & StateFlag.ARMED
    event = records(clock, talk)[-1]
    assert (event.act, event.side, event.at_us) == (Act.START, Side.LEFT, 3 * S)


@pytest.mark.parametrize("key", [Key.LEFT, Key.RIGHT])
def test_press_before_the_word_starts_nothing(key: Key) -> None:
    _, talk = fresh()
    assert tap(talk, key, 2 * S).flags & RUNS == 0


def test_start_stop_arms_and_disarms_a_clock_without_a_laptop() -> None:
    hands = Hands()
    hands.tap(Key.START_STOP)
    assert "press starts" in hands.left
    hands.tap(Key.START_STOP)
    assert "ready" in hands.left
    hands.tap(Key.START_STOP, Key.LEFT)
    assert "▶" in hands.right


# ---------------------------------------------------------------- presses


def test_instant_replies_each_count_and_cost_their_time() -> None:
    """Failures 1 and 7."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    edges = [(Key.LEFT, True, 1), (Key.RIGHT, True, 1), (Key.LEFT, False, 40_000)]
    talk.advance(100_000, *edges, (Key.RIGHT, False, 1))
    left, right = clock.device.game.clock.left, clock.device.game.clock.right
    assert (left.moves, right.moves) == (1, 1)
    presses = [e for e in records(clock, talk) if e.act == Act.PRESS]
    assert [(p.side, p.at_us) for p in presses] == [(Side.LEFT, 1), (Side.RIGHT, 2)]


def test_both_keys_together_lose_and_add_no_time() -> None:
    """CL-20: the press of the side to move that came first counts; the other one is idle."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    talk.advance(S, (Key.RIGHT, True, 500_000), (Key.LEFT, True, 0))
    clock.device.game.settle(S)
    game = clock.device.game.clock
    assert game.left.remaining_us + game.right.remaining_us == 600 * S - S
    assert (game.left.moves, game.right.moves) == (1, 0)
    assert records(clock, talk)[-2].happened == Happened.IDLE_PRESS


def test_idle_presses_are_told_three_times_and_then_only_counted() -> None:
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    for i in range(1, 9):
        tap(talk, Key.RIGHT, i * S)
    assert [e.aux for e in records(clock, talk) if e.act == Act.PRESS] == [1, 2, 3]
    tap(talk, Key.LEFT, 10 * S)
    tap(talk, Key.RIGHT, 11 * S)
    assert records(clock, talk)[-1].aux == 9  # the edges that were not told were counted


def test_held_key_is_reported_once_after_the_limit() -> None:
    """CL-20, R3.10.2."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    tap(talk, Key.RIGHT, 10 * S, hold_us=1_999_000)
    assert [e for e in records(clock, talk) if e.act == Act.HOLD] == []
    tap(talk, Key.LEFT, 20 * S, hold_us=9 * S)
    held = [e for e in records(clock, talk) if e.act == Act.HOLD]
    assert [(e.side, e.amount_us, e.at_us) for e in held] == [(Side.LEFT, 2 * S, 22 * S)]


def test_press_at_the_flags_microsecond_is_too_late() -> None:
    """CL-06; and one microsecond earlier it is not."""
    for early, moves in ((0, 0), (1, 1)):
        clock, talk = fresh(minutes=1)
        talk.order(Act.START, Side.LEFT)
        tap(talk, Key.LEFT, MIN - early)
        assert clock.device.game.clock.left.moves == moves
        assert (clock.device.game.clock.left.flag_us == MIN) == (moves == 0)


def test_flag_is_recorded_at_its_own_microsecond_without_any_press() -> None:
    clock, talk = fresh(minutes=1)
    talk.order(Act.START, Side.RIGHT)
    talk.advance(2 * MIN)
    event = records(clock, talk)[-1]
    assert (event.act, event.happened, event.at_us) == (Act.TICK, Happened.FLAG, MIN)
    assert clock.device.game.clock.right.flag_us == MIN


def test_flag_of_the_old_game_never_falls_in_the_new_one() -> None:
    """Failure 3."""
    clock, talk = fresh(minutes=1)
    talk.order(Act.START, Side.LEFT)
    talk.advance(50 * S)
    talk.order(Act.STOP)
    talk.lay_out(*sudden(1))
    talk.order(Act.START, Side.LEFT)
    talk.advance(100 * S)
    assert clock.device.game.clock.left.flag_us == -1
    assert [e.game for e in records(clock, talk)][-1] == 2


@pytest.mark.parametrize("busy_us", [0, 30_000, 400_000])
def test_press_during_a_display_refresh_counts_at_its_own_moment(busy_us: int) -> None:
    """Also while memory is collected or flash is written: the stamp is the interrupt's."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    talk.advance(10 * S)
    device, time = clock.device, clock.time
    device.edges.put(Key.LEFT, 1, (time.tick + 5) & 0x3FFFFFFF)
    time.tick = (time.tick + 5 + busy_us) & 0x3FFFFFFF
    device.turn()
    assert device.game.clock.left.used_us == 10 * S + 5
    press = next(e for e in records(clock, talk) if e.act == Act.PRESS)
    assert press.at_us == 10 * S + 5


def test_key_that_is_down_from_power_up_on_is_suspect_too() -> None:
    clock, _ = fresh()
    clock.kill()
    clock.make_board = lambda: _pressed(Inside.make_board(clock))  # type: ignore[method-assign]
    clock.restart()
    talk = inside(clock)
    talk.hello()
    talk.advance(59 * S)
    assert not talk.ask(m.Poll(0), m.State).health & Health.KEYS_SUSPECT
    talk.advance(61 * S)
    assert talk.ask(m.Poll(0), m.State).health & Health.KEYS_SUSPECT


def _pressed(board: MemoryBoard) -> MemoryBoard:
    board.levels[Key.LEFT] = 1
    return board


def test_key_that_is_down_for_a_minute_is_suspect() -> None:
    _, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    talk.advance(50 * S, (Key.RIGHT, True, S))
    state = talk.ask(m.Poll(0), m.State)
    assert not state.health & Health.KEYS_SUSPECT
    talk.advance(70 * S)
    assert talk.ask(m.Poll(0), m.State).health & Health.KEYS_SUSPECT
    talk.advance(71 * S, (Key.RIGHT, False, S // 2))
    assert not talk.ask(m.Poll(0), m.State).health & Health.KEYS_SUSPECT


# ---------------------------------------------------------------- switch-back, stop


def test_running_side_switches_back_with_back_and_its_key() -> None:
    """CL-21, D5.4.13.3: the press is undone with all it gave; it counts no move."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    tap(talk, Key.LEFT, 10 * S)
    talk.advance(15 * S, (Key.BACK, True, S), (Key.RIGHT, True, S), (Key.RIGHT, False, 80_000))
    game = clock.device.game.clock
    clock.device.game.settle(15 * S)
    assert (game.running, game.turn, game.left.moves) == (Side.LEFT, Side.LEFT, 0)
    assert game.right.remaining_us == 300 * S
    event = next(e for e in records(clock, talk) if e.act == Act.SWITCH_BACK)
    assert (event.side, event.refusal) == (Side.RIGHT, Refusal.NONE)


@pytest.mark.parametrize(
    ("code", "blitz", "may"),
    [
        (Code.PLAIN, False, True),
        (Code.DRAUGHTS_RF, False, True),
        (Code.RENJU_RF, True, True),
        (Code.RENJU_RIF, True, True),
        (Code.RENJU_RF, False, False),
        (Code.RENJU_RIF, False, False),
    ],
)
def test_switch_back_is_draughts_and_blitz_and_takes_the_increment_back(
    code: Code, blitz: bool, may: bool
) -> None:
    """CL-21, CL-03, CL-02: in renju without blitz the gesture means nothing, the press counts."""
    hands = Hands()
    device = hands.clock.device
    regulation = Regulation([Period(5 * MIN, None, METHOD_FISCHER, 3 * S, True)], None, code, blitz)
    device.game.lay_out(device.time.now_us(), regulation)
    hands.tap(Key.START_STOP, Key.RIGHT, Key.LEFT)
    clock = device.game.clock
    assert (clock.running, clock.left.moves) == (Side.RIGHT, 1)
    device.edges.put(Key.BACK, 1, hands.clock.time.tick)
    hands.wait(200_000)
    hands.tap(Key.LEFT)  # not the running side's: an idle press
    assert clock.running == Side.RIGHT
    hands.tap(Key.RIGHT)
    assert clock.running == Side.LEFT
    assert (clock.left.moves, clock.right.moves) == ((0, 0) if may else (1, 1))
    assert clock.left.remaining_us <= (5 * MIN if may else 5 * MIN + 3 * S)
    hands.tap(Key.LEFT)  # BACK is still down, and there is nothing left to take back
    assert clock.left.moves == (0 if may else 2)


def test_stop_key_stops_and_asks_for_the_arbiter() -> None:
    """CL-15, CL-16: a stop by a key is told without a side; the arbiter asks."""
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    state = tap(talk, Key.START_STOP, 7 * S)
    assert state.flags & RUNS == 0
    assert state.left_us == 293 * S
    event = records(clock, talk)[-1]
    assert (event.act, event.side, event.happened) == (Act.STOP, Side.NONE, Happened.STOPPED)
    assert clock.device.game.called
    assert tap(talk, Key.START_STOP, 9 * S).flags & RUNS == 0  # a laptop holds the clock
    talk.order(Act.RESUME)
    assert not clock.device.game.called


def test_both_sides_confirm_the_result_with_their_keys() -> None:
    clock, talk = fresh()
    talk.order(Act.START, Side.LEFT)
    tap(talk, Key.LEFT, 10 * S)
    talk.order(Act.END, what=Result.DRAW)
    assert tap(talk, Key.RIGHT, 20 * S).flags & StateFlag.CONFIRMED_RIGHT
    state = tap(talk, Key.LEFT, 30 * S)
    assert state.flags & StateFlag.CONFIRMED_LEFT
    tap(talk, Key.LEFT, 40 * S)
    confirmed = [e.side for e in records(clock, talk) if e.act == Act.CONFIRM]
    assert confirmed == [Side.RIGHT, Side.LEFT]
    assert state.left_us == 290 * S


# ---------------------------------------------------------------- lever


def test_lever_is_read_where_it_lies_at_power_up() -> None:
    """Failure 16: the absolute level counts, not the first edge."""
    clock = Inside(b"leverage")
    device = clock.device
    device.keys.lever = True
    device.keys.found(Key.LEFT, 1)  # it lies on the left
    device.keys.found(Key.RIGHT, 0)
    device.game.lay_out(0, Regulation([Period(5 * MIN)]))
    device.game.arm(0)
    device.edges.put(Key.LEFT, 0, 1000)  # the right player throws it over
    device.edges.put(Key.RIGHT, 1, 1000)
    clock.time.tick = 2000
    device.run_to(2000)
    assert device.game.clock.running == Side.LEFT
    clock.time.reach(20 * S)
    assert [e for e in (device.hands._holds[0].armed, device.hands._holds[1].armed) if e] == []


# ---------------------------------------------------------------- discretion


def test_control_passed_early_appears_when_the_old_time_is_used_up() -> None:
    """CL-18 on the clock itself: the face changes by itself at the right moment, for good."""
    hands = Hands()
    device = hands.clock.device
    regulation = Regulation([Period(10 * MIN, 1), Period(5 * MIN)], code=1)
    device.game.lay_out(device.time.now_us(), regulation)
    hands.tap(Key.START_STOP, Key.RIGHT)
    hands.wait(MIN)
    hands.tap(Key.LEFT)
    assert "C2" not in hands.left
    assert " 9:00" in hands.left
    hands.tap(Key.RIGHT)
    hands.wait(8 * MIN + 59 * S)
    assert "C2" not in hands.left
    assert "0:00." in hands.left
    hands.wait(3 * S)
    assert "C2" in hands.left
    assert "4:58" in hands.left


def test_free_time_ends_on_the_face_too() -> None:
    """With a delay the time stands first and then runs: nothing happens, and the face shows it."""
    hands = Hands()
    device = hands.clock.device
    regulation = Regulation([Period(5 * MIN, None, 3, 10 * S)])
    device.game.lay_out(device.time.now_us(), regulation)
    hands.tap(Key.START_STOP, Key.RIGHT)
    hands.wait(9 * S)
    assert "5:00" in hands.left
    hands.wait(11 * S)
    assert "4:50" in hands.left
