"""Advice about an event before it begins: nothing here is a fault."""

from collections.abc import Iterator

from flagfall.pairing.event import SWISS, SWISS_BY_LOT, Event
from flagfall.pairing.faults import Fault
from flagfall.pairing.numbering import start_order
from flagfall.words import words

_, _plural = words("pairing")


def recommended_rounds(players: int) -> tuple[int, int]:
    """R3.6.1: 18–30 players 7 or 9 rounds, 30–50 9 or 11, more 11 or 13."""
    if players <= 30:
        return 7, 9
    return (9, 11) if players <= 50 else (11, 13)


def arbiters_needed(boards: int, status: str) -> int:
    """R3.3.2: arbiters for a number of boards; never fewer than two.

    `status`: `national` (individual), `national-team` or `regional`, `oblast`, `other`.
    """
    per = {"national": 2, "national-team": 3, "regional": 3, "oblast": 4}.get(status, 5)
    return max(2, -(-boards // per))


def senior_arbiters(arbiters: int) -> int:
    """R3.3.2: chief, deputies and seniors, so that nobody has more than four under him."""
    return max(1, -(-arbiters // 4))


def display_size(class_difference: int, with_clocks: bool = False) -> int:
    """R3.11.3, R3.11.7: opponents of a simultaneous display, at most."""
    return (5 if with_clocks else 10) * class_difference


def display_result(points: int, minutes: int, fastest: int, step: int = 10) -> int:
    """R3.11.8: a contest of exhibitors takes a point off for each `step` minutes (5 or 10) more."""
    return points - max(0, minutes - fastest) // step


def advice(event: Event) -> Iterator[Fault]:
    """Remarks on rounds, seed and size, and on wishes that the kind of event can't fulfil."""
    kind, rounds = event.system.kind, event.system.rounds
    if kind not in SWISS:
        yield from _no_effect(event)
    if kind not in SWISS or rounds is None:
        return
    n = len(start_order(event))
    most = n - 1 if n % 2 == 0 else n
    if rounds > most:
        yield Fault(
            "too_many_rounds",
            _(
                "{n} players can't play {rounds} rounds without second meetings: {most} at most"
            ).format(n=n, rounds=rounds, most=most),
            "$.system.rounds",
            "D5.4.10.2",
            grave=False,
        )
    elif n >= 2 and 2 * rounds > n:
        yield Fault(
            "rounds_near_limit",
            _("with {n} players there may be no legal pairing before round {rounds}").format(
                n=n, rounds=rounds
            ),
            "$.system.rounds",
            "D5.4.10.2",
            _("a round robin has {most} rounds").format(most=most),
            grave=False,
        )
    if n >= 18 and rounds not in recommended_rounds(n):
        low, high = recommended_rounds(n)
        yield Fault(
            "rounds_unusual",
            _("for {n} players {low} or {high} rounds are usual").format(n=n, low=low, high=high),
            "$.system.rounds",
            "R3.6.1",
            grave=False,
        )
    if kind in SWISS_BY_LOT and event.system.seed == "0":
        yield Fault(
            "no_seed",
            _("no seed is published: everybody can foresee the lots"),
            "$.system.seed",
            grave=False,
        )


def _no_effect(event: Event) -> Iterator[Fault]:
    """Tables and brackets pair by themselves: what only a Swiss can heed is said to have none."""
    system = event.system
    wishes = (
        ("forbidden_pairs", event.forbidden_pairs),
        ("forced_pairs", event.forced_pairs),
        ("system.avoid", system.avoid),
        ("system.waive", system.waive),
    )
    for name, given in wishes:
        if given:
            yield Fault(
                "no_effect",
                _("{name} has no effect in a {kind}").format(name=name, kind=system.kind),
                f"$.{name}",
                hint=_(
                    "only Swiss systems choose who meets whom; here the table or the bracket does"
                ),
                grave=False,
            )
