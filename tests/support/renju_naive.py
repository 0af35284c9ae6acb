"""Black's forbidden points straight from the words of the law, slowly: an oracle for tests.

Nothing is shared with `flagfall.rules.renju`: stones are a dict of (x, y) → "black"/"white", and
every question is answered by putting stones down and looking at whole rows.
"""

from collections.abc import Iterator

Point = tuple[int, int]
Stones = dict[Point, str]
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def on_board(point: Point) -> bool:
    return 0 <= point[0] < 15 and 0 <= point[1] < 15


def row_through(stones: Stones, point: Point, step: Point) -> list[Point]:
    """The unbroken row of the stone's colour in one direction, from end to end."""
    colour = stones[point]
    x, y = point
    while stones.get((x - step[0], y - step[1])) == colour:
        x, y = x - step[0], y - step[1]
    row = []
    while stones.get((x, y)) == colour:
        row.append((x, y))
        x, y = x + step[0], y + step[1]
    return row


def line_of(point: Point, step: Point) -> Iterator[Point]:
    for k in range(-14, 15):
        other = (point[0] + k * step[0], point[1] + k * step[1])
        if on_board(other):
            yield other


def with_black(stones: Stones, point: Point) -> Stones:
    return {**stones, point: "black"}


def makes_five(stones: Stones, point: Point) -> bool:
    after = with_black(stones, point)
    return any(len(row_through(after, point, step)) == 5 for step in STEPS)


def makes_overline(stones: Stones, point: Point) -> bool:
    after = with_black(stones, point)
    return any(len(row_through(after, point, step)) > 5 for step in STEPS)


def fours_on(after: Stones, point: Point, step: Point) -> set[frozenset[Point]]:
    """Sets of four stones, the new one among them, that one stone more turns into a five."""
    found = set()
    for other in line_of(point, step):
        if other not in after:
            row = row_through(with_black(after, other), other, step)
            if len(row) == 5 and point in row:
                found.add(frozenset(row) - {other})
    return found


def is_straight_four(after: Stones, row: list[Point], step: Point) -> bool:
    """An unbroken row of four that becomes an exact five at either end."""
    if len(row) != 4:
        return False
    ends = [
        (row[0][0] - step[0], row[0][1] - step[1]),
        (row[-1][0] + step[0], row[-1][1] + step[1]),
    ]
    return all(
        on_board(end)
        and end not in after
        and len(row_through(with_black(after, end), end, step)) == 5
        for end in ends
    )


def is_three(after: Stones, point: Point, step: Point, law: str) -> bool:
    """Whether the stone on `point` is part of a three in this direction."""
    for other in line_of(point, step):
        if other in after:
            continue
        further = with_black(after, other)
        row = row_through(further, other, step)
        if point not in row or not is_straight_four(further, row, step):
            continue
        if makes_five(after, other):
            if law == "rf":
                return True
        elif not fouls(after, other, law):
            return True
    return False


def fouls(stones: Stones, point: Point, law: str) -> set[str]:
    """The kinds of foul of black's stone on an empty point (empty: permitted)."""
    if makes_five(stones, point):
        return set()
    after = with_black(stones, point)
    kinds = set()
    if makes_overline(stones, point):
        kinds.add("overline")
    if sum(len(fours_on(after, point, step)) for step in STEPS) >= 2:
        kinds.add("4-4")
    if sum(is_three(after, point, step, law) for step in STEPS) >= 2:
        kinds.add("3-3")
    return kinds


def forbidden(stones: Stones, law: str) -> dict[Point, set[str]]:
    """Every point of the board forbidden to black."""
    found = {}
    for x in range(15):
        for y in range(15):
            if (x, y) not in stones:
                kinds = fouls(stones, (x, y), law)
                if kinds:
                    found[x, y] = kinds
    return found
