"""A clock on paper: the engine, and the journal that the firmware would write of it.

clock = PaperClock(regulation)          # records 1…: the regulation and `NEW_GAME`
clock.do(1_000_000, Act.START, side=1)  # an `OrderEvent` and its `Event`
clock.press(5_000_000, 1)
clock.records
"""

from typing import Any

from flagfall.arbiter.regulations import to_messages
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_protocol import codes, messages

JOURNAL = 77


def blitz(seconds: int = 300) -> Regulation:
    """So many seconds for the game."""
    return Regulation([Period(seconds * 1_000_000)])


class PaperClock:
    """Writes records as the firmware does, without a wire."""

    def __init__(self, regulation: Regulation, *, journal: int = JOURNAL) -> None:
        self.journal = journal
        self.records: list[Any] = []
        self.at_us = 0
        self.game = 0
        self.lay_out(regulation)

    def _head(self) -> dict[str, int]:
        seq = len(self.records) + 1
        return {"journal_id": self.journal, "seq": seq, "at_us": self.at_us}

    def lay_out(self, regulation: Regulation) -> None:
        """A new game."""
        self.clock = Clock(regulation)
        self.game += 1
        head, periods = to_messages(regulation)
        fields = {k: v for k, v in vars(head).items() if k not in ("request", "scratch")}
        self.records.append(messages.RulesEvent(**self._head(), **fields))
        for period in periods:
            fields = {k: v for k, v in vars(period).items() if k != "request"}
            self.records.append(messages.PeriodEvent(**self._head(), **fields))
        self.event(codes.Act.NEW_GAME)

    def event(
        self, act: int, side: int = 0, refusal: int = 0, aux: int = 0, happened: int = 0
    ) -> None:
        """The record of what was done."""
        clock = self.clock
        self.records.append(
            messages.Event(
                **self._head(),
                game=self.game,
                act=codes.Act(act),
                side=codes.Side(side),
                refusal=codes.Refusal(refusal),
                aux=aux,
                amount_us=clock.amount_us,
                left_us=clock.left.remaining_us,
                right_us=clock.right.remaining_us,
                happened=codes.Happened(happened),
            )
        )

    def reach(self, at_us: int) -> None:
        """Time passes; what it did alone is a record of its own."""
        self.at_us = max(at_us, self.at_us)
        self.clock.settle(self.at_us)
        if self.clock.happened:
            self.event(codes.Act.TICK, self.clock.running, happened=self.clock.happened)

    def board(self, squares: int, occupied: bytes, *, press: bool = False) -> None:
        """What stands on the board: it has changed, or it is taken at the press that follows."""
        head = self._head()
        self.records.append(
            messages.BoardEvent(**head, squares=squares, press=int(press), occupied=occupied)
        )

    def press(self, at_us: int, side: int, board: tuple[int, bytes] | None = None) -> None:
        """A key goes down; `board`: what the sensors of the table's board see at this moment."""
        self.reach(at_us)
        if board is not None:
            self.board(*board, press=True)
        refusal = self.clock.press(self.at_us, side)
        self.event(codes.Act.PRESS, side, refusal, happened=self.clock.happened)

    def do(self, at_us: int, act: int, **fields: int) -> int:
        """A ruling: as ordered, and what came of it; the refusal."""
        self.reach(at_us)
        order = Order(int(act), **fields)
        told = {name: getattr(order, name) for name in Order.__slots__ if name != "act"}
        told |= {
            "side": codes.Side(order.side),
            "by": codes.By(order.by),
            "why": codes.Why(order.why),
            "flags": codes.OrderFlag(order.flags),
        }
        self.records.append(messages.OrderEvent(**self._head(), act=codes.Act(act), **told))
        refusal = self.clock.do(self.at_us, order)
        self.event(act, order.side, refusal, order.what, self.clock.happened)
        return refusal

    def boot(self) -> None:
        """Power failed after the last record, and is back."""
        self.clock.do(self.at_us, Order(int(codes.Act.POWER_CYCLE)))
        self.records.append(
            messages.BootEvent(
                **self._head(),
                game=self.game,
                boot_id=1,
                reset_cause=codes.ResetCause.BROWN_OUT,
                left_us=self.clock.left.remaining_us,
                right_us=self.clock.right.remaining_us,
            )
        )
