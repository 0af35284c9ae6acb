"""The texts' own words on single groups: worked examples, and pairs broken one by one."""

import random
from itertools import combinations

import pytest
from flagfall.pairing import pair, parse_event
from flagfall.pairing.swiss.graph import Graph, Matching, stays_over
from flagfall.pairing.swiss.inside import ends, halves

from tests.pairing.build import event, played

Pair = tuple[int, int]


def graph(n: int, barred: list[Pair]) -> Graph:
    """Players 1 … n (0 takes no part) of whom some pairs are barred."""
    no: list[set[int]] = [set() for _ in range(n + 1)]
    for a, b in barred:
        no[a].add(b)
        no[b].add(a)
    return Graph(no, [3] * (n + 1))


def pairs_of(n: int, barred: list[Pair], how: str = "halves") -> list[Pair]:
    players = range(1, n + 1)
    found = (halves if how == "halves" else ends)(graph(n, barred), players, range(n + 1), "")
    return [(c.upper, c.lower) for c in found]


def test_a_pair_is_broken_when_the_next_has_nobody_left() -> None:
    """5.4.10.5.5: 1–6, barred 2-3, 3-5, 3-6."""
    assert pairs_of(6, [(2, 3), (3, 5), (3, 6)]) == [(1, 5), (2, 6), (3, 4)]


def test_who_met_the_whole_lower_half_plays_the_last_of_the_upper() -> None:
    """5.4.10.5.5: player 1 has met 4, 5, 6; the rest is halved anew."""
    assert pairs_of(6, [(1, 4), (1, 5), (1, 6)]) == [(1, 3), (2, 5), (4, 6)]


def test_first_meets_last_then_last_but_one() -> None:
    """5.4.10.7.5."""
    assert pairs_of(6, [], "ends") == [(1, 6), (2, 5), (3, 4)]
    assert pairs_of(6, [(1, 6)], "ends") == [(1, 5), (2, 6), (3, 4)]


def by_breaking(n: int, barred: set[Pair], how: str) -> list[Pair] | None:
    """The text's own walk: if the first has nobody, the last pair made is broken and its first
    member seeks another opponent; no look ahead at all."""

    def seeks(rest: list[int]) -> list[int]:
        half = len(rest) // 2
        if how == "ends":
            return rest[:0:-1]
        return rest[half:] + rest[1:half][::-1]

    made: list[tuple[int, int, list[int], list[int]]] = []
    rest = list(range(1, n + 1))
    options = seeks(rest)
    while rest:
        a = rest[0]
        while options and tuple(sorted((a, options[0]))) in barred:
            options.pop(0)
        if options:
            b = options.pop(0)
            made.append((a, b, rest, options))
            rest = [p for p in rest if p not in (a, b)]
            options = seeks(rest) if rest else []
        elif made:
            _a, _b, rest, options = made.pop()
        else:
            return None
    return [(a, b) for a, b, _rest, _options in made]


@pytest.mark.parametrize("how", ["halves", "ends"])
def test_looking_ahead_equals_breaking_the_last_pairs(how: str) -> None:
    """5.4.10.5.5, 5.4.10.7.5, 5.4.10.8: random groups of up to ten."""
    rng = random.Random(how)
    impossible = 0
    for _ in range(1500):
        n = rng.choice([2, 4, 6, 8, 10])
        every = list(combinations(range(1, n + 1), 2))
        barred = {p for p in every if rng.random() < rng.choice([0.1, 0.4, 0.6])}
        expected = by_breaking(n, barred, how)
        if expected is None:
            impossible += 1
            assert stays_over(graph(n, list(barred)), range(1, n + 1)) > 0
        else:
            assert pairs_of(n, list(barred), how) == expected
    assert impossible > 100


def most_pairs(g: Graph, players: list[int]) -> int:
    """By going through everything."""
    if not players:
        return 0
    a, rest = players[0], players[1:]
    best = most_pairs(g, rest)
    for b in rest:
        if g.legal(a, b):
            best = max(best, 1 + most_pairs(g, [p for p in rest if p != b]))
    return best


def test_how_many_stay_over_is_exact() -> None:
    """Edmonds' search against going through everything, with colours that bind."""
    rng = random.Random(5)
    for _ in range(1500):
        n = rng.randint(1, 9)
        every = combinations(range(1, n + 1), 2)
        share = rng.choice([0.3, 0.6, 0.8])
        g = graph(n, [p for p in every if rng.random() < share])
        g.cap = [rng.choice([1, 2, 3, 3, 3, 0] if share < 0.5 else [3]) for _ in range(n + 1)]
        players = list(range(1, n + 1))
        assert stays_over(g, players) == n - 2 * most_pairs(g, players)


