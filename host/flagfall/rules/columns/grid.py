"""The board of column draughts: names, neighbours and lines. a1 is always played on."""

Step = tuple[int, int]
STEPS: tuple[Step, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Rows down, files right; the opposite of step i is step 3 - i."""


class Grid:
    """The dark squares of a board of `size` rows, counted from the top left as White sees it."""

    all_squares = False

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = tuple(
            (row, file)
            for row in range(size)
            for file in range(size)
            if (row + file) % 2 == (size - 1) % 2
        )
        index = {cell: i for i, cell in enumerate(self.cells)}
        self.names = tuple(f"{'abcdefgh'[file]}{size - row}" for row, file in self.cells)
        self.rays: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(self._ray(cell, step, index) for step in STEPS) for cell in self.cells
        )
        """By square and direction: the squares from there on, nearest first."""

    @staticmethod
    def _ray(cell: Step, step: Step, index: dict[Step, int]) -> tuple[int, ...]:
        found = []
        row, file = cell[0] + step[0], cell[1] + step[1]
        while (row, file) in index:
            found.append(index[row, file])
            row, file = row + step[0], file + step[1]
        return tuple(found)

    def cell_seen(self, square: int) -> tuple[int, int]:
        """Row from the top and file from the left."""
        return self.cells[square]

    def row(self, row: int) -> frozenset[int]:
        """The squares of one row, counted from the top."""
        return frozenset(i for i, cell in enumerate(self.cells) if cell[0] == row)
