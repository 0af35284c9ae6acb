"""The keys beside the big ones: set-up without a laptop, the arbiter's menu, and what is locked."""

from flagfall.sim.inside import Inside
from flagfall_clock.codes import (
    METHOD_FISCHER,
)
from flagfall_device import words
from flagfall_device.font import ALIKE, GLYPHS
from flagfall_device.menu import duration, number
from flagfall_device.presets import PRESETS
from flagfall_device.setup import Setup, copy_of, default
from flagfall_device.texts import capital
from flagfall_protocol.codes import Key

from tests.support.hands import Hands

S = 1_000_000
MIN = 60 * S
HOUR = 60 * MIN


# ---------------------------------------------------------------- locks


def test_menu_keys_do_nothing_while_a_clock_runs() -> None:
    """CL-45."""
    hands = Hands()
    hands.preset("draughts blitz 5+3")
    hands.tap(Key.START_STOP, Key.RIGHT)
    before = hands.clock.device.journal.newest
    hands.tap(Key.OK, Key.UP, Key.DOWN, Key.OK)
    hands.press(Key.OK, hold_us=3 * S)
    assert hands.clock.device.game.clock.running
    assert hands.clock.device.journal.newest == before
    assert "▶" in hands.left
    hands.tap(Key.START_STOP, Key.OK)  # stopped: a short OK opens nothing
    assert "call the arbiter" in hands.left


def corrected(hands: Hands) -> None:
    """In the arbiter's menu: the left side gets 3:21 and 17 moves."""
    hands.dial("left: time", "0:03:21")
    hands.dial("left: moves", "017")
    hands.find("go on", Key.UP)


def test_time_and_moves_are_corrected_within_sixty_seconds() -> None:
    """CL-44, with every key press taking a fifth of a second and none left out."""
    hands = Hands()
    hands.preset("draughts blitz 5+3")
    hands.tap(Key.START_STOP, Key.RIGHT)
    hands.wait(20 * S)
    hands.tap(Key.START_STOP)
    start_us, start = hands.us, hands.presses
    hands.press(Key.OK, hold_us=2_100_000)
    corrected(hands)
    hands.tap(Key.OK)  # go on
    clock = hands.clock.device.game.clock
    assert clock.running
    assert clock.left.moves == 17
    assert "3:21" in hands.left
    assert hands.presses - start < 60
    assert hands.us - start_us < 60 * S


def test_menu_left_alone_goes_away() -> None:
    hands = Hands()
    hands.tap(Key.OK)
    assert hands.left == "presets"
    hands.wait(125 * S)
    assert "ready" in hands.left


def test_held_key_repeats() -> None:
    hands = Hands()
    hands.tap(Key.OK)
    names = [line.name[0] for line in hands.clock.device.console.main_lines()]
    hands.press(Key.DOWN, hold_us=1_000_000)  # one press, then a repeat every 150 ms after 600
    assert hands.left == names[4]


# ---------------------------------------------------------------- settings, languages


def test_language_and_sounds_are_kept() -> None:
    hands = Hands()
    hands.tap(Key.OK)
    hands.choose("language", "Русский")
    assert hands.left == "язык"
    hands.choose("звуки", "и кнопки")
    hands.clock.kill()
    hands.clock.restart()
    hands = Hands(hands.clock)
    assert hands.clock.device.settings.sounds == 2
    hands.tap(Key.OK)
    assert hands.left == "готовые"


def every_word() -> list[tuple[str, str, str]]:
    rows = words.TABLE.strip().split("\n")
    assert len({row.split("|")[0] for row in rows}) == len(rows)
    return [(*row.split("|"),) for row in rows]  # type: ignore[misc]


def test_every_word_fits_its_display_and_can_be_drawn() -> None:
    """21 letters a line, four digits; in two languages."""
    assert len(every_word()) > 80
    names = [(en, ru, "    ") for en, ru, _ in PRESETS]
    for english, russian, short in every_word() + names:
        for long in (english, russian):
            assert len(long) <= 21, long
            for letter in long:
                assert capital(letter) in GLYPHS + ALIKE, (long, letter)
        assert len(short.replace(".", "").replace(":", "")) <= 4, short


def test_numbered_lines_fit_too() -> None:
    for language in (0, 1):
        setup = Setup(default(), language, lambda _: None)
        setup._set_periods(8)
        for period in setup.draft.left:
            period.method = METHOD_FISCHER
        for line in setup.lines():
            assert len(line.name[0]) <= 21, line.name
            assert len(line.name[1]) <= 4, line.name
            assert len(line.said()[0]) <= 21, line.said()


# ---------------------------------------------------------------- parts


def test_digits_go_round_and_refuse_what_is_too_much() -> None:
    taken: list[int] = []
    edit = number(7, 15, lambda n: taken.append(n) or True)
    assert edit.blinking(False)[0] == "07"
    edit.key(0)  # 17: too much
    edit.key(2)
    assert not edit.key(2)
    assert taken == []
    edit.key(1)
    edit.key(2)
    assert edit.key(2)
    assert taken == [7]


def test_duration_shows_the_end_that_is_changed_on_four_digits() -> None:
    edit = duration(2 * HOUR + 34 * MIN + 56 * S, lambda us: us == 0)
    assert edit.blinking(False) == ("2:34:56", "2:34")
    assert edit.blinking(True)[0] == " :34:56"
    for _ in range(3):
        edit.key(2)
    assert edit.blinking(False) == ("2:34:56", "34:56")


def test_copy_of_a_regulation_shares_nothing() -> None:
    for _, _, make in PRESETS:
        first = make()
        second = copy_of(first)
        second.left[0].time_us += 1
        assert first.left[0].time_us + 1 == second.left[0].time_us
        assert all(
            getattr(first, n) == getattr(second, n)
            for n in type(first).__slots__
            if n not in ("left", "right")
        )


def test_buzzer_plays_by_itself_and_is_silent_when_discreet() -> None:
    """CL-47, CL-18, failure 20."""
    clock = Inside(b"buzzbuzz", shows=True)
    hands = Hands(clock)
    clock.device.settings.sounds = 1
    hands.tap(Key.START_STOP)
    assert not clock.buzzing  # 60 ms are over
    hands.tap(Key.RIGHT)
    hands.wait(HOUR - 300_000)
    assert not clock.buzzing
    hands.wait(200_000)  # the flag falls
    assert clock.device.game.clock.left.flag_us > 0
    assert clock.buzzing
    hands.press(Key.OK, hold_us=2_100_000)
    hands.choose("result", "right wins")
    hands.tap(Key.OK)
    hands.preset("renju blitz 5")
    hands.tap(Key.START_STOP)
    assert clock.device.sounds() == 0
