"""The arbiter's menu on the clock itself: corrections and rulings during a game, by keys."""

from flagfall_clock.codes import (
    ACT_ADJOURN,
    ACT_CORRECT,
    ACT_END,
    ACT_FLAG_VERDICT,
    ACT_OPEN_SEALED,
    ACT_RESUME,
    ACT_TAKEBACK,
    BY_ARBITER,
    ORDER_SET,
    ORDER_UNCOUNTED,
    SIDE_LEFT,
    SIDE_NONE,
    SIDE_RIGHT,
)
from flagfall_clock.order import Order

from flagfall_device import words
from flagfall_device.menu import Choice, Line, duration, number, time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_VERDICTS = (
    "left: confirm/left: overrule/left: declare/right: confirm/right: overrule/right: declare"
)


class Rulings:
    """The lines; each is one order, refused or done at once."""

    def __init__(self, device: "Any", language: int, close: "Callable[[], None]") -> None:
        self._device = device
        self._language = language
        self._close = close

    def lines(self) -> "list[Line]":
        """What can be ruled as the game stands."""
        clock = self._device.game.clock
        left, right = clock.left, clock.right
        return [
            self._act("go on", self._resume),
            self._time("left: time", SIDE_LEFT, left),
            self._time("right: time", SIDE_RIGHT, right),
            self._count("left: moves", left.moves, 999, SIDE_LEFT, "moves"),
            self._count("right: moves", right.moves, 999, SIDE_RIGHT, "moves"),
            self._count("left: control", left.period + 1, 99, SIDE_LEFT, "period"),
            self._count("right: control", right.period + 1, 99, SIDE_RIGHT, "period"),
            self._count("left: violations", left.violations, 9, SIDE_LEFT, "violations"),
            self._count("right: violations", right.violations, 9, SIDE_RIGHT, "violations"),
            self._choice("to move", "left/right", int(clock.turn == SIDE_RIGHT), self._turn),
            self._choice("flag", _VERDICTS, 0, self._verdict),
            self._act("take back", self._take_back),
            self._act("adjourn", lambda: self._order(Order(ACT_ADJOURN))),
            self._choice("result", "unknown/left wins/right wins/draw/both lose", 0, self._end),
            self._act("same game anew", self._anew),
        ]

    def _order(self, order: Order) -> bool:
        return bool(self._device.rule(order) == 0)

    def _name(self, said: str) -> "tuple[str, str]":
        return words.said(self._language, said)

    def _act(self, name: str, act: "Callable[[], Any]") -> Line:
        def edit() -> None:
            act()

        return Line(self._name(name), lambda: self._name("OK"), edit)

    def _choice(
        self,
        name: str,
        values: str,
        now: int,
        taken: "Callable[[int], None]",
    ) -> Line:
        said = words.row(self._language, values)
        return Line(self._name(name), lambda: said[now], lambda: Choice(said, now, taken))

    def _time(self, name: str, number_of: int, side: "Any") -> Line:
        return Line(
            self._name(name),
            lambda: time_text(side.remaining_us),
            lambda: duration(
                side.remaining_us,
                lambda us: self._order(
                    Order(ACT_CORRECT, number_of, BY_ARBITER, flags=ORDER_SET, amount_us=us)
                ),
            ),
        )

    def _count(self, name: str, now: int, most: int, side: int, field: str) -> Line:
        def take(value: int) -> bool:
            order = Order(ACT_CORRECT, side, BY_ARBITER)
            if field == "period":
                if value == 0:
                    return False
                value -= 1
            setattr(order, field, value)
            return self._order(order)

        return Line(
            self._name(name),
            lambda: (str(now), str(now)),
            lambda: number(min(now, most), most, take),
        )

    def _anew(self) -> None:
        self._close()
        self._device.lay_out(self._device.regulation())

    def _resume(self) -> None:
        act = ACT_OPEN_SEALED if self._device.game.clock.adjourned else ACT_RESUME
        if self._order(Order(act)):
            self._close()

    def _turn(self, index: int) -> None:
        self._order(Order(ACT_CORRECT, SIDE_NONE, BY_ARBITER, SIDE_LEFT + index))

    def _verdict(self, index: int) -> None:
        side = SIDE_LEFT if index < 3 else SIDE_RIGHT
        self._order(Order(ACT_FLAG_VERDICT, side, BY_ARBITER, index % 3))

    def _take_back(self) -> None:
        # Whether it counts as a violation is said by correcting the count.
        self._order(Order(ACT_TAKEBACK, flags=ORDER_UNCOUNTED))

    def _end(self, result: int) -> None:
        if self._order(Order(ACT_END, SIDE_NONE, BY_ARBITER, result)):
            self._close()
