"""The table of results: what each table ended with, as data and for people."""

from typing import Any

from rich.table import Table as Columns
from rich.text import Text

from flagfall.arbiter.state import HallState
from flagfall.arbiter.table import Table
from flagfall.rules import Colour
from flagfall.words import words

_, ngettext = words("reports")

COLOURS: tuple[Colour, Colour] = ("white", "black")


def result_json(table: Table) -> dict[str, Any]:
    """One table: moves made, result from white's side, whether every move was legal, both times."""
    clock = table.mirror.clock
    lines = table.record.lines
    return {
        "table": table.number,
        "variant": table.seating.variant,
        "source": table.seating.source,
        "moves": len(lines),
        "result": table.result,
        "legal": table.record.legal
        and all(line.text and line.mark in ("", "pass") for line in lines),
        "left_us": clock.left.remaining_us if clock is not None else None,
        "right_us": clock.right.remaining_us if clock is not None else None,
        "firmware": table.firmware,
    }


def results_json(state: HallState) -> list[dict[str, Any]]:
    """Every table, by number."""
    return [result_json(state.tables[number]) for number in sorted(state.tables)]


def results_table(state: HallState) -> Columns:
    """The same for people; a player's column ends with the time left on his clock."""
    firmware = sorted({t.firmware for t in state.tables.values() if t.firmware})
    columns = Columns(title=_shown(state.name) or None, caption=_shown(", ".join(firmware)) or None)
    columns.add_column(_("Table"), justify="right")
    columns.add_column(_("Game"), overflow="fold")
    columns.add_column(_("White"))
    columns.add_column(_("Black"))
    columns.add_column(_("Moves"), justify="right")
    columns.add_column(_("Result"), justify="center")
    columns.add_column(_("Legal"), justify="center")
    for number in sorted(state.tables):
        table = state.tables[number]
        row = result_json(table)
        cells = (
            str(number),
            table.seating.source or table.seating.variant,
            *(_player(table, row, colour) for colour in COLOURS),
            str(row["moves"]),
            row["result"] or "–",
            _("yes") if row["legal"] else _("no"),
        )
        columns.add_row(*map(_shown, cells))
    return columns


def _shown(text: str) -> Text:
    """Text as it is: brackets are no markup, and nothing in it steers the terminal."""
    return Text("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text))


def _player(table: Table, row: dict[str, Any], colour: Colour) -> str:
    side = table.side_of(colour)
    return f"{table.seating.players[side].name}  {clock_text(row[f'{side}_us'])}"


def clock_text(time_us: int | None) -> str:
    """A time with its milliseconds: `1:02:03.456`; a negative one is past the flag."""
    if time_us is None:
        return "–"
    sign, time_us = ("-", -time_us) if time_us < 0 else ("", time_us)
    seconds, rest_us = divmod(time_us, 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    head = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{sign}{head}:{seconds:02}.{rest_us // 1000:03}"
