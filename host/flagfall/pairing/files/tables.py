"""Tables of an event as CSV: players, a round, places, the cross-table."""

import csv
import io
from fractions import Fraction

from flagfall.pairing.errors import BadValue
from flagfall.pairing.event import Event
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.record import Meet, Record, fold
from flagfall.pairing.rounds import number_text
from flagfall.words import words

_, _plural = words("pairing")


def as_csv(rows: list[list[str]], separator: str = ";") -> str:
    """Rows as CSV. A cell that a spreadsheet would take for a formula is quoted as text."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerows([[_safe(c) for c in row] for row in rows])
    return out.getvalue()


def _safe(cell: str) -> str:
    risky = cell.startswith(("=", "@")) or (
        cell[:1] in "+-" and len(cell) > 2 and not _is_number(cell)
    )
    return "'" + cell if risky else cell


def _is_number(cell: str) -> bool:
    try:
        Fraction(cell)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def players_table(event: Event) -> list[list[str]]:
    """The list of participants by start number."""
    numbers = start_numbers(event)
    head = ["number", "id", "name", "rating", "title", "class", "age_group", "sex", "born"]
    head += ["city", "club", "team", "federation", "code"]
    rows = [head]
    for p in sorted(event.players, key=lambda p: numbers.get(p.id, 10**9)):
        values = (
            numbers.get(p.id, ""),
            p.id,
            p.name,
            p.rating,
            p.title,
            p.category,
            p.age_group,
            p.sex,
            p.born,
            p.city,
            p.club,
            p.team,
            p.federation,
            p.code,
        )
        rows.append(["" if v is None else str(v) for v in values])
    return rows


def round_table(event: Event, number: int) -> list[list[str]]:
    """A round of the file: tables, players, results."""
    if not 1 <= number <= len(event.rounds):
        raise BadValue(_("there is no round {n}").format(n=number), where="$.rounds")
    rows = [["table", "white", "white_name", "black", "black_name", "result"]]
    found = event.rounds[number - 1]
    rows += (
        [
            str(g.table or ""),
            str(g.white),
            event.by_id[g.white].name,
            str(g.black),
            event.by_id[g.black].name,
            " ".join(g.result),
        ]
        for g in found.games
    )
    for b in found.byes:
        name = event.entrant(b.player).name
        rows.append(["", str(b.player), name, "", "", f"+{number_text(b.points)}"])
    return rows


def cross_table(event: Event) -> list[list[str]]:
    """Everybody's rounds by start number: opponent's number, colour (w, b, –), points."""
    record = fold(event)
    numbers = start_numbers(event)
    rows = [["number", "name", *(str(r + 1) for r in range(record.rounds)), "points"]]
    for i, id_ in enumerate(record.ids):
        cells = [meet_text(record, numbers, m) for m in record.rows[i]]
        total = number_text(record.scale.points(record.score(i)))
        rows.append([str(numbers[id_]), event.entrant(id_).name, *cells, total])
    return rows


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
