"""Faces on seven-segment digits: which segments are lit, as bytes a driver sends unchanged.

A digit's bits are those of every such display: bit 0 a (top), then b … f clockwise, bit 6 g
(middle), bit 7 the point. Four digits show h:mm or m:ss with the colon apart; eight show it all.
"""

from flagfall_clock.compat import const

from flagfall_device import faces
from flagfall_device.faces import OVER, PLAYING, READY
from flagfall_device.texts import capital

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_device.faces import Faces, SideFace

_DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
_MINUS = const(0x40)
_POINT = const(0x80)
COLON = const(1)

# Letters that seven segments can say; Russian ones by their shape.
_LETTERS = " -_ABCDEFGHIJLNOPRSTUYАБВГЕЗИКЛНОПРСТУЧЫЬ"
_SHAPES = (
    b"\x00\x40\x08\x77\x7c\x39\x5e\x79\x71\x3d\x76\x06\x1e\x38\x54\x3f\x73\x50\x6d\x78"
    b"\x3e\x6e\x77\x7d\x7f\x31\x79\x4f\x3e\x75\x37\x76\x3f\x37\x73\x39\x78\x6e\x66\x7c"
    b"\x7c"
)


def segments_of(letter: str) -> int:
    """The segments of a letter or digit; those it can't be said with are dark."""
    if "0" <= letter <= "9":
        return _DIGITS[ord(letter) - 48]
    at = _LETTERS.find(capital(letter))
    return _SHAPES[at] if at >= 0 else 0


def spell(word: str, into: bytearray) -> None:
    """Write a word into digits, from the left; a point belongs to the letter before it."""
    at = 0
    for i in range(len(into)):
        into[i] = 0
    for letter in word:
        if letter in ".:" and at:
            into[at - 1] |= _POINT
        elif at < len(into):
            into[at] = segments_of(letter)
            at += 1


# Words on four digits, by what the game waits for and then by the unit's state: English, Russian.
WORDS = (
    ("rEdy", "ГОt "),
    ("Strt", "ПУСК"),
    ("    ", "    "),
    ("StOP", "СТОП"),
    ("CALL", "ЗОВ "),
    ("AdJ ", "ОТЛ "),
    ("End ", "ИТОГ"),
    ("dEF ", "БРАК"),
    ("bAtt", "БАТ "),
    ("UIOL", "НАР "),
    ("AGrE", "ЕСТЬ"),
    ("ConF", "СОГЛ"),
    ("   0", "   0"),
    (" 0.5 ", " 0.5 "),
    ("   1", "   1"),
)
_DEFECT = const(7)
_BATTERY = const(8)
_VIOLATIONS = const(9)
_CONFIRMED = const(10)
_TO_CONFIRM = const(11)
_POINTS = const(12)  # and the two behind it: nothing, a half, one


def _flag_lamp(face: "SideFace", turn: int) -> bool:
    if face.signs & faces.FIRST:
        return True
    return bool(face.signs & faces.FLAG) and bool(turn & 1)


def _word(face: "SideFace", word: int, turn: int) -> int:
    """Which word has the digits now, as an index into a layout's words; -1: the time has them.

    For one second in four, and never while somebody plays, but for a game that is lost anyway.
    """
    if turn & 7 < 6:
        return -1
    if word == OVER:
        if face.halves < 0:
            return OVER
        if turn & 8:
            return _CONFIRMED if face.signs & faces.CONFIRMED else _TO_CONFIRM
        return _POINTS + face.halves
    if face.signs & faces.LIMIT:
        return _VIOLATIONS
    if word == PLAYING:
        return -1
    if face.signs & faces.DEFECT and turn & 8:
        return _DEFECT
    if face.signs & faces.LOW_BATTERY and turn & 16:
        return _BATTERY
    return -1 if word == READY else word


