"""The arbiter's menu on the clock itself: what a code guards, corrections, verdicts, results."""

import pytest
from flagfall_clock.codes import METHOD_UPCOUNT
from flagfall_clock.regulation import Period, Regulation
from flagfall_device import status
from flagfall_protocol import messages as m
from flagfall_protocol.codes import Act, Key, Result, Side, StateFlag, Status

from tests.support.hands import Hands
from tests.support.talk import inside

S = 1_000_000
MIN = 60 * S


def playing(regulation: Regulation | None = None, *, us: int = 20 * S) -> Hands:
    """The left side's clock has run for a while, and a key has stopped it."""
    hands = Hands()
    device = hands.clock.device
    device.game.lay_out(device.time.now_us(), regulation or Regulation([Period(15 * MIN)]))
    hands.tap(Key.START_STOP, Key.RIGHT)
    hands.wait(us - 200_000)  # so long the press itself took
    hands.tap(Key.START_STOP)
    return hands


def arbiter(hands: Hands) -> None:
    hands.press(Key.OK, hold_us=2_100_000)


def locked(code: str = "1234") -> Hands:
    """A preset is laid out and a code is set, with nothing but keys."""
    hands = Hands()
    hands.preset("draughts blitz 5+3")
    hands.tap(Key.OK)
    hands.dial("arbiter's code", code)
    hands.tap(Key.BACK)
    assert "⚿" in hands.left
    return hands


# ---------------------------------------------------------------- the code


def test_arbiters_code_guards_his_menu() -> None:
    hands = locked("0271")
    hands.tap(Key.OK)  # locked: a short OK opens nothing any more
    assert "ready" in hands.left
    arbiter(hands)
    assert hands.left == "arbiter's code"
    hands.tap(Key.OK, Key.OK, Key.OK, Key.OK)  # 0000
    assert "ready" in hands.left
    arbiter(hands)
    hands.tap(Key.OK, Key.UP, Key.UP, Key.OK)
    for _ in range(7):
        hands.tap(Key.UP)
    hands.tap(Key.OK, Key.UP, Key.OK)
    assert hands.left == "start the game"


def test_a_game_laid_out_under_a_code_is_started_with_start() -> None:
    """CL-05: the code guards corrections, set-up and going on, not the beginning."""
    hands = locked()
    hands.tap(Key.START_STOP)
    assert "press starts the game" in hands.left
    hands.tap(Key.RIGHT)
    assert "▶" in hands.left


def test_a_game_under_a_code_is_started_after_a_loss_of_power_too() -> None:
    hands = locked()
    hands.clock.kill()
    hands.clock.restart()
    hands = Hands(hands.clock)
    hands.tap(Key.START_STOP, Key.LEFT)
    assert "▶" in hands.right


def dialled(hands: Hands) -> None:
    """Hold OK, dial 1234."""
    arbiter(hands)
    for digit in (1, 2, 3, 4):
        hands.tap(*[Key.UP] * digit, Key.OK)


def test_arbiters_menu_starts_the_game() -> None:
    """CL-05: by the arbiter, or at his word."""
    hands = locked()
    dialled(hands)
    assert hands.left == "start the game"
    hands.tap(Key.OK)
    assert "press starts the game" in hands.left
    hands.tap(Key.RIGHT)
    assert "▶" in hands.left


def test_start_in_the_menu_between_games_leaves_it_and_starts() -> None:
    hands = locked()
    dialled(hands)
    hands.tap(Key.START_STOP, Key.RIGHT)
    assert "▶" in hands.left


def test_start_takes_no_set_up_that_was_left() -> None:
    """Failure 17: a draft that was given up is given up."""
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.dial("1. time", "0:01:00")
    hands.tap(Key.BACK)
    hands.find("presets")
    hands.tap(Key.OK, Key.START_STOP)
    assert hands.clock.device.regulation().left[0].time_us == 60 * MIN


def test_players_key_stops_and_only_the_arbiter_goes_on_when_locked() -> None:
    """CL-15, CL-16."""
    hands = locked()
    hands.tap(Key.START_STOP, Key.RIGHT, Key.START_STOP)
    assert not hands.clock.device.game.clock.running
    hands.tap(Key.START_STOP)
    assert not hands.clock.device.game.clock.running
    dialled(hands)
    assert hands.left == "go on"
    hands.tap(Key.START_STOP)  # in a ruling it means nothing
    assert not hands.clock.device.game.clock.running
    hands.tap(Key.OK)
    assert hands.clock.device.game.clock.running


