"""The renju board: 225 points, their names, lines and symmetries.

A point is an integer 0…224: `row * 15 + column`, a1 = 0, o1 = 14, h8 = 112, o15 = 224.
"""

import re
from collections.abc import Callable, Iterable

SIZE = 15
POINTS = SIZE * SIZE
CENTRE = 112
COLUMNS = "abcdefghijklmno"
#: Columns, rows and both diagonals, as (step right, step up).
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

_POINT = re.compile(r"([A-Oa-o])(1[0-5]|[1-9])\Z")
_RUN = re.compile(r"([A-Oa-o])(1[0-5]|[1-9])(?![0-9])")


def name(point: int) -> str:
    """The point's name in lower case: `name(112) == "h8"`."""
    row, column = divmod(point, SIZE)
    return f"{COLUMNS[column]}{row + 1}"


def find(text: str) -> int | None:
    """The point that `text` names (`h8`, `I9`), or None if it names none."""
    match = _POINT.match(text.strip())
    if match is None:
        return None
    return (int(match[2]) - 1) * SIZE + COLUMNS.index(match[1].lower())


def find_all(text: str) -> list[int] | None:
    """The points of a list such as `H8 g9,i7` or `h8g9i7`; None if anything else is in it."""
    rest = _RUN.sub("", text)
    if rest.strip(" ,;\t\r\n"):
        return None
    return [
        (int(row) - 1) * SIZE + COLUMNS.index(column.lower()) for column, row in _RUN.findall(text)
    ]


def _walk(start_x: int, start_y: int, step: tuple[int, int]) -> tuple[int, ...]:
    points = []
    x, y = start_x, start_y
    while 0 <= x < SIZE and 0 <= y < SIZE:
        points.append(y * SIZE + x)
        x, y = x + step[0], y + step[1]
    return tuple(points)


def _all_lines() -> list[tuple[int, ...]]:
    return [
        _walk(x, y, (dx, dy))
        for dx, dy in DIRECTIONS
        for y in range(SIZE)
        for x in range(SIZE)
        if not (0 <= x - dx < SIZE and 0 <= y - dy < SIZE)
    ]


#: Every line of the board (88 with the short diagonals), as tuples of points.
LINES: tuple[tuple[int, ...], ...] = tuple(_all_lines())


def _places() -> tuple[tuple[tuple[int, int], ...], ...]:
    places: list[list[tuple[int, int]]] = [[] for _ in range(POINTS)]
    for index, line in enumerate(LINES):
        for offset, point in enumerate(line):
            places[point].append((index, offset))
    return tuple(tuple(p) for p in places)


#: For each point its four (line, offset in the line), in the order of `DIRECTIONS`.
PLACES: tuple[tuple[tuple[int, int], ...], ...] = _places()


def _maps() -> tuple[tuple[int, ...], ...]:
    last = SIZE - 1
    turns: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda x, y: (x, y),
        lambda x, y: (last - y, x),
        lambda x, y: (last - x, last - y),
        lambda x, y: (y, last - x),
        lambda x, y: (last - x, y),
        lambda x, y: (x, last - y),
        lambda x, y: (y, x),
        lambda x, y: (last - y, last - x),
    )
    maps = []
    for turn in turns:
        images = []
        for point in range(POINTS):
            x, y = turn(point % SIZE, point // SIZE)
            images.append(y * SIZE + x)
        maps.append(tuple(images))
    return tuple(maps)


#: The eight symmetries of the board, identity first: `SYMMETRIES[i][point]` is its image.
SYMMETRIES: tuple[tuple[int, ...], ...] = _maps()


def distance(point: int, centre: int = CENTRE) -> int:
    """How many king's steps the point is from the centre: 1 inside 3×3, 2 inside 5×5, …"""
    row, column = divmod(point, SIZE)
    centre_row, centre_column = divmod(centre, SIZE)
    return max(abs(row - centre_row), abs(column - centre_column))


def names(points: Iterable[int]) -> list[str]:
    """The points' names, in the order given."""
    return [name(point) for point in points]
