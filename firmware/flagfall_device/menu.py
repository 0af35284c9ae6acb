"""The menu: lines to walk through and to change, with four keys and without a laptop.

    UP DOWN   another line, another value, another digit's value
    OK        change the line; in a change: the next digit, then it is taken
    BACK      out of a change without taking it, out of the menu

A `Line` has a name, says its value, and knows the `Edit` that changes it. Names and values come
long (21 letters, the graphic display) and short (four, for digits). What was done or can't be
done is told in the value's place until the next key (`Menu.tell`).
"""

from flagfall_clock.compat import const

from flagfall_device.timebase import MILLION, Deadline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from flagfall_device.timebase import Timebase

UP = const(0)
DOWN = const(1)
OK = const(2)
BACK = const(3)

_BLINK_US = const(500000)
_FIRST_REPEAT_US = const(600000)
_REPEAT_US = const(150000)
_IDLE_US = const(120000000)  # a menu nobody touches goes away


class Choice:
    """One of several words."""

    def __init__(self, words: "list[Any]", index: int, taken: "Callable[[int], None]") -> None:
        self._words = words  # (long, short)
        self._index = index
        self._taken = taken

    def said(self) -> "tuple[str, str]":
        """What is chosen now."""
        return self._words[self._index]

    def key(self, key: int) -> bool:
        """UP, DOWN or OK; True: it is done."""
        if key == OK:
            self._taken(self._index)
            return True
        step = 1 if key == UP else -1
        self._index = (self._index + step) % len(self._words)
        return False

    def blinking(self, dark: bool) -> "tuple[str, str]":
        """What is shown while it may be changed: the word blinks."""
        return ("", "") if dark else self.said()


class Digits:
    """A number or a time, digit by digit. `bases`: how many values each digit has; `text(digits)`
    gives (long, short); `taken(digits)` takes them or not; `limits` is what may be taken."""

    def __init__(
        self,
        digits: "list[int]",
        bases: "tuple[int, ...]",
        text: "Callable[[list[Any], int], tuple[str, str]]",
        taken: "Callable[[list[int]], bool]",
        limits: "tuple[str, str] | None" = None,
    ) -> None:
        self._digits = digits
        self._bases = bases
        self._text = text
        self._taken = taken
        self._limits = limits
        self._refused = False
        self._at = 0

    def key(self, key: int) -> bool:
        """UP, DOWN or OK; True: it is done."""
        at = self._at
        self._refused = False
        if key == OK:
            if at + 1 < len(self._digits):
                self._at = at + 1
                return False
            if self._taken(self._digits):
                return True
            self._at = 0
            self._refused = True
            return False
        step = 1 if key == UP else -1
        self._digits[at] = (self._digits[at] + step) % self._bases[at]
        return False

    def blinking(self, dark: bool) -> "tuple[str, str]":
        """The digits, the one to be changed blinking; after a refusal, what is allowed."""
        if self._refused and self._limits:
            return self._limits
        shown: "list[Any]" = list(self._digits)
        if dark:
            shown[self._at] = " "
        return self._text(shown, self._at)


