"""SGF for renju (GM[4]): games read one by one, written back without loss.

Points are two letters, column then row from the top (`hh` is h8), as in Go; `h8` is read too. A
pass is an empty value. What these modules don't know stays in `Node.properties` as it is written.

>>> from flagfall.rules.renju.files import sgf
>>> game = next(sgf.read("(;GM[4]SZ[15]PB[Ito];B[hh]BL[1799.5];W[ig]C[direct or indirect?])"))
>>> [move.text for move in game.moves], game.clocks[0].black_us
(['h8', 'i9'], 1799500000)
>>> print(sgf.write(game), end="")
(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[Ito]
;B[hh]BL[1799.5];W[ig]C[direct or indirect?])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from flagfall.rules import face
from flagfall.rules.errors import InvalidFile
from flagfall.rules.pdn.clocks import SECOND_US
from flagfall.rules.record import Clock, Result
from flagfall.rules.renju.files import losses
from flagfall.rules.renju.files.record import Node, Record
from flagfall.rules.renju.points import SIZE, find
from flagfall.rules.renju.position import PASS, RenjuMove
from flagfall.rules.renju.variant import RENJU, RENJU_RF, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

#: One game's text; a library of openings may be long, a bomb is longer.
GAME_LIMIT = 8_000_000
NODE_LIMIT = 500_000

_HEADERS = {
    "GN": "Game",
    "EV": "Event",
    "RO": "Round",
    "PC": "Site",
    "DT": "Date",
    "PB": "Black",
    "BR": "BlackRating",
    "BT": "BlackTeam",
    "PW": "White",
    "WR": "WhiteRating",
    "WT": "WhiteTeam",
    "RE": "Result",
    "RU": "Rules",
    "ON": "Opening",
    "TM": "TimeLimit",
    "OT": "Overtime",
    "AN": "Annotator",
    "SO": "Source",
    "US": "User",
    "CP": "Copyright",
    "GC": "GameComment",
}
_NAMES = {ours: theirs for theirs, ours in _HEADERS.items()}
_SPECIAL = re.compile(r"[()\[\]\\]")
_TOKEN = re.compile(r"\s+|[();]|[A-Za-z]+|\[(?:[^\]\\]|\\.)*\]", re.DOTALL)
_SECONDS = re.compile(r"(\d{1,9})(?:\.(\d{1,6}))?\Z", re.ASCII)


def read(
    source: str | TextIO | Iterable[str], *, variant: RenjuVariant | None = None
) -> Iterator[Record]:
    """The games of an SGF text, one by one as they are reached.

    `variant` is for files whose RU doesn't say (left out: `renju`). What the rules object to stands
    in `record.fault`; text that is no SGF of renju raises `InvalidFile`.
    """
    chunks = [source] if isinstance(source, str) else source
    for number, text in enumerate(_games(chunks), 1):
        root = _tree(text, number)
        yield _record(root, variant, number)


def _fault(sentence: str, number: int) -> InvalidFile:
    return InvalidFile(sentence, reason="sgf", where=_("game {n}").format(n=number))


def _games(chunks: Iterable[str]) -> Iterator[str]:
    """Each game's text, from its first parenthesis to its last; what lies between is skipped."""
    parts: list[str] = []
    base = size = depth = number = 0
    in_value, escaped = False, -1
    for chunk in chunks:
        start = 0
        for found in _SPECIAL.finditer(chunk):
            at, sign = found.start(), found[0]
            if base + at == escaped:
                continue
            if in_value:
                if sign == "\\":
                    escaped = base + at + 1
                elif sign == "]":
                    in_value = False
            elif sign == "(":
                if depth == 0:
                    start, number = at, number + 1
                depth += 1
            elif depth and sign == "[":
                in_value = True
            elif depth and sign == ")":
                depth -= 1
                if depth == 0:
                    yield "".join([*parts, chunk[start : at + 1]])
                    parts, size = [], 0
        base += len(chunk)
        if depth:
            parts.append(chunk[start:])
            size += len(parts[-1])
            if size > GAME_LIMIT:
                raise _fault(
                    _("A game is longer than {n} characters.").format(n=GAME_LIMIT), number
                )
    if depth:
        raise _fault(_("The game is cut off: a parenthesis or bracket is not closed."), number)
    if number == 0:
        raise _fault(_("There is no SGF game here."), 1)


