"""The clock's faces as text and as pictures, drawn from what the firmware sends its displays.

A picture shows the very dots and segments that the firmware's layouts light: what is wrong in the
picture is wrong on the clock.
"""

from collections.abc import Callable
from typing import Any, Literal

from flagfall_clock.codes import (
    ACT_END,
    ACT_START,
    ACT_STOP,
    BY_ARBITER,
    BY_LEFT,
    METHOD_BYOYOMI,
    METHOD_FISCHER,
    RESULT_DRAW,
    SIDE_LEFT,
    SIDE_NONE,
    SIDE_RIGHT,
    WHY_CALL_ARBITER,
)
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_device import faces, texts
from flagfall_device.faces import Faces, SideFace
from flagfall_device.oled import PAGES, WIDTH, Screen
from flagfall_device.segments import Eight, Four

Layout = Literal["oled", "four", "eight"]
LAYOUTS: tuple[Layout, ...] = ("oled", "four", "eight")
S = 1_000_000
MIN = 60 * S


# ------------------------------------------------------------ as text

SIGNS = (
    (faces.RUNS, "▶"),
    (faces.TURN, "→"),
    (faces.FIRST, "⚑1"),
    (faces.FIRST_UNKNOWN, "⚑?"),
)


def side_lines(both: Faces, face: SideFace, language: int = 0) -> list[str]:
    """A face in three lines: signs, time, word."""
    said = [sign for bit, sign in SIGNS if face.signs & bit]
    if face.signs & faces.FLAG and not face.signs & (faces.FIRST | faces.FIRST_UNKNOWN):
        said.append("⚑2")
    said.insert(0, texts.COLOURS[language][1 if face.signs & faces.BLACK else 0])
    if face.signs & faces.OVERTIME:
        said.append(f"×{face.stretches}")
    elif face.period > 1:
        said.append(f"{texts.PERIOD[language]}{face.period}")
    if face.violations:
        said.append(f"{face.violations}!")
    if both.word == faces.OVER:
        said.append("●" if face.signs & faces.CONFIRMED else "○")
    unit = texts.unit_signs(face.signs >> 12)
    if unit:
        said.append(f" {unit}")
    word: str = texts.WORDS[language][both.word]
    if both.word == faces.OVER:
        word = texts.RESULTS[language][both.result]
    lines = [" ".join(said), face.text(), word]
    if both.word == faces.OVER and both.result:
        lines.append(texts.CONFIRM[language][1 if face.signs & faces.CONFIRMED else 0])
    return lines


def text(both: Faces, language: int = 0) -> str:
    """Both faces in boxes beside each other."""
    sides = [side_lines(both, face, language) for face in (both.left, both.right)]
    edge = "─" * 23
    rows = [f"┌{edge}┐ ┌{edge}┐"]
    for left, right in zip(*sides, strict=True):
        rows.append(f"│{left:^23}│ │{right:^23}│")
    rows.append(f"└{edge}┘ └{edge}┘")
    return "\n".join(rows) + "\n"


# ------------------------------------------------------------ as pictures

HOUSING, GLASS, LIT, UNLIT, LAMP = "#2f3437", "#0b0d0e", "#f5f3e7", "#1c2022", "#ff5a36"


WIDE, HIGH = 620, 210


def svg(both: Faces, layout: Layout = "oled", language: int = 0, turn: int = 1) -> str:
    """The clock from the front. `turn` counts half-seconds, for what blinks or takes turns."""
    parts = []
    for x, face in ((24, both.left), (324, both.right)):
        runs = bool(face.signs & faces.RUNS)
        parts += [*_housing(x, runs), *_display(x, both, face, layout, language, turn)]
    return _picture(_label(both, language), parts)


def menu_svg(name: str, value: str) -> str:
    """The clock while a line of its menu is on the displays."""
    left, right = Screen(), Screen()
    left.say("", name, "")
    right.say(name, value, "")
    parts = []
    for x, screen in ((24, left), (324, right)):
        parts += [*_housing(x, False), _dots(x, screen)]
    return _picture(f"{name}: {value}", parts)


def _picture(label: str, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        f'role="img" aria-label="{label}">'
    )
    body = f'<rect x="4" y="36" width="{WIDE - 8}" height="{HIGH - 40}" rx="16" fill="{HOUSING}"/>'
    return "\n".join([head, body, *parts, "</svg>"]) + "\n"


def _label(both: Faces, language: int) -> str:
    left, right = (", ".join(side_lines(both, f, language)[:2]) for f in (both.left, both.right))
    return f"{left} | {right}"


def _housing(x: int, runs: bool) -> list[str]:
    # The button of the side whose clock runs stands up: it is that side's to press.
    top = 8 if runs else 18
    return [
        f'<rect x="{x + 76}" y="{top}" width="120" height="{44 - top}" rx="8" fill="#4a5257"/>',
        f'<circle cx="{x + 136}" cy="52" r="6" fill="{LAMP if runs else "#5a2a20"}"/>',
        f'<rect x="{x}" y="66" width="272" height="128" rx="8" fill="{GLASS}"/>',
    ]


def _display(
    x: int, both: Faces, face: SideFace, layout: Layout, language: int, turn: int
) -> list[str]:
    draw: dict[Layout, Callable[..., list[str]]] = {
        "oled": _oled,
        "four": _four,
        "eight": _eight,
    }
    return draw[layout](x, both, face, language, turn)


def _oled(x: int, both: Faces, face: SideFace, language: int, turn: int) -> list[str]:
    screen = Screen(language)
    screen.time(face)
    screen.lines(both, face)
    return [_dots(x, screen)]


