"""The plain forms: lists of points as text, and `.pos`, a list of points as bytes.

Text: a game a line, `h8 i9 j10 pass`, commas and move numbers allowed, `#` before a remark.

>>> from flagfall.rules.renju.files import plain
>>> [game.end.fen for game in plain.read("# two games\\nh8 h9\\n1. h8 2. i9 3. j10")]
['B:Wh9:Bh8', 'W:Wi9:Bh8,j10']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from flagfall.rules.errors import InvalidFile
from flagfall.rules.renju.files import losses
from flagfall.rules.renju.files.errors import CannotWrite
from flagfall.rules.renju.files.record import Node, Record
from flagfall.rules.renju.points import POINTS, SIZE, find_all
from flagfall.rules.renju.position import PASS, PASS_TEXTS, RenjuMove
from flagfall.rules.renju.variant import RENJU, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

LINE_LIMIT = 100_000
_TEXT = losses.Room(comments="start", words=True)
_POS = losses.Room()
_NUMBER = re.compile(r"\d+\.+\Z", re.ASCII)


def read(
    source: str | TextIO | Iterable[str], *, variant: RenjuVariant | None = None
) -> Iterator[Record]:
    """The games of a text, one a line, each with the remarks that stand before it."""
    remarks: list[str] = []
    lines = source.splitlines() if isinstance(source, str) else source
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if len(line) > LINE_LIMIT:
            raise InvalidFile(
                _("A line is longer than {n} characters.").format(n=LINE_LIMIT),
                reason="length",
                where=_("line {line}").format(line=number),
            )
        if line.startswith("#"):
            remarks.append(raw.rstrip("\r\n").lstrip()[1:].removeprefix(" "))
        elif line:
            game = Record(variant or RENJU, root=Node(comment="\n".join(remarks)))
            remarks = []
            append(game.root, line)
            game.replay()
            yield game


def append(root: Node, text: str) -> None:
    """Hang the moves of a text below a node, one below the other."""
    node = root
    for word in re.split(r"[\s,;]+", text):
        if not word or _NUMBER.match(word):
            continue
        points = find_all(word)
        moves = [PASS] if word.lower() in PASS_TEXTS else [RenjuMove(p) for p in points or ()]
        for step in [Node(move) for move in moves] or [Node(text=word[:40])]:
            node.children.append(step)
            node = step


def write(record: Record, *, lossy: bool = False) -> str:
    """The game as a line, its opening remark before it.

    Raises `CannotWrite` for a set-up, and for all that a line of points has no place for
    (variations, headers, later comments, clock times), which `lossy` leaves out.
    """
    losses.check(record, _TEXT, lossy=lossy)
    remarks = [f"# {line}\n" for line in record.root.comment.splitlines()]
    return "".join([*remarks, " ".join(texts(record)), "\n"])


def texts(record: Record) -> list[str]:
    """The game's moves as text. Raises `CannotWrite` if stones were set up."""
    nodes = list(record.root.line())
    if any(node.is_setup for node in nodes):
        raise CannotWrite(_("This format knows only moves, no stones that were set up."))
    return [node.text if node.move is None else node.move.text for node in nodes if _moves(node)]


def _moves(node: Node) -> bool:
    return node.move is not None or bool(node.text)


def read_pos(data: bytes, *, variant: RenjuVariant | None = None) -> Record:
    """The one game of a `.pos` file: a count, then a byte a stone, from the top left row by row.

    What follows the last stone is kept in `foreign`.
    """
    if not data or data[0] > POINTS or len(data) < 1 + data[0]:
        raise InvalidFile(_("This is no .pos file: the count of stones is wrong."), reason="pos")
    game = Record(variant or RENJU)
    node = game.root
    for byte in data[1 : 1 + data[0]]:
        row, column = divmod(byte, SIZE)
        if row >= SIZE:
            raise InvalidFile(_("This is no .pos file: a stone lies off the board."), reason="pos")
        node.children.append(Node(RenjuMove((SIZE - 1 - row) * SIZE + column)))
        node = node.children[0]
    game.foreign = data[1 + data[0] :]
    game.replay()
    return game


def write_pos(record: Record, *, lossy: bool = False) -> bytes:
    """The game as `.pos`.

    Raises `CannotWrite` for a pass, a set-up or more than 225 stones, and for everything but
    moves, which `lossy` leaves out.
    """
    losses.check(record, _POS, lossy=lossy)
    points = find_all(" ".join(texts(record)))
    if points is None or len(points) > POINTS:
        raise CannotWrite(_("This format knows only stones, no passes."))
    rest = record.foreign if isinstance(record.foreign, bytes) else b""
    return bytes([len(points), *((SIZE - 1 - p // SIZE) * SIZE + p % SIZE for p in points)]) + rest
