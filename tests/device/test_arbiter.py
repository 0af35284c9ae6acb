"""What is the arbiter's on a clock without a laptop: his code, his corrections, the result."""

import pytest
from flagfall_clock.regulation import Period, Regulation
from flagfall_device.boards.unix import Dark
from flagfall_device.segments import Eight, Four, spell
from flagfall_protocol.codes import Key, Result

from tests.support.hands import Hands
from tests.support.talk import Talk, inside, sudden

S = 1_000_000
MIN = 60 * S


def laid_out(hands: Hands, regulation: Regulation | None = None) -> None:
    device = hands.clock.device
    device.game.lay_out(device.time.now_us(), regulation or Regulation([Period(5 * MIN)]))


def unlock(hands: Hands, code: str) -> None:
    """Hold OK and dial."""
    hands.press(Key.OK, hold_us=2_100_000)
    assert hands.left == "arbiter's code"
    for digit in code:
        hands.tap(*[Key.UP] * int(digit), Key.OK)


# ---------------------------------------------------------------- his code


def test_code_guards_corrections_and_going_on_and_not_the_game() -> None:
    """CL-05, CL-15, CL-45: players start at his word and may stop; the rest is behind the code."""
    hands = Hands()
    hands.tap(Key.OK)
    hands.dial("arbiter's code", "0271")
    hands.tap(Key.BACK)
    laid_out(hands)
    game = hands.clock.device.game
    hands.tap(Key.START_STOP, Key.RIGHT)
    assert game.clock.running
    hands.press(Key.OK, hold_us=3 * S)
    assert "▶" in hands.left
    hands.tap(Key.START_STOP)
    assert "call the arbiter" in hands.left
    hands.tap(Key.START_STOP)
    assert not game.clock.running
    unlock(hands, "1234")
    assert "call the arbiter" in hands.left
    start_us = hands.us
    unlock(hands, "0271")
    hands.dial("left: time", "0:03:21")
    hands.dial("left: moves", "017")
    hands.find("go on", Key.UP)
    hands.tap(Key.OK)
    assert (game.clock.running, game.clock.left.moves) == (1, 17)
    assert hands.us - start_us < 60 * S  # CL-44


def test_with_a_laptop_the_word_is_the_arbiters() -> None:
    """CL-05: no key arms a clock that a laptop holds."""
    hands = Hands()
    talk: Talk = inside(hands.clock)
    talk.hello()
    talk.lay_out(*sudden(5))
    hands.us = hands.clock.device.time.now_us()
    hands.tap(Key.START_STOP)
    assert not hands.clock.device.game.armed


# ---------------------------------------------------------------- the result


@pytest.mark.parametrize(
    ("said", "result", "shown", "halves"),
    [
        ("left wins", Result.LEFT_WINS, "left wins 1-0", (2, 0)),
        ("right wins", Result.RIGHT_WINS, "right wins 0-1", (0, 2)),
        ("draw", Result.DRAW, "draw 1/2-1/2", (1, 1)),
        ("both lose", Result.BOTH_LOSE, "both lose 0-0", (0, 0)),
    ],
)
def test_result_is_shown_and_confirmed_by_both_sides(
    said: str, result: Result, shown: str, halves: tuple[int, int]
) -> None:
    """By keys alone; and a loss of power forgets neither the result nor who has confirmed it."""
    hands = Hands()
    laid_out(hands)
    hands.tap(Key.START_STOP, Key.RIGHT, Key.LEFT, Key.START_STOP)
    hands.press(Key.OK, hold_us=2_100_000)
    hands.choose("result", said)
    hands.tap(Key.OK)
    for text in (hands.left, hands.right):
        assert shown in text
        assert "●" not in text
    hands.tap(Key.RIGHT)
    assert ("●" in hands.left, "●" in hands.right) == (False, True)
    hands.tap(Key.LEFT)
    assert "●" in hands.left
    hands.clock.kill()
    hands.clock.restart()
    hands = Hands(hands.clock)
    hands.wait(S)
    game = hands.clock.device.game
    assert (game.result, game.confirmed) == (result, 3)
    assert "●" in hands.left
    assert shown in hands.right
    both = hands.clock.device.panel.faces
    assert (both.left.halves, both.right.halves) == halves


