"""Rounds of a file beside what the text of their system gives: for pairings of other hands."""

from collections.abc import Iterator
from dataclasses import replace

from flagfall.errors import FlagfallError
from flagfall.pairing.event import SWISS, SWISS_BY_LOT, Event, PlayedRound
from flagfall.pairing.faults import Fault
from flagfall.pairing.pair import pair
from flagfall.pairing.rounds import Round, labels_of
from flagfall.words import words

_, _plural = words("pairing")

# Article a round of each kind stands on.
_ARTICLE = {
    "swiss-individual": "D5.4.10.5",
    "swiss-solkoff": "D5.4.10.6",
    "swiss-buchholz": "D5.4.10.7",
    "swiss-rating": "R3.7",
    "swiss-blind": "D5.4.10.4",
    "swiss-lot": "R3.8.1",
    "scheveningen-a": "R3.9.A",
    "scheveningen-b": "R3.9.B",
    "silly": "R3.5.4",
}


def differences(event: Event) -> Iterator[Fault]:
    """A remark for each round that is not the one this program makes of the rounds before it.

    A round paired again with a reason is not held against the text.
    """
    for r, made in enumerate(event.rounds):
        if made.reason:
            continue
        before = replace(event, rounds=event.rounds[:r])
        try:
            expected = pair(before)
        except FlagfallError:
            continue
        text = _difference(event, made, expected)
        if text:
            yield Fault(
                "not_by_seed" if event.system.kind in SWISS_BY_LOT else "not_by_text",
                text,
                f"$.rounds[{r}]",
                _ARTICLE.get(event.system.kind, "R3.5"),
                _("a later correction does this too; a reason in the round stills it"),
                grave=False,
            )


def _difference(event: Event, made: PlayedRound, expected: Round) -> str:
    labels = labels_of(event)
    shown = {p.id: p.name for p in event.players}
    if event.system.entrants == "players":
        shown |= {i: label.split(" ")[0] for i, label in labels.items() if isinstance(i, int)}
    here = {(g.white, g.black) for g in made.games}
    text = {(g.white, g.black) for g in expected.games}
    byes = {b.player for b in made.byes if b.points}, {b.player for b in expected.byes if b.points}
    if {frozenset(p) for p in here} == {frozenset(p) for p in text} and byes[0] == byes[1]:
        played = {(g.white, g.black) for g in made.games if g.played}
        turned = sorted(played - text)
        if not turned or event.system.kind not in SWISS:
            return ""
        pairs = ", ".join(f"{shown[b]}–{shown[a]}" for a, b in turned[:10])
        return _("round {n}: the text gives other colours: {pairs}").format(
            n=made.number, pairs=pairs
        )
    missing = sorted(p for p in text if p not in here and (p[1], p[0]) not in here)
    pairs = ", ".join(f"{shown[a]}–{shown[b]}" for a, b in missing[:10])
    bye = ", ".join(sorted(labels.get(who, str(who)) for who in byes[1] - byes[0]))
    if bye:
        pairs = ", ".join(filter(None, (pairs, _("bye {who}").format(who=bye))))
    return _("round {n} is not the one of the text, which has {pairs}").format(
        n=made.number, pairs=pairs
    )