def test_a_forgotten_code_is_replaced_by_a_laptop_while_no_game_runs() -> None:
    """Nobody unlocks a clock at the players' table during their game; at home it is no brick."""
    hands = locked("9999")
    talk = inside(hands.clock)
    talk.hello()

    def say(code: int) -> Status:
        return talk.ask(m.Setting(talk.request(), 7, code), m.Outcome).status

    talk.order(Act.START, Side.LEFT)
    assert say(0) == Status.BAD
    talk.order(Act.STOP)
    assert say(10_000) == Status.BAD
    assert say(1234) == Status.DONE
    assert hands.clock.device.settings.code == 1234
    assert say(0) == Status.DONE
    assert not status.flags(hands.clock.device) & StateFlag.LOCKED


# ---------------------------------------------------------------- times


def test_two_minutes_more_are_two_minutes_to_the_microsecond() -> None:
    """CL-44: what is changed is whole units of what is shown; the fraction stays."""
    hands = playing(us=57_200_000)  # 842.8 s are left
    before = hands.clock.device.game.clock.left.remaining_us
    assert "14:03" in hands.left
    arbiter(hands)
    hands.find("left: time")
    assert hands.right == "0:14:03"
    hands.tap(Key.OK, Key.OK, Key.OK, Key.UP, Key.UP, Key.OK, Key.OK, Key.OK)
    clock = hands.clock.device.game.clock
    assert clock.left.remaining_us == before + 2 * MIN
    assert hands.right == "0:16:03"


def test_a_field_passed_through_changes_nothing_and_is_no_ruling() -> None:
    hands = playing(us=57_200_000)
    device = hands.clock.device
    before = (device.game.clock.left.remaining_us, device.journal.newest)
    arbiter(hands)
    for name, count in (
        ("left: time", 5),
        ("left: moves", 3),
        ("left: control", 1),
        ("to move", 1),
    ):
        hands.find(name)
        hands.tap(Key.OK, *[Key.OK] * count)
    assert (device.game.clock.left.remaining_us, device.journal.newest) == before


def read_s(shown: str) -> int:
    """Whole seconds of h:mm:ss or m:ss, also below zero."""
    s = 0
    for part in shown.lstrip("-").split(":"):
        s = s * 60 + int(part)
    return -s if shown.startswith("-") else s


@pytest.mark.parametrize(
    ("regulation", "us", "left_s"),
    [
        (Regulation([Period(15 * MIN)]), 57_200_000, 843),
        (Regulation([Period(30 * S)], code=1), 37_300_000, -7),
        (Regulation([Period(0, None, METHOD_UPCOUNT)]), 61_900_000, 61),
    ],
)
def test_menu_and_face_say_the_same_time(regulation: Regulation, us: int, left_s: int) -> None:
    """Failure 5: what is left is rounded up, what is over or counts up is not."""
    hands = playing(regulation, us=us)
    assert read_s(hands.left.split(" | ")[1]) == left_s
    arbiter(hands)
    hands.find("left: time")
    assert read_s(hands.right) == left_s


def test_time_below_zero_is_set_to_what_is_dialled() -> None:
    hands = playing(Regulation([Period(30 * S)], code=1), us=37_300_000)
    arbiter(hands)
    hands.dial("left: time", "0:05:00")
    assert hands.clock.device.game.clock.left.remaining_us == 5 * MIN


def test_a_time_of_nothing_is_dialled_exactly() -> None:
    """CL-13 without a floor: 0:00:00 is zero, whatever fraction stood before."""
    hands = playing(Regulation([Period(15 * MIN)], blitz=True), us=57_200_000)
    arbiter(hands)
    hands.dial("left: time", "0:00:00")
    assert hands.clock.device.game.clock.left.remaining_us == 0


# ---------------------------------------------------------------- refusals


def test_a_ruling_that_is_impossible_says_so() -> None:
    """CL-07: there is no flag to confirm."""
    hands = playing()
    arbiter(hands)
    hands.choose("flag", "left: confirm")
    assert hands.right == "not possible"
    hands.tap(Key.DOWN, Key.UP)
    assert hands.right == "left: confirm"
    hands.choose("flag", "left: declare")
    assert hands.right == "done"
    assert hands.clock.device.game.clock.left.flag_us >= 0


def test_a_number_out_of_range_says_the_range() -> None:
    hands = playing(Regulation([Period(MIN, 40), Period(MIN)]))
    arbiter(hands)
    hands.find("left: control")
    hands.tap(Key.OK, Key.UP, Key.UP, Key.OK)
    assert hands.right == "1-2"
    hands.tap(Key.DOWN, Key.OK)
    assert hands.clock.device.game.clock.left.period == 1


