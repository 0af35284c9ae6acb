"""Boards as bits: where each square lies in an integer, and what can be reached from it.

Squares are counted from the top left as White sees the board. Between the rows lie bits that
belong to no square, so that one shift moves every piece at once in one direction and whatever
leaves the board falls on such a bit: on a diagonal board down-left is `<< n`, down-right
`<< n + 1`, up-right `>> n`, up-left `>> n + 1`, with n squares in a row.
"""

from functools import cached_property
from typing import Literal

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]

# (rows down, files right) of one step.
UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = (-1, -1), (-1, 1), (1, -1), (1, 1)
UP, LEFT, RIGHT, DOWN = (-1, 0), (0, -1), (0, 1), (1, 0)
DIAGONAL = (UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT)
ORTHOGONAL = (UP, LEFT, RIGHT, DOWN)

Step = tuple[int, int]


class Board:
    """A square board of `size` rows, played on every other square or (`all_squares`) on all.

    `mirrored` puts the lower left corner among the squares not played on (Italian, Spanish).
    """

    def __init__(self, size: int, *, mirrored: bool = False, all_squares: bool = False) -> None:
        self.size = size
        self.mirrored = mirrored
        self.all_squares = all_squares
        self.per_row = size if all_squares else size // 2
        cells = [
            (row, file)
            for row in range(size)
            for file in range(size)
            if all_squares or (row + file) % 2 == 1
        ]
        self.cells: tuple[tuple[int, int], ...] = tuple(cells)
        self.index = {cell: i for i, cell in enumerate(cells)}
        self.bits: tuple[int, ...] = tuple(1 << self._bit_index(i) for i in range(len(cells)))
        self.square_of = {bit: i for i, bit in enumerate(self.bits)}
        self.full = sum(self.bits)

    def _bit_index(self, square: int) -> int:
        row, column = divmod(square, self.per_row)
        return row * (self.size + 1) + column if self.all_squares else square + row // 2

    def shift(self, step: Step) -> int:
        """How far one `step` moves a bit; positive is to the left (`<<`)."""
        row, file = step
        if self.all_squares:
            return row * (self.size + 1) + file
        n = self.per_row
        return {UP_LEFT: -n - 1, UP_RIGHT: -n, DOWN_LEFT: n, DOWN_RIGHT: n + 1}[step]

    def row_mask(self, row: int) -> int:
        """The squares of one row, counted from the top."""
        return sum(bit for bit, cell in zip(self.bits, self.cells, strict=True) if cell[0] == row)

    def ray(self, square: int, step: Step) -> tuple[int, ...]:
        """The squares that lie from `square` on in one direction, nearest first.

        On a diagonal board a step along a row or a file goes to the next square played on.
        """
        row, file = self.cells[square]
        down, right = step
        if not self.all_squares and (down == 0 or right == 0):
            down, right = 2 * down, 2 * right
        found = []
        while (cell := (row + down, file + right)) in self.index:
            found.append(self.index[cell])
            row, file = cell
        return tuple(found)

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The squares strictly between two on one line, from `a` on; none if they are on none."""
        for step in DIAGONAL + ORTHOGONAL:
            ray = self.ray(a, step)
            if b in ray:
                return ray[: ray.index(b)]
        return ()

    def cell_seen(self, square: int) -> tuple[int, int]:
        """Row from the top and file from the left, as White sees them on the real board."""
        row, file = self.cells[square]
        return row, self.size - 1 - file if self.mirrored else file

    @cached_property
    def algebraic(self) -> tuple[str, ...]:
        """Names such as `c3`, by square."""
        return tuple(
            f"{'abcdefghijkl'[file]}{self.size - row}"
            for row, file in map(self.cell_seen, range(len(self.cells)))
        )

    def numbers(self, first: Corner) -> tuple[str, ...]:
        """Names `1` … by square, where 1 lies in the corner `first` and 2 beside it in its row."""

        def order(square: int) -> tuple[int, int]:
            row, file = self.cell_seen(square)
            return (
                row if first.startswith("top") else -row,
                file if first.endswith("left") else -file,
            )

        by_order = sorted(range(len(self.cells)), key=order)
        number_of = {square: str(n) for n, square in enumerate(by_order, 1)}
        return tuple(number_of[square] for square in range(len(self.cells)))


def squares_in(mask: int, board: Board) -> list[int]:
    """The squares of a bit mask, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(board.square_of[low])
        mask ^= low
    return found
