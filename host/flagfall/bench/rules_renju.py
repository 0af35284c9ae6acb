"""Renju's forbidden map: the whole board, with recursion, on boards of sixty stones."""

import random
from statistics import median
from time import perf_counter

from flagfall.bench import Row
from flagfall.rules.renju import BLACK, WHITE, Board
from flagfall.rules.renju.points import POINTS, SIZE

SEED = 20261129


def board(lot: random.Random, stones: int, width: int) -> Board:
    """A random board whose stones lie within a square of `width` points about the centre, as in
    a game; black and white have as many."""
    first = (15 - width) // 2
    area = [y * 15 + x for x in range(first, first + width) for y in range(first, first + width)]
    made = Board()
    for index, point in enumerate(lot.sample(area, stones)):
        made.place(point, WHITE if index % 2 else BLACK)
    return made


def map_times_us(boards: list[Board]) -> list[float]:
    """Microseconds for each board's whole map."""
    times = []
    for made in boards:
        start = perf_counter()
        made.forbidden()
        times.append((perf_counter() - start) * 1e6)
    return times


def run(quick: bool = False) -> list[Row]:
    """Median and worst over random boards, each seen for the first time."""
    count = 50 if quick else 500
    rows = []
    for width, where in ((15, "all over the board"), (9, "in a 9 × 9 fight")):
        lot = random.Random(SEED)
        times = map_times_us([board(lot, 60, width) for _ in range(count)])
        how = f"{count} random boards of 60 stones {where}"
        rows.append(
            Row("rules", "renju: whole forbidden map", median(times) / 1e3, "ms", 5.0, note=how)
        )
        rows.append(Row("rules", "renju: slowest of them", max(times) / 1e3, "ms", note=how))
    lattice = Board()
    for point in range(POINTS):
        if point // SIZE % 3 == 0:
            lattice.place(point, BLACK)
    worst = map_times_us([lattice.copy() for _ in range(5)])
    how = "every third row full of black stones: hardly less than the worst that a search has found"
    rows.append(Row("rules", "renju: hostile board", median(worst) / 1e3, "ms", note=how))
    return rows