def test_digits_say_the_points_and_that_they_are_confirmed() -> None:
    hands = Hands()
    laid_out(hands)
    hands.tap(Key.START_STOP, Key.RIGHT, Key.START_STOP)
    hands.press(Key.OK, hold_us=2_100_000)
    hands.choose("result", "left wins")
    hands.tap(Key.OK)
    hands.tap(Key.LEFT)
    both = hands.clock.device.panel.faces
    for layout, size in ((Four(), 4), (Eight(), 8)):
        for face, words in ((both.left, ("   1", "AGrE")), (both.right, ("   0", "ConF"))):
            for turn, word in zip((6, 14), words, strict=True):
                expected = bytearray(size)
                spell(word, expected)
                layout.show(both, face, turn)
                assert layout.cells[:4] == expected[:4], (word, turn)


def test_new_game_knows_nothing_of_the_old_result() -> None:
    """Failure 3."""
    hands = Hands()
    laid_out(hands)
    hands.tap(Key.START_STOP, Key.RIGHT, Key.START_STOP)
    hands.press(Key.OK, hold_us=2_100_000)
    hands.choose("result", "draw")
    hands.tap(Key.OK, Key.LEFT, Key.OK)
    hands.find("same game anew")
    hands.tap(Key.OK)
    game = hands.clock.device.game
    assert (game.result, game.confirmed) == (Result.UNKNOWN, 0)
    assert "ready" in hands.left


# ---------------------------------------------------------------- brightness, sounds


def test_brightness_is_kept_and_applied_at_power_up(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[int, int]] = []
    monkeypatch.setattr(Dark, "begin", lambda self, side, level: begun.append((side, level)))
    hands = Hands()
    hands.wait(S)
    assert begun == [(0, 8), (1, 8)]
    hands.tap(Key.OK)
    hands.choose("brightness", "3")
    assert set(begun[2:]) == {(0, 3), (1, 3)}
    hands.clock.kill()
    hands.clock.restart()
    begun.clear()
    Hands(hands.clock).wait(S)
    assert begun == [(0, 3), (1, 3)]


def buzzes(hands: Hands, key: Key) -> bool:
    """Does the buzzer begin when the key goes down?"""
    clock = hands.clock
    clock.device.edges.put(key, 1, clock.time.tick)
    clock.exchange()
    began = clock.buzzing
    hands.wait(200_000)
    clock.device.edges.put(key, 0, clock.time.tick)
    hands.wait(200_000)
    return began


@pytest.mark.parametrize("discreet", [False, True])
@pytest.mark.parametrize(("sounds", "signals", "keys"), [(0, 0, 0), (1, 1, 0), (2, 1, 1)])
def test_sounds_are_off_for_signals_or_for_keys_too(
    sounds: int, signals: int, keys: int, discreet: bool
) -> None:
    """CL-47; and none at all where nothing may tell of the opponent's move (CL-18)."""
    hands = Hands()
    hands.clock.device.settings.sounds = sounds
    regulation = Regulation([Period(5 * MIN)])
    regulation.discreet = discreet
    laid_out(hands, regulation)
    heard = [buzzes(hands, key) for key in (Key.START_STOP, Key.RIGHT, Key.LEFT, Key.START_STOP)]
    expected = [bool(signals), bool(keys), bool(keys), bool(signals)]
    assert heard == ([False] * 4 if discreet else expected)


def test_third_violation_sounds_and_is_shown() -> None:
    """CL-22: the device shows it."""
    hands = Hands()
    hands.clock.device.settings.sounds = 1
    laid_out(hands)
    hands.tap(Key.START_STOP, Key.RIGHT, Key.START_STOP)
    from flagfall_clock.codes import ACT_VIOLATION, VIOLATION_IMPOSSIBLE_MOVE
    from flagfall_clock.order import Order

    device = hands.clock.device
    for number in (1, 2, 3):
        hands.wait(S)
        assert not hands.clock.buzzing
        device.rule(Order(ACT_VIOLATION, 1, what=VIOLATION_IMPOSSIBLE_MOVE))
        assert hands.clock.buzzing == (number == 3)
    hands.wait(100_000)
    assert "3!" in hands.left
