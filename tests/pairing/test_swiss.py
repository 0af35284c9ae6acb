"""Swiss rounds against the texts: hard rules always, and equality on small fields."""

import random

import pytest
from flagfall.pairing import Round
from flagfall.pairing.errors import CannotPair, NoLegalPairing
from flagfall.pairing.event import SWISS

from tests.pairing.build import Json
from tests.pairing.play import played_rounds, random_event
from tests.pairing.reference import TEXTS, Field, Pairing, colour_of, crossings

KINDS = sorted(SWISS)


def check_hard_rules(data: Json, found: Round) -> None:
    """Everybody once, nobody meets twice, no second bye, no colour past the limit."""
    f = Field(data)
    seats = [s for g in found.games for s in (g.white, g.black)] + [b.player for b in found.byes]
    assert sorted(map(int, seats)) == sorted(f.present)
    assert len(found.byes) == len(f.present) % 2
    assert all(b.player not in f.lucky for b in found.byes)
    last_renju = f.renju and f.round == data["system"]["rounds"]
    for g in found.games:
        assert frozenset((g.white, g.black)) not in f.met
        if not last_renju:
            assert f.may_have(g.white, "w")
            assert f.may_have(g.black, "b")
    assert [g.table for g in found.games] == list(range(1, len(found.games) + 1))


def check_colours(data: Json, found: Round) -> None:
    f = Field(data)
    if f.round == 1 or (f.renju and f.round == data["system"]["rounds"]):
        return
    for g in found.games:
        assert "w" in colour_of(f, g.white, g.black)


def check_text(kind: str, data: Json, found: Round | CannotPair) -> None:
    """The pairing is that of the text gone through by hand."""
    f = Field(data)
    if f.renju and f.round == data["system"]["rounds"]:
        check_last_renju_round(f, found)
        return
    bye, pairing = TEXTS[kind](f).pair()
    if isinstance(found, CannotPair):
        assert pairing is None
        return
    assert {b.player for b in found.byes} == ({bye} if bye else set())
    assert as_pairs(found) == pairing


def as_pairs(found: Round) -> Pairing:
    return frozenset(frozenset((g.white, g.black)) for g in found.games)


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
            if isinstance(found, Round):
                check_hard_rules(data, found)
                check_colours(data, found)
            small = len(Field(data).present) <= 10
            if small and kind in TEXTS:
                check_text(kind, data, found)
            elif small and isinstance(found, NoLegalPairing):
                assert not possible(data)


def possible(data: Json) -> bool:
    f = Field(data)
    if len(f.present) % 2 == 0:
        return bool(f.pairings(f.present))
    return any(f.pairings([q for q in f.present if q != p]) for p in f.present if p not in f.lucky)


@pytest.mark.parametrize("kind", KINDS)
def test_random_events_keep_every_rule_and_follow_the_text(kind: str) -> None:
    """D5.4.10.2–7, R3.6.2, R3.7, R3.8."""
    run(kind, range(25))


@pytest.mark.parametrize("kind", sorted(TEXTS))
def test_small_events_are_paired_as_the_text_says_to_the_last_round(kind: str) -> None:
    """D5.4.10.5–7, R3.7: up to ten players, everything gone through."""
    run(kind, range(1000, 1060), 4, 10)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_events_of_every_kind(kind: str, part: int) -> None:
    """D5.4.10.2–7, R3.6.2, R3.7, R3.8."""
    run(kind, range(10_000 + part * 1000, 11_000 + part * 1000))
