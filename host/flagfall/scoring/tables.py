"""Tables of parts of an event: by class, age group, sex, club, team; and sums of teams."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flagfall.pairing.errors import EventError
from flagfall.pairing.event import Event, Player
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.record import Meet, Record
from flagfall.pairing.rounds import number_text
from flagfall.pairing.tables import ROBINS, two_teams
from flagfall.scoring.ledger import ledger
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


def group_totals(event: Event) -> list[tuple[str, Fraction]]:
    """The sums of the two groups of a Scheveningen event, by which it is decided (R3.9).

    A group that is a team has its name, another one none. Nothing for other kinds.
    """
    if not event.system.kind.startswith("scheveningen"):
        return []
    try:
        groups = event.system.groups or two_teams(event)
    except EventError:
        return []
    points = {s.id: s.points for s in standings(event)}
    teams = {frozenset(t.players): t.name for t in event.teams}
    return [
        (
            teams.get(frozenset(group), ""),
            sum((points.get(id_, Fraction(0)) for id_ in group), Fraction(0)),
        )
        for group in groups
    ]


def standings_table(event: Event) -> list[list[str]]:
    """The table as rows of text, a heading first: for CSV and spreadsheets."""
    names = [t.name for t in event.tiebreaks if t.name != "points"]
    rows = [["place", "number", "name", "points", *names, "played", "won", "drawn", "lost"]]
    numbers = start_numbers(event)
    for s in standings(event):
        values = ["" if v is None else number_text(v) for _name, v in s.tiebreaks]
        counts = [str(n) for n in (s.played, s.won, s.drawn, s.lost)]
        name = event.entrant(s.id).name
        number = str(numbers[s.id])
        rows.append([s.place or "", number, name, number_text(s.points), *values, *counts])
    return rows


def cross_table(event: Event) -> list[list[str]]:
    """Everybody by start number, with results as they count.

    In round robins by opponents: points, `+` and `-` without play; else by rounds: opponent's
    number, colour (w, b), points.
    """
    record = ledger(event).record
    numbers = start_numbers(event)
    if event.system.kind in ROBINS:
        order = record.ids
        head = [str(numbers[id_]) for id_ in order]
        cells = [_by_opponents(record, i) for i in range(len(order))]
    else:
        head = [str(r + 1) for r in range(record.rounds)]
        cells = [[meet_text(record, numbers, m) for m in row] for row in record.rows]
    rows = [["number", "name", *head, "points"]]
    for i, id_ in enumerate(record.ids):
        total = number_text(record.scale.points(record.score(i)))
        rows.append([str(numbers[id_]), event.entrant(id_).name, *cells[i], total])
    return rows


def _by_opponents(record: Record, i: int) -> list[str]:
    cells = ["x" if k == i else "" for k in range(len(record.ids))]
    for m in record.rows[i]:
        if m is not None and m.opponent >= 0 and m.finished:
            sign = "+" if m.points > m.theirs else "-"
            text = number_text(record.scale.points(m.points)) if m.played else sign
            cells[m.opponent] = f"{cells[m.opponent]} {text}".strip()
    return cells


def meet_text(record: Record, numbers: dict[int | str, int], meet: Meet | None) -> str:
    """One round of one player: `12w 1`, `7b 1/2`, `9 +`, a bye `+ 1`, nothing empty."""
    if meet is None:
        return ""
    points = number_text(record.scale.points(meet.points))
    if meet.opponent < 0:
        return f"+ {points}"
    opponent = numbers[record.ids[meet.opponent]]
    if not meet.played:
        return f"{opponent} {'+' if meet.points > meet.theirs else '-'}"
    colour = "w" if meet.colour > 0 else "b"
    return f"{opponent}{colour} {points if meet.finished else '*'}"


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
