"""The coefficients of the codes, exact: `COEFFICIENTS[name](ledger, i)` in points.

What is summed are scores of opponents as they count (byes, players who left: D5.4.10.11). Sums of
beaten or drawn opponents take games played; Buchholz and its kin take every partner.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property

from flagfall.pairing.event import Tiebreak
from flagfall.pairing.lots import Lots
from flagfall.pairing.opponents import lowest_score, scores_as_opponents
from flagfall.pairing.record import Meet
from flagfall.scoring.ledger import Ledger


class Sums:
    """Scores of opponents of everybody, computed once for a table. All values are in points."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        record = ledger.record
        unit = record.scale.unit
        self.totals = [Fraction(record.score(i), unit) for i in range(len(record.ids))]
        self.as_opponents = [Fraction(s) / unit for s in scores_as_opponents(record)]
        self.bye = Fraction(lowest_score(record), unit)

    @cached_property
    def lots(self) -> list[int]:
        """A different number for everybody, drawn for all at once."""
        numbers = list(range(1, len(self.ledger.record.ids) + 1))
        Lots(self.ledger.event.system.seed, 0, "place").shuffle(numbers)
        return numbers

    def meets(self, i: int, unplayed: bool = True) -> list[Meet]:
        """Rounds with an opponent; those at the board only, if asked."""
        return [
            m
            for m in self.ledger.record.rows[i]
            if m is not None and m.opponent >= 0 and m.finished and (unplayed or m.played)
        ]

    def partners(self, i: int) -> list[Fraction]:
        """Scores of all partners, for a bye the lowest score of the event."""
        return [
            self.bye if m.opponent < 0 else self.as_opponents[m.opponent]
            for m in self.ledger.record.rows[i]
            if m is not None and m.finished and (m.opponent >= 0 or m.points > 0)
        ]


Coefficient = Callable[[Sums, int, Tiebreak], Fraction]
ZERO = Fraction(0)


def points(s: Sums, i: int, _how: Tiebreak) -> Fraction:
    """R2.9.1."""
    return s.totals[i]


def sonneborn_berger(s: Sums, i: int, how: Tiebreak) -> Fraction:
    """Points of the beaten, and half of those drawn with (R3.2.2)."""
    total = ZERO
    for m in s.meets(i, how.unplayed):
        if m.points > m.theirs:
            total += s.as_opponents[m.opponent]
        elif m.points == m.theirs and m.points:
            total += s.as_opponents[m.opponent] / 2
    return total


def shmulyan(s: Sums, i: int, how: Tiebreak) -> Fraction:
    """Shmulyan–Dvorkovich: points of the beaten less points of those lost to (003 app. 2)."""
    total = ZERO
    for m in s.meets(i, how.unplayed):
        if m.points > m.theirs:
            total += s.as_opponents[m.opponent]
        elif m.points < m.theirs or not m.points:
            total -= s.as_opponents[m.opponent]
    return total


def wins(s: Sums, i: int, how: Tiebreak) -> Fraction:
    """Games won at the board; with `unplayed` pluses and byes too (R3.2.2)."""
    rows = s.ledger.record.rows[i]
    return Fraction(
        sum(m is not None and m.points > m.theirs and (m.played or how.unplayed) for m in rows)
    )


def buchholz(s: Sums, i: int, _how: Tiebreak) -> Fraction:
    """Points of all partners (R3.2.3)."""
    return sum(s.partners(i), ZERO)


def buchholz_median(s: Sums, i: int, _how: Tiebreak) -> Fraction:
    """Less the best and the worst (R3.2.3)."""
    scores = s.partners(i)
    return sum(scores, ZERO) - max(scores) - min(scores) if len(scores) > 1 else ZERO


def solkoff_truncated(s: Sums, i: int, _how: Tiebreak) -> Fraction:
    """Less the worst (D5.4.10.6.2)."""
    scores = s.partners(i)
    return sum(scores, ZERO) - min(scores) if scores else ZERO


def team_matches(s: Sums, i: int, _how: Tiebreak) -> Fraction:
    """Team matches: won 1, drawn ½ (R3.2.4)."""
    return sum(
        (
            Fraction(1) if m.points > m.theirs else Fraction(m.points == m.theirs, 2)
            for m in s.meets(i)
        ),
        ZERO,
    )


def team_coefficient(s: Sums, i: int, how: Tiebreak) -> Fraction:
    """Own points in each match times the opponent's points in the end (R3.2.4).

    `without_mutual` leaves out matches with those level on points, as 003 app. 3 does.
    """
    unit = s.ledger.record.scale.unit
    return sum(
        (
            Fraction(m.points, unit) * s.totals[m.opponent]
            for m in s.meets(i)
            if not (how.without_mutual and s.totals[m.opponent] == s.totals[i])
        ),
        ZERO,
    )


def extra(s: Sums, i: int, _how: Tiebreak) -> Fraction:
    """A play-off or a lot the arbiter wrote down: the better, the higher (R3.2.2)."""
    id_ = s.ledger.record.ids[i]
    for e in s.ledger.event.extra:
        if id_ in e.order:
            return Fraction(len(e.order) - e.order.index(id_))
    return ZERO


def lot(s: Sums, i: int, _how: Tiebreak) -> Fraction:
    """A lot from the event's seed (R3.2.3)."""
    return Fraction(s.lots[i])


COEFFICIENTS: dict[str, Coefficient] = {
    "points": points,
    "sonneborn_berger": sonneborn_berger,
    "wins": wins,
    "buchholz": buchholz,
    "buchholz_median": buchholz_median,
    "solkoff_truncated": solkoff_truncated,
    "shmulyan": shmulyan,
    "team_matches": team_matches,
    "team_coefficient": team_coefficient,
    "extra": extra,
    "lot": lot,
}


def among(s: Sums, group: Sequence[int]) -> dict[int, Fraction]:
    """Points of each in the games among them (R3.2.2: `direct`)."""
    inside = set(group)
    unit = s.ledger.record.scale.unit
    return {
        i: Fraction(sum(m.points for m in s.meets(i) if m.opponent in inside), unit) for i in group
    }