def _tree(text: str, number: int) -> Node:
    """The nodes of one game, with every property raw."""
    top = Node()
    here, branches = top, []
    count, at = 0, 0
    properties: dict[str, list[str]] | None = None
    values: list[str] | None = None
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _fault(_("'{text}' is no SGF.").format(text=text[at : at + 20]), number)
        token, at = found[0], found.end()
        if token[0] == "[":
            if values is None:
                raise _fault(_("A value stands without a property."), number)
            values.append(token[1:-1])
            continue
        if token.isspace():
            continue
        if token.isalpha():
            # Older files write names such as White; only the capitals count.
            ident = "".join(letter for letter in token if letter.isupper())
            if properties is None or not ident:
                raise _fault(_("'{text}' is no SGF.").format(text=token[:20]), number)
            values = properties.setdefault(ident, [])
            continue
        values = None
        if token == "(":
            branches.append(here)
            properties = None
        elif token == ")":
            here = branches.pop()
            properties = None
        else:
            count += 1
            if count > NODE_LIMIT:
                raise _fault(_("A game has more than {n} nodes.").format(n=NODE_LIMIT), number)
            here.children.append(Node())
            here = here.children[-1]
            properties = here.properties
    if not top.children:
        raise _fault(_("The game is empty."), number)
    return top.children[0]


def _record(root: Node, variant: RenjuVariant | None, number: int) -> Record:
    game = (root.properties.pop("GM", ["4"]) or ["4"])[0].strip()
    size = (root.properties.pop("SZ", ["15"]) or ["15"])[0].strip()
    if size not in ("15", "15:15") or game not in ("4", "1"):
        raise _fault(_("This is no game of renju on 15 × 15 points (GM[4]SZ[15])."), number)
    root.properties.pop("FF", None)
    root.properties.pop("CA", None)
    record = Record(variant=variant or RENJU, root=root)
    for ident in [ident for ident in root.properties if ident in _HEADERS]:
        values = root.properties.pop(ident)
        record.headers[_HEADERS[ident]] = _unescape(values[0] if values else "", simple=True)
    if variant is None and record.headers.get("Rules", "").strip().lower() in _RF:
        record.variant = RENJU_RF
    record.result = read_result(record.headers.get("Result", ""))
    for node in root.walk():
        _interpret(node, number)
    record.replay()
    return record


_RF = ("rf", "renju-rf")


def read_result(text: str) -> Result:
    """`B+Resign`, `W+`, `Draw`, `0` … from white's side."""
    text = text.strip().lower()
    if text.startswith(("b+", "w+")):
        return "0-1" if text[0] == "b" else "1-0"
    return "1/2" if text in ("0", "draw") else "*"


def _unescape(value: str, *, simple: bool = False) -> str:
    value = value.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    value = re.sub(r"\\(.)", lambda m: "" if m[1] == "\n" else m[1], value, flags=re.DOTALL)
    return value.replace("\n", " ") if simple else value


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _point(value: str, number: int) -> int:
    value = value.strip()
    if len(value) == 2 and value.isascii() and value.isalpha() and value.islower():
        column, row = (ord(letter) - ord("a") for letter in value)
        if column < SIZE and row < SIZE:
            return (SIZE - 1 - row) * SIZE + column
    point = find(value)
    if point is None:
        raise _fault(_("'{text}' is not a point of the board.").format(text=value[:16]), number)
    return point


