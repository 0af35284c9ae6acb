"""The keys beside the big ones: set-up without a laptop, the arbiter's menu, and what is locked."""

import pytest
from flagfall.sim.inside import Inside
from flagfall_clock.codes import (
    METHOD_BRONSTEIN,
    METHOD_BYOYOMI,
    METHOD_CANADIAN,
    METHOD_FISCHER,
    METHOD_HOURGLASS,
    METHOD_SUDDEN,
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


def preset(hands: Hands, name: str) -> None:
    """Open the menu and lay a preset out."""
    hands.tap(Key.OK)
    hands.find("presets")
    hands.tap(Key.OK)
    hands.find(name)
    hands.tap(Key.OK)
    hands.find("start with this", Key.UP)
    hands.tap(Key.OK)


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
    preset(hands, PRESETS[index][0])
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
    preset(hands, "hourglass 2")
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
    preset(hands, "own 2")
    period = hands.clock.device.regulation().left[0]
    assert (period.time_us, period.method) == (17 * MIN, METHOD_BYOYOMI)


def test_a_draft_changes_nothing_before_it_is_taken() -> None:
    """Failure 17, and: changes impossible by accident."""
    hands = Hands()
    preset(hands, "renju blitz 5")
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)
    hands.dial("1. time", "0:01:00")
    hands.tap(Key.BACK, Key.BACK)
    assert hands.clock.device.regulation().left[0].time_us == 5 * MIN
    assert "5:00" in hands.left


# ---------------------------------------------------------------- locks


def test_menu_keys_do_nothing_while_a_clock_runs() -> None:
    """CL-45."""
    hands = Hands()
    preset(hands, "draughts blitz 5+3")
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
    preset(hands, "draughts blitz 5+3")
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


def test_arbiters_code_guards_his_menu() -> None:
    hands = Hands()
    preset(hands, "draughts blitz 5+3")
    hands.tap(Key.OK)
    hands.dial("arbiter's code", "0271")
    hands.tap(Key.BACK)
    hands.tap(Key.OK)  # locked: a short OK opens nothing any more
    assert "ready" in hands.left
    hands.press(Key.OK, hold_us=2_100_000)
    assert hands.left == "arbiter's code"
    hands.tap(Key.OK, Key.OK, Key.OK, Key.OK)  # 0000
    assert "ready" in hands.left
    hands.press(Key.OK, hold_us=2_100_000)
    hands.tap(Key.OK, Key.UP, Key.UP, Key.OK)
    for _ in range(7):
        hands.tap(Key.UP)
    hands.tap(Key.OK, Key.UP, Key.OK)
    assert hands.left == "presets"


def test_players_key_stops_and_only_the_arbiter_goes_on_when_locked() -> None:
    """CL-15, CL-16."""
    hands = Hands()
    hands.clock.device.settings.code = 1234
    hands.clock.device.game.arm(0)
    hands.tap(Key.RIGHT, Key.START_STOP)
    assert not hands.clock.device.game.clock.running
    hands.tap(Key.START_STOP)
    assert not hands.clock.device.game.clock.running


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
    preset(hands, "renju blitz 5")
    hands.tap(Key.START_STOP)
    assert clock.device.sounds() == 0
