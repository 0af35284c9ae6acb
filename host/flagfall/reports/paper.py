"""A report on paper: the same sheets as PDF, with player's cards and cards for the tables."""

import importlib
import importlib.util
import json
import re
import tempfile
from pathlib import Path
from typing import Any

from flagfall import whole
from flagfall.reports.cards import TableCard
from flagfall.reports.errors import ReportError
from flagfall.reports.sheets import Heading, Sheet
from flagfall.words import language, words

_, ngettext = words("reports")

_LONG_WORD = re.compile(r"\S{12}(?=\S{12})")
TEMPLATE = Path(__file__).parent / "event.typ"


def write_paper(
    path: Path,
    heading: Heading,
    sheets: list[Sheet],
    cards: list[Sheet] | None = None,
    tables: list[TableCard] | None = None,
    form: str = "pdf",
) -> None:
    """Write a PDF (or with `form="png"` pictures, `{p}` in the name being the page).

    Raises `ReportError` where typst is not installed or the file can't be written.
    """
    if importlib.util.find_spec("typst") is None:
        raise ReportError(
            _("PDF needs typst, which is not installed."),
            hint=_('Install flagfall with its extra: pip install "flagfall[pdf]".'),
        )
    typst: Any = importlib.import_module("typst")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        data = {
            "event": heading.event,
            "lines": heading.lines,
            "lang": language(),
            "sheets": list(map(_plain, sheets)),
            "cards": list(map(_plain, cards or [])),
            "tables": [_table(root, card) for card in tables or []],
        }
        (root / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        (root / "event.typ").write_text(TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8")
        try:
            made = typst.compile(
                str(root / "event.typ"),
                output=None if form == "pdf" else str(path),
                root=str(root),
                ignore_system_fonts=True,
                format=form,
                timestamp=0,
            )
            if form == "pdf":
                whole.write(path, made)
        except OSError as error:
            raise ReportError(
                _("{file} can't be written: {why}.").format(file=path, why=error.strerror or error)
            ) from error


def breakable(text: str) -> str:
    """A text whose very long words may go on in the next line of a cell."""
    return _LONG_WORD.sub(lambda word: word.group(0) + "\u200b", text)


def _plain(sheet: Sheet) -> dict[str, Any]:
    columns = [{"title": c.title, "align": c.align, "share": c.share} for c in sheet.columns]
    return {
        "title": sheet.title,
        "columns": columns,
        "rows": [[breakable(cell) for cell in row] for row in sheet.rows],
        "notes": sheet.notes,
        "wide": sheet.wide,
    }


def _table(root: Path, card: TableCard) -> dict[str, Any]:
    """A table's card; its QR code is drawn into the folder as SVG."""
    name = ""
    if card.url:
        import segno

        name = f"table_{card.table}.svg"
        segno.make(card.url, error="m", micro=False).save(str(root / name), border=2)
    return {
        "table": card.table,
        "players": card.players,
        "label": _("Round {n}").format(n=card.round),
        "qr": name,
        "url": card.url,
    }
