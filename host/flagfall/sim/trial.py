"""A clock to try out without hardware: the firmware, keys by name, and its displays as text.

`Trial` plays in virtual time: a script of keys shows the same every time, and a terminal lets its
time follow the real one.
"""

import re
from decimal import Decimal
from typing import Any, Literal

from flagfall_device.boards.unix import Dark
from flagfall_device.faces import Faces, SideFace
from flagfall_device.panel import Panel
from flagfall_device.segments import COLON, Eight, Four
from flagfall_protocol.codes import Key

from flagfall.sim.faces import side_lines
from flagfall.sim.fingers import HOLD_US, Fingers
from flagfall.sim.inside import Inside, MemoryBoard

Layout = Literal["words", "four", "eight"]
LAYOUTS: tuple[Layout, ...] = ("words", "four", "eight")
LONGEST_WAIT_S = 3600
NAMES = {
    "LEFT": Key.LEFT,
    "RIGHT": Key.RIGHT,
    "START": Key.START_STOP,
    "UP": Key.UP,
    "DOWN": Key.DOWN,
    "OK": Key.OK,
    "BACK": Key.BACK,
    "▲": Key.UP,
    "▼": Key.DOWN,
    "ЛЕВАЯ": Key.LEFT,
    "ПРАВАЯ": Key.RIGHT,
    "СТАРТ": Key.START_STOP,
    "ОК": Key.OK,
    "НАЗАД": Key.BACK,
}
HELD = ("HOLD", "ДОЛГО")
"""OK held, the way into the arbiter's menu."""
_WAIT = re.compile(r"(\d{1,5}(?:\.\d{1,6})?)(?:s|с)", re.IGNORECASE)
_WIDE = {"words": 23, "four": 21, "eight": 34}


class UnknownKey(ValueError):
    """`word` is no key and no wait."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class _Words:
    """A display that keeps what it shows as lines."""

    TURNS = False

    def __init__(self, language: int) -> None:
        self._language = language
        self.lines = [""]

    def speak(self, language: int) -> None:
        self._language = language

    def show(self, both: Faces, face: SideFace, turn: int, whole: bool) -> None:
        self.lines = side_lines(both, face, self._language)

    def say(self, title: str, said: str, short: str) -> None:
        self.lines = ["", said, ""]


def digits(cells: bytes | bytearray, colon: bool | None = None) -> list[str]:
    """Seven-segment digits as three lines of text; `colon` stands in the middle of four."""
    rows = ["", "", ""]
    for at, cell in enumerate(cells):

        def lit(bit: int, sign: str, cell: int = cell) -> str:
            return sign if cell >> bit & 1 else " "

        rows[0] += " " + lit(0, "_") + "  "
        rows[1] += lit(5, "|") + lit(6, "_") + lit(1, "|") + " "
        rows[2] += lit(4, "|") + lit(3, "_") + lit(2, "|") + lit(7, ".")
        if at == 1 and colon is not None:
            rows = [rows[0] + "  ", *(row + (". " if colon else "  ") for row in rows[1:])]
    return rows


class _Board(MemoryBoard):
    """The board in memory with the displays of a layout."""

    layout: Layout = "words"
    displays: tuple[Any, Any]

    def panel(self, language: int) -> Panel:
        kind: Any = {"words": _Words, "four": Four, "eight": Eight}[self.layout]
        self.displays = (kind(language), kind(language))
        return Panel(*self.displays, Dark())


class _Clock(Inside):
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.board: Any = None
        super().__init__(b"trial...", shows=True)

    def make_board(self) -> MemoryBoard:
        self.board = _Board(self.uid, self.virtual, self.shows, self.flash)
        self.board.layout = self._layout
        return self.board  # type: ignore[no-any-return]


class Trial:
    """One clock, new: nothing is kept. `language`: 0 English, 1 Russian."""

    def __init__(self, layout: Layout = "words", language: int = 0) -> None:
        self._layout = layout
        self._clock = _Clock(layout)
        self._fingers = Fingers(self._clock)
        device = self._clock.device
        device.settings.language = language
        device.panel.speak(language)
        device.show()
        self._fingers.wait(1)

    @property
    def us(self) -> int:
        """Where its time stands."""
        return self._fingers.us

    def wait(self, us: int) -> None:
        """Let time pass."""
        self._fingers.wait(us)

    def press(self, word: str) -> None:
        """Do what a word says: a key's name, `HOLD` (OK held), `BACK+LEFT` (a key with BACK held),
        or a wait like `10s`. Raises `UnknownKey`."""
        said = word.upper().strip("[]")
        wait = _WAIT.fullmatch(word)
        held, _, key = said.partition("+")
        if wait and Decimal(wait[1]) <= LONGEST_WAIT_S:
            self.wait(int(Decimal(wait[1]) * 1_000_000))
        elif said in HELD:
            self._fingers.press(Key.OK, HOLD_US)
        elif said in NAMES:
            self._fingers.press(NAMES[said])
        elif held in NAMES and key in NAMES and held != key:
            self._fingers.press_with(NAMES[held], NAMES[key])
        else:
            raise UnknownKey(word)

    def displays(self) -> tuple[list[str], list[str]]:
        """The lines of both displays."""
        left, right = (self._lines(display) for display in self._clock.board.displays)
        return left, right

    def _lines(self, display: Any) -> list[str]:
        if isinstance(display, _Words):
            return display.lines
        lamps = ("●" if display.lamp else "○") + (" ⚑" if display.flag else "")
        if isinstance(display, Four):
            return [lamps, *digits(display.cells[:4], bool(display.cells[4] & COLON))]
        return [lamps, *digits(display.cells)]

    def text(self) -> str:
        """Both displays in boxes beside each other."""
        wide = _WIDE[self._layout]
        sides = self.displays()
        high = max(4, *(len(side) for side in sides))
        edge = "─" * wide
        rows = [f"┌{edge}┐ ┌{edge}┐"]
        for at in range(high):
            left, right = (side[at] if at < len(side) else "" for side in sides)
            rows.append(f"│{left:^{wide}}│ │{right:^{wide}}│")
        rows.append(f"└{edge}┘ └{edge}┘")
        return "\n".join(rows) + "\n"
