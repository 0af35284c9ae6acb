"""Setting up a regulation with keys: every parameter is a line, and every line can be changed.

The draft is a `Regulation` like any other; nothing of it counts before 'start with this'.
"""

from flagfall_clock.codes import (
    CODE_DRAUGHTS_RF,
    METHOD_BRONSTEIN,
    METHOD_BYOYOMI,
    METHOD_CANADIAN,
    METHOD_DELAY,
    METHOD_FISCHER,
    METHOD_HOURGLASS,
    METHOD_SUDDEN,
)
from flagfall_clock.compat import const
from flagfall_clock.regulation import Period, Regulation

from flagfall_device import words
from flagfall_device.menu import Choice, Line, duration, number, time_text
from flagfall_device.rules import fields_of
from flagfall_device.timebase import MILLION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MOST_PERIODS = const(8)
_HOUR = 3600 * MILLION
_MINUTE = 60 * MILLION
_ADDS = (METHOD_FISCHER, METHOD_BRONSTEIN, METHOD_DELAY)
_SPENT = (METHOD_SUDDEN, METHOD_FISCHER, METHOD_BRONSTEIN, METHOD_HOURGLASS)

# What the right side has.
_SAME = const(0)
_OTHER_TIME = const(1)
_OTHER_RULES = const(2)  # only a laptop can say so; the keys change the left side's then


def copy_of(regulation: Regulation) -> Regulation:
    """A draft that can be changed without touching the one in force."""

    def periods(of: "list[Period]") -> "list[Period]":
        made = []
        for p in of:
            made.append(
                Period(
                    p.time_us,
                    p.moves,
                    p.method,
                    p.increment_us,
                    p.from_first_move,
                    p.count,
                    p.byo_us,
                    p.byo_moves,
                )
            )
        return made

    left = periods(regulation.left)
    right = left if regulation.right is regulation.left else periods(regulation.right)
    draft = Regulation(left, right, regulation.code, regulation.blitz)
    for name in Regulation.__slots__:
        if name not in ("left", "right"):
            setattr(draft, name, getattr(regulation, name))
    return draft


def odds_of(regulation: Regulation) -> int:
    """In what the right side differs: in nothing, in its times only, or in more."""
    left, right = regulation.left, regulation.right
    if right is left:
        return _SAME
    if len(left) != len(right):
        return _OTHER_RULES
    for i in range(len(left)):
        ours, others = fields_of(left[i]), fields_of(right[i])
        if ours[:1] + ours[2:] != others[:1] + others[2:]:
            return _OTHER_RULES
    return _OTHER_TIME


