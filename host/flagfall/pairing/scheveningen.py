"""Scheveningen: everybody of one group meets everybody of the other (R3.9).

Numbers 1 … m are the first group, m + 1 … 2m the second; pairs are `(first, second)`, the first
begins. A: one group begins in odd rounds, the other in even ones. B: in every round half of each
group begins, and everybody begins half of his games (or within one where m is odd). Of two against
two only the first is possible, and that is what the code asks ("in every round", R3.9).
"""

from flagfall.pairing.robin import Pairs

Cell = tuple[int, bool]  # the opponent's index in his group, and whether the first group begins

# The printed tables of the code were lost; these are the tables in use elsewhere, checked.
# 8: FIDE handbook, match on four boards. 12: match on six boards, the older text and that of 2024.
_B: dict[str, tuple[str, ...]] = {
    "8": ("1-5 2-6 7-3 8-4", "6-1 5-2 3-8 4-7", "1-7 2-8 5-3 6-4", "8-1 7-2 3-6 4-5"),
    "12-fide": (
        "7-1 11-2 3-10 4-8 5-9 12-6",
        "8-1 2-7 9-3 10-4 5-12 6-11",
        "1-9 2-8 7-3 12-4 11-5 6-10",
        "1-10 12-2 3-11 4-7 8-5 9-6",
        "11-1 10-2 3-12 9-4 5-7 6-8",
        "1-12 2-9 8-3 4-11 10-5 7-6",
    ),
    "12-2024": (
        "1-7 8-2 9-3 4-10 11-5 6-12",
        "8-1 2-9 3-11 12-4 5-10 7-6",
        "1-9 11-2 7-3 4-8 5-12 10-6",
        "10-1 12-2 3-8 4-7 9-5 6-11",
        "1-11 2-10 3-12 9-4 7-5 8-6",
        "12-1 2-7 10-3 11-4 5-8 6-9",
    ),
}
TABLES = ("12-fide", "12-2024")


def table_a(m: int) -> tuple[Pairs, ...]:
    """System A for two groups of m: the second group moves on by one each round."""
    rounds = []
    for r in range(m):
        pairs = [(i + 1, m + (i + r) % m + 1) for i in range(m)]
        rounds.append(tuple(pairs if r % 2 == 0 else [(b, a) for a, b in pairs]))
    return tuple(rounds)


def table_b(m: int, name: str = "12-fide") -> tuple[Pairs, ...]:
    """System B for two groups of m. `name` chooses between the tables for twelve players."""
    printed = _B.get("8" if m == 4 else name if m == 6 else "")
    if printed is not None:
        return tuple(tuple(_pair(text) for text in row.split()) for row in printed)
    cells = _odd(m) if m % 2 else _fours(m) if m % 4 == 0 or m == 2 else _twos(m)
    rounds = []
    for r in range(m):
        pairs = []
        for i in range(m):
            j, begins = cells[i][r]
            ours, theirs = i + 1, m + j + 1
            pairs.append((ours, theirs) if begins else (theirs, ours))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def _pair(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)


def _fours(m: int) -> list[list[Cell]]:
    """m divisible by 4: the second group moves on; halves of the first begin by turns."""
    return [[((i + r) % m, (i < m // 2) == (r % 2 == 0)) for r in range(m)] for i in range(m)]


def _odd(m: int) -> list[list[Cell]]:
    """m odd: i + 2r takes every value once along a player, a round, an opponent."""
    return [
        [((i + r) % m, (i + 2 * r) % m < (m + 1 - r % 2) // 2) for r in range(m)] for i in range(m)
    ]


def _twos(m: int) -> list[list[Cell]]:
    """m = 2k, k odd, from 10 on: players and rounds in twos, blocks of 2 × 2 games.

    A plain block is even along two of player, round and opponent and tilts along the third, so
    it needs a twin of the other sign on that line. As k² is odd, twins alone can't do: six blocks
    of a third kind (three games one way, one the other) tilt by one along all three, in pairs.
    """
    k = m // 2
    cells: list[list[Cell]] = [[(0, False)] * m for _ in range(m)]
    # Off the diagonal of a 3 × 3 square every line holds two blocks, of opposite signs.
    signs = {(0, 1): 1, (0, 2): -1, (1, 0): -1, (1, 2): 1, (2, 0): 1, (2, 1): -1}
    flip: dict[int, int] = {}
    for v in range(k):
        for w in range(k):
            symbol = (v + w) % k
            if (v, w) in signs:
                s = signs[v, w]
                # Which round of the two tilts: different in column 0, whose sum a block evens.
                tilt = 1 if (v, w) == (2, 0) else 0
                odd = (1, 1 - tilt)
                turn = (tilt + 1) % 2
                kind = [[-s if (a, b) == odd else s for b in (0, 1)] for a in (0, 1)]
            elif (v, w) == (0, 0):
                turn = 0
                kind = [[1, -1], [1, -1]]  # tilts along its rounds
            elif v == 3 and symbol:
                turn = 0
                s = 1 if symbol % 2 else -1
                kind = [[s, s], [-s, -s]]  # tilts along its players, twins side by side
            else:
                turn = 0
                s = flip[symbol] = -flip.get(symbol, -1)
                kind = [[s, -s], [-s, s]]  # tilts along its opponents, twins by turns
            for a in (0, 1):
                for b in (0, 1):
                    opponent = 2 * symbol + (a + b + turn) % 2
                    cells[2 * v + a][2 * w + b] = (opponent, kind[a][b] > 0)
    return cells
