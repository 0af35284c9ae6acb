"""The number of positions reached after n moves, against published counts (both conventions).

Counts and their sources are in tests/data/draughts/perft.json.
"""

import pytest
from flagfall import rules

from tests.rules.perft import PUBLISHED, drop, keep

QUICK = {"international": 5, "russian": 6}


@pytest.mark.parametrize("name", QUICK)
def test_moves_are_as_many_as_published(name: str) -> None:
    start = rules.variant(name).start()
    depths = range(1, QUICK[name] + 1)
    assert [drop(start, d) for d in depths] == PUBLISHED[name]["drop"][: QUICK[name]]


@pytest.mark.parametrize("name", [n for n in QUICK if "keep" in PUBLISHED[n]])
def test_routes_are_as_many_as_published(name: str) -> None:
    start = rules.variant(name).start()
    depths = range(1, QUICK[name])
    assert [keep(start, d) for d in depths] == PUBLISHED[name]["keep"][: QUICK[name] - 1]


@pytest.mark.parametrize(("index", "depth"), [(0, 4), (1, 8)])
def test_middle_game_positions_have_the_published_counts(index: int, depth: int) -> None:
    known = PUBLISHED["international_positions"][index]
    position = rules.variant("international").position(known["fen"])
    assert [drop(position, d) for d in range(1, depth + 1)] == known["drop"][:depth]
