"""What a black or white stone makes on one line, read from the eleven cells around it.

A line is one integer, two bits a cell: 0 empty, 1 black, 2 white or beyond the edge. A window is
the eleven cells from five before the stone to five after it (22 bits): enough for everything the
law asks of one line. Windows are classified once and remembered.
"""

EMPTY, BLACK, WHITE = 0, 1, 2

#: Cells of padding beyond each end of a line, so that every window lies within the integer.
PAD = 5
WINDOW = (1 << 22) - 1

# One number holds the four lines' findings: add them up and each field counts.
THREE = 1
FOUR = 1 << 4
FIVE = 1 << 8
OVERLINE = 1 << 12
COUNT = 0xF

_CENTRE = 5


def _cells(window: int) -> list[int]:
    cells = [(window >> 2 * i) & 3 for i in range(11)]
    cells[_CENTRE] = BLACK
    return cells


def _run(cells: list[int], at: int) -> range:
    first = last = at
    while first > 0 and cells[first - 1] == BLACK:
        first -= 1
    while last < 10 and cells[last + 1] == BLACK:
        last += 1
    return range(first, last + 1)


def fours(window: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The fours a black stone makes: sets of four stones → points that turn each into a five.

    Offsets from the stone, -4…4. A straight four is one set with two points; `X.XXX.X` holds two.
    """
    cells = _cells(window)
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for at in range(1, 10):
        if cells[at] != EMPTY:
            continue
        cells[at] = BLACK
        run = _run(cells, at)
        cells[at] = EMPTY
        if len(run) == 5 and _CENTRE in run:
            stones = tuple(i - _CENTRE for i in run if i != at)
            found[stones] = (*found.get(stones, ()), at - _CENTRE)
    return found


def straight_fours(window: int) -> dict[int, tuple[int, ...]]:
    """The points that would make a straight four with the stone: point → its four stones.

    Both completions are exact fives. Offsets from the stone. Whether the point is permitted to
    black is a matter of the whole board.
    """
    cells = _cells(window)
    found: dict[int, tuple[int, ...]] = {}
    for at in range(2, 9):
        if cells[at] != EMPTY:
            continue
        cells[at] = BLACK
        run = _run(cells, at)
        cells[at] = EMPTY
        if (
            len(run) == 4
            and _CENTRE in run
            and cells[run[0] - 1] == cells[run[-1] + 1] == EMPTY
            and cells[run[0] - 2] != BLACK
            and cells[run[-1] + 2] != BLACK
        ):
            found[at - _CENTRE] = tuple(i - _CENTRE for i in run)
    return found


def run_length(window: int) -> int:
    """How many black stones in a row with the centre's stone, at most 11."""
    return len(_run(_cells(window), _CENTRE))


def run(window: int) -> tuple[int, ...]:
    """The row through the centre's black stone, as offsets."""
    return tuple(i - _CENTRE for i in _run(_cells(window), _CENTRE))


class _Values(dict[int, int]):
    """Window → what black's stone in its centre makes there, as THREE, FOUR, FIVE, OVERLINE.

    THREE here is a possible three: its straight four still has to be permitted.
    """

    def __missing__(self, window: int) -> int:
        length = run_length(window)
        if length == 5:
            value = FIVE
        elif length > 5:
            value = OVERLINE
        else:
            value = FOUR * len(fours(window)) or (THREE if straight_fours(window) else 0)
        self[window] = value
        return value


class _Candidates(dict[int, tuple[int, ...]]):
    """Window → offsets of the points that would make a straight four."""

    def __missing__(self, window: int) -> tuple[int, ...]:
        found = tuple(straight_fours(window))
        self[window] = found
        return found


VALUES = _Values()
CANDIDATES = _Candidates()
