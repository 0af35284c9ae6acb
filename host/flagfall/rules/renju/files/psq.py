"""Piskvork's `.psq`: a game a file, with the time each move took.

    Piskvorky 15x15, 0:0, 0
    8,8,1500
    9,7,800
    Black's name
    White's name
    -1

Columns and rows count from one, rows from the top; times are milliseconds.
"""

from __future__ import annotations

import re

from flagfall.rules.errors import InvalidFile
from flagfall.rules.record import Clock
from flagfall.rules.renju.files import losses, plain
from flagfall.rules.renju.files.errors import CannotWrite
from flagfall.rules.renju.files.record import Node, Record
from flagfall.rules.renju.points import SIZE, find
from flagfall.rules.renju.position import RenjuMove
from flagfall.rules.renju.variant import RENJU, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

LENGTH_LIMIT = 1_000_000
_NAMES = ("Black", "White")
_HEADER = re.compile(r"Piskvorky\s+(\d{1,3})x(\d{1,3})\b(.*)", re.ASCII)
_CLOSING = re.compile(r"-?\d{1,9}", re.ASCII)
_MOVE = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})(?:\s*,\s*(\d{1,12}))?", re.ASCII)


def read(text: str, *, variant: RenjuVariant | None = None) -> Record:
    """The game of a `.psq` text; the lines after the moves are kept in `foreign`."""
    if len(text) > LENGTH_LIMIT:
        raise _fault(_("The file is too large."), 1)
    lines = text.splitlines()
    header = _HEADER.fullmatch(lines[0].strip()) if lines else None
    if header is None:
        raise _fault(_("A .psq file begins with 'Piskvorky 15x15'."), 1)
    if (int(header[1]), int(header[2])) != (SIZE, SIZE):
        raise _fault(_("Renju is played on 15 × 15 points."), 1)
    game = Record(variant or RENJU)
    node = game.root
    rest = len(lines)
    for number, line in enumerate(lines[1:], 2):
        found = _MOVE.fullmatch(line.strip())
        if found is None:
            rest = number - 1
            break
        column, row = int(found[1]), int(found[2])
        if not (1 <= column <= SIZE and 1 <= row <= SIZE):
            raise _fault(_("'{text}' is not a point of the board.").format(text=found[0]), number)
        step = Node(RenjuMove((SIZE - row) * SIZE + column - 1))
        if found[3] is not None:
            step.clock = Clock(mover_us=int(found[3]) * 1000, command="emt")
        node.children.append(step)
        node = step
    if not any(_CLOSING.fullmatch(line.strip()) for line in lines[rest:]):
        raise _fault(_("The file is cut off: it ends without a closing number."), len(lines))
    game.foreign = (lines[0], lines[rest:])
    if _names_players(lines[rest:]):
        game.headers = dict(zip(_NAMES, lines[rest:], strict=False))
    game.replay()
    return game


def _fault(sentence: str, line: int) -> InvalidFile:
    return InvalidFile(sentence, reason="psq", where=_("line {line}").format(line=line))


def write(record: Record, *, lossy: bool = False) -> str:
    """The game as `.psq`.

    Raises `CannotWrite` for passes and set-ups, and for all that the format has no place for
    (variations, comments, headers but the two names, a time that isn't what a move took), which
    `lossy` leaves out.
    """
    named = all(name in record.headers for name in _NAMES)
    room = losses.Room(
        headers=frozenset(_NAMES if named else ()),
        clocks=lambda clock: _spent_ms(clock) is not None,
    )
    losses.check(record, room, lossy=lossy)
    plain.texts(record)
    header, rest = f"Piskvorky {SIZE}x{SIZE}, 0:0, 0", ["-1"]
    if isinstance(record.foreign, tuple):
        header, rest = record.foreign
    if named:
        names = [record.headers[name] for name in _NAMES]
        rest = [*names, *(rest[2:] if _names_players(rest) else rest)]
        if any(_MOVE.fullmatch(name.strip()) or not name.strip() for name in names):
            raise CannotWrite(_("A name would be read as a move in this format."))
    lines = [header]
    for node in record.root.line():
        if node.move is None:
            continue
        point = None if node.move.point is None else find(node.move.text)
        if point is None:
            raise CannotWrite(_("This format knows only stones, no passes."))
        spent_ms = None if node.clock is None else _spent_ms(node.clock)
        lines.append(f"{point % SIZE + 1},{SIZE - point // SIZE},{spent_ms or 0}")
    return "\n".join([*lines, *rest]) + "\n"


def _names_players(rest: list[str]) -> bool:
    """Whether two lines before the closing number are the players, black first."""
    return len(rest) >= 3 and all(name.strip() for name in rest[:2])


def _spent_ms(clock: Clock) -> int | None:
    """The milliseconds a move took; None if the reading is of another kind."""
    if clock.command != "emt" or clock.mover_us is None or clock.mover_us % 1000:
        return None
    return clock.mover_us // 1000
