"""Competition systems of the codes: who meets whom, with which colour, and why.

>>> from flagfall.pairing import loads, pair
>>> event = loads(open("club.json", "rb").read())  # doctest: +SKIP
>>> round_2 = pair(event)  # doctest: +SKIP

`pair` is a function of the event alone: no clock, no chance, no state. Lots come from its seed.
"""

from flagfall.pairing.event import Event
from flagfall.pairing.pair import pair, pair_again
from flagfall.pairing.parse import Reading, loads, parse_event, read_event
from flagfall.pairing.rounds import Pairing, Round

__all__ = [
    "Event",
    "Pairing",
    "Reading",
    "Round",
    "loads",
    "pair",
    "pair_again",
    "parse_event",
    "read_event",
]
