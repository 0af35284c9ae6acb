"""The live game: the engine, what keys and orders mean to it, and the journal of both.

Every way to change the game goes through here and ends in the journal before anyone is told. Time
never goes back: an act stamped before the last one counts at the last one's moment.
"""

from struct import pack_into

from flagfall_clock.codes import (
    ACT_ARM,
    ACT_CONFIRM,
    ACT_END,
    ACT_HOLD,
    ACT_NEW_GAME,
    ACT_POWER_CYCLE,
    ACT_PRESS,
    ACT_READ,
    ACT_REPLACE,
    ACT_START,
    ACT_STOP,
    ACT_TICK,
    HAPPENED_IDLE_PRESS,
    HAPPENED_REPLACED,
    REFUSAL_ALREADY_STARTED,
    REFUSAL_NONE,
    RESULT_BOTH_LOSE,
    RESULT_UNKNOWN,
    SIDE_LEFT,
    SIDE_NONE,
    SIDE_RIGHT,
)
from flagfall_clock.compat import const
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation

from flagfall_device import codec
from flagfall_device.orders import key_order
from flagfall_device.rules import fields_of, head_of, laid_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from flagfall_device.journal import Journal
    from flagfall_device.sensors import Sensors

IDLE_LIMIT = const(3)  # idle presses in a row that are recorded; the rest only count
_ROOM = const(400)  # an order, its event, a board and a tick fit
_LAYOUT_ROOM = const(2400)


def other(side: int) -> int:
    """The side across the table."""
    return SIDE_LEFT + SIDE_RIGHT - side


def changes(act: int, refusal: int, happened: int) -> bool:
    """Does such an event change the state a ruling could have been decided on?"""
    return not (refusal or act == ACT_HOLD or happened == HAPPENED_IDLE_PRESS)


