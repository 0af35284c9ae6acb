"""Hands over a board with sensors: how a move looks while it is made, as the sensors see it.

A piece is lifted, sometimes slid over other cells or set down elsewhere first, and its contact may
bounce; what it takes leaves the board in any order, before or after it stands. At the press it
stands where it should, except that now and then somebody presses with the piece still in his hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flagfall.sim.thinking import draw

STEADY_US = 100_000
"""So long before the press everything stands: time enough for three readings."""
TOUCH_US = 20_000
"""A cell that is slid over is touched for less than three readings."""
BOUNCE_US = 4_000
ONE_IN_HASTE = 60
"""One move in so many is pressed with the piece still in the hand."""


@dataclass(frozen=True, slots=True)
class Step:
    """What the sensors see from `lead_us` before the press on."""

    lead_us: int
    occupied: frozenset[int]


def steps(
    before: frozenset[int], after: frozenset[int], path: Sequence[int], *, cells: int, seed: str
) -> list[Step]:
    """How a move looks, the earliest step first.

    `before` and `after` are the occupied cells, `path` the cells the piece goes over (or those of
    the stones that are put down, or kept of those that were offered; none for a pass), `cells` how
    many the board has. The same seed gives the same steps.
    """
    if not path:
        return []
    if path[0] not in before or (path[0] in after and path[0] != path[-1]):
        stones = [cell for cell in path if cell not in before]
        if len(stones) > 1 or before - after:
            return _stones(before, after, stones)

    def roll(name: str, high: int) -> int:
        return draw(f"{seed}|{name}", 0, 0, high - 1)

    moves = len(path) > 1
    hand = before - {path[0]} if moves else before
    taken = sorted(hand - after, key=lambda cell: draw(f"{seed}|order", cell, 0, 1 << 30))
    first = roll("first", len(taken) + 1)  # so many come off before the piece stands
    seen: list[tuple[frozenset[int], int]] = []  # what is seen, and for how long
    if moves:
        seen.append((hand, 250_000 + 1_000 * roll("lift", 400)))
    if roll("slide", 3) == 0:
        over = [roll(f"over{i}", cells) for i in range(2)]
        seen += [(hand | {cell}, TOUCH_US) for cell in over if cell not in hand]
        seen.append((hand, 120_000))
    if roll("hesitation", 8) == 0:
        elsewhere = roll("elsewhere", cells)
        seen += [(hand | {elsewhere}, 300_000), (hand, 150_000)]
    if moves and not taken and roll("haste", ONE_IN_HASTE) == 0:
        return _timed(seen or [(hand, 0)])
    for cell in taken[:first]:
        hand -= {cell}
        seen.append((hand, 150_000))
    hand |= {path[-1]}
    if roll("bounce", 6) == 0:
        seen += [(hand, BOUNCE_US), (hand - {path[-1]}, BOUNCE_US)]
    for cell in taken[first:]:
        seen.append((hand, 150_000))
        hand -= {cell}
    seen.append((hand, 0))
    return _timed(seen)


def _stones(before: frozenset[int], after: frozenset[int], stones: Sequence[int]) -> list[Step]:
    """Several stones at one turn, as in an opening: offers are taken off, others put down."""
    hand, seen = before, []
    for cell in sorted(before - after):
        hand -= {cell}
        seen.append((hand, 300_000))
    for cell in stones:
        hand |= {cell}
        seen.append((hand, 400_000))
    return _timed(seen)


def _timed(seen: list[tuple[frozenset[int], int]]) -> list[Step]:
    lead_us = STEADY_US
    timed = [Step(lead_us, seen[-1][0])]
    for occupied, lasts_us in reversed(seen[:-1]):
        lead_us += lasts_us
        timed.append(Step(lead_us, occupied))
    return timed[::-1]
