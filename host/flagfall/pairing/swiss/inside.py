"""Pairs within a group: by halves (D5.4.10.5.5, R3.7.3), from the ends (D5.4.10.7.5), drawn.

Drawn pairs: D5.4.10.4, R3.8.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flagfall.pairing.lots import Lots
from flagfall.pairing.notes import Note, note
from flagfall.pairing.swiss.graph import Graph, Matching


@dataclass(frozen=True, slots=True)
class Couple:
    """Two who meet, the upper one first, and why."""

    upper: int
    lower: int
    why: Note


class Tried:
    """Fixes pairs one by one, each only if the others can still be paired."""

    def __init__(self, graph: Graph, players: Sequence[int]) -> None:
        self.graph = graph
        self.matching = Matching(graph, players)

    def fits(self, a: int, b: int) -> bool:
        """Fix the pair a–b if it is legal and leaves a pairing of the others."""
        return self.graph.legal(a, b) and self.matching.take(a, b)


def halves(
    graph: Graph, players: Sequence[int], ids: Sequence[int | str], rule: str
) -> list[Couple]:
    """The first of the upper half with the first of the lower he may meet, and so on.

    If he may meet nobody of the lower half: the last of the upper half, the last but one …; the
    rest is halved anew. The players can be paired. A pair is fixed only if the rest then can be:
    the same as breaking the last pairs made, without the walk.
    """
    half = len(players) // 2
    upper, lower = list(players[:half]), list(players[half:])
    tried = Tried(graph, players)
    couples: list[Couple] = []
    while upper:
        a = upper.pop(0)
        for k, b in enumerate(lower):
            if tried.fits(a, b):
                del lower[k]
                code = "half_against_half" if k == 0 else "next_in_lower_half"
                couples.append(Couple(a, b, note(code, rule, a=ids[a], b=ids[b])))
                break
        else:
            for k in range(len(upper) - 1, -1, -1):
                b = upper[k]
                if tried.fits(a, b):
                    del upper[k]
                    upper.append(lower.pop(0))
                    why = note("within_upper_half", rule, a=ids[a], b=ids[b])
                    couples.append(Couple(a, b, why))
                    break
            else:
                raise AssertionError("the group can be paired")
    return couples


def ends(graph: Graph, players: Sequence[int], ids: Sequence[int | str], rule: str) -> list[Couple]:
    """The first with the last he may meet, then the first of the rest (D5.4.10.7.5)."""
    rest = list(players)
    tried = Tried(graph, players)
    couples: list[Couple] = []
    while rest:
        a = rest.pop(0)
        for k in range(len(rest) - 1, -1, -1):
            b = rest[k]
            if tried.fits(a, b):
                code = "first_against_last" if k == len(rest) - 1 else "next_from_the_end"
                del rest[k]
                couples.append(Couple(a, b, note(code, rule, a=ids[a], b=ids[b])))
                break
        else:
            raise AssertionError("the group can be paired")
    return couples


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn group: its pairs, and how many draws it took (0: the search had to help)."""

    couples: list[Couple]
    draws: int


def drawn(
    graph: Graph,
    players: Sequence[int],
    ids: Sequence[int | str],
    lots: Lots,
    tries: int,
    rule: str,
) -> Draw:
    """Neighbours of a random order; one illegal pair and the whole group is drawn anew.

    After `tries` draws, or twenty lots a player (400 at the least), the last order stands and each
    takes the nearest he may meet.
    """
    order = list(players)
    legal, below = graph.legal, lots.below
    spare = max(20 * len(order), 400)
    for draw in range(1, tries + 1):
        for i in range(len(order) - 1, 0, -2):
            j = below(i + 1)
            order[i], order[j] = order[j], order[i]
            spare -= 1
            if i > 1:
                j = below(i)
                order[i - 1], order[j] = order[j], order[i - 1]
                spare -= 1
            if not legal(order[i - 1], order[i]):
                break
        else:
            return Draw(
                [
                    Couple(a, b, note("drawn", rule, a=ids[a], b=ids[b]))
                    for a, b in zip(order[::2], order[1::2], strict=True)
                ],
                draw,
            )
        if spare < 0:
            break
    return Draw(nearest(graph, order, ids, "drawn_search", rule), 0)


def nearest(
    graph: Graph, order: Sequence[int], ids: Sequence[int | str], code: str, rule: str
) -> list[Couple]:
    """In an order, each with the next he may meet so that the others can be paired."""
    rest = list(order)
    tried = Tried(graph, rest)
    couples: list[Couple] = []
    while rest:
        a = rest.pop(0)
        for k, b in enumerate(rest):
            if tried.fits(a, b):
                del rest[k]
                couples.append(Couple(a, b, note(code, rule, a=ids[a], b=ids[b])))
                break
        else:
            raise AssertionError("the group can be paired")
    return couples