def number(value: int, most: int, taken: "Callable[[int], bool]", least: int = 0) -> Digits:
    """A whole number from `least` to `most`."""
    count = len(str(most))
    digits = [value // 10**i % 10 for i in range(count - 1, -1, -1)]

    def text(shown: "list[Any]", at: int) -> "tuple[str, str]":
        said = "".join([str(d) for d in shown])
        return said, said

    def take(got: "list[int]") -> bool:
        total = 0
        for digit in got:
            total = total * 10 + digit
        return least <= total <= most and taken(total)

    limits = "{}-{}".format(least, most)
    return Digits(digits, (10,) * count, text, take, (limits, limits[-4:]))


def _seconds(value_us: int, up: bool) -> int:
    # As the faces round (`SideFace`): what is left up, what is over or counts up down.
    return value_us // MILLION if up or value_us < 0 else (value_us + MILLION - 1) // MILLION


def duration(value_us: int, taken: "Callable[[int], bool]", up: bool = False) -> Digits:
    """A time in hours, minutes and seconds, up to 9:59:59, rounded as the faces do. What is
    changed is whole seconds of what is shown; nothing changed: nothing is taken."""
    exact = _seconds(value_us, up)
    shown = min(max(exact, 0), 35999)
    s = shown
    digits = [s // 3600, s % 3600 // 600, s // 60 % 10, s % 60 // 10, s % 10]

    def text(shown: "list[Any]", at: int) -> "tuple[str, str]":
        whole = "{}:{}{}:{}{}".format(*shown)
        # Four digits show the end that is being changed.
        return whole, whole[:4] if at < 3 else whole[2:]

    def take(got: "list[int]") -> bool:
        s = got[0] * 3600 + got[1] * 600 + got[2] * 60 + got[3] * 10 + got[4]
        if s == shown:
            return True
        if shown != exact or not s:
            return taken(s * MILLION)
        return taken(value_us + (s - shown) * MILLION)

    return Digits(digits, (10, 6, 10, 6, 10), text, take)


def time_text(value_us: int, up: bool = False) -> "tuple[str, str]":
    """A time in a line: h:mm:ss, and as h:mm or m:ss on four digits; rounded as the faces do."""
    if value_us < 0:
        long, short = time_text(-value_us, True)
        return "-" + long, "-" + short
    s = _seconds(value_us, up)
    hours, minutes, seconds = s // 3600, s // 60 % 60, s % 60
    long = "{}:{:02d}:{:02d}".format(hours, minutes, seconds)
    if hours:
        return long, "{}:{:02d}".format(hours, minutes)
    return long, "{}:{:02d}".format(minutes, seconds)


class Line:
    """A line: `name` (long, short), `said()` its value, `edit()` what changes it. An `edit` that
    gives None has done what there was to do, or has opened another menu."""

    def __init__(
        self,
        name: "tuple[str, str]",
        said: "Callable[[], tuple[str, str]]",
        edit: "Callable[[], Any]",
    ) -> None:
        self.name = name
        self.said = said
        self.edit = edit


class Menu:
    """The menu in front of a panel. `open` it with lines; it closes itself."""

    def __init__(self, panel: "Any", time: "Timebase") -> None:
        self._panel = panel
        self._time = time
        self._levels: "list[Any]" = []  # (what makes the lines, where we are in them)
        self._lines: "list[Line]" = []
        self._at = 0
        self._edit: "Any" = None
        self._told: "tuple[str, str] | None" = None
        self._dark = False
        self._blink = Deadline()
        self._repeat = Deadline()
        self._idle = Deadline()
        self._held = -1

    @property
    def is_open(self) -> bool:
        """Does the menu have the displays?"""
        return bool(self._levels)

    @property
    def top(self) -> "Any":
        """What makes the lines that are shown; None: no menu is open."""
        return self._levels[-1][0] if self._levels else None

    def tell(self, said: "tuple[str, str]") -> None:
        """Show this in the value's place until the next key."""
        self._told = said

    def go(self, line: int) -> None:
        """Go to a line of the menu that is shown; a change on the way is given up."""
        self._edit = None
        self._told = None
        self._at = line
        self._show()

    def open(self, lines: "Callable[[], list[Line]]") -> None:
        """Show these lines; `lines()` is asked again after every change."""
        self._levels.append((lines, self._at))
        self._edit = self._told = None
        self._lines = lines()
        self._at = 0
        self._idle.after(self._time, _IDLE_US)
        self._show()

    def close(self) -> None:
        """Give the displays back to the game."""
        self._levels.clear()
        self._edit = None
        self._at = 0
        for deadline in (self._blink, self._repeat, self._idle):
            deadline.clear()

    def key(self, key: int, level: int) -> None:
        """A menu key went down (1) or up (0)."""
        self._repeat.clear()
        if level:
            self._idle.after(self._time, _IDLE_US)
            if key == UP or key == DOWN:
                self._held = key
                self._repeat.after(self._time, _FIRST_REPEAT_US)
            self._press(key)

    def turn(self) -> None:
        """Let what blinks blink, and what is held repeat."""
        time = self._time
        if not self._levels:
            return
        if self._idle.due(time):
            self.close()
        elif self._repeat.due(time):
            self._repeat.after(time, _REPEAT_US)
            self._press(self._held)
        elif self._blink.due(time):
            self._dark = not self._dark
            self._show()

    def wait_us(self) -> int:
        """How long nothing needs to be done."""
        time = self._time
        wait = min(self._blink.wait_us(time), self._repeat.wait_us(time))
        return min(wait, self._idle.wait_us(time))

    def _press(self, key: int) -> None:
        self._dark = False
        self._told = None
        if self._edit is not None:
            if key == BACK:
                self._edit = None
            elif self._edit.key(key):
                self._edit = None
                self._again()
        elif key == BACK:
            self._back()
        elif key == OK:
            self._choose()
        else:
            self._at = (self._at + (1 if key == DOWN else -1)) % len(self._lines)
        if self._levels:
            self._show()

    def _back(self) -> None:
        at = self._levels.pop()[1]
        if self._levels:
            self._lines = self._levels[-1][0]()
            self._at = min(at, len(self._lines) - 1)
        else:
            self.close()

    def _choose(self) -> None:
        depth = len(self._levels)
        edit = self._lines[self._at].edit()
        if len(self._levels) != depth:
            return  # the line has opened another menu, or closed this one
        if edit is None:
            self._again()
        else:
            self._edit = edit

    def _again(self) -> None:
        # A change may have brought lines or taken some away.
        if self._levels:
            self._lines = self._levels[-1][0]()
            self._at = min(self._at, len(self._lines) - 1)

    def _show(self) -> None:
        line = self._lines[self._at]
        if self._edit is None:
            self._blink.clear()
            said = line.said()
        else:
            self._blink.after(self._time, _BLINK_US)
            said = self._edit.blinking(self._dark)
        if self._told:
            said = self._told
        self._panel.say(line.name, said)
