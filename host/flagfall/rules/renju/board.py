"""The board under a law: stones, rows, and black's forbidden points with their recursion.

Four integers a point are looked up (`shapes`); only points with two possible threes need thought,
and that thought places stones on this same board and takes them off again.
"""

from __future__ import annotations

from enum import StrEnum

from flagfall.rules.renju.points import DIRECTIONS, LINES, PLACES, POINTS, SIZE
from flagfall.rules.renju.shapes import (
    BLACK,
    CANDIDATES,
    COUNT,
    EMPTY,
    FIVE,
    FOUR,
    OVERLINE,
    PAD,
    THREE,
    VALUES,
    WHITE,
    WINDOW,
)


class Law(StrEnum):
    """Whose code: they differ in what a three is and in what follows a foul.

    `RIF`: a three's straight four must not make a five at the same time.
    `RF` (the Russian code): any permitted move will do, and one that makes a five is permitted
    (R1.3).
    """

    RIF = "rif"
    RF = "rf"


class Foul(StrEnum):
    """What makes a point forbidden to black (R1.4.2)."""

    THREES = "3-3"
    FOURS = "4-4"
    OVERLINE = "overline"


def _empty_lines() -> list[int]:
    wall = sum(WHITE << 2 * i for i in range(PAD))
    return [wall | wall << 2 * (PAD + len(line)) for line in LINES]


_EMPTY_LINES = _empty_lines()

# For each point, its four lines as (line, shift of the window, bit of the cell), flattened.
_SLOTS = tuple(
    tuple((line, 2 * offset, 2 * (offset + PAD)) for line, offset in places) for places in PLACES
)
_FLAT = tuple(tuple(n for line, shift, _ in slots for n in (line, shift)) for slots in _SLOTS)
_STEPS = tuple(dy * SIZE + dx for dx, dy in DIRECTIONS)


