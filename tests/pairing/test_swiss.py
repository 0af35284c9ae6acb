"""Swiss rounds against the texts: hard rules always, and equality on small fields."""

import random

import pytest
from flagfall.pairing import Round
from flagfall.pairing.errors import CannotPair
from flagfall.pairing.event import SWISS

from tests.pairing.play import played_rounds, random_event
from tests.pairing.reference import (
    Buchholz,
    Field,
    Individual,
    Pairing,
    Rating,
    Solkoff,
    Text,
    colour_of,
    crossings,
)
from tests.pairing.reference_lots import Blind, RenjuLot

KINDS = sorted(SWISS)
TEXTS: dict[str, type[Text]] = {
    "swiss-individual": Individual,
    "swiss-solkoff": Solkoff,
    "swiss-buchholz": Buchholz,
    "swiss-rating": Rating,
    "swiss-blind": Blind,
    "swiss-lot": RenjuLot,
}


def check_hard_rules(f: Field, found: Round) -> None:
    """Everybody once, nobody meets twice, no second bye, no colour past the limit."""
    seats = [s for g in found.games for s in (g.white, g.black)] + [b.player for b in found.byes]
    assert sorted(map(int, seats)) == sorted(f.present)
    assert len(found.byes) == len(f.present) % 2
    assert all(b.player not in f.lucky for b in found.byes)
    for g in found.games:
        assert frozenset((g.white, g.black)) not in f.met
        if not last_of_renju(f):
            assert f.may_have(g.white, "w")
            assert f.may_have(g.black, "b")
    assert [g.table for g in found.games] == list(range(1, len(found.games) + 1))


def last_of_renju(f: Field) -> bool:
    """R3.6.2: in the last round the limit of colours yields to score groups."""
    return f.renju and f.round == f.event["system"]["rounds"]


def check_colours(f: Field, found: Round) -> None:
    if f.round == 1 or last_of_renju(f):
        return
    for g in found.games:
        assert "w" in colour_of(f, g.white, g.black)


def check_text(kind: str, f: Field, found: Round | CannotPair) -> None:
    """The pairing is that of the text gone through by hand."""
    if last_of_renju(f):
        check_last_renju_round(f, found)
        return
    bye, pairing = TEXTS[kind](f).pair()
    if isinstance(found, CannotPair):
        assert pairing is None
        return
    assert {b.player for b in found.byes} == ({bye} if bye else set())
    assert as_pairs(found) == pairing


def as_pairs(found: Round) -> Pairing:
    return {a: b for g in found.games for a, b in ((g.white, g.black), (g.black, g.white))}


def check_last_renju_round(f: Field, found: Round | CannotPair) -> None:
    """R3.6.2: the limit yields only to score groups."""
    players = sorted(f.present)
    if isinstance(found, CannotPair):
        return
    players = [p for p in players if all(p != b.player for b in found.byes)]
    scores = sorted({f.score[i] for i in players}, reverse=True)
    level = {i: scores.index(f.score[i]) for i in players}
    every = f.pairings(players, limits=False)
    fewest = min(crossings(c, level) for c in every)
    assert crossings(as_pairs(found), level) == fewest
    kept = [c for c in f.pairings(players) if crossings(c, level) == fewest]
    if kept:
        assert all(f.may_have(g.white, "w") and f.may_have(g.black, "b") for g in found.games)


def run(kind: str, seeds: range, low: int = 4, high: int = 24) -> None:
    for seed in seeds:
        rng = random.Random(f"{kind}{seed}")
        for data, found in played_rounds(random_event(kind, rng, low, high), rng):
            f = Field(data)
            if isinstance(found, Round):
                check_hard_rules(f, found)
                check_colours(f, found)
            if len(f.present) <= 10:
                check_text(kind, f, found)


@pytest.mark.parametrize("kind", KINDS)
def test_random_events_keep_every_rule_and_follow_the_text(kind: str) -> None:
    """D5.4.10.2–7, R3.6.2, R3.7, R3.8."""
    run(kind, range(25))


@pytest.mark.parametrize("kind", KINDS)
def test_small_events_are_paired_as_the_text_says_to_the_last_round(kind: str) -> None:
    """D5.4.10.4–7, R3.7, R3.8: up to ten players, everything gone through."""
    run(kind, range(1000, 1060), 4, 10)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_events_of_every_kind(kind: str, part: int) -> None:
    """D5.4.10.2–7, R3.6.2, R3.7, R3.8."""
    run(kind, range(10_000 + part * 1000, 11_000 + part * 1000))
