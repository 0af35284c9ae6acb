"""A small renju player, good enough for plausible games: it sees fives, fours and open threes,
looks for a win by fours in a row, and stops the other side's. Seeded, so games can be made again.
"""

from __future__ import annotations

import random
from functools import cache

from flagfall.rules.renju import BLACK, EMPTY, WHITE, Board
from flagfall.rules.renju.points import LINES, PLACES, POINTS, distance

_WINDOW = tuple[int, ...]
_WORTH = {"five": 100_000, "straight": 9_000, "four": 900, "three": 800, "two": 90, "one": 12}


def _row(cells: list[int], at: int) -> tuple[int, int]:
    first = last = at
    while first > 0 and cells[first - 1] == BLACK:
        first -= 1
    while last < len(cells) - 1 and cells[last + 1] == BLACK:
        last += 1
    return first, last


def _is_five(cells: list[int], at: int, exact: bool) -> bool:
    first, last = _row(cells, at)
    return last - first == 4 or (not exact and last - first > 4)


@cache
def shape(window: _WINDOW, exact: bool) -> tuple[str, tuple[int, ...]]:
    """What a stone in the window's middle makes, and where it would be stopped (offsets).

    Own stones are 1; `exact` is black's five.
    """
    cells = list(window)
    cells[5] = BLACK
    if _is_five(cells, 5, exact):
        return "five", ()
    first, last = _row(cells, 5)
    if exact and last - first > 4:
        return "none", ()
    ends = []
    for at in range(1, 10):
        if cells[at] == EMPTY:
            cells[at] = BLACK
            first, last = _row(cells, at)
            if first <= 5 <= last and _is_five(cells, at, exact):
                ends.append(at - 5)
            cells[at] = EMPTY
    if ends:
        return ("straight" if len(ends) == 2 and abs(ends[0] - ends[1]) == 5 else "four"), tuple(
            ends
        )
    for steps, kind in ((1, "three"), (2, "two")):
        if _reaches_straight(cells, steps, exact):
            return kind, ()
    room = sum(cell != WHITE for cell in cells[1:10])
    return ("one" if room > 6 else "none"), ()


def _reaches_straight(cells: list[int], steps: int, exact: bool) -> bool:
    for at in range(1, 10):
        if cells[at] != EMPTY:
            continue
        cells[at] = BLACK
        if steps > 1:
            found = _reaches_straight(cells, steps - 1, exact)
        else:
            first, last = _row(cells, at)
            found = (
                last - first == 3
                and first <= 5 <= last
                and first > 0
                and last < 10
                and cells[first - 1] == cells[last + 1] == EMPTY
                and not (exact and first > 1 and cells[first - 2] == BLACK)
                and not (exact and last < 9 and cells[last + 2] == BLACK)
            )
        cells[at] = EMPTY
        if found:
            return True
    return False


class Player:
    """Chooses moves for either colour on a board that it puts stones on while thinking."""

    def __init__(self, board: Board, lot: random.Random) -> None:
        self.board = board
        self.lot = lot

    def shapes(self, point: int, colour: int) -> list[tuple[str, tuple[int, ...]]]:
        """What the colour's stone on an empty point would make in the four directions."""
        found = []
        for window in self.board.windows(point):
            cells = tuple((window >> 2 * i) & 3 for i in range(11))
            if colour == WHITE:
                cells = tuple((0, 2, 1)[cell] for cell in cells)
            # What lies beyond the edge is nobody's: it counts as the other colour.
            found.append(shape(self._walled(point, len(found), cells), colour == BLACK))
        return found

    def _walled(self, point: int, direction: int, cells: _WINDOW) -> _WINDOW:
        line, offset = PLACES[point][direction]
        length = len(LINES[line])
        return tuple(
            cell if 0 <= offset + i - 5 < length else WHITE for i, cell in enumerate(cells)
        )

    def _length(self, point: int, colour: int) -> int:
        self.board.place(point, colour)
        length = max(len(self.board.row(point, direction)) for direction in range(4))
        self.board.remove(point)
        return length

    def may(self, point: int, colour: int) -> bool:
        return self.board.cells[point] == EMPTY and not (
            colour == BLACK and self.board.is_foul(point)
        )

    def near(self) -> list[int]:
        """Empty points within two steps of a stone."""
        taken = [point for point, cell in enumerate(self.board.cells) if cell != EMPTY]
        return [
            point
            for point in range(POINTS)
            if self.board.cells[point] == EMPTY
            and any(distance(point, other) <= 2 for other in taken)
        ]

    def fives(self, colour: int) -> list[int]:
        """Points where the colour wins at once."""
        return [
            point
            for point in self.near()
            if any(kind == "five" for kind, _ in self.shapes(point, colour))
        ]

    def wins_by_fours(self, colour: int, depth: int) -> int | None:
        """The first move of a win by fours alone, or None."""
        other = BLACK + WHITE - colour
        if self.fives(colour):
            return self.fives(colour)[0]
        must = self.fives(other)
        if depth == 0 or len(must) > 1:
            return None
        for point in must or self.near():
            if not self.may(point, colour):
                continue
            if not any(kind in ("four", "straight") for kind, _ in self.shapes(point, colour)):
                continue
            self.board.place(point, colour)
            stops = self.fives(colour)
            won = len(stops) > 1 or (len(stops) == 1 and not self.may(stops[0], other))
            if stops and not won and stops[0] not in self.fives(other):
                self.board.place(stops[0], other)
                won = self.wins_by_fours(colour, depth - 1) is not None
                self.board.remove(stops[0])
            elif won and self.fives(other):
                won = False
            self.board.remove(point)
            if won:
                return point
        return None

    def worth(self, point: int, colour: int) -> float:
        """How much a point is worth: what it makes and what it takes from the other."""
        other = BLACK + WHITE - colour
        own = [kind for kind, _ in self.shapes(point, colour)]
        theirs = [kind for kind, _ in self.shapes(point, other)]
        value = sum(_WORTH.get(kind, 0) for kind in own)
        value += 0.7 * sum(_WORTH.get(kind, 0) for kind in theirs)
        strong = sum(kind in ("four", "three") for kind in own)
        if strong > 1:
            value += 4_000
        if sum(kind in ("four", "three") for kind in theirs) > 1 and self.may(point, other):
            value += 2_500
        # A four that leads nowhere only helps the other side.
        if own.count("four") == 1 and strong == 1:
            value -= 850
        return value - 3 * distance(point)

    def choose(self, colour: int) -> int | None:
        """The point to play, or None if there is none."""
        other = BLACK + WHITE - colour
        fives = self.fives(colour)
        if fives:
            return max(fives, key=lambda point: self._length(point, colour))
        must = self.fives(other)
        if must:
            allowed = [point for point in must if self.may(point, colour)]
            return allowed[0] if allowed else None
        win = self.wins_by_fours(colour, 4)
        if win is not None:
            return win
        points = [point for point in self.near() if self.may(point, colour)]
        ranked = sorted(
            points, key=lambda p: -self.worth(p, colour) * self.lot.uniform(0.93, 1.07)
        )[:14]
        for point in ranked:
            self.board.place(point, colour)
            lost = self.wins_by_fours(other, 3) is not None
            self.board.remove(point)
            if not lost:
                return point
        return ranked[0] if ranked else None
