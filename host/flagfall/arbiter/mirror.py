"""A clock's game as the host sees it: its journal folded through the same engine.

The journal says what was done and when; the engine says what that means; the two times that every
`Event` carries check the fold. Where they differ the clock is right (it alone has authority on
time), `doubt` says so, and a snapshot puts the mirror right.
"""

from dataclasses import dataclass, field
from typing import Literal

from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_protocol import codes
from flagfall_protocol.fields import Message
from flagfall_protocol.messages import (
    BoardEvent,
    BootEvent,
    Event,
    OrderEvent,
    PeriodEvent,
    RulesEvent,
)

from flagfall.arbiter.regulations import from_records

SideName = Literal["left", "right"]
SIDES: dict[int, SideName] = {codes.Side.LEFT: "left", codes.Side.RIGHT: "right"}
NUMBERS: dict[SideName, codes.Side] = {"left": codes.Side.LEFT, "right": codes.Side.RIGHT}

NOTHING = codes.Happened(0)

# Recorded by the device, without effect on any time but what time itself does.
BESIDE_THE_ENGINE = {codes.Act.TICK, codes.Act.ARM, codes.Act.HOLD, codes.Act.CONFIRM}
ORDER_FIELDS = (
    *("act", "side", "by", "what", "why", "flags", "amount_us", "moves", "period"),
    *("violations", "carried_us", "uncollected_us"),
)


@dataclass(frozen=True)
class Made:
    """A completed move: which press it was, what the move used, and both times after it."""

    side: SideName
    journal: int
    seq: int
    at_us: int
    used_us: int
    left_us: int
    right_us: int
    board: BoardEvent | None = None
    """What stood on the board at the press, where the table has sensors."""


@dataclass(frozen=True)
class Folded:
    """What one record did to the game. `made` is a completed move; `undone`: the last one was
    taken back."""

    act: codes.Act
    side: SideName | None = None
    by: codes.By = codes.By.CLOCK
    why: codes.Why = codes.Why.UNSAID
    aux: int = 0
    amount_us: int = 0
    refusal: codes.Refusal = codes.Refusal.NONE
    happened: codes.Happened = NOTHING
    made: Made | None = None
    undone: bool = False


