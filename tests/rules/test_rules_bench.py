"""The bench of the rules measures the tree it says it does."""

from flagfall import rules
from flagfall.bench import rules_draughts

from tests.rules.perft import PUBLISHED


def test_bench_counts_the_published_tree() -> None:
    for name, depth in rules_draughts.QUICK_TREES.items():
        counted = rules_draughts.count(rules.variant(name).start(), depth)
        assert counted == PUBLISHED[name]["drop"][depth - 1]


def test_without_peers_only_our_own_speed_is_told() -> None:
    rows = rules_draughts.run(quick=True)
    assert [row.name for row in rows] == [f"perft {name}" for name in rules_draughts.TREES]
    assert all(row.value > 0 and row.limit is None for row in rows)
