"""Round robin: the tables of the codes as one formula, for any number of players (R3.5.2, 004).

Numbers are 1 … n, n even; with an odd field the largest number is empty and its opponent is free.
Pairs are `(first, second)`: the first begins the game. Rounds and boards stand as printed.
"""

from flagfall.pairing.lots import Lots

Pairs = tuple[tuple[int, int], ...]

# The renju code's own table for 3 or 4 players: valid, but not that of 004.
RENJU_4: tuple[Pairs, ...] = (((1, 4), (2, 3)), ((4, 2), (3, 1)), ((3, 4), (1, 2)))


def round_of_table(n: int, row: int) -> Pairs:
    """Round `row` (1 … n − 1) for n players, n even; every pair once, colours within one.

    `round_of_table(6, 2)` is `((6, 4), (5, 3), (1, 2))`.
    """
    if n < 2 or n % 2 or not 1 <= row < n:
        raise ValueError(f"no round {row} in a table for {n}")
    pivot = (row + 1) // 2 if row % 2 else (row + n) // 2
    pairs = [(pivot, n) if row % 2 else (n, pivot)]
    pairs += (
        ((pivot + k - 1) % (n - 1) + 1, (pivot - k - 1) % (n - 1) + 1) for k in range(1, n // 2)
    )
    return tuple(pairs)


def table(n: int, name: str = "formula") -> tuple[Pairs, ...]:
    """Every round for n players (n is rounded up to even). `name`: `formula` or `renju-codex`."""
    size = n + n % 2
    if name == "renju-codex" and size == 4:
        return RENJU_4
    return tuple(round_of_table(size, row) for row in range(1, size))


def order_of_rounds(order: tuple[int, ...] | str | None, rounds: int, seed: str) -> tuple[int, ...]:
    """Which row of the table each round plays: as printed, as given, or drawn (004)."""
    if order is None:
        return tuple(range(1, rounds + 1))
    if isinstance(order, str):
        return tuple(Lots(seed, 0, "order of rounds").shuffled(list(range(1, rounds + 1))))
    return order
