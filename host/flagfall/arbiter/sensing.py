"""Moves read from a table's board: what stood there at the press, matched with what is legal.

The press commits; the rules room says which move it was, or that this can't be told. What can't be
told is a question to the arbiter (CL-17, CL-21), never a guess. Nothing is remembered here of the
board between two presses: after a take-back, a correction or a resumption the next press is read
from the position as the record has it by then.
"""

from typing import Any

from flagfall_protocol.messages import BoardEvent

from flagfall.arbiter.log import Decision
from flagfall.arbiter.record import Line
from flagfall.arbiter.table import Table
from flagfall.rules import InvalidPosition, Position, infer

WHO = "board"
BOARD_BYTES = 29
STONELESS = frozenset({"pass", "swap", "stay"})
"""What a player can do in renju without a stone."""


def written(table: Table) -> Decision | None:
    """What a table's board says of its oldest move without a text: the move (`move`), or a question
    (`unread`). None: nothing is to be read, or the board can't tell and no question helps."""
    line = table.record.due()
    if line is None:
        return None
    if table.unread is not None:
        return _unopposed(table, line)
    seen = reading(table, line)
    if seen is None or seen.kind == "over":  # failure 38
        return None
    press: dict[str, Any] = {"journal": line.made.journal, "seq": line.made.seq}
    if seen.kind == "move":
        return Decision("move", table.number, WHO, data={**press, "text": seen.move.text})
    if seen.kind == "illegal":
        # A stone where the rules forbid it is shown as it stands, not swallowed.
        return Decision("move", table.number, WHO, "CL-23", data={**press, "text": seen.extra[0]})
    asked = {
        **press,
        "why": seen.kind,
        "moves": list(seen.candidates),
        "missing": list(seen.missing),
        "extra": list(seen.extra),
    }
    before = table.record.before(line)
    rule = "CL-17" if before is not None and before.variant.of_stones else "CL-21"
    return Decision("unread", table.number, WHO, rule, data=asked)


def reading(table: Table, line: Line) -> infer.Reading | None:
    """What the table's board said at the press of a line; None: it has none, it is not of this
    game, or the position before is not known."""
    before = table.record.before(line)
    if line.made.board is None or before is None:
        return None
    return sensed(before, line.made.board, unsure=_unsure(table, line))


def _unsure(table: Table, line: Line) -> frozenset[str]:
    """Squares whose sensors were wrong at the press before, as its move is known by now."""
    index = line.ply - 2
    if index < 0 or any(setup.ply == line.ply - 1 for setup in table.record.setups):
        return frozenset()
    last = table.record.lines[index]
    if last.position is None or last.made.board is None:
        return frozenset()
    stood = standing(last.position, last.made.board)
    return frozenset() if stood is None else infer.unsure_squares(last.position, stood)


def _unopposed(table: Table, line: Line) -> Decision | None:
    """CL-17: a press without a stone is taken as a pass, or as an opening's swap, if it can be
    nothing else and nobody objects before the next press."""
    unread = table.unread
    assert unread is not None
    before = table.record.before(line)
    if unread.kind != "unchanged" or len(unread.moves) != 1 or line is table.record.lines[-1]:
        return None
    if before is None or not before.variant.of_stones:
        return None
    if not STONELESS.issuperset(unread.moves[0].replace(",", " ").split()):
        return None
    press = {"journal": line.made.journal, "seq": line.made.seq}
    data = {**press, "text": unread.moves[0]}
    return Decision("move", table.number, WHO, "CL-17", "no objection before the next press", data)


def standing(position: Position, board: BoardEvent) -> list[str] | None:
    """The occupied squares of a board; None: this board is not of this game."""
    try:
        names = infer.layout(position.variant, board.squares)
    except InvalidPosition:
        return None
    seen = (name for i, name in enumerate(names) if board.occupied[i >> 3] >> (i & 7) & 1)
    return [name for name in seen if name]


def sensed(
    position: Position, board: BoardEvent, *, unsure: frozenset[str] = frozenset()
) -> infer.Reading | None:
    """What a board says at a press; None: this board is not of this game."""
    stood = standing(position, board)
    return None if stood is None else infer.read(position, stood, unsure=unsure)


def picture(position: Position) -> tuple[int, bytes]:
    """What the sensors of a board with this position see: how many there are (one under every
    cell), and their bits."""
    cells = [name for row in position.variant.cells() for name in row]
    return len(cells), bits(position, infer.occupied(position))


def bits(position: Position, stands: frozenset[str]) -> bytes:
    """Occupied squares as the bits of the sensors under every cell."""
    cells = [name for row in position.variant.cells() for name in row]
    lit = sum(1 << i for i, name in enumerate(cells) if name in stands)
    return lit.to_bytes(BOARD_BYTES, "little")
