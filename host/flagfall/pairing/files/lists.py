"""Lists of players and of ratings as CSV: headings in English or Russian, any usual separator.

Events given here have been read by `parse_event` before.
"""

import csv
import io
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from typing import Any

from flagfall.pairing.errors import BadValue, EventError, MissingField, NegativeRating, TooMany
from flagfall.pairing.parse import MAX_PLAYERS
from flagfall.words import words

_, _plural = words("pairing")

Json = dict[str, Any]
MAX_BYTES = 16_000_000

# Headings people write, by field of the event file.
_HEADINGS: dict[str, tuple[str, ...]] = {
    "id": ("id", "no", "№", "n", "номер", "number"),
    "name": (
        "name",
        "player",
        "фио",
        "имя",
        "участник",
        "фамилия",
        "фамилия имя",
        "фамилия имя отчество",
        "спортсмен",
    ),
    "rating": ("rating", "elo", "рейтинг", "рейт", "рейт.", "r"),
    "title": ("title", "звание", "разряд", "звание/разряд"),
    "class": ("class", "класс", "категория"),
    "age_group": ("age_group", "age group", "возрастная группа", "возраст", "группа"),
    "sex": ("sex", "пол"),
    "born": ("born", "birth", "birthday", "год рождения", "дата рождения", "г.р."),
    "city": ("city", "город", "регион"),
    "club": ("club", "клуб", "школа"),
    "team": ("team", "команда"),
    "federation": ("federation", "fed", "федерация", "страна"),
    "family": ("family", "семья"),
    "code": ("code", "fide id", "fmjd id", "код", "ид", "билет"),
    "board": ("board", "доска"),
}
_FIELD_OF = {heading: field for field, names in _HEADINGS.items() for heading in names}
_NUMBERS = frozenset({"id", "rating", "board"})


def rows_of(content: bytes) -> list[tuple[int, Json]]:
    """`(line, {field: text})` of a CSV file; unknown columns are left out."""
    lines = _lines(content)
    fields = [_FIELD_OF.get(_heading(h)) for h in lines[0][1]]
    if "name" not in fields and "code" not in fields:
        raise MissingField(
            _("no column is headed as names"),
            hint=_("known: {words}").format(words=", ".join(_HEADINGS["name"])),
            where=_("line {line}").format(line=lines[0][0]),
        )
    found = []
    for number, row in lines[1:]:
        values = {f: _cell(c) for f, c in zip(fields, row, strict=False) if f and c.strip()}
        if values:
            found.append((number, values))
    if len(found) > MAX_PLAYERS:
        raise TooMany(
            _("{n} entries; at most {most} can be").format(n=len(found), most=MAX_PLAYERS)
        )
    return found


def _heading(text: str) -> str:
    """A heading without case, commas and spare blanks: `Фамилия, имя` is `фамилия имя`."""
    return " ".join(text.casefold().replace(",", " ").split())


def _cell(text: str) -> str:
    """A cell without the mark that `as_csv` puts before what looks like a formula."""
    text = text.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "@", "+", "-") else text


def unknown_headings(content: bytes) -> list[str]:
    """Columns of a CSV file that `rows_of` leaves out."""
    return [h.strip() for h in _lines(content)[0][1] if _heading(h) not in _FIELD_OF]


def _lines(content: bytes) -> list[tuple[int, list[str]]]:
    """Lines that are not empty, with their numbers; at least one."""
    if len(content) > MAX_BYTES:
        raise TooMany(_("the file is larger than {n} bytes").format(n=MAX_BYTES))
    text = _decoded(content)
    first = text.lstrip("\r\n").split("\n", 1)[0]
    separator = max(";\t,", key=first.count)
    try:
        reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
        lines = [(reader.line_num, row) for row in reader if any(c.strip() for c in row)]
    except csv.Error as error:
        raise BadValue(_("not CSV: {what}").format(what=error)) from None
    for number, row in lines:
        if any("\n" in c.strip() for c in row):
            raise BadValue(
                _("a cell goes over several lines"),
                hint=_('is a quotation mark (") left open above?'),
                where=_("line {line}").format(line=number),
            )
    if not lines:
        raise MissingField(_("the list is empty"), where=_("line {line}").format(line=1))
    return lines


def _decoded(content: bytes) -> str:
    """UTF-8 or UTF-16 by its mark, UTF-8, else the Russian encoding of older spreadsheets."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace").replace("\x00", "")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1251", errors="replace")
    return text.replace("\x00", "")


def players_of(content: bytes, after: int = 0) -> list[Json]:
    """Players of a CSV list as an event has them; ids are given from `after` + 1 if it has none."""
    found: list[Json] = []
    for line, values in rows_of(content):
        player: Json = {}
        for field, text in values.items():
            player[field] = _number(text, field, line) if field in _NUMBERS else text
        if player.get("name") is None:
            raise MissingField(_("{key} is missing").format(key="name"), where=_at(line, "name"))
        player.setdefault("id", after + len(found) + 1)
        found.append({"id": player.pop("id"), **player})
    return found


def _number(text: str, field: str, line: int) -> int:
    digits = text.replace(" ", "").replace("\u00a0", "")
    if field == "rating" and digits[:1] in ("-", "−") and digits[1:].isdecimal():
        raise NegativeRating(
            _("the rating {value} is less than nothing").format(value=digits[:20]),
            where=_at(line, field),
        )
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise BadValue(
            _("{value} is not a whole number").format(value=repr(text)[:50]), where=_at(line, field)
        )
    return int(digits)


def _at(line: int, field: str) -> str:
    return _("line {line}, column {column}").format(line=line, column=field)


@dataclass(frozen=True, slots=True)
class Rated:
    """What a rating list did to an event: the event, who was found, who was not."""

    event: Json
    found: tuple[int, ...]
    missing: tuple[int, ...]


def with_ratings(event: Json, content: bytes) -> Rated:
    """The event with ratings (and titles) of a list, found by code, else by name."""
    by_code: dict[str, Json] = {}
    by_name: dict[str, list[Json]] = {}
    for line, values in rows_of(content):
        entry: Json = {"line": line}
        if "rating" in values:
            entry["rating"] = _number(values["rating"], "rating", line)
        if "title" in values:
            entry["title"] = values["title"]
        if "code" in values:
            by_code[values["code"]] = entry
        if "name" in values:
            by_name.setdefault(_plain(values["name"]), []).append(entry)
    players: list[Json] = []
    found: list[int] = []
    missing: list[int] = []
    for p in event.get("players") or []:
        entries = by_name.get(_plain(str(p.get("name", ""))), [])
        if p.get("code") is not None and str(p["code"]) in by_code:
            entries = [by_code[str(p["code"])]]
        if len(entries) > 1:
            lines = ", ".join(str(e["line"]) for e in entries)
            raise BadValue(
                _("{name} stands in lines {lines}").format(name=p.get("name"), lines=lines),
                hint=_("give the player his code"),
            )
        if entries:
            p = {**p, **{k: v for k, v in entries[0].items() if k != "line"}}
            found.append(p["id"])
        else:
            missing.append(p["id"])
        players.append(p)
    return Rated({**event, "players": players}, tuple(found), tuple(missing))


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("ё", "е").replace(",", " ").split())


__all__ = ["EventError", "Rated", "players_of", "rows_of", "unknown_headings", "with_ratings"]
