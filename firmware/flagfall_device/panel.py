"""The two displays of a clock: faces while there is a game, lines of the menu otherwise.

A layout (`oled.Screen`, `segments.Four`, `segments.Eight`) knows what is lit; a driver knows the
wires. The panel decides when something must be drawn again, and sends no more than that.
"""

from flagfall_clock.compat import const

from flagfall_device.faces import Faces
from flagfall_device.timebase import Deadline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_clock.engine import Clock

    from flagfall_device.faces import SideFace
    from flagfall_device.timebase import Timebase

_HALF_US = const(500000)


class Panel:
    """`left` and `right` are layouts, `driver` is as in `drivers`. `lost` has a bit for each side
    whose display does not answer: the game goes on, and it is woken again when it does."""

    def __init__(self, left: "Any", right: "Any", driver: "Any") -> None:
        self.faces = Faces()
        self._layouts = (left, right)
        self._driver = driver
        self._level = 8
        self._asleep = 3  # bits of the sides whose chips must be woken
        self.lost = 0
        self._turn = 0
        self._beat = Deadline()
        self._next = Deadline()
        self._said = False
        self._whole = True

    def game(self, clock: "Clock", now_us: int, **signs: "Any") -> None:
        """Something happened: show this state (`signs` as in `Faces.show`)."""
        self.faces.show(clock, now_us, **signs)
        self._said = False
        self._whole = True
        self._next.set_us(0)

    def say(self, titles: "tuple[str, str]", values: "tuple[str, str]") -> None:
        """A line of the menu: its name (long, short) on the left, its value on the right."""
        self._said = True
        for i, words in enumerate((titles, values)):
            self._layouts[i].say(titles[0] if i else "", words[0], words[1])
            self._light(i)

    def speak(self, language: int) -> None:
        """Speak another language from now on."""
        for layout in self._layouts:
            layout.speak(language)
        self._whole = True

    def brightness(self, level: int) -> None:
        """Dim both displays, 0 to 15."""
        self._level = level
        self._asleep = 3
        self._whole = True

    def refresh(self, time: "Timebase") -> None:
        """Draw what looks different now. Allocates nothing while nothing has happened."""
        if self._said:
            return
        beat = not self._beat.armed or self._beat.due(time)
        if beat:
            self._beat.after(time, _HALF_US)
            self._turn = (self._turn + 1) & 0xFF
        if beat or self._next.due(time):
            self._draw(0, self.faces.left, beat, time)
            self._draw(1, self.faces.right, beat, time)
            self._whole = False
            self._next.after(time, self.faces.wait_us(time))

    def _draw(self, i: int, face: "SideFace", beat: bool, time: "Timebase") -> None:
        changed = face.refresh(time.s, time.us)
        layout = self._layouts[i]
        lost = self.lost >> i & 1
        if lost and not (beat or self._whole):
            return  # a bus that does not answer takes its time: ask it twice a second
        if changed or self._whole or lost or (beat and layout.TURNS):
            layout.show(self.faces, face, self._turn, self._whole or bool(lost))
            self._light(i)

    def _light(self, i: int) -> None:
        try:
            if self._asleep >> i & 1:
                self._driver.begin(i, self._level)
                self._asleep &= ~(1 << i)
            self._driver.send(i, self._layouts[i])
            self.lost &= ~(1 << i)
        except OSError:
            self._asleep |= 1 << i
            self.lost |= 1 << i

    def wait_us(self, time: "Timebase") -> int:
        """How long nothing needs to be drawn."""
        if self._said:
            return self._beat.wait_us(time) + _HALF_US
        return min(self._beat.wait_us(time), self._next.wait_us(time))
