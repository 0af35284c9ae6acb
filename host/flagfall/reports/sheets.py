"""Printed tables of an event as data: a sheet is titles, columns and rows of text.

Renderers (`book` for XLSX, `paper` for PDF) know nothing of events; these functions know nothing
of paper. Texts are in the language in force.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from flagfall.pairing.event import SWISS, Event, Player
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.record import Meet, Record
from flagfall.pairing.rounds import number_text
from flagfall.scoring import Standing, stage, standings
from flagfall.scoring.ledger import ledger
from flagfall.scoring.tables import group_totals
from flagfall.words import words

_, ngettext = words("reports")

Align = Literal["left", "center", "right"]
WHITE, BLACK = "○", "●"
_PARTS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, where its cells stand, and its share of the width."""

    title: str
    align: Align = "left"
    share: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of a report. `tab` is short and unlike that of other sheets of the report."""

    tab: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above every sheet."""

    event: str
    lines: tuple[str, ...] = field(default=())


def shown(value: Fraction | int) -> str:
    """Points as they are printed: `6½`."""
    value = Fraction(value)
    whole, part = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part in _PARTS:
        return f"{sign}{whole or ''}{_PARTS[part]}"
    return number_text(value)


def alphabetic(name: str) -> str:
    """The key of a list by names: ё stands with е, Latin letters stand without their marks."""
    found = []
    for letter in name.casefold():
        bare = unicodedata.normalize("NFD", letter)[0]
        found.append(bare if bare.isascii() or letter == "ё" else letter)
    return "".join(found)


def heading(event: Event) -> Heading:
    """Name, place, date, system, arbiter."""
    lines = [", ".join(filter(None, (event.place, event.date)))]
    rounds = event.system.rounds or len(event.rounds)
    lines.append(
        _("{system}, {rounds}, {players}").format(
            system=_(SYSTEM_NAMES[event.system.kind]),
            rounds=ngettext("{n} round", "{n} rounds", rounds).format(n=rounds),
            players=_entrants(event),
        )
    )
    if event.arbiter:
        lines.append(_("Chief arbiter: {name}").format(name=event.arbiter))
    return Heading(event.name or _("Event"), tuple(filter(None, lines)))


def _entrants(event: Event) -> str:
    if event.system.entrants == "teams":
        n = len(event.teams)
        return ngettext("{n} team", "{n} teams", n).format(n=n)
    n = len(event.players)
    return ngettext("{n} player", "{n} players", n).format(n=n)


def filled(
    columns: tuple[Column, ...], rows: Sequence[tuple[str, ...]], optional: set[int]
) -> tuple[tuple[Column, ...], tuple[tuple[str, ...], ...]]:
    """Columns and rows without those of the `optional` columns where nothing stands."""
    kept = [c for c in range(len(columns)) if c not in optional or any(r[c] for r in rows)]
    return tuple(columns[c] for c in kept), tuple(tuple(r[c] for c in kept) for r in rows)


def players_sheet(event: Event) -> Sheet:
    """The participants by start number."""
    numbers = start_numbers(event)
    of_teams = event.system.entrants == "teams"
    # Members of teams have no numbers of their own: team by team, in the order of boards.
    boards = dict.fromkeys(id_ for team in event.teams for id_ in team.players)
    seated = [event.by_id[id_] for id_ in boards] + [p for p in event.players if p.id not in boards]

    def by_number(p: Player) -> int:
        return numbers.get(p.id, 10**9)

    columns = (
        Column("№", "right"),
        Column(_("name"), "left", 8),
        Column(_("title"), "left", 2),
        Column(_("rating"), "right", 2),
        Column(_("city, team"), "left", 6),
    )
    rows = [
        (
            "" if of_teams else str(numbers.get(p.id, "–")),
            p.name,
            p.title or "",
            "" if p.rating is None else str(p.rating),
            whence(event, p),
        )
        for p in (seated if of_teams else sorted(event.players, key=by_number))
    ]
    table = filled(columns, rows, {0, 2, 3, 4})
    return Sheet(_("Participants"), _("Participants"), *table)


