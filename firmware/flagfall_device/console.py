"""The keys beside the big ones: what opens which menu, and what is locked.

While a clock runs the menu keys do nothing (CL-45). Before a game OK opens the menu; during one
OK held for two seconds opens the arbiter's, after his code if there is one.
"""

from flagfall_clock.codes import KEY_BACK, KEY_DOWN, KEY_OK, KEY_UP
from flagfall_clock.compat import const

from flagfall_device import words
from flagfall_device.menu import BACK, DOWN, OK, UP, Choice, Digits, Line, Menu, number
from flagfall_device.presets import OWN, PRESETS, Own
from flagfall_device.rulings import Rulings, ask
from flagfall_device.settings import NO_CODE
from flagfall_device.setup import Setup
from flagfall_device.texts import LANGUAGES
from flagfall_device.timebase import Deadline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from flagfall_clock.regulation import Regulation

_HOLD_US = const(2000000)
_KEYS = {KEY_UP: UP, KEY_DOWN: DOWN, KEY_OK: OK, KEY_BACK: BACK}


class Console:
    """The menus of a device."""

    def __init__(self, device: "Any", panel: "Any") -> None:
        self._device = device
        self._panel = panel
        self.menu = Menu(panel, device.time)
        self._own = Own(device.board.store("presets"))
        self._setup: "Setup | None" = None
        self._setup_lines: "Any" = None
        self._hold = Deadline()
        self._open_on_release = False

    @property
    def _language(self) -> int:
        language: int = self._device.settings.language
        return language

    # ------------------------------------------------------------ keys and time

    def close(self) -> None:
        """Let go of what the menus hold."""
        self._own.close()

    def key(self, key: int, level: int) -> None:
        """A menu key went down (1) or up (0)."""
        if self.menu.is_open:
            self.menu.key(_KEYS[key], level)
        elif key == KEY_OK:
            self._ok(level)

    def start(self) -> bool:
        """The start key went down while a menu is open. A set-up is taken, or shows why it can't
        be; a game that is laid out waits for its start: False. In a ruling it means nothing."""
        menu = self.menu
        if self._setup and menu.top is self._setup_lines:
            setup = self._setup
            if not setup.take():
                menu.go(len(setup.lines()) - 1)
            return True
        if self._between_games():
            menu.close()
            return False
        return True

    def _ok(self, level: int) -> None:
        if level:
            self._hold.after(self._device.time, _HOLD_US)
            self._open_on_release = True
        elif self._hold.armed and self._open_on_release:
            self._hold.clear()
            if self._between_games() and not self._device.locked():
                self.menu.open(self.main_lines)

    def _between_games(self) -> bool:
        game = self._device.game
        return not game.armed and (game.clock.ended or not game.clock.started)

    def turn(self) -> bool:
        """What is held, blinks, repeats or has been left alone; True: there is nothing left to
        do, and the memory can be given back."""
        if self._device.game.clock.running:
            # A clock that was started by the laptop takes the displays back.
            self.menu.close()
            self._hold.clear()
        if self._hold.due(self._device.time):
            self._hold.clear()
            if not self._device.game.armed:
                self._arbiter()
        self.menu.turn()
        return not self.menu.is_open and not self._hold.armed

    def wait_us(self) -> int:
        """How long nothing needs to be done."""
        wait = self._hold.wait_us(self._device.time)
        return min(wait, self.menu.wait_us()) if self.menu.is_open else wait

    # ------------------------------------------------------------ the arbiter's menu

    def _arbiter(self) -> None:
        code = self._device.settings.code
        if code == NO_CODE:
            self._unlocked()
            return

        def check(given: int) -> bool:
            self.menu.close()
            if given == code:
                self._unlocked()
            return True

        self.menu.open(lambda: [self._code_line(check)])
        self.menu.key(OK, 1)

    def _unlocked(self) -> None:
        if self._between_games():
            self.menu.open(self._arbiters_lines)
        else:
            self.menu.open(Rulings(self._device, self._language, self.menu).lines)

    def _arbiters_lines(self) -> "list[Line]":
        device = self._device
        if not device.game.clock.ended:
            first = Line(self._name("start the game"), self._do, self._arm)
        elif device.session.held:
            return self.main_lines()  # the laptop knows the result, and corrects it
        else:
            first = Line(self._name("result taken back"), self._do, self._ask_back)
        return [first] + self.main_lines()

    def _arm(self) -> None:
        self.menu.close()
        self._device.game.arm(self._device.time.now_us())

    def _ask_back(self) -> None:
        ask(self.menu, self._language, "result taken back", self._take_back)

    def _take_back(self) -> None:
        self.menu.close()
        self._device.game.result_back(self._device.time.now_us())

    def _code_line(self, taken: "Callable[[int], bool]") -> Line:
        return Line(
            self._name("arbiter's code"), lambda: ("----", "----"), lambda: number(0, 9999, taken)
        )

    # ------------------------------------------------------------ the menu between games

    def main_lines(self) -> "list[Line]":
        """The menu between games."""
        device = self._device
        settings = device.settings
        lines = [
            Line(self._name("presets"), self._do, lambda: self._open(self._preset_lines)),
            Line(self._name("set-up"), self._do, lambda: self._set_up(device.regulation())),
            Line(self._name("same game anew"), self._do, lambda: self._start(device.regulation())),
            self._setting("sounds", "off/on/and keys", "sounds"),
            Line(
                self._name("brightness"),
                lambda: (str(settings.brightness), str(settings.brightness)),
                lambda: Choice(_numbers(0, 15), settings.brightness, self._dim),
            ),
            Line(
                self._name("language"),
                lambda: (LANGUAGES[settings.language], ("En", "rUS")[settings.language]),
                lambda: Choice(
                    [(LANGUAGES[0], "En"), (LANGUAGES[1], "rUS")], settings.language, self._speak
                ),
            ),
            Line(self._name("arbiter's code"), self._code_said, self._code_edit),
        ]
        if device.battery.hours >= 0:
            said = str(device.battery.hours)
            lines.append(Line(self._name("battery, h"), lambda: (said, said), _nothing))
        newest = str(device.journal.newest)
        lines.append(Line(self._name("records"), lambda: (newest, newest[-4:]), _nothing))
        lines.append(Line(self._name("hold OK: arbiter"), lambda: ("", ""), _nothing))
        return lines

    def _name(self, said: str) -> "tuple[str, str]":
        return words.said(self._language, said)

    def _do(self) -> "tuple[str, str]":
        return self._name("OK")

    def _open(self, lines: "Callable[[], list[Line]]") -> None:
        self.menu.open(lines)

    def _setting(
        self,
        name: str,
        values: str,
        field: str,
    ) -> Line:
        settings = self._device.settings
        said = words.row(self._language, values)

        def take(index: int) -> None:
            setattr(settings, field, index)
            settings.keep()

        return Line(
            self._name(name),
            lambda: said[getattr(settings, field)],
            lambda: Choice(said, getattr(settings, field), take),
        )

    def _dim(self, level: int) -> None:
        settings = self._device.settings
        settings.brightness = level
        settings.keep()
        self._panel.brightness(level)

    def _speak(self, language: int) -> None:
        settings = self._device.settings
        settings.language = language
        settings.keep()
        self._panel.speak(language)

    def _code_said(self) -> "tuple[str, str]":
        if self._device.settings.code == NO_CODE:
            return self._name("none")
        return "****", "----"

    def _code_edit(self) -> Digits:
        def take(code: int) -> bool:
            settings = self._device.settings
            settings.code = code or NO_CODE  # 0000: no code
            settings.keep()
            return True

        return number(0, 9999, take)

    # ------------------------------------------------------------ regulations

    def _preset_lines(self) -> "list[Line]":
        language = self._language
        lines = []
        for index, preset in enumerate(PRESETS):
            short = "P{}".format(index + 1)
            lines.append(
                self._preset_line((preset[1] if language else preset[0], short), preset[2])
            )
        own = self._own
        for slot in range(OWN):
            kept = own.kept[slot]
            if kept:
                long, short = self._name("own")
                name = "{} {}".format(long, slot + 1), short[:3] + str(slot + 1)
                lines.append(self._preset_line(name, _always(kept)))
        return lines

    def _preset_line(self, name: "tuple[str, str]", made: "Callable[[], Regulation]") -> Line:
        return Line(name, self._do, lambda: self._set_up(made()))

    def _set_up(self, regulation: "Regulation") -> None:
        setup = self._setup = Setup(regulation, self._language, self._start)
        own = self._own
        limits = "1-{}".format(OWN)

        def keep(slot: int) -> None:
            made = setup.whole()
            if made.fault():
                self.menu.tell(self._name("not possible"))  # 'start with this' says what is wrong
            else:
                own.keep(slot, made)
                self.menu.tell(self._slot(slot, "kept"))

        def choose() -> Choice:
            said = [self._slot(i, "in use" if own.kept[i] else "free") for i in range(OWN)]
            return Choice(said, 0, keep)

        def lines() -> "list[Line]":
            line = Line(self._name("keep as own"), lambda: (limits, limits), choose)
            return setup.lines() + [line]

        self._setup_lines = lines
        self._open(lines)

    def _slot(self, slot: int, state: str) -> "tuple[str, str]":
        long, short = self._name(state)
        return "{}: {}".format(slot + 1, long), str(slot + 1) + short[:3]

    def _start(self, regulation: "Regulation") -> None:
        self.menu.close()
        self._device.lay_out(regulation)


def _numbers(least: int, most: int) -> "list[tuple[str, str]]":
    return [(str(n), str(n)) for n in range(least, most + 1)]


def _nothing() -> None:
    """A line that only tells."""


def _always(regulation: "Regulation") -> "Callable[[], Regulation]":
    return lambda: regulation
