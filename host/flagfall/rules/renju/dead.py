"""Whether anybody can still build a five: the draw of R1.8.1."""

from flagfall.rules.renju.board import Board
from flagfall.rules.renju.points import LINES
from flagfall.rules.renju.shapes import BLACK, WHITE

_ROWS = tuple(
    (line[i - 1] if i else None, line[i : i + 5], line[i + 5] if i + 5 < len(line) else None)
    for line in LINES
    for i in range(len(line) - 4)
)


def can_win(board: Board, colour: int) -> bool:
    """Whether the colour may still build its five (white also a longer row).

    Five points in a row free of the other's stones; for black none of his own may stand at their
    ends, since only an exact five wins. Nothing is assumed about whose stones fill the rest, so
    True doesn't promise that it can be forced.
    """
    cells = board.cells
    other = WHITE if colour == BLACK else BLACK
    for before, row, after in _ROWS:
        if any(cells[point] == other for point in row):
            continue
        if colour == WHITE:
            return True
        if (before is None or cells[before] != BLACK) and (after is None or cells[after] != BLACK):
            return True
    return False


def is_dead(board: Board) -> bool:
    """Neither side can build a five any more: a draw (R1.8.1)."""
    return not can_win(board, BLACK) and not can_win(board, WHITE)
