"""`pair(event)`: the next round of any kind of event."""

from collections.abc import Callable
from dataclasses import replace

from flagfall.pairing.errors import BadValue, CannotPair
from flagfall.pairing.event import SWISS, Event
from flagfall.pairing.knockout import pair_knockout
from flagfall.pairing.notes import note
from flagfall.pairing.rounds import Round
from flagfall.pairing.swiss.again import pair_again as pair_swiss_again
from flagfall.pairing.swiss.engine import pair_swiss
from flagfall.pairing.tables import pair_match, pair_robin, pair_scheveningen, pair_silly
from flagfall.words import words

_, _plural = words("pairing")

_KINDS: dict[str, Callable[[Event, int], Round]] = {
    "match": pair_match,
    "match-tournament": pair_robin,
    "round-robin": pair_robin,
    "double-round-robin": pair_robin,
    "scheveningen-a": pair_scheveningen,
    "scheveningen-b": pair_scheveningen,
    "knockout": pair_knockout,
    "knockout-places": pair_knockout,
    "silly": pair_silly,
    **dict.fromkeys(sorted(SWISS), pair_swiss),
}


def pair(event: Event) -> Round:
    """The round after those in the file, with its reasons; the same for the same event always.

    Raises `CannotPair` where there is nothing to pair or no pairing keeps the rules, `EventError`
    where the event's options don't fit its players.
    """
    return _KINDS[event.system.kind](event, len(event.rounds) + 1)


def pair_again(event: Event, reason: str, *, anew: bool = False) -> Round:
    """The last round of the file, paired again for a reason; what was played stands (5.4.10.12)."""
    if not reason.strip():
        raise BadValue(
            _("a round is paired again for a reason"), hint=_('--again "7 is ill": it is printed')
        )
    if event.system.kind in SWISS and event.system.entrants == "players":
        return pair_swiss_again(event, reason, anew=anew)
    if not event.rounds:
        raise CannotPair(_("no round has been paired yet"), hint=_("leave --again out"))
    last = event.rounds[-1]
    known = {(g.white, g.black): g.result for g in last.games if len(g.result) == 1}
    fresh = pair(replace(event, rounds=event.rounds[:-1]))
    games = tuple(
        replace(g, result=known[g.white, g.black][0]) if (g.white, g.black) in known else g
        for g in fresh.games
    )
    notes = (note("repaired", "D5.4.10.12", reason=reason), *fresh.notes)
    return replace(fresh, games=games, notes=notes)
