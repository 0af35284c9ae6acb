"""Pairing a round again: what was played stands, and as few pairs as possible change (D5.4.10.8).

After a correction, a withdrawal or a late entry the arbiter may pair the last round of the file
anew, with a reason (D5.4.10.12). Games with a result stay. Of the others, pairs that are still
possible stay too, but for as many of the last made as must be opened to seat everybody.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from flagfall.pairing.errors import CannotPair
from flagfall.pairing.event import Bye, Event, Game
from flagfall.pairing.notes import note
from flagfall.pairing.rounds import Free, Pairing, Round
from flagfall.pairing.swiss.engine import pair_swiss
from flagfall.pairing.swiss.field import swiss_field
from flagfall.pairing.swiss.ground import bye_and_rest, ground_graph
from flagfall.pairing.swiss.systems import SYSTEMS
from flagfall.words import words

_, _plural = words("pairing")


def pair_again(event: Event, reason: str, *, anew: bool = False) -> Round:
    """The last round of the file, paired again. With `anew` no pair without a result is kept."""
    if not event.rounds:
        raise CannotPair(_("no round has been paired yet"), hint=_("leave --again out"))
    last = event.rounds[-1]
    if last.games and all(g.finished for g in last.games):
        raise CannotPair(
            _("round {n} has all its results: what was played stands").format(n=last.number),
            hint=_("correct a result with flagfall event result"),
        )
    before = replace(event, rounds=event.rounds[:-1])
    played = [g for g in last.games if g.result]
    kept, bye = ([], None) if anew else _kept(before, last.number, last.games, last.byes)
    settled = {p for g in played + kept for p in (g.white, g.black)}
    if bye is not None:
        settled.add(int(bye.player))
    fresh = pair_swiss(before, last.number, frozenset(settled))
    return _merged(fresh, played, kept, bye, reason)


def _kept(
    before: Event, number: int, games: tuple[Game, ...], byes: tuple[Bye, ...]
) -> tuple[list[Game], Bye | None]:
    """Pairs and bye that stay: all that still can, but for the fewest that must be opened."""
    swiss = swiss_field(before, number)
    system = SYSTEMS[before.system.kind](swiss)
    graph = ground_graph(swiss)
    index = swiss.record.index
    there = set(swiss.present)
    played = {index.get(p) for g in games if g.result for p in (g.white, g.black)}
    possible = []
    for g in games:
        a, b = index.get(g.white), index.get(g.black)
        if g.result or a is None or b is None:
            continue
        if a in there and b in there and graph.legal(a, b):
            possible.append(g)
    bye = next((b for b in byes if index.get(b.player) in there), None)
    for opened in _openings(possible):
        kept = [g for g in possible if g not in opened]
        seated = played | {index[p] for g in kept for p in (g.white, g.black)}
        pool = [p for p in system.rank if p not in seated]
        if bye is not None:
            rest = [p for p in pool if p != index[bye.player]]
            if len(rest) % 2 == 0 and bye_and_rest(system, graph, rest) is not None:
                return kept, bye
        if bye_and_rest(system, graph, pool) is not None:
            return kept, None
    return [], None


def _openings(pairs: list[Game]) -> Iterator[tuple[Game, ...]]:
    """Sets of pairs to open: none, one, two – the last made first – then the last three, four …"""
    last_first = pairs[::-1]
    for count in range(min(2, len(pairs)) + 1):
        yield from combinations(last_first, count)
    for count in range(3, len(pairs) + 1):
        yield tuple(last_first[:count])


def _merged(
    fresh: Round, played: list[Game], kept: list[Game], bye: Bye | None, reason: str
) -> Round:
    """One round of what stands, what was kept and what is new; new games take the free tables."""
    taken = {g.table for g in played + kept}
    tables = (t for t in range(1, len(taken) + len(fresh.games) + 1) if t not in taken)
    games = [
        Pairing(
            g.table or next(tables),
            g.white,
            g.black,
            result=g.result[0] if len(g.result) == 1 else None,
            opponent_why=(note("kept", "D5.4.10.8", a=g.white, b=g.black),),
        )
        for g in played + kept
    ]
    games += (replace(g, table=next(tables)) for g in fresh.games)
    byes = list(fresh.byes)
    if bye is not None:
        byes.append(Free(bye.player, bye.points))
    notes = (note("repaired", "D5.4.10.12", reason=reason), *fresh.notes)
    return replace(
        fresh, games=tuple(sorted(games, key=lambda g: g.table)), byes=tuple(byes), notes=notes
    )
