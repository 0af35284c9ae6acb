"""One clock: what the parts are, and the main loop's one turn, urgent things first.

Presses are stamped outside (in the interrupt); everything here may be late without costing a
player a microsecond. Nothing in a turn waits: the board sleeps between turns until the next
deadline, edge or byte.
"""

import gc
import sys

from flagfall_clock.codes import (
    FAULT_EDGES_LOST,
    FAULT_JOURNAL_ERROR,
    HAPPENED_FLAG,
    HAPPENED_VIOLATION_LIMIT,
    SIDE_LEFT,
    SIDE_RIGHT,
)
from flagfall_clock.compat import const
from flagfall_clock.engine import Clock

from flagfall_device import buzzer, faces, status
from flagfall_device.battery import Battery
from flagfall_device.buzzer import Buzzer
from flagfall_device.faces import Value, control_hidden
from flagfall_device.game import Game
from flagfall_device.hands import Hands
from flagfall_device.journal import Journal
from flagfall_device.keys import EdgeQueue, Keys
from flagfall_device.marks import EVERY_US, Marks
from flagfall_device.session import Session
from flagfall_device.settings import CODE, LEAVE, NO_CODE, Settings
from flagfall_device.timebase import FAR_US, Deadline, Timebase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_clock.order import Order
    from flagfall_clock.regulation import Regulation

    from flagfall_device.console import Console
    from flagfall_device.panel import Panel

_INPUT = const(64)
_FARTHEST_US = 1 << 50


MENU_MODULES = ("console", "menu", "presets", "rulings", "setup", "transfer", "words")


def forget(names: "tuple[str, ...]") -> None:
    """Take modules of this package out of memory; the next import brings them back."""
    package = sys.modules["flagfall_device"]
    for name in names:
        sys.modules.pop("flagfall_device." + name, None)
        package.__dict__.pop(name, None)
    gc.collect()


