"""A report as a spreadsheet: one sheet a table, ready to print on A4."""

import io
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import xlsxwriter

from flagfall import whole
from flagfall.reports.errors import ReportError
from flagfall.reports.sheets import Heading, Sheet
from flagfall.words import words

_, ngettext = words("reports")

# A spreadsheet carries a moment of making; a fixed one makes the same event the same file.
_MADE = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)
_PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_SHAPES = {1: "0", 2: "0.0", 4: "0.00"}  # by the denominator of the number
_BAD_IN_TABS = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))


def write_book(path: Path, heading: Heading, sheets: list[Sheet]) -> None:
    """Write the sheets as XLSX; `ReportError` where the file can't be written."""
    content = io.BytesIO()
    options = {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with xlsxwriter.Workbook(content, options) as book:
        book.set_properties({"title": heading.event, "created": _MADE})
        formats = _formats(book)
        taken: set[str] = set()
        for sheet in sheets:
            _write(book.add_worksheet(_tab(sheet.tab, taken)), heading, sheet, formats)
    try:
        whole.write(path, content.getvalue())
    except OSError as error:
        raise ReportError(
            _("{file} can't be written: {why}.").format(file=path, why=error.strerror or error),
            hint=_("Is it open in another program?"),
        ) from error


def _tab(name: str, taken: set[str]) -> str:
    """A name that spreadsheets allow and no other tab has."""
    clean = name.translate(_BAD_IN_TABS).strip("' ")[:28] or "1"
    tab, k = clean, 2
    while tab.casefold() in taken:
        tab, k = f"{clean[:26]} {k}", k + 1
    taken.add(tab.casefold())
    return tab


def _formats(book: Any) -> dict[str, Any]:
    line = {"font_name": "Arial", "font_size": 10, "valign": "vcenter"}
    found = {
        "event": book.add_format({**line, "bold": True, "font_size": 14}),
        "plain": book.add_format(line),
        "title": book.add_format({**line, "bold": True, "font_size": 12}),
    }
    for align in ("left", "center", "right"):
        cell = {**line, "border": 1, "border_color": "#999999", "align": align, "text_wrap": True}
        if align != "center":
            cell["indent"] = 1  # else a number sticks to the text beside it
        found[align] = book.add_format(cell)
        # Some programs forget the indent of a number that may wrap.
        for parts, shape in _SHAPES.items():
            number = {**cell, "text_wrap": False, "num_format": shape}
            found[f"number {parts} {align}"] = book.add_format(number)
        found[f"head {align}"] = book.add_format({**cell, "bold": True, "bg_color": "#E8ECEF"})
    return found


def _number(text: str) -> Fraction | None:
    """The number a cell is, so that a spreadsheet can add and sort; exact in its halves."""
    minus, digits = text.startswith("−"), text.removeprefix("−")
    part = _PARTS.get(digits[-1:])
    whole_part = digits if part is None else digits[:-1]
    if not ((whole_part.isascii() and whole_part.isdigit()) or (part and not whole_part)):
        return None
    if len(whole_part) > 9:
        return None
    value = int(whole_part or 0) + (part or Fraction(0))
    return -value if minus else value


def _write(page: Any, heading: Heading, sheet: Sheet, formats: dict[str, Any]) -> None:
    page.set_paper(9)
    page.set_margins(0.4, 0.4, 0.5, 0.6)
    page.fit_to_pages(1, 0)
    page.set_footer("&L&A&R&P / &N")
    if sheet.wide:
        page.set_landscape()
    row = 0
    page.write_string(row, 0, heading.event, formats["event"])
    for text in heading.lines:
        row += 1
        page.write_string(row, 0, text, formats["plain"])
    row += 2
    page.write_string(row, 0, sheet.title, formats["title"])
    row += 1
    top = row
    for c, column in enumerate(sheet.columns):
        page.write_string(row, c, column.title, formats[f"head {column.align}"])
        longest = max(
            [len(line) for r in sheet.rows for line in r[c].split("\n")] + [len(column.title)]
        )
        page.set_column(c, c, min(max(longest + 2.5, 5), 40))
    for cells in sheet.rows:
        row += 1
        for c, (column, text) in enumerate(zip(sheet.columns, cells, strict=True)):
            value = _number(text)
            if value is not None:
                style = f"number {value.denominator} {column.align}"
                page.write_number(row, c, float(value), formats[style])
            else:
                page.write_string(row, c, text, formats[column.align])
        lines = max(text.count("\n") for text in cells) + 1
        if lines > 1:
            page.set_row(row, 14 * lines)
    page.repeat_rows(top)
    page.freeze_panes(top + 1, 0)
    for note in sheet.notes:
        row += 1
        page.write_string(row, 0, note, formats["plain"])