class Game:
    """`clock` is the engine; `revision` is the record of the last change."""

    def __init__(self, journal: "Journal") -> None:
        self.journal = journal
        self.clock = Clock(Regulation([Period(3600000000)]))
        self.number = 0
        self.armed = False
        self.confirmed = 0  # bits of sides
        self.revision = 0
        self.at_us = 0
        self.result = RESULT_UNKNOWN  # as the end was declared
        self.called = False  # what stopped the clock is for the arbiter to settle
        self.sensors: "Sensors | None" = None  # the sensor board, if there is one
        self.changed: "Callable[[], None] | None" = None  # called after every change
        self._idle = 0

    # ------------------------------------------------------------ time

    def _reach(self, at_us: int) -> int:
        if at_us > self.at_us:
            self.at_us = at_us
        self.journal.make_room(_ROOM, self.whole_state)
        self.clock.settle(self.at_us)
        if self.clock.happened:
            self._event(ACT_TICK, self.clock.running, REFUSAL_NONE, 0, 0, self.clock.happened)
        return self.at_us

    def settle(self, at_us: int) -> None:
        """Let time alone act up to now: flags fall, stretches are lost."""
        self._reach(at_us)

    # ------------------------------------------------------------ keys

    def press(self, side: int, at_us: int, count: int) -> None:
        """A big key went down: it completes a move, begins an armed game, confirms a result."""
        at_us = self._reach(at_us)
        clock = self.clock
        if self.armed:
            self.armed = False
            self.act(at_us, ACT_START, other(side), count)
        elif clock.ended:
            if not self.confirmed & side:
                self.confirmed |= side
                self._event(ACT_CONFIRM, side, REFUSAL_NONE, count, 0, 0)
        elif clock.started:
            refusal = clock.press(at_us, side)
            if clock.happened & ~HAPPENED_IDLE_PRESS:
                self._idle = 0
            else:
                self._idle += 1
                if self._idle > IDLE_LIMIT:
                    return
            self.board_record(True)
            self._event(ACT_PRESS, side, refusal, count, clock.amount_us, clock.happened)

    def act(self, at_us: int, act: int, side: int, count: int = 0) -> int:
        """A key's act without parameters; what the engine says."""
        at_us = self._reach(at_us)
        refusal = self.clock.do(at_us, key_order(act, side))
        self.noted(act, refusal, False, 0)
        self._event(act, side, refusal, count, self.clock.amount_us, self.clock.happened)
        return refusal

    def held(self, side: int, at_us: int, lasted_us: int) -> None:
        """CL-20: a big key has been closed for longer than the limit."""
        self._reach(at_us)
        self._event(ACT_HOLD, side, REFUSAL_NONE, 0, lasted_us, 0)

    def arm(self, at_us: int, armed: bool = True) -> int:
        """CL-05: the opponent's press will begin the game (or will not after all)."""
        self._reach(at_us)
        if self.clock.started:
            return REFUSAL_ALREADY_STARTED
        self._be_a_game()
        self.armed = armed
        self._event(ACT_ARM, SIDE_NONE, REFUSAL_NONE, 1 if armed else 0, 0, 0)
        return REFUSAL_NONE

    # ------------------------------------------------------------ rulings

    def order(self, at_us: int, order: Order) -> int:
        """A ruling, from the laptop or the arbiter's menu: recorded as ordered and as done."""
        if order.act == ACT_READ:
            self._reach(at_us)
            return REFUSAL_NONE
        if order.act == ACT_ARM:
            return self.arm(at_us)
        if order.act == ACT_NEW_GAME:
            if self.clock.running:
                return REFUSAL_ALREADY_STARTED
            self.lay_out(at_us, self.clock.regulation)
            return REFUSAL_NONE
        at_us = self._reach(at_us)
        self._be_a_game()
        journal = self.journal
        size = codec.pack_order_event(
            journal.buf,
            journal.journal_id,
            journal.newest + 1,
            at_us,
            order.act,
            order.side,
            order.by,
            order.what,
            order.why,
            order.flags,
            order.amount_us,
            order.moves,
            order.period,
            order.violations,
            order.carried_us,
            order.uncollected_us,
        )
        journal.append(codec.KIND_ORDER_EVENT, size)
        clock = self.clock
        refusal = clock.do(at_us, order)
        self.noted(order.act, refusal, True, order.what)
        self._event(order.act, order.side, refusal, order.what, clock.amount_us, clock.happened)
        return refusal

    def lay_out(self, at_us: int, regulation: Regulation) -> None:
        """A new game under this regulation: both sides full, nothing runs, nothing is left over
        of the game before."""
        at_us = self._reach(at_us)
        self.journal.make_room(_LAYOUT_ROOM, self.whole_state)
        self.begin(Clock(regulation), self.number % 0xFFFF + 1)
        self._regulation_records(at_us, regulation)
        self._event(ACT_NEW_GAME, SIDE_NONE, REFUSAL_NONE, 0, 0, 0)

    def _be_a_game(self) -> None:
        """A clock out of the box, on which nobody has laid out anything: what it shows counts."""
        if not self.number:
            self.lay_out(self.at_us, self.clock.regulation)

    def replace(self, at_us: int, clock: Clock) -> None:
        """CL-12: go on with the whole state of another clock, stopped."""
        self._reach(at_us)
        self.journal.make_room(_LAYOUT_ROOM, self.whole_state)
        self.begin(clock, self.number % 0xFFFF + 1)
        self._regulation_records(self.at_us, clock.regulation)
        clock.do(self.at_us, Order(ACT_REPLACE))
        self._event(ACT_REPLACE, SIDE_NONE, REFUSAL_NONE, 0, 0, HAPPENED_REPLACED)
        self.journal.keep_state(self.whole_state())

    def result_back(self, at_us: int) -> None:
        """The end is undone: the same state, stopped, goes on as another game, for to the engine
        and to every reader of the journal an end is an end."""
        clock = Clock.restored(self.clock.snapshot())
        clock.ended = False
        self.replace(at_us, clock)

    def begin(self, clock: Clock, number: int) -> None:
        """The engine to go on with, as game `number`."""
        self.clock = clock
        self.number = number
        self.armed = False
        self.confirmed = 0
        self.result = RESULT_UNKNOWN
        self.called = False
        self._idle = 0

    def noted(self, act: int, refusal: int, ordered: bool, what: int) -> None:
        """What an act means to the faces; the same live and when the journal is folded."""
        if refusal:
            return
        clock = self.clock
        if act == ACT_END:
            self.result = min(what, RESULT_BOTH_LOSE)
        if act == ACT_STOP:
            self.called = not ordered
        elif act != ACT_TICK and clock.running:
            self.called = False
        if ordered and not clock.ended:
            self.confirmed = 0
        if clock.started:
            self.armed = False

    def booted(self, boot_id: int, cause: int) -> None:
        """The clock has started: a game that was on is stopped as of the last checkpoint."""
        journal = self.journal
        clock = self.clock
        self._reach(self.at_us)
        if self.number or clock.started:
            self.power_failed()
        size = codec.pack_boot_event(
            journal.buf,
            journal.journal_id,
            journal.newest + 1,
            self.at_us,
            self.number,
            boot_id,
            cause,
            clock.left.remaining_us,
            clock.right.remaining_us,
        )
        journal.append(codec.KIND_BOOT_EVENT, size)
        self.revision = journal.newest

    def power_failed(self) -> None:
        """Everything stands as it did when power failed, and calls for the arbiter."""
        clock = self.clock
        clock.do(self.at_us, Order(ACT_POWER_CYCLE))
        self.armed = False
        self.called = clock.started and not clock.ended

    def board_record(self, press: bool) -> None:
        """Record what stands on the board: at a press, or because it has changed."""
        sensors = self.sensors
        if not sensors or not sensors.squares:
            return
        journal = self.journal
        size = codec.pack_board_event(
            journal.buf,
            journal.journal_id,
            journal.newest + 1,
            self.at_us,
            sensors.squares,
            1 if press else 0,
            sensors.occupied,
        )
        journal.append(codec.KIND_BOARD_EVENT, size)

    def board_changed(self, at_us: int) -> None:
        """The sensors see another position: recorded while a game is on (failure 38)."""
        clock = self.clock
        if clock.started and not clock.ended:
            self._reach(at_us)
            self.board_record(False)

    # ------------------------------------------------------------ records

    def _regulation_records(self, at_us: int, regulation: Regulation) -> None:
        journal = self.journal
        size = codec.pack_rules_event(
            journal.buf, journal.journal_id, journal.newest + 1, at_us, *head_of(regulation)
        )
        journal.append(codec.KIND_RULES_EVENT, size)
        for side, index, period in laid_out(regulation):
            size = codec.pack_period_event(
                journal.buf,
                journal.journal_id,
                journal.newest + 1,
                at_us,
                side,
                index,
                *fields_of(period),
            )
            journal.append(codec.KIND_PERIOD_EVENT, size)

    def _event(
        self, act: int, side: int, refusal: int, aux: int, amount_us: int, happened: int
    ) -> None:
        journal = self.journal
        clock = self.clock
        size = codec.pack_event(
            journal.buf,
            journal.journal_id,
            journal.newest + 1,
            self.at_us,
            self.number,
            act,
            side,
            refusal,
            aux,
            amount_us,
            clock.left.remaining_us,
            clock.right.remaining_us,
            happened,
        )
        self.journal.append(codec.KIND_EVENT, size)
        if changes(act, refusal, happened):
            self.revision = self.journal.newest
        if self.changed:
            self.changed()

    def whole_state(self) -> bytes:
        """What a slot of the journal begins with: the game, and the engine's own snapshot."""
        head = bytearray(16)
        flags = (1 if self.armed else 0) | (2 if self.called else 0) | self.result << 2
        pack_into("<QHBBI", head, 0, self.at_us, self.number, flags, self.confirmed, self.revision)
        return bytes(head) + self.clock.snapshot()
