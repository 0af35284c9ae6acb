"""Tables of parts of an event: by class, age group, sex, club, team; and sums of teams."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flagfall.pairing.event import Event, Player
from flagfall.pairing.rounds import number_text
from flagfall.scoring.stage import stage
from flagfall.scoring.standings import Standing, standings

FIELDS: dict[str, Callable[[Player], object]] = {
    "class": lambda p: p.category,
    "age_group": lambda p: p.age_group,
    "sex": lambda p: p.sex,
    "club": lambda p: p.club,
    "team": lambda p: p.team,
    "title": lambda p: p.title,
    "city": lambda p: p.city,
}


def standings_by(event: Event, by: str | None) -> list[tuple[str, tuple[Standing, ...]]]:
    """`(name, table)` for each value of a field, in order of names; the whole table without one.

    Places are counted among those of the table; points and coefficients are those of the event.
    """
    if by is None or event.system.entrants == "teams":
        return [("", standings(event))]
    value = FIELDS[by]
    names = sorted({str(v) for p in event.players if (v := value(p)) is not None})

    def of(name: str) -> tuple[Standing, ...]:
        return standings(event, lambda p: str(value(p)) == name)

    return [(name, of(name)) for name in names]


def standings_table(event: Event) -> list[list[str]]:
    """The table as rows of text, a heading first: for CSV and spreadsheets."""
    names = [t.name for t in event.tiebreaks if t.name != "points"]
    rows = [["place", "id", "name", "points", *names, "played", "won", "drawn", "lost"]]
    for s in standings(event):
        values = ["" if v is None else number_text(v) for _name, v in s.tiebreaks]
        counts = [str(n) for n in (s.played, s.won, s.drawn, s.lost)]
        name = event.entrant(s.id).name
        rows.append([s.place or "", str(s.id), name, number_text(s.points), *values, *counts])
    return rows


@dataclass(frozen=True, slots=True)
class TeamSum:
    """A team by the sum of its best members (an individual and team event); a place is shared
    (`2-3`) by teams with equal sums."""

    place: str
    team: int | str
    points: Fraction
    members: tuple[int | str, ...]

    def as_json(self) -> dict[str, Any]:
        """The line as data, points as in standings."""
        return {
            "place": self.place,
            "team": self.team,
            "points": number_text(self.points),
            "members": list(self.members),
        }


def team_sums(
    event: Event, best: int | None = None, least_share: Fraction = Fraction(0)
) -> list[TeamSum]:
    """Teams by the points of their `best` members (all of them).

    Members who played fewer than `least_share` of the rounds don't count (R3.2.4: ½ to ⅔).
    """
    rounds = max(stage(event).begun, 1)
    lines = [
        s for s in standings(event) if s.first is not None and s.played >= least_share * rounds
    ]
    sums: dict[int | str, tuple[Fraction, tuple[int | str, ...]]] = {}
    for team in event.teams:
        mine = [s for s in lines if s.id in team.players][:best]
        sums[team.id] = sum((s.points for s in mine), Fraction(0)), tuple(s.id for s in mine)
    found = []
    for team_id, (points, members) in sorted(sums.items(), key=lambda item: -item[1][0]):
        above = sum(p > points for p, _members in sums.values())
        level = sum(p == points for p, _members in sums.values())
        place = str(above + 1) if level == 1 else f"{above + 1}-{above + level}"
        found.append(TeamSum(place, team_id, points, members))
    return found