def _dots(x: int, screen: Screen) -> str:
    path = []
    for y in range(PAGES * 8):
        row = [bool(screen.buf[1 + (y // 8) * WIDTH + c] >> (y % 8) & 1) for c in range(WIDTH)]
        column = 0
        while column < WIDTH:
            if not row[column]:
                column += 1
                continue
            end = column
            while end < WIDTH and row[end]:
                end += 1
            path.append(f"M{column} {y}h{end - column}v1h-{end - column}z")
            column = end
    return f'<path transform="translate({x + 8} 66) scale(2)" fill="{LIT}" d="{"".join(path)}"/>'


# A digit in a box of 10 by 18: the segments' corners.
_SEGMENT_PATHS = (
    "M2 1l1-1h4l1 1-1 1h-4z",
    "M9 2l1 1v5l-1 .8-1-.8v-5z",
    "M9 9.2l1 .8v5l-1 1-1-1v-5z",
    "M2 17l1-1h4l1 1-1 1h-4z",
    "M1 9.2l1 .8v5l-1 1-1-1v-5z",
    "M1 2l1 1v5l-1 .8-1-.8v-5z",
    "M2 9l1-1h4l1 1-1 1h-4z",
)


def _digit(x: float, y: float, scale: float, cell: int) -> str:
    shapes = "".join(
        f'<path d="{shape}" fill="{LAMP if cell >> i & 1 else UNLIT}"/>'
        for i, shape in enumerate(_SEGMENT_PATHS)
    )
    point = f'<circle cx="12" cy="17.4" r=".9" fill="{LAMP if cell & 0x80 else UNLIT}"/>'
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g}) skewX(-4)">{shapes}{point}</g>'


def _four(x: int, both: Faces, face: SideFace, language: int, turn: int) -> list[str]:
    layout = Four(language)
    layout.show(both, face, turn)
    places = (22, 78, 152, 208)
    digits = [_digit(x + p, 90, 4.4, c) for p, c in zip(places, layout.cells[:4], strict=True)]
    colon = LAMP if layout.cells[4] else UNLIT
    dots = [f'<circle cx="{x + 140}" cy="{y}" r="5" fill="{colon}"/>' for y in (114, 146)]
    flag = LAMP if layout.flag else "#5a2a20"
    return [*digits, *dots, f'<path d="M{x + 12} 44v20M{x + 12} 44l16 6-16 6z" fill="{flag}"/>']


def _eight(x: int, both: Faces, face: SideFace, language: int, turn: int) -> list[str]:
    layout = Eight(language)
    layout.show(both, face, turn)
    return [_digit(x + 12 + 32 * i, 106, 2.2, cell) for i, cell in enumerate(layout.cells)]


# ------------------------------------------------------------ examples


def faces_of(clock: Any, now_us: int, **signs: Any) -> Faces:
    """The faces of an engine's state at a moment (not before its last act)."""
    clock.settle(now_us)
    both = Faces()
    both.show(clock, now_us, **signs)
    return both


def _running() -> Faces:
    periods = [Period(120 * MIN, 40), Period(60 * MIN)]
    clock = Clock(Regulation(periods))
    clock.do(0, Order(ACT_START, SIDE_LEFT))
    clock.press(41 * MIN + 17 * S, SIDE_LEFT)
    return faces_of(clock, 79 * MIN + 22 * S, unit=faces.LINKED)


def _tenths() -> Faces:
    clock = Clock(Regulation([Period(5 * MIN, None, METHOD_FISCHER, 3 * S)], blitz=True))
    clock.do(0, Order(ACT_START, SIDE_LEFT))
    clock.press(3 * MIN + 31 * S, SIDE_LEFT)
    return faces_of(clock, 3 * MIN + 31 * S + 292 * S + 380_000)


def _first_flag() -> Faces:
    clock = Clock(Regulation([Period(10 * MIN)], code=1))
    clock.do(0, Order(ACT_START, SIDE_RIGHT))
    clock.press(9 * MIN + 48 * S, SIDE_RIGHT)
    clock.press(19 * MIN + 55 * S, SIDE_LEFT)
    return faces_of(clock, 20 * MIN + 31 * S, unit=faces.LINKED)


def _byoyomi() -> Faces:
    clock = Clock(Regulation([Period(30 * MIN, None, METHOD_BYOYOMI, count=3, byo_us=30 * S)]))
    clock.do(0, Order(ACT_START, SIDE_LEFT))
    clock.press(27 * MIN, SIDE_LEFT)
    return faces_of(clock, 27 * MIN + 30 * MIN + 37 * S)


def _stopped() -> Faces:
    periods = [Period(120 * MIN, 40), Period(60 * MIN)]
    clock = Clock(Regulation(periods, code=1))
    clock.do(0, Order(ACT_START, SIDE_LEFT))
    clock.press(33 * MIN + 6 * S, SIDE_LEFT)
    clock.do(58 * MIN, Order(ACT_STOP, SIDE_NONE, BY_LEFT, why=WHY_CALL_ARBITER))
    return faces_of(clock, 60 * MIN, unit=faces.LINKED | faces.LOW_BATTERY, called=True)


def _result() -> Faces:
    clock = Clock(Regulation([Period(5 * MIN, None, METHOD_FISCHER, 3 * S)], blitz=True))
    clock.do(0, Order(ACT_START, SIDE_RIGHT))
    clock.press(2 * MIN + 14 * S, SIDE_RIGHT)
    clock.do(5 * MIN, Order(ACT_END, SIDE_NONE, BY_ARBITER, RESULT_DRAW))
    return faces_of(clock, 5 * MIN, result=RESULT_DRAW, confirmed=SIDE_LEFT)


EXAMPLES: dict[str, Callable[[], Faces]] = {
    "running": _running,
    "tenths": _tenths,
    "first-flag": _first_flag,
    "byo-yomi": _byoyomi,
    "stopped": _stopped,
    "result": _result,
}