@dataclass
class Mirror:
    """Folds one clock's records, in their order."""

    clock: Clock | None = None
    game: int = 0
    at_us: int = 0
    """The clock's time of the newest record."""
    journal: int = 0
    newest: int = 0
    revision: int = 0
    """The record of the last change, as the clock counts: what stands on a board is none."""
    armed: bool = False
    doubt: str = ""
    """Why the mirror can't be trusted until a snapshot; empty: it agrees with the clock."""
    moves: list[Made] = field(default_factory=list)
    """The moves that stand, in their order."""
    _rules: list[RulesEvent | PeriodEvent] = field(default_factory=list)
    _order: OrderEvent | None = None
    _board: BoardEvent | None = None
    _whole: bytes | None = None
    _known_us: int = -1
    """Records up to this moment are part of the state that was adopted."""

    def fold(self, record: Message) -> Folded | None:
        """Take the next record; None where it only prepares another one.

        Never raises: a record that makes no sense puts this mirror in doubt, and nothing else.
        """
        self.journal, self.newest = record.journal_id, record.seq  # type: ignore[attr-defined]
        self.at_us = record.at_us  # type: ignore[attr-defined]
        if _changes(record):
            self.revision = self.newest
        try:
            return self._fold(record)
        except Exception as error:  # whatever a hostile clock may write, the hall goes on
            self.doubt = self.doubt or f"record {self.newest}: {error!r}"
            return None

    def _fold(self, record: Message) -> Folded | None:
        if isinstance(record, RulesEvent):
            self._rules = [record]
        elif isinstance(record, PeriodEvent):
            self._rules.append(record)
        elif isinstance(record, OrderEvent):
            self._order = record
        elif isinstance(record, BoardEvent):
            self._board = record if record.press else None
        elif isinstance(record, BootEvent):
            return self._boot(record)
        elif isinstance(record, Event):
            return self._event(record)
        return None

    def adopt(self, whole: bytes) -> None:
        """Take a whole state in place of the mirror's own. Raises `ValueError`."""
        self.clock = Clock.restored(whole)
        self.doubt = ""
        self._known_us = self.clock.now_us

    def expect(self, whole: bytes) -> None:
        """The clock will be given this state (CL-12): its next `REPLACE` means just that."""
        self._whole = whole

    def settled(self, at_us: int) -> Clock | None:
        """A copy of the engine at a moment of the clock's time; the mirror itself stays put."""
        if self.clock is None:
            return None
        copy = Clock.restored(self.clock.snapshot())
        copy.settle(max(at_us, self.at_us))
        return copy

    # ------------------------------------------------------------ inside

    def _event(self, record: Event) -> Folded:
        order, self._order = self._order, None
        board, self._board = self._board, None
        said = order if order is not None and order.act == record.act else None
        if record.act == codes.Act.NEW_GAME:
            self._new_game(record)
        elif record.act == codes.Act.REPLACE and said is None:
            self._replaced(record)
        else:
            self._play(record, said)
        done = record.refusal == codes.Refusal.NONE
        made = self._made(record, board) if record.happened & codes.Happened.MOVE else None
        undone = bool(record.happened & (codes.Happened.TAKEBACK | codes.Happened.SWITCHED_BACK))
        if made is not None:
            self.moves.append(made)
        elif undone and self.moves:
            self.moves.pop()
        if record.act == codes.Act.ARM:
            self.armed = done
        elif done and record.act not in BESIDE_THE_ENGINE:
            self.armed = False
        return Folded(
            act=record.act,
            side=SIDES.get(record.side),
            by=said.by if said is not None else _by(record),
            why=said.why if said is not None else codes.Why.UNSAID,
            aux=record.aux,
            amount_us=record.amount_us,
            refusal=record.refusal,
            happened=record.happened,
            made=made,
            undone=undone,
        )

    def _play(self, record: Event, said: OrderEvent | None) -> None:
        """Let the engine do what the record says, and compare."""
        clock = self.clock
        if clock is None or record.at_us <= self._known_us:
            return
        if record.act in BESIDE_THE_ENGINE:
            clock.settle(record.at_us)
            did = (int(record.refusal), int(record.happened))
        elif record.act == codes.Act.PRESS and said is None:
            did = (clock.press(record.at_us, int(record.side)), clock.happened)
        else:
            order = engine_order(record if said is None else said)
            did = (clock.do(record.at_us, order), clock.happened)
        if did != (int(record.refusal), int(record.happened)):
            self._doubt(record, f"refusal {did[0]}, happened {did[1]:#x}")
        self._compare(record)

    def _compare(self, record: Event | BootEvent) -> None:
        if self.clock is None:
            return
        times = (self.clock.left.remaining_us, self.clock.right.remaining_us)
        if times != (record.left_us, record.right_us):
            self._doubt(record, f"left {times[0]} µs, right {times[1]} µs")

    def _doubt(self, record: Event | BootEvent, found: str) -> None:
        self.doubt = self.doubt or f"record {record.seq}: {found}"

    def _new_game(self, record: Event) -> None:
        self._begin(record)
        head, periods = self._rules[:1], self._rules[1:]
        if head and isinstance(head[0], RulesEvent):
            self.clock = Clock(
                from_records(head[0], [p for p in periods if isinstance(p, PeriodEvent)])
            )
            self._compare(record)
        else:
            self._doubt(record, "no regulation before it")
        self._rules = []

    def _replaced(self, record: Event) -> None:
        moves = self.moves
        self._begin(record)
        self.moves = moves
        if self._whole is None:
            self._doubt(record, "a state the host has not seen")
            return
        self.clock = Clock.restored(self._whole)
        self.clock.halt()
        self._whole = None
        self.clock.do(record.at_us, Order(int(codes.Act.REPLACE)))
        self._compare(record)

    def _begin(self, record: Event) -> None:
        self.clock, self.game, self.armed, self.doubt, self.moves = None, record.game, False, "", []
        self._known_us = -1

    def _boot(self, record: BootEvent) -> Folded:
        self._order, self.armed = None, False
        if self.clock is not None and record.game:
            # Nothing runs from the last checkpoint on: that is where the clock stopped.
            self.clock.do(record.at_us, Order(int(codes.Act.POWER_CYCLE)))
            self._compare(record)
        return Folded(codes.Act.POWER_CYCLE, happened=codes.Happened.POWERED)

    def _made(self, record: Event, board: BoardEvent | None) -> Made | None:
        if self.clock is None:
            return None
        number = record.side
        if number not in SIDES:  # a sealed move that was opened: its side is the one at rest
            number = codes.Side(codes.Side.BOTH - self.clock.running)
        side = SIDES.get(number)
        if side is None:
            return None
        used_us = (self.clock.left if side == "left" else self.clock.right).used_us
        return Made(
            side=side,
            journal=record.journal_id,
            seq=record.seq,
            at_us=record.at_us,
            used_us=used_us - sum(m.used_us for m in self.moves if m.side == side),
            left_us=record.left_us,
            right_us=record.right_us,
            board=board,
        )


def _changes(record: Message) -> bool:
    """Whether the clock counts this as a change of its state."""
    if not isinstance(record, Event):
        return isinstance(record, BootEvent)
    idle = record.happened == codes.Happened.IDLE_PRESS
    return not (record.refusal or record.act == codes.Act.HOLD or idle)


def _by(record: Event) -> codes.By:
    return codes.By(record.side) if record.side in SIDES else codes.By.CLOCK


def engine_order(record: OrderEvent | Event) -> Order:
    """The engine's order of a record: an `OrderEvent` whole, an `Event` by act and side."""
    if isinstance(record, Event):
        return Order(int(record.act), int(record.side), int(_by(record)))
    return Order(**{name: int(getattr(record, name)) for name in ORDER_FIELDS})
