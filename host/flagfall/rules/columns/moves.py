"""Moves of columns: found by walking, with the board as a list of texts, tops first.

A column is a text such as `Wbw`: the top piece, then what lies under it; capitals are kings
(officers). An empty text is an empty square.
"""

from typing import NamedTuple

from flagfall.rules.columns.grid import STEPS, Grid
from flagfall.rules.columns.rules import ColumnRules
from flagfall.rules.errors import MOST_ROUTES, too_many_routes
from flagfall.rules.face import Colour

Board = list[str]


class Walk(NamedTuple):
    """One way a column can go: where it stands, what it strikes, what it is at the end."""

    path: tuple[int, ...]
    struck: tuple[int, ...]
    column: str


class Walker:
    """Finds the moves of one colour. The board given is put back as it was."""

    def __init__(self, rules: ColumnRules, grid: Grid, colour: Colour) -> None:
        self.rules, self.rays = rules, grid.rays
        self.mine, self.theirs = ("wW", "bB") if colour == "white" else ("bB", "wW")
        self.man = self.mine[0]
        forward = -1 if colour == "white" else 1
        ahead = tuple(i for i, step in enumerate(STEPS) if step[0] == forward)
        everywhere = tuple(range(len(STEPS)))
        self.steps = {self.man: ahead, self.mine[1]: everywhere}
        self.strikes = {
            self.man: everywhere if rules.men_capture_back else ahead,
            self.mine[1]: everywhere,
        }
        self.last_row = grid.row(0 if colour == "white" else grid.size - 1)

    def moves(self, board: Board) -> list[Walk]:
        """Every move by every way: captures if there are any, else steps."""
        out: list[Walk] = []
        own = [square for square, column in enumerate(board) if column and column[0] in self.mine]
        for square in own:
            column = board[square]
            board[square] = ""
            start = Walk((square,), (), column)
            self._strike_on(board, start, self.strikes[column[0]], out)
            board[square] = column
        if not out:
            for square in own:
                self._step(board, square, out)
        return out

    def _step(self, board: Board, square: int, out: list[Walk]) -> None:
        column = board[square]
        far = self.rules.flying_kings and column[0] != self.man
        for direction in self.steps[column[0]]:
            for target in self.rays[square][direction]:
                if board[target]:
                    break
                out.append(Walk((square, target), (), self._arrived(column, target)))
                if not far:
                    break

    def _arrived(self, column: str, square: int) -> str:
        """The column once it stands on `square`: a man on the last row is crowned."""
        if column[0] == self.man and square in self.last_row:
            return self.mine[1] + column[1:]
        return column

    def _strike_on(
        self, board: Board, walk: Walk, directions: tuple[int, ...], out: list[Walk]
    ) -> bool:
        """All captures that go on from the end of a walk; whether there are any."""
        found = False
        for direction in directions:
            found |= self._strike(board, walk, direction, out)
        return found

    def _may_strike(self, square: int, struck: tuple[int, ...]) -> bool:
        if square not in struck:
            return True
        return self.rules.struck_again and struck[-1] != square

    def _strike(self, board: Board, walk: Walk, direction: int, out: list[Walk]) -> bool:
        """Captures that go on in one direction; whether there are any."""
        ray = self.rays[walk.path[-1]][direction]
        far = self.rules.flying_kings and walk.column[0] != self.man
        at = 0
        while far and at < len(ray) and not board[ray[at]]:
            at += 1
        if at + 1 >= len(ray) or board[ray[at + 1]]:
            return False
        victim = ray[at]
        prey = board[victim]
        if not prey or prey[0] not in self.theirs or not self._may_strike(victim, walk.struck):
            return False
        landings = [ray[at + 1]]
        while far and (after := at + 1 + len(landings)) < len(ray) and not board[ray[after]]:
            landings.append(ray[after])
        board[victim] = prey[1:]
        ends: list[Walk] = []
        goes_on = False
        for landing in landings:
            column = self._arrived(walk.column + prey[0], landing)
            further = Walk((*walk.path, landing), (*walk.struck, victim), column)
            if column[0] != walk.column[0] and not self.rules.crowned_in_passing:
                out.append(further)
                goes_on = True
                continue
            # Straight on and straight back lead to the same columns from every landing square:
            # they are one way each.
            turns = self.strikes[column[0]]
            if landing != landings[0]:
                turns = tuple(t for t in turns if t not in (direction, 3 - direction))
            if self._strike_on(board, further, turns, out):
                goes_on = True
            else:
                ends.append(further)
        if not goes_on:
            out += ends
            if len(out) > MOST_ROUTES:
                raise too_many_routes()
        board[victim] = prey
        return True


def result(board: tuple[str, ...], walk: Walk) -> tuple[str, ...]:
    """The board after a move."""
    after = list(board)
    after[walk.path[0]] = ""
    for square in walk.struck:
        after[square] = after[square][1:]
    after[walk.path[-1]] = walk.column
    return tuple(after)
