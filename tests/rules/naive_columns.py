"""A second, naive implementation of column draughts, written apart from the library to check it.

Everything is spelled out: a board is a dictionary of coordinates to lists of pieces, tops last;
every trial copies the whole board; a capture is followed square by square. It is slow and meant
to be plain.
"""

from copy import deepcopy
from dataclasses import dataclass

Place = tuple[int, int]


@dataclass
class Checker:
    """One piece: `w` or `b`, and whether it is a king (officer)."""

    side: str
    king: bool = False


Columns = dict[Place, list[Checker]]


@dataclass
class Game:
    """The rules of one game of columns."""

    side: int
    backward: bool
    flying: bool
    passing: bool
    again: bool = False


BASHNI = Game(8, backward=True, flying=True, passing=True)
BASHNI_AGAIN = Game(8, backward=True, flying=True, passing=True, again=True)
BASHNI_1875 = Game(8, backward=False, flying=True, passing=True)
LASCA = Game(7, backward=False, flying=False, passing=False)


def place(name: str) -> Place:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def name(where: Place) -> str:
    return "abcdefgh"[where[0]] + str(where[1] + 1)


def from_text(game: Game, fen: str) -> tuple[Columns, str]:
    """A board and the side to move from the library's notation (tops first)."""
    columns: Columns = {}
    for item in fen[2:].split(","):
        columns[place(item[:2])] = [
            Checker(sign.lower(), sign.isupper()) for sign in reversed(item[2:])
        ]
    return columns, fen[0].lower()


def to_text(columns: Columns) -> frozenset[str]:
    """The columns as a set of texts, tops first."""
    return frozenset(
        name(where) + "".join(c.side.upper() if c.king else c.side for c in reversed(column))
        for where, column in columns.items()
        if column
    )


def on_board(game: Game, where: Place) -> bool:
    return 0 <= where[0] < game.side and 0 <= where[1] < game.side


def far_row(game: Game, side: str) -> int:
    return game.side - 1 if side == "w" else 0


def crown(game: Game, columns: Columns, where: Place) -> bool:
    """Crown the man on top if it stands on its last row; whether that happened."""
    top = columns[where][-1]
    if top.king or where[1] != far_row(game, top.side):
        return False
    top.king = True
    return True


def directions(game: Game, top: Checker, capture: bool) -> list[Place]:
    forward = 1 if top.side == "w" else -1
    both = top.king or (capture and game.backward)
    return [(dx, dy) for dx in (-1, 1) for dy in (-1, 1) if both or dy == forward]


def jumps(
    game: Game, columns: Columns, where: Place, struck: list[Place]
) -> list[tuple[Place, list[Place]]]:
    """Victims the column on `where` can take next, each with every square it can land on."""
    top = columns[where][-1]
    found = []
    for dx, dy in directions(game, top, capture=True):
        x, y = where[0] + dx, where[1] + dy
        while game.flying and top.king and on_board(game, (x, y)) and not columns.get((x, y)):
            x, y = x + dx, y + dy
        victim = (x, y)
        if not columns.get(victim) or columns[victim][-1].side == top.side:
            continue
        if victim in struck and not (game.again and struck[-1] != victim):
            continue
        landings = []
        x, y = x + dx, y + dy
        while on_board(game, (x, y)) and not columns.get((x, y)):
            landings.append((x, y))
            if not (game.flying and top.king):
                break
            x, y = x + dx, y + dy
        if landings:
            found.append((victim, landings))
    return found


def after_jump(
    game: Game, columns: Columns, where: Place, victim: Place, landing: Place
) -> tuple[Columns, bool]:
    """The board after one jump, and whether the man was crowned by it."""
    new = deepcopy(columns)
    column = new.pop(where)
    column.insert(0, new[victim].pop())
    new[landing] = column
    return new, crown(game, new, landing)


def captures(
    game: Game, columns: Columns, where: Place, struck: list[Place]
) -> list[tuple[list[Place], Place, Columns]]:
    """Every full capture from `where`: victims in order, last square, board."""
    found = []
    for victim, landings in jumps(game, columns, where, struck):
        tries = []
        for landing in landings:
            board, crowned = after_jump(game, columns, where, victim, landing)
            over = crowned and not game.passing
            more = [] if over else captures(game, board, landing, [*struck, victim])
            tries.append((landing, board, more))
        if any(more for _landing, _board, more in tries):
            for _landing, _board, more in tries:
                found += [([victim, *victims], end, board) for victims, end, board in more]
        else:
            found += [([victim], landing, board) for landing, board, _more in tries]
    return found


def moves(game: Game, columns: Columns, side: str) -> list[tuple[tuple[object, ...], Columns]]:
    """Every way to move: what tells it from the others, and the board after it."""
    own = [where for where, column in columns.items() if column and column[-1].side == side]
    ways: dict[tuple[object, ...], Columns] = {}
    for where in own:
        for victims, end, board in captures(game, columns, where, []):
            # Where a king pauses on a line does not make another way.
            ways[where, tuple(victims), end] = board
    if ways:
        return list(ways.items())
    for where in own:
        top = columns[where][-1]
        for dx, dy in directions(game, top, capture=False):
            x, y = where[0] + dx, where[1] + dy
            while on_board(game, (x, y)) and not columns.get((x, y)):
                new = deepcopy(columns)
                new[x, y] = new.pop(where)
                crown(game, new, (x, y))
                ways[where, (x, y)] = new
                if not (game.flying and top.king):
                    break
                x, y = x + dx, y + dy
    return list(ways.items())


def ways(game: Game, columns: Columns, side: str, depth: int) -> int:
    """Leaves of the tree where every way counts."""
    found = moves(game, columns, side)
    if depth == 1:
        return len(found)
    other = "b" if side == "w" else "w"
    return sum(ways(game, board, other, depth - 1) for _key, board in found)