# ---------------------------------------------------------------- the result


def ended(value: str = "left wins") -> Hands:
    hands = playing()
    arbiter(hands)
    hands.choose("result", value)
    hands.tap(Key.OK)
    return hands


def test_two_presses_of_ok_enter_no_result() -> None:
    hands = playing()
    arbiter(hands)
    hands.find("result")
    hands.tap(Key.OK, Key.OK)
    assert not hands.clock.device.game.clock.ended
    hands.tap(Key.OK, Key.UP, Key.OK)
    assert (hands.left, hands.right) == ("left wins", "OK: yes, BACK: no")
    hands.tap(Key.BACK)
    assert hands.left == "result"
    assert not hands.clock.device.game.clock.ended


def test_same_game_anew_asks_before_a_game_is_given_up() -> None:
    hands = playing()
    arbiter(hands)
    hands.find("same game anew")
    number = hands.clock.device.game.number
    hands.tap(Key.OK, Key.BACK)
    assert hands.clock.device.game.number == number
    hands.tap(Key.OK, Key.OK)
    assert hands.clock.device.game.number == number + 1


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("left wins", "left wins 1-0"),
        ("right wins", "right wins 0-1"),
        ("draw", "draw 1/2-1/2"),
        ("both lose", "both lose 0-0"),
    ],
)
def test_result_and_who_has_confirmed_it_stand_on_both_displays(value: str, said: str) -> None:
    """CL-37, CL-38: both sign off what they see."""
    hands = ended(value)
    for shown in (hands.left, hands.right):
        assert said in shown
        assert "press your key" in shown
    hands.tap(Key.RIGHT)
    assert "press your key" in hands.left
    assert "confirmed" in hands.right
    hands.tap(Key.LEFT)
    assert "confirmed" in hands.left


def test_result_and_confirmations_survive_a_loss_of_power() -> None:
    hands = ended("right wins")
    hands.tap(Key.LEFT)
    for _ in range(2):  # from the journal's records, and from the whole state kept at the start
        hands.clock.kill()
        hands.clock.restart()
        hands = Hands(hands.clock)
        hands.wait(S)
        assert "right wins 0-1" in hands.left
        assert "confirmed" in hands.left
        assert "press your key" in hands.right


def test_result_entered_on_the_laptop_is_shown_too() -> None:
    hands = playing()
    talk = inside(hands.clock)
    talk.hello()
    talk.order(Act.END, what=Result.DRAW)
    hands.wait(S)
    assert "draw 1/2-1/2" in hands.right


def test_arbiter_takes_a_result_back_and_the_game_goes_on() -> None:
    """CL-44: with all the state of before, stopped; players have no such line."""
    hands = ended()
    clock = hands.clock.device.game.clock
    before = (clock.left.remaining_us, clock.right.remaining_us, clock.turn, clock.left.moves)
    hands.tap(Key.OK)
    assert hands.left == "presets"
    hands.tap(Key.BACK)
    arbiter(hands)
    assert hands.left == "result taken back"
    hands.tap(Key.OK)
    assert hands.right == "OK: yes, BACK: no"
    hands.tap(Key.OK)
    clock = hands.clock.device.game.clock
    assert not clock.ended
    assert (clock.left.remaining_us, clock.right.remaining_us, clock.turn, clock.left.moves) == (
        before
    )
    assert "stopped" in hands.left
    hands.tap(Key.START_STOP)
    assert clock.running == Side.LEFT
    arbiter(hands)
    assert "▶" in hands.left
    hands.tap(Key.START_STOP)
    arbiter(hands)
    hands.choose("result", "draw")
    hands.tap(Key.OK)
    assert "draw 1/2-1/2" in hands.left


def test_a_result_taken_back_stays_so_over_a_loss_of_power() -> None:
    hands = ended()
    arbiter(hands)
    hands.tap(Key.OK, Key.OK)
    hands.clock.kill()
    hands.clock.restart()
    clock = hands.clock.device.game.clock
    assert (clock.started, clock.ended) == (True, False)
    assert hands.clock.device.session.faults[9] == 0


def test_with_a_laptop_the_result_is_the_laptops() -> None:
    hands = ended()
    inside(hands.clock).hello()
    assert hands.clock.device.session.held
    arbiter(hands)
    assert hands.left == "presets"