class Device:
    """A clock on a `board` (see `boards/__init__.py` for what a board gives)."""

    def __init__(self, board: "Any") -> None:
        self.board = board
        self.virtual = board.virtual
        self.link_ms = board.link_ms
        self.settings = Settings(board.store("settings"))
        self.journal = Journal(board.store("journal"), board.journal_bytes, board.new_id)
        self.marks = Marks(board.store("marks"))
        self.edges = EdgeQueue()
        self.keys = Keys(self.edges, board.lever)
        self.keys.debounce_us = board.debounce_us
        faces.SideFace.tenths_s = board.tenths_s
        self.game = Game(self.journal)
        self._due = Deadline()  # when the game changes by itself
        self.values = (Value(), Value())  # both sides' times, for the wire
        self._reveal = Deadline()  # when a control passed early may be seen (CL-18)
        self._shown = [0, 0]  # the period each face has shown
        self._mark = Deadline()
        self.hands = Hands(self)
        self._input = bytearray(_INPUT)
        self._sent = self._length = 0
        self._lost = 0
        self._linked = False
        self._fed = -1
        self.buzzer = Buzzer(board.sound)
        self.battery = Battery(board.battery_curve, board.battery_mv)
        self.panel = self._new_panel() if board.shows else None
        self._console = None
        strays = self._boot()
        self.session = Session(self, board.unit, self.settings.address)
        self.session.faults[FAULT_JOURNAL_ERROR] += strays
        if board.sensors:
            self.game.sensors = board.sensors
            board.sensors.settle()
        self._view = memoryview(self.session.writer.buf)
        self._views: "dict[int, memoryview]" = {}  # of the lengths that occur
        self.game.changed = self._changed
        self._changed()

    def _new_panel(self) -> "Panel":
        panel: "Panel" = self.board.panel(self.settings.language)
        panel.brightness(self.settings.brightness)
        return panel

    def _boot(self) -> int:
        from flagfall_device.replay import Replay

        board, game = self.board, self.game
        self.journal.open()
        replay = Replay(game)
        replay.run(self.journal)
        game.at_us = max(game.at_us, self.journal.last_us, self.marks.last_us())
        self.time = Timebase(board.ticks(), game.at_us)
        self.time.calibrate(self.settings.drift_ppb)
        game.booted(board.unit.boot_id, board.unit.reset_cause)
        self.journal.keep_state(game.whole_state())
        for key in range(len(self.keys.levels)):
            level = board.level(key)
            self.keys.found(key, level)
            self.hands.found(key, level)
        strays = replay.strays
        forget(("replay", "transfer"))  # they have done their work
        return strays

    # ------------------------------------------------------------ the loop

    def turn(self) -> int:
        """One turn. Returns how many microseconds the board may sleep if nothing comes."""
        board = self.board
        now = board.ticks()  # first: an edge that is not yet in the queue is later than this
        alive = board.collect(self.edges)
        self.run_to(now)  # 1. presses and flags
        self.sense()  # 2. what stands on the board
        self._listen()  # 3. the wire: what has come
        self.checkpoint()  # 4. the time, kept for a loss of power
        self._speak()  # 5. the wire: what it takes
        self._show()  # 6. displays, menu, sounds
        if alive and now != self._fed:  # the keys can be read, and time goes on
            self._fed = now
            board.feed()
        return self.wait_us()

    def run_to(self, tick: int) -> None:
        """Presses up to now in their order, then what time alone has brought about."""
        time = self.time
        while self.keys.pump(tick):
            time.advance(tick)
            self.hands.key(self.keys.key, self.keys.level, time.at_us(self.keys.tick))
        time.advance(tick)
        if self._due.due(time):
            self.game.settle(time.now_us())
            self._changed()
        if self.hands.due(time):
            self.session.state_due = True
        if self._reveal.due(time):
            self._reveal.clear()
            self.show()
        if self.edges.lost != self._lost:
            self._lost = self.edges.lost
            self.session.faults[FAULT_EDGES_LOST] = self._lost
            for key in range(len(self.keys.levels)):
                self.edges.put(key, self.board.level(key), tick)

    def wait_us(self) -> int:
        """Microseconds until something is due."""
        time = self.time
        wait = min(self.run_wait_us(), self._mark.wait_us(time), self.buzzer.wait_us(time))
        if self.panel:
            wait = min(wait, self.panel.wait_us(time))
        if self._console:
            wait = min(wait, self._console.wait_us())
        if self.game.sensors:
            wait = min(wait, self.game.sensors.wait_us(time))
        if self._sent < self._length:
            return wait  # the line is full: what is to be said next has to wait for it anyway
        return min(wait, self.session.wait_us(time))

    def run_wait_us(self) -> int:
        """Microseconds until a key or the game itself changes something."""
        time = self.time
        wait = min(self._due.wait_us(time), self.keys.wait_us(time.tick))
        return min(wait, self.hands.wait_us(time))

    def next_us(self) -> int:
        """The moment the game changes by itself; -1: none. Not for the hot path."""
        wait = self.run_wait_us()
        if wait < FAR_US:
            return self.time.now_us() + wait
        return self._due.at_us()

    def checkpoint(self) -> None:
        """While a clock runs: be sure of the time at least once a second."""
        if self._mark.due(self.time):
            self.marks.keep(self.time)
            self._mark.after(self.time, EVERY_US)

    def _listen(self) -> None:
        n = self.board.read_into(self._input)
        while n:
            self.session.feed(self._input, n)
            n = self.board.read_into(self._input)

    def _speak(self) -> None:
        while True:
            if self._sent == self._length:
                self._length = self.session.fill()
                self._sent = 0
                if not self._length:
                    return
            view = self._views.get(self._length)
            if view is None:
                view = self._views[self._length] = self._view[: self._length]
            n = self.board.write(view if not self._sent else view[self._sent :])
            self._sent += n
            if self._sent < self._length:
                return

    def sense(self) -> None:
        """Read the board when it is time to; what has changed is recorded."""
        sensors = self.game.sensors
        if sensors and sensors.turn(self.time):
            self.board_changed()

    def _show(self) -> None:
        time = self.time
        linked = self.session.held
        if self.battery.turn(time) or linked != self._linked:
            self._linked = linked
            self.show()
        if self._console and self._console.turn():
            self.forget_console()
            self.show()
        if self.panel:
            self.panel.refresh(time)
        self.buzzer.turn(time)

    def refresh_time(self) -> None:
        """Bring the time up to this very moment."""
        self.time.advance(self.board.ticks())

    # ------------------------------------------------------------ what others ask

    def _changed(self) -> None:
        clock = self.game.clock
        if clock.happened & HAPPENED_FLAG:
            self.play(buzzer.FLAG)
        elif clock.happened & HAPPENED_VIOLATION_LIMIT:
            self.play(buzzer.LIMIT)
        now_us = max(self.time.now_us(), self.game.at_us)
        due_us = clock.next_us(now_us)
        for i in range(2):
            value_us, slope, until_us = clock.segment(SIDE_LEFT + i, now_us)
            span_us = -1 if until_us < 0 else until_us - now_us
            self.values[i].anchor(value_us, slope, span_us, now_us)
            # Free time ends, say: nothing happens in the game, but the time begins to run down.
            if until_us >= 0 and (due_us < 0 or until_us < due_us):
                due_us = until_us
        self._due.set_us(due_us)
        if clock.running:
            self._mark.after(self.time, EVERY_US)
        else:
            self._mark.clear()
        self.session.state_due = True
        self.show()

    def show(self) -> None:
        """Show the game as it stands."""
        clock = self.game.clock
        now_us = max(self.time.now_us(), self.game.at_us)
        revealed = self._revealed(SIDE_LEFT, now_us), self._revealed(SIDE_RIGHT, now_us)
        if self.panel and not (self._console and self._console.menu.is_open):
            self.panel.game(
                clock,
                now_us,
                unit=status.signs(self),
                armed=self.game.armed,
                called=self.game.called,
                result=self.game.result,
                confirmed=self.game.confirmed,
                revealed=revealed,
            )

    def _revealed(self, number: int, now_us: int) -> bool:
        """May the period that a side is in be seen yet? If not, wait for the moment it may."""
        clock = self.game.clock
        side = clock.side(number)
        added_us = control_hidden(clock, number)
        left_us = clock.segment(number, now_us)[0] - added_us
        # Once seen it stays so, whatever increments bring; a period taken back is forgotten.
        if not added_us or left_us <= 0 or self._shown[number - 1] == side.period:
            self._shown[number - 1] = side.period
            return True
        self._shown[number - 1] = min(self._shown[number - 1], side.period)
        if clock.running == number:
            self._reveal.set_us(now_us + left_us)
        return False

    def sounds(self) -> int:
        """How loud the buzzer may be: 0 off, 1 on, 2 and for keys."""
        # Off by itself where nothing may tell a player what the opponent does (CL-18).
        return 0 if self.game.clock.regulation.discreet else self.settings.sounds

    def play(self, pattern: "tuple[int, ...]") -> None:
        """Let the buzzer play, if sounds are on."""
        if self.sounds():
            self.buzzer.play(pattern, self.time)

    @property
    def console(self) -> "Console":
        """The menus, brought into memory when a menu key is touched while no clock runs."""
        if self._console is None:
            from flagfall_device.console import Console

            if self.panel is None:
                self.panel = self._new_panel()
            self._console = Console(self, self.panel)
        return self._console

    def start_in_menu(self) -> bool:
        """The start key went down: did a menu that is open take it?"""
        if self._console is None or not self._console.menu.is_open:
            return False
        return self._console.start()

    def locked(self) -> bool:
        """Is going on the arbiter's business: by his laptop, or by his code?"""
        return self.session.held or self.settings.code != NO_CODE

    def forget_transfer(self) -> None:
        """A regulation has been taken: what brought it is not needed in the game."""
        forget(("transfer",))

    def forget_console(self) -> None:
        """Give the menus' memory back: a game needs none of it."""
        if self._console is not None:
            self._console.close()
            self._console = None
            forget(MENU_MODULES)

    def regulation(self) -> "Regulation":
        """The regulation in force."""
        return self.game.clock.regulation

    def lay_out(self, regulation: "Regulation") -> None:
        """A new game by keys."""
        self.game.lay_out(self.time.now_us(), regulation)

    def rule(self, order: "Order") -> int:
        """A ruling by keys; the engine's answer."""
        return self.game.order(self.time.now_us(), order)

    def board_changed(self) -> None:
        """The sensors see another position."""
        self.game.board_changed(self.time.now_us())

    def replace(self, whole: bytes) -> bool:
        """CL-12: go on as another clock; False: that is no whole state."""
        try:
            clock = Clock.restored(whole)
        except ValueError:
            return False
        if clock.now_us > _FARTHEST_US:
            return False
        clock.halt()  # our time is later than the other's: what lies between is nobody's
        self.time.leap(clock.now_us)
        self.game.replace(self.time.now_us(), clock)
        return True

    def set(self, setting: int, value: int) -> "bool | None":
        """A setting off the wire, as in `Settings.set`; also the order to leave for the REPL."""
        if setting == LEAVE:
            # Nobody flashes a clock on which a game runs.
            return value == 1 and not self.game.clock.running and self.board.leave()
        if setting == CODE and self.game.clock.running:
            return False
        taken = self.settings.set(setting, value)
        if taken:
            self.time.calibrate(self.settings.drift_ppb)
            if self.panel:
                self.panel.brightness(self.settings.brightness)
        return taken