class Four:
    """A side on four digits and a colon: `cells[0:4]`, `cells[4]` the colon."""

    TURNS = True  # words and time take turns on the digits

    def __init__(self, language: int = 0) -> None:
        self.cells = bytearray(5)
        self.lamp = False
        self.flag = False  # its lamp: steady for the first flag (CL-41), blinking for the second
        self._words = [bytearray(4) for _ in WORDS]
        self.speak(language)

    def speak(self, language: int) -> None:
        """Speak another language."""
        for i, word in enumerate(WORDS):
            spell(word[language], self._words[i])

    def show(self, both: "Faces", face: "SideFace", turn: int, whole: bool = True) -> None:
        """Draw a face; `turn` counts half-seconds, for what takes turns on the digits."""
        cells = self.cells
        self.lamp = bool(face.signs & faces.RUNS)
        cells[4] = COLON
        self.flag = _flag_lamp(face, turn)
        word = _word(face, both.word, turn)
        if word >= 0:
            cells[4] = 0
            self._copy(self._words[word])
            return
        if face.hours:
            self._two(0, face.hours, True)
            self._two(2, face.minutes, False)
        elif face.tenths >= 0 and not face.below:
            self._two(0, face.seconds, True)
            cells[2] = _DIGITS[face.tenths]
            cells[3] = 0  # three digits are seconds and tenths, four never are
            return
        else:
            self._two(0, face.minutes, True)
            self._two(2, face.seconds, False)
            if face.below:
                cells[0] = _MINUS
        if face.signs & faces.RUNS and not face.lit:
            cells[4] = 0
        if face.signs & faces.LOW_BATTERY:
            cells[3] |= _POINT  # also while somebody plays, where the display has points

    def say(self, title: str, said: str, short: str) -> None:
        """Show the short form of a line of the menu instead of a face."""
        self.lamp = self.flag = False
        spell(short.replace(":", ""), self.cells)
        self.cells[4] = COLON if ":" in short else 0

    def _copy(self, word: bytearray) -> None:
        for i in range(4):
            self.cells[i] = word[i]

    def _two(self, at: int, number: int, blank: bool) -> None:
        tens = number // 10
        self.cells[at] = 0 if blank and not tens else _DIGITS[tens % 10]
        self.cells[at + 1] = _DIGITS[number - tens * 10]


class Eight:
    """A side on eight digits: a sign, the period or stretches, then `h.mm.ss` or `m.ss.t`.

    The sign on the left: `F` the first flag, blinking: the second, `d` defective, `L` low battery;
    its point: a laptop is connected.
    """

    TURNS = True

    def __init__(self, language: int = 0) -> None:
        self.cells = bytearray(8)
        self.lamp = False
        self.flag = False
        self._words = [bytearray(8) for _ in WORDS]
        self.speak(language)

    def speak(self, language: int) -> None:
        """Speak another language."""
        for i, word in enumerate(WORDS):
            spell(word[language], self._words[i])

    def show(self, both: "Faces", face: "SideFace", turn: int, whole: bool = True) -> None:
        """Draw a face; `turn` counts half-seconds."""
        cells = self.cells
        self.lamp = bool(face.signs & faces.RUNS)
        self.flag = _flag_lamp(face, turn)
        word = _word(face, both.word, turn)
        if word >= 0:
            said = self._words[word]
            for i in range(8):
                cells[i] = said[i]
            return
        for i in range(8):
            cells[i] = 0
        point = _POINT if face.lit or not face.signs & faces.RUNS else 0
        if face.tenths >= 0 and not face.below:
            self._time(4, face.minutes, True)
            cells[4] |= point
            self._time(6, face.seconds, False)
            self._shift(face.tenths)
        elif face.hours:
            self._time(3, face.hours, True)
            cells[3] |= point
            self._time(5, face.minutes, False)
            cells[5] |= point
            self._time(7, face.seconds, False)
        else:
            self._time(5, face.minutes, True)
            cells[5] |= point
            self._time(7, face.seconds, False)
        if face.below:
            cells[2 if face.hours else 3] = _MINUS
        self._signs(face, turn)

    def say(self, title: str, said: str, short: str) -> None:
        """Show the short form of a line of the menu instead of a face."""
        self.lamp = self.flag = False
        spell(short, self.cells)

    def _signs(self, face: "SideFace", turn: int) -> None:
        cells = self.cells
        signs = face.signs
        if signs & faces.FIRST:
            cells[0] = 0x71  # F
        elif signs & faces.FLAG:
            cells[0] = 0x71 if turn & 1 else 0
        elif signs & faces.DEFECT:
            cells[0] = 0x5E  # d
        elif signs & faces.LOW_BATTERY:
            cells[0] = 0x38  # L
        if signs & faces.LINKED:
            cells[0] |= _POINT
        if signs & faces.OVERTIME:
            cells[1] = _DIGITS[face.stretches % 10] | _POINT
        elif face.period > 1:
            cells[1] = _DIGITS[face.period % 10]

    def _time(self, last: int, number: int, blank: bool) -> None:
        tens = number // 10
        self.cells[last] = _DIGITS[number - tens * 10]
        if tens or not blank:
            self.cells[last - 1] |= _DIGITS[tens % 10]

    def _shift(self, tenths: int) -> None:
        # `m.ss` stands in cells 3–6 when tenths follow; a point divides them.
        self.cells[6] |= _POINT
        self.cells[7] = _DIGITS[tenths]
