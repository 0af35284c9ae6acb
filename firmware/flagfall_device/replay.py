"""A game rebuilt from the journal after a reset: every record is folded through the engine.

The fold starts from the last whole state kept and goes on with the records behind it, just as a
host does it. Records the engine can't follow (the firmware was changed in between) are counted.
"""

from struct import unpack_from

from flagfall_clock.codes import (
    ACT_ARM,
    ACT_CONFIRM,
    ACT_HOLD,
    ACT_NEW_GAME,
    ACT_PRESS,
    ACT_REPLACE,
    ACT_TICK,
    RESULT_BOTH_LOSE,
)
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order

from flagfall_device import codec
from flagfall_device.game import changes
from flagfall_device.journal import STATE_PART
from flagfall_device.orders import key_order
from flagfall_device.transfer import Builder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_device.game import Game
    from flagfall_device.journal import Journal

_STATE = "<QHBBI"
STATE_HEAD = 16


class Replay:
    """Folds the journal's entries into a `Game`; `strays` counts what did not fit."""

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._order = None
        self._builder = None
        self._parts = []
        self._frame = bytearray(codec.FRAME_MAX)
        self.strays = 0

    def run(self, journal: "Journal") -> None:
        """Fold everything that is kept. Nothing in a journal keeps the clock from starting."""
        for kind, body in journal.entries():
            try:
                self._fold(kind, body)
            except (ValueError, IndexError, AttributeError):
                self.strays += 1  # whole, and yet no record this firmware can have written

    def _fold(self, kind: int, body: bytes) -> None:
        if kind == STATE_PART:
            self._state(body)
        elif kind in _FOLDS:
            self._frame[codec.BODY : codec.BODY + len(body)] = body
            _FOLDS[kind](self)

    def _state(self, body: "bytes | bytearray") -> None:
        part, parts = body[0], body[1]
        if part != len(self._parts):
            self._parts = []
            if part:
                return
        self._parts.append(body[2:])
        if len(self._parts) < parts:
            return
        whole = b"".join(self._parts)
        self._parts = []
        clock = Clock.restored(whole[STATE_HEAD:])
        game = self._game
        at_us, number, flags, confirmed, revision = unpack_from(_STATE, whole, 0)
        game.begin(clock, number)
        game.at_us = at_us
        game.armed = bool(flags & 1)
        game.called = bool(flags & 2)
        game.result = min(flags >> 2, RESULT_BOTH_LOSE)
        game.confirmed = confirmed
        game.revision = revision

    def _rules(self) -> None:
        self._builder = Builder(codec.unpack_rules_event(self._frame)[3:])

    def _period(self) -> None:
        fields = codec.unpack_period_event(self._frame)
        if self._builder is None or not self._builder.add(fields[3], fields[4], fields[5:]):
            self.strays += 1

    def _ordered(self) -> None:
        self._order = Order(*codec.unpack_order_event(self._frame)[3:])

    def _booted(self) -> None:
        _, seq, at_us, game_number, _, _, _, _ = codec.unpack_boot_event(self._frame)
        game = self._game
        game.at_us = at_us
        game.revision = seq
        if game_number or game.clock.started:
            game.power_failed()

    def _event(self) -> None:
        _, seq, at_us, number, act, side, refusal, aux, _, left_us, right_us, happened = (
            codec.unpack_event(self._frame)
        )
        game = self._game
        clock = game.clock
        order, self._order = self._order, None
        game.at_us = at_us
        if act == ACT_NEW_GAME:
            regulation = self._builder.finish() if self._builder else None
            self._builder = None
            if regulation is None:
                self.strays += 1
                return
            game.begin(Clock(regulation), number)
        elif act == ACT_ARM:
            game.armed = bool(aux)
        elif act == ACT_CONFIRM:
            game.confirmed |= side
        elif act == ACT_TICK or act == ACT_HOLD:
            clock.settle(at_us)
        elif act == ACT_PRESS:
            clock.press(at_us, side)
        elif act != ACT_REPLACE:  # that one is followed by the whole state
            refusal = clock.do(at_us, order or key_order(act, side))
            game.noted(act, refusal, order is not None, aux)
        if changes(act, refusal, happened):
            game.revision = seq
        clock = game.clock
        if act != ACT_REPLACE:
            if clock.left.remaining_us != left_us or clock.right.remaining_us != right_us:
                self.strays += 1


_FOLDS = {
    codec.KIND_RULES_EVENT: Replay._rules,
    codec.KIND_PERIOD_EVENT: Replay._period,
    codec.KIND_ORDER_EVENT: Replay._ordered,
    codec.KIND_BOOT_EVENT: Replay._booted,
    codec.KIND_EVENT: Replay._event,
}