class Setup:
    """A draft and its lines. `done(regulation)` takes it; it may be refused by `fault()`."""

    def __init__(
        self, regulation: Regulation, language: int, done: "Callable[[Regulation], None]"
    ) -> None:
        self.draft = copy_of(regulation)
        self._right = self.draft.right
        self._odds = odds_of(self.draft)
        self._rules = self._odds == _OTHER_RULES
        self._language = language
        self._done = done

    def lines(self) -> "list[Line]":
        """Every parameter of the draft, and what takes it."""
        draft = self.draft
        lines = [
            self._choice(
                "rules", "plain/renju RF/renju RIF/draughts RF", draft.code, self._set_code
            ),
            self._choice("blitz", "no/yes", int(draft.blitz), self._set_blitz),
            self._number("controls", len(draft.left), MOST_PERIODS, self._set_periods),
        ]
        for index, period in enumerate(draft.left):
            lines += self._period_lines(index, period)
        if draft.left[-1].moves is not None:
            lines.append(self._flag("repeat the last", "no/yes", "repeat_last"))
        said = "same/other time"
        if self._rules:
            said += "/other rules"
        lines.append(self._choice("right side", said, self._odds, self._set_odds))
        if self._odds == _OTHER_TIME:
            for index, period in enumerate(draft.right):
                lines.append(self._time("time, right", index, period, "time_us"))
        return lines + self._rule_lines()

    def _rule_lines(self) -> "list[Line]":
        draft = self.draft
        return [
            self._flag("black is", "left/right", "black_right"),
            self._flag("on flag", "both stop/time goes on", "run_on_flag"),
            self._flag("unused time", "is lost/is kept", "carry_over"),
            self._flag("control shows", "at once/at zero", "reveal_at_zero"),
            self._flag("discreet", "no/yes", "discreet"),
            self._field("violations lose", "violation_limit", 99),
            self._time("correction leaves", -1, draft, "correction_floor_us"),
            self._time("penalty leaves", -1, draft, "carry_floor_us"),
            self._choice(
                "penalty left over",
                "ask/charge/drop",
                draft.carry_without_control,
                lambda i: setattr(draft, "carry_without_control", i),
            ),
            self._flag("take-back charges", "no/yes", "charge_takeback"),
            self._units("key held, s", -1, draft, "hold_limit_us", 99),
            self._units("late loses, min", -1, draft, "forfeit_after_us", 999, _MINUTE),
            Line(self._name("start with this"), self._ready, self._take),
        ]

    def _period_lines(self, index: int, period: Period) -> "list[Line]":
        lines = [
            self._time("time", index, period, "time_us"),
            Line(
                self._name("moves", index),
                lambda: self._moves_text(period),
                lambda: self._moves(index, period),
            ),
            Line(
                self._name("method", index),
                lambda: words.row(self._language, words.METHODS)[period.method],
                lambda: self._method(index, period),
            ),
        ]
        if period.method in _ADDS:
            lines.append(self._units("increment, s", index, period, "increment_us", 999))
        if period.method == METHOD_FISCHER:
            lines.append(
                self._choice(
                    "added",
                    "before each move/after each move",
                    int(period.from_first_move),
                    lambda i: setattr(period, "from_first_move", bool(i)),
                    index,
                )
            )
        if period.method == METHOD_BYOYOMI:
            lines.append(self._count("stretches", index, period, "count"))
            lines.append(self._time("stretch", index, period, "byo_us"))
        if period.method == METHOD_CANADIAN:
            lines.append(self._count("block moves", index, period, "byo_moves"))
            lines.append(self._time("block time", index, period, "byo_us"))
        return lines

    # ------------------------------------------------------------ kinds of lines

    def _name(self, said: str, index: int = -1) -> "tuple[str, str]":
        long, short = words.said(self._language, said)
        if index < 0:
            return long, short
        return "{}. {}".format(index + 1, long), short[:3] + str(index + 1)

    def _choice(
        self,
        name: str,
        values: str,
        now: int,
        taken: "Callable[[int], None]",
        index: int = -1,
    ) -> Line:
        said = words.row(self._language, values)
        return Line(self._name(name, index), lambda: said[now], lambda: Choice(said, now, taken))

    def _flag(
        self,
        name: str,
        values: str,
        field: str,
    ) -> Line:
        draft = self.draft
        return self._choice(
            name,
            values,
            int(getattr(draft, field)),
            lambda i: setattr(draft, field, bool(i)),
        )

    def _number(self, name: str, now: int, most: int, taken: "Callable[[int], bool]") -> Line:
        return Line(
            self._name(name), lambda: (str(now), str(now)), lambda: number(now, most, taken, 1)
        )

    def _field(self, name: str, field: str, most: int) -> Line:
        draft = self.draft
        return self._number(name, getattr(draft, field), most, lambda n: _set(draft, field, n))

    def _count(self, name: str, index: int, period: Period, field: str) -> Line:
        now = getattr(period, field)
        return Line(
            self._name(name, index),
            lambda: (str(now), str(now)),
            lambda: number(now, 99, lambda n: _set(period, field, n), 1),
        )

    def _time(self, name: str, index: int, of: "Any", field: str) -> Line:
        return Line(
            self._name(name, index),
            lambda: time_text(getattr(of, field)),
            lambda: duration(getattr(of, field), lambda us: _set(of, field, us)),
        )

    def _units(
        self, name: str, index: int, of: "Any", field: str, most: int, unit_us: int = MILLION
    ) -> Line:
        now = getattr(of, field) // unit_us
        return Line(
            self._name(name, index),
            lambda: (str(now), str(now)),
            lambda: number(now, most, lambda n: _set(of, field, n * unit_us)),
        )

    # ------------------------------------------------------------ what changes more than a field

    def _set_code(self, code: int) -> None:
        draft = self.draft
        # Another code brings its own defaults; the times stay, and when who is late has lost.
        self.draft = Regulation(draft.left, draft.right, code, draft.blitz)
        self.draft.repeat_last = draft.repeat_last
        self.draft.black_right = draft.black_right
        self.draft.forfeit_after_us = draft.forfeit_after_us

    def _set_blitz(self, yes: int) -> None:
        self.draft.blitz = bool(yes)
        self._set_code(self.draft.code)

    def _set_periods(self, count: int) -> bool:
        draft = self.draft
        for periods in self._sides():
            while len(periods) > count:
                periods.pop()
            while len(periods) < count:
                last = periods[-1]
                if last.moves is None:
                    last.moves = 40
                    if last.method > METHOD_DELAY:
                        last.method = METHOD_SUDDEN
                periods.append(Period(_HOUR))
            periods[-1].moves = None
        draft.repeat_last = False
        return True

    def _moves_text(self, period: Period) -> "tuple[str, str]":
        if period.moves is None:
            return words.said(self._language, "to the end")
        return str(period.moves), str(period.moves)

    def _moves(self, index: int, period: Period) -> "Any":
        least = 0 if index == len(self.draft.left) - 1 else 1  # 0: to the end
        return number(period.moves or 0, 199, lambda n: self._set_moves(index, n), least)

    def _set_moves(self, index: int, moves: int) -> bool:
        for periods in self._sides():
            periods[index].moves = moves or None
        if not moves:
            self.draft.repeat_last = False
        return True

    def _method(self, index: int, period: Period) -> Choice:
        last = index == len(self.draft.left) - 1
        said = words.row(self._language, words.METHODS)
        if not last:
            said = said[: METHOD_DELAY + 1]  # the others stand only in the last period
        return Choice(said, period.method, lambda i: self._set_method(index, i))

    def _set_method(self, index: int, method: int) -> None:
        for periods in self._sides():
            period = periods[index]
            period.method = method
            if method in _ADDS and not period.increment_us:
                period.increment_us = 30 * MILLION
            if method == METHOD_BYOYOMI and not (period.count and period.byo_us):
                period.count, period.byo_us = 3, 30 * MILLION
            if method == METHOD_CANADIAN and not (period.byo_moves and period.byo_us):
                period.byo_moves, period.byo_us = 20, 30 * _MINUTE

    def _set_odds(self, odds: int) -> None:
        draft = self.draft
        self._odds = odds
        if odds == _OTHER_RULES:
            draft.right = self._right
        else:
            draft.right = copy_of(Regulation(draft.left)).left if odds else draft.left

    def _sides(self) -> "tuple[list[Period], ...]":
        """The periods that the keys change."""
        draft = self.draft
        return (draft.left, draft.right) if self._odds == _OTHER_TIME else (draft.left,)

    def _ready(self) -> "tuple[str, str]":
        made = self.whole()
        if _timeless(made):
            return words.said(self._language, "no time")
        fault = made.fault()
        return (fault, "Err") if fault else words.said(self._language, "OK")

    def whole(self) -> Regulation:
        """The draft as it would be laid out; it shares nothing with it."""
        made = copy_of(self.draft)
        if self._odds == _OTHER_TIME:
            # The right side has times of its own; everything else is the same for both.
            made.right = copy_of(Regulation(made.left)).left
            for index, period in enumerate(self.draft.right):
                made.right[index].time_us = period.time_us
        return made

    def _take(self) -> None:
        self.take()

    def take(self) -> bool:
        """Lay the draft out, if it is possible."""
        made = self.whole()
        if made.fault() or _timeless(made):
            return False
        self._done(made)
        return True


def _timeless(regulation: Regulation) -> bool:
    """Would a flag fall as soon as its side's clock runs?"""
    for periods in (regulation.left, regulation.right):
        first = periods[0]
        if not first.time_us and first.method in _SPENT:
            if first.method != METHOD_FISCHER or first.from_first_move or not first.increment_us:
                return True
    return False


def _set(of: "Any", field: str, value: int) -> bool:
    setattr(of, field, value)
    return True


def default() -> Regulation:
    """What a fresh set-up starts from."""
    return Regulation([Period(_HOUR)], None, CODE_DRAUGHTS_RF)
