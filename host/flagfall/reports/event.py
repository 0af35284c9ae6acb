"""The reports of an event: which sheets, in which order, into which file."""

from pathlib import Path

from flagfall.pairing.event import Event
from flagfall.reports.cards import player_cards, table_cards
from flagfall.reports.decisions import decisions_sheet
from flagfall.reports.errors import ReportError
from flagfall.reports.round_sheets import names_sheet, pairing_sheet
from flagfall.reports.sheets import Sheet, heading, main_table, players_sheet, standings_sheet
from flagfall.scoring.tables import FIELDS, standings_by
from flagfall.words import words

_, ngettext = words("reports")

PARTS = (
    "pairings",
    "names",
    "standings",
    "table",
    "players",
    "groups",
    "decisions",
    "cards",
    "tables",
)
FINAL = ("standings", "table", "groups", "players", "decisions")


def write_event_report(
    event: Event,
    path: Path,
    parts: tuple[str, ...] = (),
    *,
    round_no: int | None = None,
    url: str = "",
) -> list[str]:
    """Write a report by the suffix of `path` (`.xlsx`, `.pdf`); the titles of what is in it.

    `parts` are of `PARTS`; without them, during the event the round and the table, after it the
    final report. `round_no` is the round of the pairing sheet (the last), `url` the page's address
    for the cards of the tables.
    """
    number = len(event.rounds) if round_no is None else round_no
    parts = parts or _usual(event)
    if {"pairings", "names", "tables"} & set(parts) and not 1 <= number <= len(event.rounds):
        raise ReportError(_("There is no round {n} in the event.").format(n=number))
    sheets: list[Sheet] = []
    for part in parts:
        sheets += _sheets(event, part, number)
    cards = player_cards(event) if "cards" in parts else []
    tables = table_cards(event, number, url) if "tables" in parts else []
    suffix = path.suffix.lower()
    if suffix == ".xlsx":
        from flagfall.reports.book import write_book

        write_book(path, heading(event), sheets + cards)
    elif suffix == ".pdf":
        from flagfall.reports.paper import write_paper

        write_paper(path, heading(event), sheets, cards, tables)
    else:
        raise ReportError(
            _("A report is written as .xlsx or .pdf, not as {suffix}.").format(
                suffix=suffix or path.name
            )
        )
    return [s.title for s in sheets + cards] + [c.title for c in tables if suffix == ".pdf"]


def _usual(event: Event) -> tuple[str, ...]:
    rounds = event.system.rounds
    finished = bool(event.rounds) and all(g.finished for g in event.rounds[-1].games)
    if not event.rounds:
        return ("players",)
    if finished and (rounds is None or len(event.rounds) >= rounds):
        return FINAL
    return ("pairings", "standings", "table")


def _sheets(event: Event, part: str, number: int) -> list[Sheet]:
    if part == "pairings":
        return [pairing_sheet(event, number)]
    if part == "names":
        return [names_sheet(event, number)]
    if part == "standings":
        return [standings_sheet(event)]
    if part == "table":
        return [main_table(event)]
    if part == "players":
        return [players_sheet(event)]
    if part == "decisions":
        decided = decisions_sheet(event)
        return [] if decided is None else [decided]
    if part == "groups" and event.system.entrants == "players":
        found = []
        for name in ("class", "age_group"):
            values = {FIELDS[name](p) for p in event.players} - {None}
            if len(values) > 1:
                found += [
                    standings_sheet(event, lines, title)
                    for title, lines in standings_by(event, name)
                ]
        return found
    return []