def whence(event: Event, p: Player) -> str:
    """City and team or club of a player."""
    team = event.team_by_id[p.team].name if p.team in event.team_by_id else p.club
    return ", ".join(filter(None, (p.city, team)))


def standings_sheet(event: Event, lines: tuple[Standing, ...] | None = None, of: str = "") -> Sheet:
    """Places with points and coefficients; `of` names a class or group."""
    lines = standings(event) if lines is None else lines
    numbers = start_numbers(event)
    columns = (
        Column(_("place"), "right", 2),
        Column("№", "right"),
        Column(_("name"), "left", 8),
        Column(_("title"), "left", 2),
        Column(_("rating"), "right", 2),
        Column(_("city, team"), "left", 5),
        Column(_("points"), "right", 2),
        *coefficients(event),
        Column(_("+ = −"), "center", 3),
    )
    rows = []
    for s in lines:
        entrant = event.entrant(s.id)
        person = entrant if isinstance(entrant, Player) else None
        rows.append(
            (
                s.place or "–",
                str(numbers.get(s.id, "")),
                entrant.name,
                (person.title or "") if person else "",
                "" if entrant.rating is None else str(entrant.rating),
                whence(event, person) if person else "",
                shown(s.points),
                *sums_of(s),
                f"{s.won} {s.drawn} {s.lost}",
            )
        )
    title = of or _("Standings")
    tab = (of or _("Standings"))[:31]
    table = filled(columns, rows, {3, 4, 5})
    notes = () if of else _groups_text(event)
    title = f"{title}, {_stage_text(event)}"
    return Sheet(tab, title, *table, notes, wide=len(event.tiebreaks) > 3)


def _groups_text(event: Event) -> tuple[str, ...]:
    """What the two groups of a Scheveningen event have together (R3.9)."""
    group = _("Group {n}")
    return tuple(
        f"{name or group.format(n=k)}: {shown(points)}"
        for k, (name, points) in enumerate(group_totals(event), 1)
    )


def _stage_text(event: Event) -> str:
    """After how many rounds a table is, and which round is being played."""
    there = stage(event)
    text = ngettext("after {n} round", "after {n} rounds", there.finished).format(n=there.finished)
    if there.missing:
        going = ngettext(
            "round {n} in progress, {count} game without a result",
            "round {n} in progress, {count} games without a result",
            there.missing,
        ).format(n=there.begun, count=there.missing)
        text = f"{text}, {going}"
    return text


def coefficients(event: Event) -> list[Column]:
    """A column for each criterion after the points."""
    return [Column(_(CRITERION_NAMES[t.name]), "right", 2) for t in event.tiebreaks]


def sums_of(line: Standing) -> tuple[str, ...]:
    """The cells of `coefficients`; empty where one was not asked."""
    return tuple("" if v is None else shown(v) for _name, v in line.tiebreaks)


def progress_sheet(event: Event) -> Sheet:
    """The Swiss table (000 app. 5): by the alphabet, colour, opponent and running total a round."""
    book = ledger(event)
    record = book.record
    numbers = start_numbers(event)
    lines = {s.id: s for s in standings(event)}
    rounds = [Column(str(r + 1), "center", 2) for r in range(record.rounds)]
    columns = (
        Column("№", "right"),
        Column(_("name, city"), "left", 6),
        Column(_("grade, rating"), "left", 3),
        *rounds,
        Column(_("place"), "right", 2),
    )
    rows = []
    for id_ in sorted(record.ids, key=lambda id_: (alphabetic(event.entrant(id_).name), str(id_))):
        i = record.index[id_]
        entrant = event.entrant(id_)
        person = entrant if isinstance(entrant, Player) else None
        cells = []
        for r in range(record.rounds):
            total = shown(record.scale.points(record.score(i, r + 1)))
            cells.append(f"{_met(record, numbers, record.rows[i][r])}\n{total}")
        grade = "\n".join(filter(None, (person.title if person else "", str(entrant.rating or ""))))
        name = "\n".join(filter(None, (entrant.name, whence(event, person) if person else "")))
        rows.append((str(numbers[id_]), name, grade, *cells, lines[id_].place or "–"))
    note = _("{white} white, {black} black, № of the opponent; below, the running total").format(
        white=WHITE, black=BLACK
    )
    title = _("Table of the event, round by round")
    return Sheet(
        _("Round by round"), title, *filled(columns, rows, {2}), (note,), record.rounds > 9
    )


