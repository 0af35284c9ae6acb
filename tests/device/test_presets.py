"""Setting a regulation up with keys: presets, every parameter, what is kept as own."""

import pytest
from flagfall_clock.codes import (
    METHOD_BRONSTEIN,
    METHOD_BYOYOMI,
    METHOD_CANADIAN,
    METHOD_FISCHER,
    METHOD_HOURGLASS,
    METHOD_SUDDEN,
)
from flagfall_device.presets import PRESETS
from flagfall_protocol.codes import Key

from tests.support.hands import Hands

S = 1_000_000
MIN = 60 * S
HOUR = 60 * MIN


# ---------------------------------------------------------------- set-up


def test_two_hours_for_forty_moves_and_one_hour_are_set_with_the_keys() -> None:
    """What docs/clock.md tells: 2 h/40 + 1 h, by someone who has nothing but the clock."""
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.dial("controls", "2")
    hands.dial("1. time", "2:00:00")
    hands.dial("1. moves", "040")
    hands.dial("2. time", "1:00:00")
    hands.find("start with this", Key.UP)
    assert hands.right == "OK"
    hands.tap(Key.OK)
    regulation = hands.clock.device.regulation()
    assert [(p.time_us, p.moves, p.method) for p in regulation.left] == [
        (2 * HOUR, 40, METHOD_SUDDEN),
        (HOUR, None, METHOD_SUDDEN),
    ]
    assert regulation.right is regulation.left or len(regulation.right) == 2
    assert "2:00:00" in hands.left
    assert "ready" in hands.right
    assert hands.presses < 60
    hands.tap(Key.START_STOP, Key.RIGHT)  # armed; the right player's press begins the game
    hands.wait(10 * S)
    assert "▶" in hands.left
    assert "1:59:50" in hands.left


@pytest.mark.parametrize("index", range(len(PRESETS)))
def test_every_preset_can_be_laid_out_with_keys(index: int) -> None:
    hands = Hands()
    hands.preset(PRESETS[index][0])
    wanted = PRESETS[index][2]()
    got = hands.clock.device.regulation()
    assert wanted.fault() == ""
    assert [p.time_us for p in got.left] == [p.time_us for p in wanted.left]
    assert (got.code, got.blitz, got.repeat_last) == (wanted.code, wanted.blitz, wanted.repeat_last)
    assert hands.clock.device.game.number == 1


def test_presets_are_those_asked_for() -> None:
    made = {name: make() for name, _, make in PRESETS}
    draughts = made["draughts blitz 5+3"].left[0]
    assert (draughts.time_us, draughts.increment_us) == (5 * MIN, 3 * S)
    assert made["draughts blitz 5+3"].blitz
    assert made["draughts 1:20 + 1"].left[0].time_us == 80 * MIN
    assert made["draughts 1:20 + 1"].left[0].increment_us == MIN
    controls = made["2 h/50 + 1 h/25 ..."]
    assert [(p.time_us, p.moves) for p in controls.left] == [(2 * HOUR, 50), (HOUR, 25)]
    assert controls.repeat_last
    renju = made["renju 60 + 20/30"].left[0]
    assert (renju.method, renju.byo_moves, renju.byo_us) == (METHOD_CANADIAN, 20, 30 * MIN)
    assert made["byo-yomi 30 + 3x30"].left[0].method == METHOD_BYOYOMI
    assert made["hourglass 2"].left[0].method == METHOD_HOURGLASS


def test_every_method_and_parameter_can_be_set() -> None:
    """Set-up shows every parameter: nothing of a regulation is out of the keys' reach."""
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.choose("rules", "renju RF")
    hands.choose("blitz", "yes")
    hands.choose("1. method", "Bronstein")
    hands.dial("1. increment", "007")
    hands.choose("right side", "other time")
    hands.dial("1. time, right", "0:07:30")
    hands.choose("black is", "right")
    hands.choose("on flag", "both stop")
    hands.choose("unused time", "is lost")
    hands.choose("control shows", "at once")
    hands.choose("discreet", "no")
    hands.dial("violations lose", "02")
    hands.dial("correction leaves", "0:04:00")
    hands.dial("penalty leaves", "0:03:00")
    hands.choose("penalty left over", "drop")
    hands.choose("take-back charges", "no")
    hands.dial("key held", "05")
    hands.find("start with this")
    hands.tap(Key.OK)
    got = hands.clock.device.regulation()
    assert (got.code, got.blitz) == (1, True)
    assert (got.left[0].method, got.left[0].increment_us) == (METHOD_BRONSTEIN, 7 * S)
    assert (got.left[0].time_us, got.right[0].time_us) == (HOUR, 7 * MIN + 30 * S)
    assert got.right[0].increment_us == 7 * S
    assert (got.black_right, got.run_on_flag, got.carry_over) == (True, False, False)
    assert (got.reveal_at_zero, got.discreet, got.violation_limit) == (False, False, 2)
    assert (got.correction_floor_us, got.carry_floor_us) == (4 * MIN, 3 * MIN)
    assert (got.carry_without_control, got.charge_takeback, got.hold_limit_us) == (2, False, 5 * S)