def test_a_matching_stays_perfect_while_pairs_are_taken_out() -> None:
    rng = random.Random(6)
    for _ in range(400):
        n = rng.choice([4, 6, 8, 10])
        every = combinations(range(1, n + 1), 2)
        g = graph(n, [p for p in every if rng.random() < 0.5])
        players = list(range(1, n + 1))
        matching = Matching(g, players)
        while not matching.over and players:
            a = players[0]
            fitting = []
            for b in players[1:]:
                if not g.legal(a, b):
                    continue
                rest = [p for p in players if p not in (a, b)]
                possible = most_pairs(g, rest) * 2 == len(rest)
                kept = dict(matching.mate)
                assert matching.take(a, b) == possible
                assert all(g.legal(*p) for p in matching.mate.items())
                if possible:
                    fitting.append(b)
                matching.mate = kept
            b = rng.choice(fitting)
            assert matching.take(a, b)
            players = [p for p in players if p not in (a, b)]


def games(kind: str, n: int, **more: object) -> list[Pair]:
    return [(g.white, g.black) for g in pair(parse_event(event(kind, n, **more))).games]


def test_round_one_by_numbers_sets_half_against_half() -> None:
    """5.4.10.5.2: odd numbers of the upper half as the first board, even ones the other way."""
    assert games("swiss-individual", 8, first_colour="white") == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert games("swiss-solkoff", 8, first_colour="black") == [(5, 1), (2, 6), (7, 3), (4, 8)]


def test_round_one_of_buchholz_sets_first_against_last() -> None:
    """5.4.10.7.2."""
    assert games("swiss-buchholz", 8, first_colour="white") == [(1, 8), (7, 2), (3, 6), (5, 4)]


def test_round_one_by_lot_sets_neighbours_odd_numbers_first() -> None:
    """5.4.10.4, R3.8.1."""
    listed = {"numbers": "listed"}
    assert games("swiss-blind", 7, **listed) == [(1, 2), (3, 4), (5, 6)]
    assert games("swiss-lot", 6, **listed, discipline="renju") == [(2, 1), (4, 3), (6, 5)]


def test_round_two_by_numbers_falls() -> None:
    """5.4.10.5.3: even rounds are classified by falling numbers; the bye too."""
    first = played(1, (1, 4, "1-0"), (5, 2, "0-1"), (3, 6, "1-0"), byes=(7,))
    second = pair(parse_event(event("swiss-individual", 7, rounds=[first])))
    # One point: 7 3 2 1; none: 6 5 4, of whom 4 is last.
    assert [b.player for b in second.byes] == [4]
    assert [{g.white, g.black} for g in second.games] == [{7, 2}, {3, 1}, {6, 5}]


def test_the_last_of_an_odd_group_goes_down_to_the_first_he_may_meet() -> None:
    """5.4.10.5.4."""
    first = played(1, (1, 4, "1-0"), (5, 2, "0-1"), (3, 6, "1-0"))
    second = pair(parse_event(event("swiss-individual", 6, rounds=[first])))
    # Even round: 3 2 1 | 6 5 4; 1 goes down and meets 6.
    assert [{g.white, g.black} for g in second.games] == [{3, 2}, {1, 6}, {5, 4}]
    assert [n.code for n in second.notes] == ["floater"]


def test_buchholz_sends_the_first_down_to_the_last() -> None:
    """5.4.10.7.4."""
    first = played(1, (1, 6, "1-0"), (5, 2, "0-1"), (3, 4, "1-0"))
    second = pair(parse_event(event("swiss-buchholz", 6, rounds=[first])))
    # 1 2 3 | 4 5 6: 1 goes down; 6 he has met, so 5.
    assert [{g.white, g.black} for g in second.games] == [{2, 3}, {1, 5}, {4, 6}]


def test_rating_works_towards_the_middle_and_sends_who_evens_colours() -> None:
    """R3.7.3–4: five rounds' groups by hand."""
    first = played(1, (1, 5, "1-0"), (6, 2, "0-1"), (3, 7, "1-0"), (8, 4, "1/2"))
    second = pair(parse_event(event("swiss-rating", 8, rounds=[first], discipline="renju")))
    # 1 2 3 (1 and 3 had white, 2 black) | 4 8 | 5 6 7 (5 and 7 had black, 6 white).
    # Down: 1 or 3 evens the colours due, the larger number is 3. Up: 5 or 7, the smaller is 5.
    # 4 and 8 have met, so both floaters find a partner in the middle: 3–4, 5–8.
    assert {frozenset((g.white, g.black)) for g in second.games} == {
        frozenset(p) for p in ((1, 2), (3, 4), (5, 8), (6, 7))
    }
