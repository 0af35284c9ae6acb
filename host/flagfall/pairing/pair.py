"""`pair(event)`: the next round of any kind of event."""

from collections.abc import Callable

from flagfall.pairing.event import SWISS, Event
from flagfall.pairing.knockout import pair_knockout
from flagfall.pairing.rounds import Round
from flagfall.pairing.swiss.engine import pair_swiss
from flagfall.pairing.tables import pair_match, pair_robin, pair_scheveningen, pair_silly

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
