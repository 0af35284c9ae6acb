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
    METHOD_UPCOUNT,
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

    from flagfall_device.menu import Menu

_VERDICTS = (
    "left: confirm/left: overrule/left: declare/right: confirm/right: overrule/right: declare"
)
_RESULTS = "unknown/left wins/right wins/draw/both lose"


def ask(menu: "Menu", language: int, name: str, act: "Callable[[], None]") -> None:
    """Ask before what is not as easily undone: OK does it, BACK does not."""
    title = words.said(language, name)
    asked = words.said(language, "OK: yes, BACK: no")
    menu.open(lambda: [Line(title, lambda: asked, act)])


class Rulings:
    """The lines; each is one order, refused or done at once."""

    def __init__(self, device: "Any", language: int, menu: "Menu") -> None:
        self._device = device
        self._language = language
        self._menu = menu
        self._close = menu.close

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
            self._count("left: control", left.period + 1, _last(clock, left), SIDE_LEFT, "period"),
            self._count(
                "right: control", right.period + 1, _last(clock, right), SIDE_RIGHT, "period"
            ),
            self._count("left: violations", left.violations, 9, SIDE_LEFT, "violations"),
            self._count("right: violations", right.violations, 9, SIDE_RIGHT, "violations"),
            self._choice("to move", "left/right", int(clock.turn == SIDE_RIGHT), self._turn),
            self._choice("flag", _VERDICTS, 0, self._verdict),
            self._act("take back", self._take_back),
            self._act("adjourn", lambda: self._order(Order(ACT_ADJOURN))),
            self._choice("result", _RESULTS, 0, self._end),
            self._act("same game anew", lambda: self._sure("same game anew", self._anew)),
        ]

    def _order(self, order: Order) -> bool:
        done = bool(self._device.rule(order) == 0)
        self._menu.tell(self._name("done" if done else "not possible"))
        return done

    def _sure(self, name: str, act: "Callable[[], None]") -> None:
        ask(self._menu, self._language, name, act)

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
        up = side.rules().method == METHOD_UPCOUNT

        def take(us: int) -> bool:
            # The value that stands afterwards says what the floor has left of it.
            order = Order(ACT_CORRECT, number_of, BY_ARBITER, flags=ORDER_SET, amount_us=us)
            return bool(self._device.rule(order) == 0)

        return Line(
            self._name(name),
            lambda: time_text(side.remaining_us, up),
            lambda: duration(side.remaining_us, take, up),
        )

    def _count(self, name: str, now: int, most: int, side: int, field: str) -> Line:
        least = 1 if field == "period" else 0

        def take(value: int) -> bool:
            if value == now:
                return True
            order = Order(ACT_CORRECT, side, BY_ARBITER)
            setattr(order, field, value - least)
            return bool(self._device.rule(order) == 0)

        return Line(
            self._name(name),
            lambda: (str(now), str(now)),
            lambda: number(min(now, most), most, take, least),
        )

    def _anew(self) -> None:
        self._close()
        self._device.lay_out(self._device.regulation())

    def _resume(self) -> None:
        act = ACT_OPEN_SEALED if self._device.game.clock.adjourned else ACT_RESUME
        if self._order(Order(act)):
            self._close()

    def _turn(self, index: int) -> None:
        if SIDE_LEFT + index != self._device.game.clock.turn:
            self._order(Order(ACT_CORRECT, SIDE_NONE, BY_ARBITER, SIDE_LEFT + index))

    def _verdict(self, index: int) -> None:
        side = SIDE_LEFT if index < 3 else SIDE_RIGHT
        self._order(Order(ACT_FLAG_VERDICT, side, BY_ARBITER, index % 3))

    def _take_back(self) -> None:
        # Whether it counts as a violation is said by correcting the count.
        self._order(Order(ACT_TAKEBACK, flags=ORDER_UNCOUNTED))

    def _end(self, result: int) -> None:
        def end() -> None:
            if self._order(Order(ACT_END, SIDE_NONE, BY_ARBITER, result)):
                self._close()

        if result:
            self._sure(_RESULTS.split("/")[result], end)


def _last(clock: "Any", side: "Any") -> int:
    # The controls that a side can be in, counted from 1.
    return 99 if clock.regulation.repeat_last else len(side.periods)