def test_lines_follow_the_method() -> None:
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.choose("1. method", "Fischer")
    hands.dial("1. increment", "012")
    hands.choose("1. added", "after each move")
    hands.find("start with this", Key.UP)
    hands.tap(Key.OK)
    period = hands.clock.device.regulation().left[0]
    assert (period.method, period.increment_us, period.from_first_move) == (
        METHOD_FISCHER,
        12 * S,
        True,
    )


def test_impossible_regulation_cannot_be_started() -> None:
    hands = Hands()
    hands.preset("hourglass 2")
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.dial("controls", "2")  # an hourglass stands only in the last period
    assert hands.clock.device.game.number == 1
    hands.find("1. method")
    assert hands.right == "sudden death"


def test_own_regulation_is_kept_over_a_loss_of_power() -> None:
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("presets")
    hands.tap(Key.OK)
    hands.find("byo-yomi")
    hands.tap(Key.OK)
    hands.dial("1. time", "0:17:00")
    hands.find("keep as own", Key.UP)
    hands.tap(Key.OK, Key.UP, Key.OK)  # as number 2
    hands.clock.kill()
    hands.clock.restart()
    hands = Hands(hands.clock)
    hands.preset("own 2")
    period = hands.clock.device.regulation().left[0]
    assert (period.time_us, period.method) == (17 * MIN, METHOD_BYOYOMI)


def test_own_regulation_with_the_same_times_comes_back_with_the_same_times() -> None:
    """Also from the wire: two lists that say the same are no odds."""
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.find("keep as own", Key.UP)
    hands.tap(Key.OK)
    assert hands.right == "1: free"
    hands.tap(Key.OK)
    assert hands.right == "1: kept"
    hands.tap(Key.OK)
    assert hands.right == "1: in use"
    hands.clock.kill()
    hands.clock.restart()
    hands = Hands(hands.clock)
    hands.tap(Key.OK, Key.OK)
    hands.find("own 1")
    hands.tap(Key.OK)
    hands.find("right side")
    assert hands.right == "same"
    hands.dial("1. time", "0:30:00")
    hands.tap(Key.START_STOP)
    regulation = hands.clock.device.regulation()
    assert [p.time_us for p in regulation.right] == [30 * MIN]


def test_what_was_kept_is_not_changed_by_what_is_set_afterwards() -> None:
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.find("keep as own", Key.UP)
    hands.tap(Key.OK, Key.OK)
    hands.dial("1. time", "0:01:00")
    hands.tap(Key.BACK)
    hands.find("presets")
    hands.tap(Key.OK)
    hands.find("own 1")
    hands.tap(Key.OK)
    hands.find("1. time")
    assert hands.right == "1:00:00"


def test_a_regulation_without_time_is_refused_and_says_why() -> None:
    """A flag would fall at the first press."""
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.dial("1. time", "0:00:00")
    hands.tap(Key.START_STOP)
    assert (hands.left, hands.right) == ("start with this", "no time")
    hands.choose("1. method", "Fischer")
    hands.tap(Key.START_STOP)
    assert hands.clock.device.regulation().left[0].increment_us == 30 * S


def test_brightness_offers_what_there_is() -> None:
    hands = Hands()
    hands.tap(Key.OK)
    hands.find("brightness")
    hands.tap(Key.OK, *[Key.UP] * 8)
    assert hands.right == "0"
    hands.tap(Key.DOWN, Key.OK)
    assert hands.clock.device.settings.brightness == 15


def test_a_draft_changes_nothing_before_it_is_taken() -> None:
    """Failure 17, and: changes impossible by accident."""
    hands = Hands()
    hands.preset("renju blitz 5")
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.dial("1. time", "0:01:00")
    hands.tap(Key.BACK, Key.BACK)
    assert hands.clock.device.regulation().left[0].time_us == 5 * MIN
    assert "5:00" in hands.left
