"""Faces on a 128 × 64 graphic display: `buf[1:]` is its memory, eight rows of dots a byte.

Top line: signs. Middle: the time in digits 32 dots high. Bottom: what the game waits for, in
words. The time is redrawn without allocating; the lines are redrawn when something happens.
"""

from flagfall_clock.compat import const

from flagfall_device import faces, texts
from flagfall_device.faces import CONFIRMED, OVER, PLAYING
from flagfall_device.font import ALIKE, AS, COLUMNS, GLYPHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_device.faces import Faces, SideFace

WIDTH = const(128)
PAGES = const(8)
_CELL = const(20)
_DIGIT = const(18)
_COLON = const(8)
_HIGH = const(4)  # pages of a big digit
_TOP = const(2)  # where they begin
_MINUS = const(10)
ALL_PAGES = const(0xFF)
_TIME_PAGES = const(0x3C)

_SEGMENTS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f\x40"


def _big_digits() -> bytes:
    """Eleven glyphs (digits and minus) of 18 columns, four bytes a column, made of segments."""
    # Segment: x from, x to, y from, y to. Ends are cut so that neighbours don't touch.
    boxes = (
        (3, 14, 0, 3),
        (14, 17, 2, 14),
        (14, 17, 17, 29),
        (3, 14, 28, 31),
        (0, 3, 17, 29),
        (0, 3, 2, 14),
        (3, 14, 14, 17),
    )
    made = bytearray(len(_SEGMENTS) * _DIGIT * _HIGH)
    at = 0
    for lit in _SEGMENTS:
        for x in range(_DIGIT):
            column = 0
            for i in range(7):
                x0, x1, y0, y1 = boxes[i]
                if lit == 0x06:  # a one stands in the middle of its cell
                    x0, x1 = x0 - 6, x1 - 6
                if lit >> i & 1 and x0 <= x <= x1:
                    for y in range(y0, y1 + 1):
                        column |= 1 << y
            for page in range(_HIGH):
                made[at] = column >> (8 * page) & 0xFF
                at += 1
    return bytes(made)


BIG = _big_digits()
del _big_digits  # a small board has better uses for its memory


