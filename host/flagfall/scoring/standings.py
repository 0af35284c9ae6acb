"""Places: points, then each criterion of the event; shared until something parts them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flagfall.pairing.event import Event, Player, Tiebreak
from flagfall.pairing.rounds import number_text
from flagfall.scoring.coefficients import COEFFICIENTS, Sums, among
from flagfall.scoring.knockout import knockout_groups
from flagfall.scoring.ledger import Ledger, ledger


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. `first` and `last` are the places he shares (None: no place).

    `parted_by` is the criterion that put him behind the line above: `points`, a coefficient, or
    empty where they share a place.
    """

    id: int | str
    first: int | None
    last: int | None
    points: Fraction
    tiebreaks: tuple[tuple[str, Fraction | None], ...]
    parted_by: str
    played: int
    won: int
    drawn: int
    lost: int
    unplayed: int

    @property
    def place(self) -> str | None:
        """`1`, or `2-3` where it is shared; None for who has no place."""
        if self.first is None:
            return None
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def as_json(self, event: Event) -> dict[str, Any]:
        """The line as `flagfall event standings --json` answers it."""
        team = event.system.entrants == "teams"
        entrant = event.entrant(self.id)
        return {
            "place": self.place,
            "team" if team else "player": self.id,
            "points": number_text(self.points),
            "tiebreaks": {
                name: None if value is None else number_text(value)
                for name, value in self.tiebreaks
            },
            "name": entrant.name,
            "parted_by": self.parted_by,
            "played": self.played,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "unplayed": self.unplayed,
        }


@dataclass(slots=True)
class _Table:
    """A table being ordered."""

    sums: Sums
    criteria: tuple[Tiebreak, ...]
    values: dict[int, dict[str, Fraction]] = field(default_factory=dict)
    parted: dict[int, str] = field(default_factory=dict)

    def value(self, i: int, how: Tiebreak) -> Fraction:
        known = self.values.setdefault(i, {})
        if how.name not in known:
            known[how.name] = COEFFICIENTS[how.name](self.sums, i, how)
        return known[how.name]

    def split(self, group: list[int], criteria: tuple[Tiebreak, ...]) -> list[list[int]]:
        """The group in order, those still level together."""
        if len(group) < 2 or not criteria:
            return [group]
        how, rest = criteria[0], criteria[1:]
        if how.name == "direct":
            values = among(self.sums, group)
            for i, v in values.items():
                self.values.setdefault(i, {}).setdefault("direct", v)
        else:
            values = {i: self.value(i, how) for i in group}
        parts = by_value(group, values)
        found: list[list[int]] = []
        for k, part in enumerate(parts):
            # Among fewer players the games with each other may part those still level.
            again = how.name == "direct" and len(parts) > 1
            inner = self.split(part, criteria if again else rest)
            found += inner
            if k:
                self.parted[inner[0][0]] = how.name
        return found


def by_value(group: list[int], values: dict[int, Fraction]) -> list[list[int]]:
    """Players by falling value, equals together in their order."""
    parts: dict[Fraction, list[int]] = {}
    for i in group:
        parts.setdefault(values[i], []).append(i)
    return [parts[v] for v in sorted(parts, reverse=True)]


def standings(event: Event, keep: Callable[[Player], bool] | None = None) -> tuple[Standing, ...]:
    """The table after the rounds of the file; with `keep`, places among those players only."""
    book = ledger(event)
    sums = Sums(book)
    ids = book.record.ids
    everyone = [i for i in range(len(ids)) if keep is None or keep(event.by_id[int(ids[i])])]
    placed = [i for i in everyone if i not in book.unplaced]
    table = _Table(sums, event.tiebreaks)
    criteria: tuple[Tiebreak, ...] = (Tiebreak("points"), *event.tiebreaks)
    if event.system.kind.startswith("knockout"):
        criteria = event.tiebreaks  # points say who had more games, not who came further
    groups: list[list[int]] = []
    for top, block in knockout_groups(book, placed):
        inner = table.split(block, criteria)
        if top and groups:
            table.parted[inner[0][0]] = top
        groups += inner
    return tuple(_lines(book, table, groups, [i for i in everyone if i in book.unplaced]))


def _lines(
    book: Ledger, table: _Table, groups: list[list[int]], unplaced: Iterable[int]
) -> Iterable[Standing]:
    place = 1
    for group in groups:
        for k, i in enumerate(group):
            parted = table.parted.get(i, "") if k == 0 else ""
            yield _line(book, table, i, place, place + len(group) - 1, parted)
        place += len(group)
    for i in unplaced:
        yield _line(book, table, i, None, None, "")


def _line(
    book: Ledger, table: _Table, i: int, first: int | None, last: int | None, parted: str
) -> Standing:
    meets = table.sums.meets(i, unplayed=False)
    lost = book.event.breaches
    values = tuple(
        (t.name, table.values.get(i, {}).get("direct") if t.name == "direct" else table.value(i, t))
        for t in book.event.tiebreaks
        if t.name != "points"
    )
    won = sum(m.points > m.theirs for m in meets)
    drawn = sum(m.points == m.theirs and m.points > 0 for m in meets)
    id_ = book.record.ids[i]
    rows = book.record.rows[i]
    entries = sum(m is not None and m.finished for m in rows)
    # A game taken away for breaking rules counts as played for the offender (R2.9.3).
    breaches = sum(
        m is not None and m.opponent >= 0 and m.finished and not m.played and (id_, r) in lost
        for r, m in enumerate(rows, 1)
    )
    return Standing(
        id=id_,
        first=first,
        last=last,
        points=table.sums.totals[i],
        tiebreaks=values,
        parted_by=parted,
        played=len(meets) + breaches,
        won=won,
        drawn=drawn,
        lost=len(meets) + breaches - won - drawn,
        unplayed=entries - len(meets) - breaches,
    )