def _met(record: Record, numbers: dict[int | str, int], meet: Meet | None) -> str:
    if meet is None:
        return "–"
    if meet.opponent < 0:
        return "+" if meet.points else "–"
    opponent = numbers[record.ids[meet.opponent]]
    if not meet.played:
        return f"{opponent} {'+' if meet.points > meet.theirs else '−'}"
    return f"{WHITE if meet.colour > 0 else BLACK}{opponent}"


def cross_sheet(event: Event) -> Sheet:
    """The cross-table: points of everybody against everybody, by place, with start numbers."""
    book = ledger(event)
    record = book.record
    lines = standings(event)
    order = [s.id for s in lines]
    position = {id_: k for k, id_ in enumerate(order)}
    numbers = start_numbers(event)
    columns = (
        Column("№", "right"),
        Column(_("name"), "left", 7),
        *(Column(str(numbers[id_]), "center") for id_ in order),
        Column(_("points"), "right", 2),
        *coefficients(event),
        Column(_("place"), "right", 2),
    )
    rows = []
    for s in lines:
        i = record.index[s.id]
        cells = [""] * len(order)
        cells[position[s.id]] = "×"
        for m in record.rows[i]:
            if m is not None and m.opponent >= 0 and m.finished:
                k = position[record.ids[m.opponent]]
                sign = shown(record.scale.points(m.points))
                if not m.played:
                    sign = "+" if m.points > m.theirs else "−"
                cells[k] = f"{cells[k]} {sign}".strip()
        name = event.entrant(s.id).name
        sums = (shown(s.points), *sums_of(s))
        rows.append((str(numbers[s.id]), name, *cells, *sums, s.place or "–"))
    title = _("Cross-table")
    return Sheet(title, title, columns, tuple(rows), wide=len(order) > 12)


def main_table(event: Event) -> Sheet:
    """The table of the event's kind: round by round for Swiss and knock-outs, else crosswise."""
    of_teams = event.system.entrants == "teams"
    many = len(event.teams if of_teams else event.players) > 24
    if event.system.kind in SWISS or event.system.kind.startswith("knockout") or many:
        return progress_sheet(event)
    return cross_sheet(event)


def N_(message: str) -> str:
    """Marks a message for the catalogue; it is translated where it is used."""
    return message


SYSTEM_NAMES = {
    "match": N_("match"),
    "match-tournament": N_("match-tournament"),
    "round-robin": N_("round robin"),
    "double-round-robin": N_("double round robin"),
    "scheveningen-a": N_("Scheveningen system, A"),
    "scheveningen-b": N_("Scheveningen system, B"),
    "knockout": N_("knock-out"),
    "knockout-places": N_("knock-out with all places"),
    "silly": N_("Silly system"),
    "swiss-rating": N_("Swiss system by rating"),
    "swiss-lot": N_("Swiss system by lot"),
    "swiss-blind": N_("Swiss system, blind lot"),
    "swiss-individual": N_("Swiss system by individual coefficients"),
    "swiss-solkoff": N_("Swiss system by truncated Solkoff"),
    "swiss-buchholz": N_("Swiss system by Buchholz"),
}
CRITERION_NAMES = {
    "sonneborn_berger": N_("S.-B."),
    "wins": N_("wins"),
    "direct": N_("direct"),
    "buchholz": N_("Buch."),
    "buchholz_median": N_("med. B."),
    "solkoff_truncated": N_("Solkoff"),
    "shmulyan": N_("Shm."),
    "team_matches": N_("matches"),
    "team_coefficient": N_("coeff."),
    "extra": N_("play-off"),
    "lot": N_("lot"),
}
