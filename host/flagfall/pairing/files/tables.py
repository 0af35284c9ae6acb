"""Lists of an event as CSV: players, a round."""

import csv
import io
from fractions import Fraction

from flagfall.pairing.errors import BadValue
from flagfall.pairing.event import Event
from flagfall.pairing.numbering import start_numbers
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
        cell[:1] in "+-" and len(cell) > 2 and not _is_number(cell.replace(" ", ""))
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
    """A round of the file: tables, players with their start numbers (members of teams: ids)."""
    if not 1 <= number <= len(event.rounds):
        raise BadValue(_("there is no round {n}").format(n=number), where="$.rounds")
    rows = [["table", "white", "white_name", "black", "black_name", "result"]]
    found = event.rounds[number - 1]
    numbers = start_numbers(event) if event.system.entrants == "players" else {}

    def seat(id_: int) -> tuple[str, str]:
        return str(numbers.get(id_, id_)), event.by_id[id_].name

    rows += (
        [str(g.table or ""), *seat(g.white), *seat(g.black), " ".join(g.result)]
        for g in found.games
    )
    for b in found.byes:
        who = (
            ("", event.team_by_id[b.player].name)
            if b.of_team
            else seat(b.player if isinstance(b.player, int) else 0)
        )
        rows.append(["", *who, "", "", f"+{number_text(b.points)}"])
    return rows
