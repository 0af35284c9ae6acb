"""What a result is worth, exactly: whole numbers of the event's smallest unit.

An event counts in halves as a rule; where a bye or a micro-match is worth another fraction, the
unit is that of the common denominator. No float touches a score.
"""

from fractions import Fraction
from math import lcm

from flagfall.pairing.event import Event, Game

_SIDES: dict[str, tuple[int, int]] = {
    # 2: win, 1: draw, 0: loss, from white's and from black's side
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2": (1, 1),
    "+-": (2, 0),
    "-+": (0, 2),
    "--": (0, 0),
    "0-0": (0, 0),
    "*": (0, 0),
}


class PointScale:
    """The unit of an event, and every result in it."""

    def __init__(self, event: Event) -> None:
        system = event.system
        points = system.points
        values = [points.win, points.draw, points.loss, system.bye_value]
        values += [b.points for r in event.rounds for b in r.byes]
        self.unit = lcm(*(v.denominator for v in values))
        self.win, self.draw, self.loss = map(self.units, (points.win, points.draw, points.loss))
        self.bye = self.units(system.bye_value)
        worth = (self.loss, self.draw, self.win)
        self._single: dict[tuple[str, ...], tuple[int, int]] = {
            (text,): (worth[white], worth[black]) for text, (white, black) in _SIDES.items()
        }
        # A game nobody has finished is worth nothing yet, and a forfeit of both costs both.
        self._single[("*",)] = (0, 0)
        self._single[()] = (0, 0)
        self._read: dict[tuple[str, ...], tuple[int, int, bool, bool]] = {}
        self._of_match = system.micro_score == "match"
        self.per_round = self.win * (1 if self._of_match else system.micro_games)

    def units(self, value: Fraction) -> int:
        """A number of points in units; exact by construction of the unit."""
        return int(value * self.unit)

    def points(self, units: int) -> Fraction:
        """Units as points."""
        return Fraction(units, self.unit)

    def of(self, result: tuple[str, ...]) -> tuple[int, int]:
        """Units of white and of black for a result."""
        known = self._single.get(result)
        if known is None:
            known = self._single[result] = self._micro(result)
        return known

    def read(self, game: Game) -> tuple[int, int, bool, bool]:
        """Units of white and of black; whether it was played, whether it is finished."""
        known = self._read.get(game.result)
        if known is None:
            known = (*self.of(game.result), game.played, game.finished)
            self._read[game.result] = known
        return known

    def _micro(self, result: tuple[str, ...]) -> tuple[int, int]:
        white = sum(self._single[(r,)][0] for r in result)
        black = sum(self._single[(r,)][1] for r in result)
        if not self._of_match:
            return white, black
        if "*" in result:
            return 0, 0
        if white == black:
            both_lost = all(r in ("--", "0-0") for r in result)
            return (self.loss, self.loss) if both_lost else (self.draw, self.draw)
        return (self.win, self.loss) if white > black else (self.loss, self.win)
