"""What each side sees is a pure function of the state and the moment."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from flagfall.sim.faces import EXAMPLES, faces_of, side_lines, svg, text
from flagfall_clock.codes import (
    ACT_CORRECT,
    ACT_START,
    CODE_RENJU_RF,
    METHOD_BYOYOMI,
    METHOD_UPCOUNT,
    ORDER_SET,
    SIDE_BOTH,
    SIDE_LEFT,
    SIDE_RIGHT,
)
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_device import faces
from flagfall_device.faces import SideFace
from flagfall_device.oled import Screen
from flagfall_device.segments import Eight, Four, segments_of
from flagfall_device.timebase import Timebase
from hypothesis import given
from hypothesis import strategies as st

S = 1_000_000
MIN = 60 * S
ROOT = Path(__file__).resolve().parents[2]


def shown(value_us: int, up: bool = False) -> str:
    """The text of a value."""
    face = SideFace()
    face.anchor(value_us, 0, -1, 0, up)
    face.refresh(0, 0)
    return face.text()


def started(regulation: Regulation, side: int = SIDE_LEFT) -> Clock:
    clock = Clock(regulation)
    clock.do(0, Order(ACT_START, side))
    return clock


# ---------------------------------------------------------------- the time


@pytest.mark.parametrize(
    ("value_us", "expected"),
    [
        (7200 * S, "2:00:00"),
        (7200 * S - 1, "2:00:00"),
        (7199 * S, "1:59:59"),
        (3600 * S, "1:00:00"),
        (3599 * S, "59:59"),
        (61 * S, "1:01"),
        (20 * S + 1, "0:21"),
        (20 * S, "0:20.0"),
        (19_900_000, "0:19.9"),
        (19_900_001, "0:20.0"),
        (1, "0:00.1"),
        (0, "0:00.0"),
        (-1, "-0:00"),
        (-1 * S, "-0:01"),
        (-61_500_000, "-1:01"),
        (400 * 3600 * S, "99:59:59"),
    ],
)
def test_time_is_rounded_up_and_tenths_come_under_twenty_seconds(
    value_us: int, expected: str
) -> None:
    """CL-40, failure 5."""
    assert shown(value_us) == expected


@given(st.integers(1, 400_000 * S))
def test_zero_is_shown_only_at_zero(value_us: int) -> None:
    """Failure 5: a loss on time showed 0:01, and a clock with time left showed 0:00."""
    assert re.search(r"[1-9]", shown(value_us))


def test_counting_up_shows_what_is_full() -> None:
    assert [shown(v, up=True) for v in (0, 1, 999_999, S, 61 * S)] == [
        "0:00",
        "0:00",
        "0:00",
        "0:01",
        "1:01",
    ]


@given(
    st.integers(0, 10_000 * S),
    st.sampled_from([-1, 0, 1]),
    st.integers(0, 1 << 44),
    st.integers(0, 500 * S),
)
def test_a_face_between_two_acts_shows_what_the_engine_would(
    value_us: int, slope: int, now_us: int, elapsed_us: int
) -> None:
    """The face subtracts small integers; exact arithmetic gives the same."""
    face = SideFace()
    face.anchor(value_us, slope, -1, now_us, False)
    time = Timebase(0, now_us + elapsed_us)
    face.refresh(time.s, time.us)
    assert face.text() == shown(value_us + slope * elapsed_us)


def test_a_slope_holds_for_its_span_only() -> None:
    face = SideFace()
    face.anchor(5 * S, -1, 2 * S, 0, False)
    face.refresh(4, 500_000)
    assert face.text() == "0:03.0"


@given(st.integers(1, 100 * S), st.integers(0, 1 << 40))
def test_no_change_is_missed_between_the_waits(value_us: int, now_us: int) -> None:
    """`wait_us` never lets a display stand still past the moment at which it changes."""
    face = SideFace()
    face.signs = faces.RUNS
    face.anchor(value_us, -1, -1, now_us, False)
    time = Timebase(0, now_us)
    face.refresh(time.s, time.us)
    for _ in range(8):
        wait = face.wait_us(time.s, time.us)
        assert 0 < wait <= 500_001
        before = (face.text(), face.lit)
        early = Timebase(0, time.now_us() + wait - 1)
        face.refresh(early.s, early.us)
        assert (face.text(), face.lit) == before
        time = Timebase(0, time.now_us() + wait)
        face.refresh(time.s, time.us)


# ---------------------------------------------------------------- signs


def test_only_the_running_side_blinks() -> None:
    """CL-40: the running side is seen from afar."""
    clock = started(Regulation([Period(5 * MIN)]))
    seen = set()
    for tenth in range(20):
        both = faces_of(clock, S + tenth * 100_000)
        assert both.left.signs & faces.RUNS
        assert not both.right.signs & faces.RUNS
        assert both.right.lit
        seen.add(both.left.lit)
    assert seen == {True, False}


@pytest.mark.parametrize("first", [SIDE_LEFT, SIDE_RIGHT])
def test_first_flag_is_marked_for_good_also_when_both_are_down(first: int) -> None:
    """CL-41, CL-08; mirror-wise."""
    clock = started(Regulation([Period(MIN)], code=CODE_RENJU_RF), first)
    clock.press(65 * S, first)
    both = faces_of(clock, 200 * S)
    mine, other = both.side(first), both.side(SIDE_LEFT + SIDE_RIGHT - first)
    assert mine.signs & faces.FIRST
    assert other.signs & faces.FLAG
    assert other.signs & faces.FIRST_OTHER
    assert not other.signs & faces.FIRST
    assert "⚑1" in side_lines(both, mine)[0]
    assert "⚑2" in side_lines(both, other)[0]


def test_first_flag_that_nobody_knows_is_shown_as_unknown() -> None:
    """CL-10."""
    clock = started(Regulation([Period(MIN)], blitz=True))
    clock.do(S, Order(ACT_CORRECT, SIDE_BOTH, flags=64, amount_us=-2 * MIN))
    both = faces_of(clock, 2 * S)
    assert both.left.signs & both.right.signs & faces.FIRST_UNKNOWN


def test_stretches_left_are_shown_in_overtime() -> None:
    clock = started(Regulation([Period(MIN, None, METHOD_BYOYOMI, count=3, byo_us=30 * S)]))
    both = faces_of(clock, MIN + 35 * S)
    assert both.left.text() == "0:25"
    assert both.left.stretches == 2
    assert "×2" in side_lines(both, both.left)[0]


def test_count_up_has_its_sign() -> None:
    both = faces_of(started(Regulation([Period(0, None, METHOD_UPCOUNT)])), 61 * S)
    assert both.left.text() == "1:01"
    assert both.left.signs & faces.COUNTS_UP


def test_third_violation_is_shown() -> None:
    """CL-22."""
    clock = started(Regulation([Period(5 * MIN)], blitz=True))
    clock.do(0, Order(ACT_CORRECT, SIDE_RIGHT, violations=3))
    both = faces_of(clock, 0)
    assert both.right.signs & faces.LIMIT
    assert not both.left.signs & faces.LIMIT


@pytest.mark.parametrize("black_right", [False, True])
def test_the_face_of_black_is_told_by_the_orientation(black_right: bool) -> None:
    """CL-20."""
    regulation = Regulation([Period(5 * MIN)])
    regulation.black_right = black_right
    both = faces_of(Clock(regulation), 0)
    assert bool(both.right.signs & faces.BLACK) == black_right
    assert bool(both.left.signs & faces.BLACK) != black_right


# ---------------------------------------------------------------- discretion


def passed_early(code: int) -> Clock:
    """Left makes its only move of the first control with 50 minutes left, and goes on thinking."""
    clock = started(Regulation([Period(60 * MIN, 1), Period(30 * MIN)], code=code))
    clock.press(10 * MIN, SIDE_LEFT)
    clock.press(11 * MIN, SIDE_RIGHT)
    return clock


def test_passed_control_is_not_seen_before_the_old_time_is_used_up() -> None:
    """CL-18: at zero when discreet."""
    clock = passed_early(CODE_RENJU_RF)
    face = faces_of_hidden(clock, 11 * MIN)
    assert (face.text(), face.period) == ("50:00", 1)
    face = faces_of_hidden(clock, 61 * MIN - 1)
    assert (face.text(), face.period) == ("0:00.1", 1)
    face = faces_of_hidden(clock, 61 * MIN)
    assert (face.text(), face.period) == ("30:00", 2)


def faces_of_hidden(clock: Clock, now_us: int) -> SideFace:
    return faces_of(clock, now_us, revealed=(False, False)).left


def test_passed_control_is_seen_at_once_elsewhere() -> None:
    face = faces_of_hidden(passed_early(0), 11 * MIN)
    assert (face.text(), face.period) == ("1:20:00", 2)


def test_discreet_clock_shows_no_moves() -> None:
    """CL-18: no move counter on the device."""
    assert faces_of(passed_early(CODE_RENJU_RF), 11 * MIN).left.moves == -1
    assert faces_of(passed_early(0), 11 * MIN).left.moves == 1


# ---------------------------------------------------------------- layouts


def spelled(cells: bytearray) -> str:
    """Digits and points back from segments."""
    digits = {segments_of(d): d for d in "0123456789-"} | {0: " "}
    return "".join(digits[c & 0x7F] + ("." if c & 0x80 else "") for c in cells)


@pytest.mark.parametrize(
    ("value_us", "four", "eight"),
    [
        (4723 * S, " 118", "    1.18.43"),
        (305 * S, " 505", "     5.05"),
        (19_900_000, "199 ", "    0.19.9"),
        (0, " 00 ", "    0.00.0"),
        (-65 * S, "-105", "   - 1.05"),
    ],
)
def test_segments_say_the_time(value_us: int, four: str, eight: str) -> None:
    clock = started(Regulation([Period(5 * MIN)], code=CODE_RENJU_RF, blitz=True))
    clock.do(0, Order(ACT_CORRECT, SIDE_LEFT, flags=ORDER_SET, amount_us=max(1, value_us)))
    both = faces_of(clock, 0)
    both.left.anchor(value_us, 0, -1, 0, False)
    both.left.signs = 0
    both.left.refresh(0, 0)
    small, large = Four(), Eight()
    small.show(both, both.left, 0)
    large.show(both, both.left, 0)
    assert spelled(small.cells[:4]).strip() == four.strip()
    assert spelled(large.cells).replace(" ", "") == eight.replace(" ", "")


def test_words_take_turns_with_the_time_only_when_nobody_plays() -> None:
    layout = Four()
    both = EXAMPLES["stopped"]()
    layout.show(both, both.left, 7)
    word = bytes(layout.cells)
    layout.show(both, both.left, 0)
    assert bytes(layout.cells) != word
    both = EXAMPLES["running"]()
    layout.show(both, both.left, 0)
    time = bytes(layout.cells)
    layout.show(both, both.left, 7)
    assert bytes(layout.cells) == time


def test_units_state_takes_its_turn_on_four_digits_while_nobody_plays() -> None:
    """CL-42: low battery; CL-12: a unit marked defective shows so."""
    from flagfall_device.segments import spell

    layout = Four()
    both = EXAMPLES["stopped"]()
    both.left.signs |= faces.DEFECT | faces.LOW_BATTERY
    seen = set()
    for turn in range(64):
        layout.show(both, both.left, turn)
        seen.add(bytes(layout.cells[:4]))
    for word in ("CALL", "dEF ", "bAtt"):
        cells = bytearray(4)
        spell(word, cells)
        assert bytes(cells) in seen, word


def test_third_violation_is_said_on_digits_too() -> None:
    """CL-22: also while the clock goes on, for the game is lost."""
    from flagfall_device.segments import spell

    layout = Four()
    both = EXAMPLES["running"]()
    both.left.signs |= faces.LIMIT
    layout.show(both, both.left, 7)
    cells = bytearray(4)
    spell("UIOL", cells)
    assert layout.cells[:4] == cells


def test_every_word_fits_the_graphic_display() -> None:
    from flagfall_device import font, texts

    for language in (0, 1):
        said = [*texts.WORDS[language], *texts.RESULTS[language]]
        said.append(texts.MOVES[language].format(999))
        for word in said:
            assert len(word) <= 21, word
            for letter in word.upper():
                assert letter in font.GLYPHS + font.ALIKE, (word, letter)


def test_screen_lights_the_lamp_sign_of_the_running_side_only() -> None:
    both = EXAMPLES["running"]()
    screens = []
    for face in (both.left, both.right):
        screen = Screen()
        screen.lines(both, face)
        screen.time(face)
        screens.append(bytes(screen.buf))
    assert screens[0] != screens[1]
    assert screens[0][0] == 0x40  # the display's 'data follow'


def test_pictures_and_font_are_what_the_firmware_draws() -> None:
    for tool in ("pictures", "font"):
        done = subprocess.run(
            [sys.executable, str(ROOT / f"tools/{tool}.py"), "--check"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_text_and_picture_say_the_same_time() -> None:
    both = EXAMPLES["tenths"]()
    assert "0:10.7" in text(both)
    assert "0:10.7" in svg(both)


def test_show_command_draws_a_scenario(tmp_path: Path) -> None:
    scenario = tmp_path / "s.json"
    scenario.write_text(
        '{"schema": "flagfall.scenario/1", "name": "x",'
        ' "regulation": {"code": "plain", "periods":'
        ' [{"moves": null, "time_s": 300, "method": "sudden"}]},'
        ' "steps": [{"at_us": 0, "act": "start", "side": "left"},'
        ' {"at_us": 290000000, "act": "read"}, {"at_us": 305000000, "act": "read"}]}'
    )
    command = [sys.executable, "-m", "flagfall.cli", "clock", "show", str(scenario)]
    done = subprocess.run([*command, "--step", "1"], capture_output=True, text=True, check=True)
    assert "0:10.0" in done.stdout
    picture = tmp_path / "p.svg"
    subprocess.run([*command, "--svg", str(picture), "--layout", "four"], check=True)
    assert picture.read_text().startswith("<svg")
    done = subprocess.run(
        [*command, "--layout", "seven"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "bad_choice" in done.stderr