class Board:
    """Stones on 225 points; places and asks, without turn or rules of sequence.

    Asking for fouls lays stones down and lifts them again, so a board is for one thread at a time;
    a copy costs a microsecond or two. The law of a board stays as it was made.
    """

    __slots__ = ("_lines", "_memo", "_stones", "cells", "law")

    def __init__(self, law: Law = Law.RIF) -> None:
        self.law = law
        self.cells = bytearray(POINTS)
        self._lines = list(_EMPTY_LINES)
        # Stones laid down while thinking, as a set of bits, and what was found with them.
        self._stones = 0
        self._memo: dict[tuple[int, int], bool] = {}

    def copy(self) -> Board:
        """The same stones on a board of their own."""
        other = Board.__new__(Board)
        other.law = self.law
        other.cells = self.cells[:]
        other._lines = self._lines[:]
        other._stones = 0
        other._memo = {}
        return other

    def place(self, point: int, colour: int) -> None:
        """Put a stone (`BLACK` or `WHITE`) on an empty point."""
        if self.cells[point] != EMPTY:
            raise ValueError(f"point {point} is taken")
        self._memo.clear()
        self.cells[point] = colour
        for line, _, bit in _SLOTS[point]:
            self._lines[line] |= colour << bit

    def remove(self, point: int) -> None:
        """Take the stone of a point off."""
        if self.cells[point] == EMPTY:
            raise ValueError(f"point {point} is empty")
        self._memo.clear()
        self.cells[point] = EMPTY
        for line, _, bit in _SLOTS[point]:
            self._lines[line] &= ~(3 << bit)

    def windows(self, point: int) -> tuple[int, int, int, int]:
        """The four windows around a point, in the order of `DIRECTIONS`."""
        a, i, b, j, c, k, d, m = _FLAT[point]
        lines = self._lines
        return (
            lines[a] >> i & WINDOW,
            lines[b] >> j & WINDOW,
            lines[c] >> k & WINDOW,
            lines[d] >> m & WINDOW,
        )

    def row(self, point: int, direction: int) -> list[int]:
        """The unbroken row of the stone's colour through it, in one of four directions."""
        colour = self.cells[point]
        line, offset = PLACES[point][direction]
        points = LINES[line]
        first = last = offset
        while first > 0 and self.cells[points[first - 1]] == colour:
            first -= 1
        while last + 1 < len(points) and self.cells[points[last + 1]] == colour:
            last += 1
        return list(points[first : last + 1])

    def winning_rows(self, point: int) -> list[list[int]]:
        """The rows through the point's stone that win: exactly five for black, white's longer
        ones too (R1.7)."""
        if self.cells[point] == EMPTY:
            return []
        rows = [self.row(point, direction) for direction in range(4)]
        if self.cells[point] == BLACK:
            return [row for row in rows if len(row) == 5]
        return [row for row in rows if len(row) >= 5]

    def value(self, point: int) -> int:
        """What black's stone on an empty point would make, the four lines added up."""
        a, i, b, j, c, k, d, m = _FLAT[point]
        lines = self._lines
        return (
            VALUES[lines[a] >> i & WINDOW]
            + VALUES[lines[b] >> j & WINDOW]
            + VALUES[lines[c] >> k & WINDOW]
            + VALUES[lines[d] >> m & WINDOW]
        )

    def makes_five(self, point: int) -> bool:
        """Whether black's stone on this empty point makes an exact five."""
        return self.value(point) & FIVE * COUNT != 0

    def is_foul(self, point: int) -> bool:
        """Whether black may not play this empty point."""
        return self._forbids(point, self.value(point))

    def _forbids(self, point: int, value: int) -> bool:
        if value & FIVE * COUNT:
            return False
        if value & OVERLINE * COUNT or (value // FOUR & COUNT) >= 2:
            return True
        return (value & COUNT) >= 2 and self._two_threes(point)

    def _two_threes(self, point: int) -> bool:
        key = (self._stones, point)
        known = self._memo.get(key)
        if known is not None:
            return known
        windows = self.windows(point)
        self._lay(point)
        count = 0
        for direction, window in enumerate(windows):
            step = _STEPS[direction]
            for offset in CANDIDATES[window]:
                if self._permits_straight_four(point + offset * step):
                    count += 1
                    break
            if count == 2:
                break
        self._lift(point)
        self._memo[key] = count == 2
        return count == 2

    def _permits_straight_four(self, point: int) -> bool:
        """Whether black may play the point to make a straight four there (the three stands)."""
        value = self.value(point)
        if value & FIVE * COUNT:
            return self.law is Law.RF
        return not self._forbids(point, value)

    def _lay(self, point: int) -> None:
        self._stones |= 1 << point
        for line, _, bit in _SLOTS[point]:
            self._lines[line] |= BLACK << bit

    def _lift(self, point: int) -> None:
        self._stones &= ~(1 << point)
        for line, _, bit in _SLOTS[point]:
            self._lines[line] &= ~(BLACK << bit)

    def true_threes(self, point: int) -> list[tuple[int, list[int]]]:
        """The threes black's stone on this empty point would make: (direction, points that make
        its straight four and are permitted). A possible three none of whose points is permitted
        isn't one."""
        windows = self.windows(point)
        found = []
        self._lay(point)
        for direction, window in enumerate(windows):
            step = _STEPS[direction]
            points = [
                point + offset * step
                for offset in CANDIDATES[window]
                if self._permits_straight_four(point + offset * step)
            ]
            if points:
                found.append((direction, points))
        self._lift(point)
        return found

    def fouls_at(self, point: int) -> tuple[Foul, ...]:
        """Every kind of foul black's stone on this empty point would be; none if it makes five."""
        value = self.value(point)
        if value & FIVE * COUNT:
            return ()
        kinds = []
        if (value & COUNT) >= 2 and self._two_threes(point):
            kinds.append(Foul.THREES)
        if (value // FOUR & COUNT) >= 2:
            kinds.append(Foul.FOURS)
        if value & OVERLINE * COUNT:
            kinds.append(Foul.OVERLINE)
        return tuple(kinds)

    def forbidden(self) -> dict[int, tuple[Foul, ...]]:
        """The whole map of points forbidden to black, with the kinds of each."""
        found = {}
        for point, cell in enumerate(self.cells):
            if cell == EMPTY:
                value = self.value(point)
                # Two of anything, or an overline; a lone three or four forbids nothing.
                if value > FOUR + THREE or value & COUNT >= 2:
                    kinds = self.fouls_at(point)
                    if kinds:
                        found[point] = kinds
        return found

    def wins(self) -> list[int]:
        """The empty points where black makes an exact five."""
        return [
            point
            for point, cell in enumerate(self.cells)
            if cell == EMPTY and self.makes_five(point)
        ]


def step(direction: int) -> int:
    """How far apart neighbours in a direction are, as points."""
    return _STEPS[direction]
