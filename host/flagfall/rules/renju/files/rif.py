"""RenjuNet's XML (`.rif`, `.xml`): a data base of games with tables of players and events.

    <database>
      <players><player id="1" name="Ann" surname="Bo"/>…</players>
      <games><game id="7" black="1" white="2" bresult="1" …><move>h8 i9 …</move></game>…</games>
    </database>

Read as a stream: one game is held at a time, beside the tables. What we don't know of a game or of
the tables is kept and written back. (RenjuNet's own data base may be used off line only; none of it
comes with Flagfall.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from flagfall.rules.errors import InvalidFile
from flagfall.rules.record import Result
from flagfall.rules.renju.files import losses, plain
from flagfall.rules.renju.files.record import Record
from flagfall.rules.renju.files.xmltree import Element, stream
from flagfall.rules.renju.variant import RENJU, RENJU_RF, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

_RESULTS: dict[str, Result] = {"1": "0-1", "0": "1-0", "0.5": "1/2"}
_BRESULTS = {"0-1": "1", "1-0": "0", "1/2": "0.5"}
# Attribute of a game → the header it gives, and the table it refers to.
_HEADERS = {
    "tournament": ("Event", "tournaments"),
    "round": ("Round", None),
    "rule": ("Rules", "rules"),
    "black": ("Black", "players"),
    "white": ("White", "players"),
    "btime": ("BlackTime", None),
    "wtime": ("WhiteTime", None),
    "opening": ("Opening", "openings"),
    "alt": ("FifthMoves", None),
    "swap": ("Swaps", None),
    "publisher": ("Publisher", None),
}
_OF = {header: (attribute, table) for attribute, (header, table) in _HEADERS.items()}
_ROOM = losses.Room(
    comments="start", headers=frozenset(_OF), results=frozenset(_BRESULTS), words=True
)


@dataclass
class Source:
    """What a read game came from: its own element, and the root with the tables so far."""

    game: Element
    root: Element
    headers: dict[str, str]


def read(
    source: bytes | Iterable[bytes], *, variant: RenjuVariant | None = None
) -> Iterator[Record]:
    """The games of a data base, one by one as they are reached. Raises `InvalidFile`."""
    chunks = [source] if isinstance(source, bytes) else source
    tables = _Tables()
    found = False
    for game, root in stream(chunks, "game"):
        found = True
        yield _record(game, root, tables, variant)
    if not found:
        raise InvalidFile(_("There is no game in this XML."), reason="rif")


class _Tables:
    """Rows of the tables by id, looked up as far as they have come."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], str] = {}
        self._seen: dict[str, int] = {}

    def name(self, root: Element, table: str, ident: str) -> str:
        element = root.child(table)
        if element is not None:
            seen = self._seen.get(table, 0)
            for row in element.children[seen:]:
                self._rows[table, row.attributes.get("id", "")] = _row_name(row)
            self._seen[table] = len(element.children)
        return self._rows.get((table, ident), "") or ident


def _row_name(row: Element) -> str:
    parts = (row.attributes.get(key, "").strip() for key in ("name", "surname"))
    return " ".join(part for part in parts if part)


def _record(game: Element, root: Element, tables: _Tables, variant: RenjuVariant | None) -> Record:
    headers: dict[str, str] = {}
    for attribute, text in game.attributes.items():
        if attribute in _HEADERS and text:
            header, table = _HEADERS[attribute]
            headers[header] = text if table is None else tables.name(root, table, text)
    record = Record(variant=variant or RENJU, headers=headers)
    if variant is None and headers.get("Rules", "").strip().upper() == "RF":
        record.variant = RENJU_RF
    record.result = _RESULTS.get(game.attributes.get("bresult", "").strip(), "*")
    move = game.child("move")
    if move is not None:
        if len(move.text) > plain.LINE_LIMIT:
            raise InvalidFile(_("A game has too many moves."), reason="length")
        plain.append(record.root, move.text)
    info = game.child("info")
    if info is not None:
        record.root.comment = info.text.strip()
    record.foreign = Source(game, root, dict(headers))
    record.replay()
    return record


def write(records: Sequence[Record], *, lossy: bool = False) -> str:
    """A data base of the games, its tables first.

    Raises `CannotWrite` for set-ups, and for all that a game has no place for (variations, comments
    at moves, clock times, headers and properties of other formats), which `lossy` leaves out.

    Games that were read from one keep their ids and what we don't know; the tables of the first
    such game's file are kept, and rows are added for names that they lack.
    """
    for record in records:
        losses.check(record, _ROOM, lossy=lossy)
    origins = [r.foreign for r in records if isinstance(r.foreign, Source)]
    origin = origins[0].root if origins else Element("database")
    taken = {s.game.attributes.get("id", "") for s in origins if s.root is origin}
    writer = _Writer(origin, taken)
    games = Element("games")
    for number, record in enumerate(records, 1):
        games.children.append(writer.game(record, number))
    root = Element(origin.tag, origin.attributes)
    root.children = [c for c in writer.tables.values() if c.children or c.text]
    root.children.append(games)
    out = ['<?xml version="1.0" encoding="UTF-8"?>\n']
    root.write(out)
    return "".join(out)


class _Writer:
    """Builds games and the tables they refer to."""

    def __init__(self, origin: Element, taken: set[str]) -> None:
        self.origin = origin
        self.tables: dict[str, Element] = {}
        self._ids: dict[tuple[str, str], str] = {}
        self._taken = taken
        for child in origin.children:
            if child.tag == "games":
                continue
            self.tables[child.tag] = Element(
                child.tag, child.attributes, list(child.children), child.text
            )
            for row in child.children:
                self._ids.setdefault((child.tag, _row_name(row)), row.attributes.get("id", ""))

    def _free_id(self, number: int) -> str:
        while str(number) in self._taken:
            number += 1
        self._taken.add(str(number))
        return str(number)

    def _id(self, table: str, name: str) -> str:
        known = self._ids.get((table, name))
        if known is None:
            rows = self.tables.setdefault(table, Element(table))
            taken = {row.attributes.get("id") for row in rows.children}
            number = len(taken) + 1
            while str(number) in taken:
                number += 1
            known = self._ids[table, name] = str(number)
            rows.children.append(Element(table.removesuffix("s"), {"id": known, "name": name}))
        return known

    def game(self, record: Record, number: int) -> Element:
        source = record.foreign if isinstance(record.foreign, Source) else None
        if source is not None and source.root is not self.origin:
            source = None
        attributes = dict(source.game.attributes) if source else {"id": self._free_id(number)}
        before = source.headers if source else {}
        headers = dict(record.headers)
        if record.variant is RENJU_RF:
            headers["Rules"] = "RF"
        for header, text in headers.items():
            if header in _OF and before.get(header) != text:
                attribute, table = _OF[header]
                attributes[attribute] = text if table is None else self._id(table, text)
        if _RESULTS.get(attributes.get("bresult", ""), "*") != record.result:
            attributes["bresult"] = _BRESULTS.get(record.result, "")
        element = Element("game", attributes)
        element.children.append(Element("move", text=" ".join(plain.texts(record))))
        if record.root.comment:
            element.children.append(Element("info", text=record.root.comment))
        if source is not None:
            element.children += [c for c in source.game.children if c.tag not in ("move", "info")]
        return element