class Screen:
    """One side's display. `dirty`: a bit for each page that changed since the driver sent it."""

    TURNS = False  # there is room for everything at once

    def __init__(self, language: int = 0) -> None:
        self.language = language
        self.buf = bytearray(1 + WIDTH * PAGES)
        self.buf[0] = 0x40  # 'data follow', as the display's bus wants it
        self.dirty = ALL_PAGES
        self.lamp = False
        self.flag = False

    def speak(self, language: int) -> None:
        """Speak another language."""
        self.language = language

    # ------------------------------------------------------------ a game

    def show(self, both: "Faces", face: "SideFace", turn: int, whole: bool) -> None:
        """Draw a face; `whole`: the signs and words may have changed, too."""
        self.lamp = bool(face.signs & faces.RUNS)
        self.flag = bool(face.signs & faces.FLAG)
        if whole:
            self.clear()
            self.lines(both, face)
        self.time(face)

    def say(self, title: str, said: str, short: str) -> None:
        """Show a line of the menu instead of a face."""
        self.lamp = self.flag = False
        self.clear()
        self._put(1, 0, title)
        self._put(4, 0, said)

    def lines(self, both: "Faces", face: "SideFace") -> None:
        """Redraw the signs and the words."""
        self.text(0, 0, self._signs(face, both.word == OVER))
        right = texts.unit_signs(face.signs >> 12)
        self._put(0, WIDTH - 6 * len(right), right)
        word = texts.WORDS[self.language][both.word]
        if both.word == OVER:
            word = texts.RESULTS[self.language][both.result]
            if both.result:
                done = texts.CONFIRM[self.language][1 if face.signs & CONFIRMED else 0]
                self.text(1, (WIDTH - 6 * len(done)) // 2, done)
        elif both.word == PLAYING and face.moves >= 0:
            word = texts.MOVES[self.language].format(face.moves)
        self.text(7, (WIDTH - 6 * len(word)) // 2, word)

    def _signs(self, face: "SideFace", over: bool) -> str:
        signs = face.signs
        said = texts.COLOURS[self.language][1 if signs & faces.BLACK else 0]
        if signs & faces.RUNS:
            said += " ▶"
        elif signs & faces.TURN:
            said += " →"
        if signs & faces.FIRST:
            said += " ⚑1"
        elif signs & faces.FLAG:
            said += " ⚑?" if signs & faces.FIRST_UNKNOWN else " ⚑2"
        if signs & faces.OVERTIME:
            said += " ×{}".format(face.stretches)
        elif face.period > 1:
            said += " {}{}".format(texts.PERIOD[self.language], face.period)
        if face.violations:
            said += " {}!".format(face.violations)
        if over:
            said += " ●" if signs & faces.CONFIRMED else " ○"
        return said

    def time(self, face: "SideFace") -> None:
        """Redraw the time."""
        buf = self.buf
        for i in range(1 + _TOP * WIDTH, 1 + (_TOP + _HIGH) * WIDTH):
            buf[i] = 0
        dots = face.lit or not face.signs & faces.RUNS
        if face.hours:
            wide = face.hours > 9
            x = (WIDTH - (5 * _CELL + 2 * _COLON)) // 2 if not wide else 6
            if face.below:
                self._digit(x - 16, _MINUS)
            x = self._two(x, face.hours, wide)
            x = self._colon(x, dots)
            x = self._two(x, face.minutes, True)
            if wide:
                # The seconds have only room for small figures.
                self._small(x + 2, face.seconds // 10)
                self._small(x + 8, face.seconds % 10)
            else:
                self._two(self._colon(x, dots), face.seconds, True)
        elif face.tenths >= 0 and not face.below:
            x = self._two(6, face.minutes, face.minutes > 9)
            x = self._two(self._colon(x, True), face.seconds, True)
            for page in (0, 1):
                buf[1 + (_TOP + _HIGH - 1) * WIDTH + x + 2 + page] = 0xF0
                buf[1 + (_TOP + _HIGH - 1) * WIDTH + x + 4 + page] = 0xF0
            self._digit(x + _COLON, face.tenths)
        else:
            wide = face.minutes > 9
            x = (WIDTH - ((4 if wide else 3) * _CELL + _COLON)) // 2
            if face.below:
                self._digit(x - _CELL, _MINUS)
            x = self._two(x, face.minutes, wide)
            self._two(self._colon(x, dots), face.seconds, True)
        self.dirty |= _TIME_PAGES

    def _two(self, x: int, number: int, both: bool) -> int:
        tens = number // 10
        if both:
            self._digit(x, tens % 10)
            x += _CELL
        self._digit(x, number - tens * 10)
        return x + _CELL

    def _digit(self, x: int, digit: int) -> None:
        buf = self.buf
        source = digit * _DIGIT * _HIGH
        for column in range(_DIGIT):
            if 0 <= x + column < WIDTH:
                at = 1 + _TOP * WIDTH + x + column
                for _ in range(_HIGH):
                    buf[at] = BIG[source]
                    source += 1
                    at += WIDTH
            else:
                source += _HIGH

    def _small(self, x: int, digit: int) -> None:
        at = 1 + (_TOP + _HIGH - 1) * WIDTH + x
        for column in range(5):
            self.buf[at + column] = COLUMNS[5 + digit * 5 + column]

    def _colon(self, x: int, lit: bool) -> int:
        if lit:
            at = 1 + (_TOP + 1) * WIDTH + x
            for column in range(4):
                self.buf[at + column] = 0x3C
                self.buf[at + column + WIDTH] = 0x3C
        return x + _COLON

    # ------------------------------------------------------------ text

    def text(self, page: int, x: int, said: str) -> None:
        """Write a line (21 letters fit), and clear the rest of it."""
        start = 1 + page * WIDTH
        for i in range(start, start + WIDTH):
            self.buf[i] = 0
        self._put(page, x, said)

    def _put(self, page: int, x: int, said: str) -> None:
        for letter in said:
            letter = texts.capital(letter)
            alike = ALIKE.find(letter)
            glyph = GLYPHS.find(AS[alike] if alike >= 0 else letter)
            at = 1 + page * WIDTH + x
            if glyph >= 0 and 0 <= x <= WIDTH - 5:
                self.buf[at : at + 5] = COLUMNS[glyph * 5 : glyph * 5 + 5]
            x += 6
        self.dirty |= 1 << page

    def clear(self) -> None:
        """Darken everything."""
        for i in range(1, len(self.buf)):
            self.buf[i] = 0
        self.dirty = ALL_PAGES
