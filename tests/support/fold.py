"""A game rebuilt from a journal's records by the engine, as a host would do it."""

from collections.abc import Iterable
from typing import Any

from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_clock.snapshot import set_rule_flags
from flagfall_protocol import messages as m
from flagfall_protocol.codes import Act, By, Side


class Fold:
    """`clock` after the records given; every record's own times are checked on the way."""

    def __init__(self) -> None:
        self.clock: Any = None
        self._head: m.RulesEvent | None = None
        self._sides: dict[Side, list[Any]] = {}
        self._order: m.OrderEvent | None = None

    def take(self, records: Iterable[Any]) -> "Fold":
        """Fold these in."""
        for record in records:
            getattr(self, f"_{type(record).__name__}", lambda _: None)(record)
        return self

    def _RulesEvent(self, record: m.RulesEvent) -> None:
        self._head = record
        self._sides = {Side.LEFT: [], Side.RIGHT: []}

    def _PeriodEvent(self, record: m.PeriodEvent) -> None:
        period = Period(
            record.time_us,
            None if record.moves == m.ABSENT16 else record.moves,
            record.method,
            record.increment_us,
            bool(record.from_first_move),
            record.count,
            record.byo_us,
            record.byo_moves,
        )
        for side in (Side.LEFT, Side.RIGHT) if record.side == Side.BOTH else (record.side,):
            self._sides[side].append(period)

    def _OrderEvent(self, record: m.OrderEvent) -> None:
        self._order = record

    def _Event(self, record: m.Event) -> None:
        order, self._order = self._order, None
        act, at_us = record.act, record.at_us
        if act == Act.NEW_GAME:
            head = self._head
            assert head is not None
            regulation = Regulation(self._sides[Side.LEFT], self._sides[Side.RIGHT], head.code)
            set_rule_flags(regulation, head.flags)
            regulation.violation_limit = head.violation_limit
            regulation.correction_floor_us = head.correction_floor_us
            regulation.carry_floor_us = head.carry_floor_us
            regulation.carry_without_control = head.carry_without_control
            self.clock = Clock(regulation)
        elif act == Act.REPLACE:
            self.clock = None  # the state it goes on with is no record: a host asks for it
        if self.clock is None:
            return
        if act == Act.PRESS:
            assert self.clock.press(at_us, record.side) == record.refusal
        elif act in (Act.NEW_GAME, Act.TICK, Act.ARM, Act.HOLD, Act.CONFIRM):
            self.clock.settle(at_us)
        else:
            if order is None:
                by = record.side if record.side in (Side.LEFT, Side.RIGHT) else By.CLOCK
                done = Order(act, record.side, by)
            else:
                fields = [getattr(order, name) for name in list(order.__dataclass_fields__)[3:]]
                done = Order(*fields)
            assert self.clock.do(at_us, done) == record.refusal
        self._check(record)

    def _BootEvent(self, record: m.BootEvent) -> None:
        if record.game and self.clock is not None:
            self.clock.do(record.at_us, Order(Act.POWER_CYCLE))
            self._check(record)

    def _check(self, record: m.Event | m.BootEvent) -> None:
        times = (self.clock.left.remaining_us, self.clock.right.remaining_us)
        assert times == (record.left_us, record.right_us), record
