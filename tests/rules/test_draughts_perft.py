"""The number of positions reached after n moves, against published counts (both conventions).

Counts and their sources are in tests/data/draughts/perft.json.
"""

from typing import Any

import pytest
from flagfall import rules

from tests.rules.perft import PUBLISHED, drop, keep

# (drop, keep): as deep as the quick suite, and as deep as five minutes of the slow one allow beside
# the other rules. `--deeper N` counts so many plies more: by hand, and minutes to hours.
QUICK = {
    "international": (5, 5),
    "russian": (6, 6),
    "brazilian": (6, 6),
    "english": (6, 6),
    "frisian": (5, 5),
    "pool": (6, 6),
    "czech": (6, 0),
    "italian": (6, 0),
    "spanish": (6, 0),
    "thai": (6, 0),
    "turkish": (4, 0),
}

DEEP = {
    "international": (9, 8),
    "russian": (10, 9),
    "brazilian": (9, 9),
    "english": (10, 9),
    "frisian": (9, 8),
    "pool": (9, 9),
    "czech": (9, 0),
    "italian": (9, 0),
    "spanish": (9, 0),
    "thai": (9, 0),
    "turkish": (6, 0),
}


def deep(name: str, convention: str, deeper: int) -> tuple[int, int]:
    """As deep as the slow suite goes, or deeper as far as counts are known: depth and count."""
    known = counts(name, convention)
    if name == "turkish":
        known = known[:6]  # further down the source counts pauses too, see below
    depth = min(DEEP[name][convention == "keep"] + deeper, len(known))
    return depth, known[depth - 1]


def counts(name: str, convention: str) -> list[int]:
    known = PUBLISHED[name]
    # For Turkish draughts the source does not say which convention; both agree to depth 6.
    found: list[int] = known[convention] if convention in known else known["values"]
    return found


def test_every_variant_with_published_counts_is_counted() -> None:
    positions = {"_convention", "international_positions"}
    columns = {key for key in PUBLISHED if key.startswith(("bashni", "lasca"))}
    assert set(QUICK) == set(PUBLISHED) - positions - columns


@pytest.mark.parametrize("name", QUICK)
def test_moves_are_as_many_as_published(name: str) -> None:
    depth = QUICK[name][0]
    start = rules.variant(name).start()
    assert [drop(start, d) for d in range(1, depth + 1)] == counts(name, "drop")[:depth]


@pytest.mark.parametrize("name", [name for name, depths in QUICK.items() if depths[1]])
def test_routes_are_as_many_as_published(name: str) -> None:
    depth = QUICK[name][1]
    start = rules.variant(name).start()
    assert [keep(start, d) for d in range(1, depth + 1)] == counts(name, "keep")[:depth]


@pytest.mark.parametrize(("index", "depth"), [(0, 4), (1, 8)])
def test_middle_game_positions_have_the_published_counts(index: int, depth: int) -> None:
    known = PUBLISHED["international_positions"][index]
    position = rules.variant("international").position(known["fen"])
    assert [drop(position, d) for d in range(1, depth + 1)] == known["drop"][:depth]


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEP)
def test_moves_are_as_many_as_published_far_down(name: str, deeper: int) -> None:
    depth, count = deep(name, "drop", deeper)
    assert drop(rules.variant(name).start(), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, depths in DEEP.items() if depths[1]])
def test_routes_are_as_many_as_published_far_down(name: str, deeper: int) -> None:
    depth, count = deep(name, "keep", deeper)
    assert keep(rules.variant(name).start(), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("index", "depth"), [(0, 6), (1, 12)])
def test_middle_game_positions_have_the_published_counts_far_down(index: int, depth: int) -> None:
    known = PUBLISHED["international_positions"][index]
    position = rules.variant("international").position(known["fen"])
    assert drop(position, depth) == known["drop"][depth - 1]


def with_pauses(position: Any, depth: int) -> int:
    """Leaves where a king that captures twice on one line counts for every square between."""
    if not position.kings and depth == 1:
        return len(position.legal_moves)
    cells = position.variant.board.cells
    total = 0
    for move in position.routes:
        taken = [cells[s] for s in move.captured_squares]
        pauses = [cells[s] for s in move.squares[1:-1]]
        ways = 1
        for a, pause, b in zip(taken, pauses, taken[1:], strict=False):
            if a[0] == pause[0] == b[0] or a[1] == pause[1] == b[1]:
                ways *= abs(a[0] - b[0]) + abs(a[1] - b[1]) - 1
        total += ways if depth == 1 else ways * with_pauses(position.push(move), depth - 1)
    return total


@pytest.mark.slow
def test_turkish_counts_of_the_source_tell_pauses_of_a_king_apart() -> None:
    """kish 1.1 gives 10,782,382 at depth 7, 74 more than there are moves: 20 positions in which a
    king takes two pieces on one line, counted once for each square it may pause on between."""
    start = rules.variant("turkish").start()
    assert with_pauses(start, 7) == counts("turkish", "drop")[6]