def _points(values: list[str], number: int) -> list[int]:
    """A list of points; `aa:cc` is a rectangle."""
    points = []
    for value in values:
        first, colon, last = value.partition(":")
        if not colon:
            points.append(_point(value, number))
            continue
        a, b = _point(first, number), _point(last, number)
        rows = sorted((a // SIZE, b // SIZE))
        columns = sorted((a % SIZE, b % SIZE))
        points += [
            row * SIZE + column
            for row in range(rows[0], rows[1] + 1)
            for column in range(columns[0], columns[1] + 1)
        ]
    return points


def _interpret(node: Node, number: int) -> None:
    """Turn what we know of a node's properties into its fields."""
    raw = node.properties
    for ident, colour in _COLOURS:
        if ident in raw and node.move is None:
            value = (raw.pop(ident) or [""])[0]
            passed = value.strip() in ("", "tt")
            node.move = PASS if passed else RenjuMove(_point(value, number))
            node.colour = colour
    node.black = _points(raw.pop("AB", []), number)
    node.white = _points(raw.pop("AW", []), number)
    node.empty = _points(raw.pop("AE", []), number)
    if raw.get("PL") and raw["PL"][0].strip() in ("B", "W"):
        node.turn = "black" if raw.pop("PL")[0].strip() == "B" else "white"
    if "C" in raw:
        node.comment = _unescape("".join(raw.pop("C")))
    times: dict[face.Colour, int] = {}
    for ident, colour in (("BL", _B), ("WL", _W)):
        found = _SECONDS.match((raw.get(ident) or [""])[0])
        if found is not None:
            times[colour] = int(found[1]) * SECOND_US + int((found[2] or "").ljust(6, "0"))
            del raw[ident]
    if times:
        node.clock = Clock(white_us=times.get("white"), black_us=times.get("black"))


_B: face.Colour = "black"
_W: face.Colour = "white"
_COLOURS = (("B", _B), ("W", _W))


def write(record: Record, *, lossy: bool = False) -> str:
    """The game as SGF text, ending in a line feed; `read` gives the same game back.

    Raises `CannotWrite` for headers that SGF has no name for, and for times that are not what a
    clock showed, which `lossy` leaves out.
    """
    nodes = list(record.root.walk()) if isinstance(record, Record) else []
    room = losses.Room(
        variations=True,
        comments="all",
        headers=frozenset(_NAMES),
        properties=frozenset(name for node in nodes for name in node.properties),
        results=frozenset({"1-0", "0-1", "1/2", "0-0"}),
        clocks=_shown,
        words=True,
    )
    losses.check(record, room, lossy=lossy)
    colours = _colours(record)
    out = _Lines()
    out.add("(;FF[4]GM[4]CA[UTF-8]SZ[15]")
    headers = dict(record.headers)
    if record.variant is RENJU_RF:
        headers["Rules"] = "RF"
    if read_result(headers.get("Result", "")) != record.result:
        headers["Result"] = {"1-0": "W+", "0-1": "B+", "1/2": "Draw"}.get(record.result, "?")
    for header, text in headers.items():
        if header in _NAMES:
            out.add(f"{_NAMES[header]}[{_escape(text)}]")
    out.add(_body(record.root, "black"))
    out.end_line()
    waiting: list[Node | str] = list(reversed(_below(record.root)))
    while waiting:
        step = waiting.pop()
        if isinstance(step, str):
            out.add(step)
            continue
        out.add(";" + _body(step, colours.get(id(step), "black")))
        waiting += reversed(_below(step))
    return out.text() + ")\n"


def _shown(clock: Clock) -> bool:
    """Whether the reading is what remained on a clock, as BL and WL have it."""
    return clock.command in ("clock", "clk")


def _colours(record: Record) -> dict[int, face.Colour]:
    """Whose move each node is, by its identity: what the file said, else whoever is to move."""
    found: dict[int, face.Colour] = {}
    turn: face.Colour = record.positions[0].turn if record.positions else "black"
    waiting = [(record.root, turn)]
    while waiting:
        node, turn = waiting.pop()
        if node.move is not None or node.text:
            found[id(node)] = node.colour or turn
            turn = face.other(found[id(node)])
        elif node.turn is not None:
            turn = node.turn
        waiting += [(child, turn) for child in node.children]
    return found


def _below(node: Node) -> list[Node | str]:
    if len(node.children) < 2:
        return list(node.children)
    steps: list[Node | str] = []
    for child in node.children:
        steps += ["(", child, ")"]
    return steps


class _Lines:
    """Text broken between nodes at about 80 characters."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._width = 0

    def add(self, text: str) -> None:
        if self._width and self._width + len(text) > 80 and text.startswith((";", "(")):
            self.end_line()
        self._parts.append(text)
        self._width += len(text)

    def end_line(self) -> None:
        self._parts.append("\n")
        self._width = 0

    def text(self) -> str:
        return "".join(self._parts).rstrip("\n")


def _letters(point: int) -> str:
    row, column = divmod(point, SIZE)
    return chr(ord("a") + column) + chr(ord("a") + SIZE - 1 - row)


def _body(node: Node, mover: face.Colour) -> str:
    parts = []
    for ident, points in (("AB", node.black), ("AW", node.white), ("AE", node.empty)):
        if points:
            parts.append(ident + "".join(f"[{_letters(point)}]" for point in points))
    if node.turn is not None:
        parts.append(f"PL[{node.turn[0].upper()}]")
    if node.move is not None:
        value = "" if node.move.point is None else _letters(node.move.point)
        parts.append(f"{'W' if mover == 'white' else 'B'}[{value}]")
    if node.clock is not None and _shown(node.clock):
        for ident, colour in (("BL", _B), ("WL", _W)):
            left = None if node.clock.command == "emt" else node.clock.of(colour, mover)
            if left is not None:
                parts.append(f"{ident}[{seconds(left)}]")
    if node.comment:
        parts.append(f"C[{_escape(node.comment)}]")
    for ident, values in node.properties.items():
        if ident.isascii() and ident.isupper():
            parts.append(ident + "".join(f"[{value}]" for value in values or [""]))
    return "".join(parts)


def seconds(time_us: int) -> str:
    """A time in seconds, with decimals only where it has them."""
    whole, part = divmod(time_us, SECOND_US)
    return f"{whole}.{part:06}".rstrip("0") if part else str(whole)
