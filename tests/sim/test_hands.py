"""Simulated hands over a board: every move ends where it should, however it looked on the way."""

from itertools import pairwise

from flagfall.sim.hands import ONE_IN_HASTE, STEADY_US, TOUCH_US, steps
from hypothesis import given
from hypothesis import strategies as st

CELLS = 64
BOARD = st.frozensets(st.integers(0, CELLS - 1), min_size=4, max_size=24)


@given(BOARD, st.integers(0, CELLS - 1), st.integers(0, 3), st.text(max_size=5))
def test_a_move_ends_steady_on_its_last_cell_or_in_the_hand(
    before: frozenset[int], to: int, takes: int, seed: str
) -> None:
    origin, *others = sorted(before)
    taken = {cell for cell in others if cell != to}
    after = (before - {origin} - set(sorted(taken)[:takes])) | {to}
    seen = steps(before, after, [origin, to], cells=CELLS, seed=seed)
    assert seen[-1].lead_us == STEADY_US
    assert seen[-1].occupied in (after, before - {origin})
    leads = [step.lead_us for step in seen]
    assert leads == sorted(leads, reverse=True)
    assert steps(before, after, [origin, to], cells=CELLS, seed=seed) == seen


def test_all_that_can_happen_happens_and_haste_is_rare() -> None:
    """Lifts, touches in passing, pieces set down elsewhere, bounce, taken pieces in any order."""
    before = frozenset({1, 20, 30, 40, 50})
    after = frozenset({33, 40, 50})
    orders = set()
    haste = touched = hesitated = bounced = 0
    for seed in range(3000):
        seen = steps(before, after, [1, 33], cells=CELLS, seed=str(seed))
        assert seen[-1].occupied == after
        lasting = [a.lead_us - b.lead_us for a, b in pairwise(seen)]
        touched += TOUCH_US in lasting
        hesitated += 300_000 in lasting
        bounced += min(lasting) < 10_000
        on_board = [frozenset({20, 30} & step.occupied) for step in seen if 33 in step.occupied]
        orders.add((on_board[0], frozenset.intersection(*map(frozenset, on_board))))
        quiet = steps(frozenset({1, 40}), frozenset({33, 40}), [1, 33], cells=CELLS, seed=str(seed))
        haste += quiet[-1].occupied == {40}
    assert min(touched, hesitated, bounced) > 100
    assert len(orders) >= 3
    assert 0 < haste < 3 * 3000 / ONE_IN_HASTE


def test_a_stone_is_put_down_and_a_pass_shows_nothing() -> None:
    assert steps(frozenset({1}), frozenset({1}), [], cells=225, seed="x") == []
    for seed in range(50):
        seen = steps(frozenset({1}), frozenset({1, 9}), [9], cells=225, seed=str(seed))
        assert seen[-1].occupied == {1, 9}
        assert all(1 in step.occupied for step in seen)
