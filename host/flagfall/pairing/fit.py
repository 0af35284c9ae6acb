"""Whether a system, its options and its players fit each other: what would stop a round is said
before the first one, and slips in players' entries and departures."""

from collections.abc import Iterator
from dataclasses import replace

from flagfall.pairing.errors import CannotPair, EventError, EventOver
from flagfall.pairing.event import Event
from flagfall.pairing.faults import Fault, of_error
from flagfall.pairing.pair import pair
from flagfall.pairing.rounds import labels_of, number_text
from flagfall.pairing.tables import pair_silly
from flagfall.words import words

_, _plural = words("pairing")


def misfits(event: Event) -> Iterator[Fault]:
    """What doesn't fit; nothing of a system while the event has no players at all."""
    if event.players:
        yield from _first_round(event)
    if event.system.kind == "silly":
        yield from _own_table(event)
    if event.system.entrants == "players":
        yield from _bye_points(event)
    yield from _comings(event)
    yield from _namesakes(event)


def _first_round(event: Event) -> Iterator[Fault]:
    """An event that can't be begun: too many or too few players, groups that are not equal …"""
    try:
        pair(replace(event, rounds=()))
    except CannotPair as error:
        yield Fault(error.code, error.sentence, error.where, "", error.hint, grave=False)
    except EventError as error:
        yield of_error(error)


def _own_table(event: Event) -> Iterator[Fault]:
    """A table of opponents that is the event's own: every round of it, and who meets twice."""
    table = event.system.table
    if not isinstance(table, tuple):
        return
    met: dict[frozenset[int], int] = {}
    for number, pairs in enumerate(table, 1):
        if number > 1:  # the first round is seen above
            try:
                pair_silly(replace(event, rounds=()), number)
            except EventOver:
                return
            except EventError as error:
                yield of_error(error)
        for a, b in pairs:
            before = met.setdefault(frozenset((a, b)), number)
            if before != number:
                yield Fault(
                    "rematch",
                    _("numbers {a} and {b} meet in round {n} of the table and in round {k}").format(
                        a=a, b=b, n=number, k=before
                    ),
                    f"$.system.table[{number - 1}]",
                    "R3.5.4",
                    grave=False,
                )


def _bye_points(event: Event) -> Iterator[Fault]:
    """A bye worth more than everything a round has (R2.9.1)."""
    system = event.system
    games = system.micro_games if system.micro_score == "games" else 1
    most = max(system.points.win * games, system.bye_value)
    for r, played in enumerate(event.rounds):
        for i, b in enumerate(played.byes):
            if b.points > most:
                yield Fault(
                    "bye_points",
                    _("{points} points for a round without an opponent; a round has {most}").format(
                        points=number_text(b.points), most=number_text(most)
                    ),
                    f"$.rounds[{r}].byes[{i}].points",
                    "R2.9.1",
                )


def _comings(event: Event) -> Iterator[Fault]:
    """Players who leave before they come, or after the end."""
    rounds = event.system.rounds
    for i, p in enumerate(event.players):
        left = p.withdrawn_after
        if left is None or left == 0:
            continue
        where = f"$.players[{i}].withdrawn_after"
        if left < p.late_entry:
            yield Fault(
                "never_plays",
                _("{name} enters in round {n} and leaves after round {k}: he never plays").format(
                    name=p.name, n=p.late_entry, k=left
                ),
                where,
                grave=False,
            )
        elif rounds is not None and left > rounds:
            yield Fault(
                "after_the_end",
                _("{name} leaves after round {k}, the event has {n}").format(
                    name=p.name, k=left, n=rounds
                ),
                where,
                grave=False,
            )


def _namesakes(event: Event) -> Iterator[Fault]:
    """Players of one name: results are easily entered for the other one."""
    first: dict[str, int] = {}
    labels = labels_of(event)
    for i, p in enumerate(event.players):
        k = first.setdefault(" ".join(p.name.casefold().replace("ё", "е").split()), i)
        if k != i:
            yield Fault(
                "namesakes",
                _("{a} and {b} have one name").format(
                    a=labels.get(event.players[k].id, event.players[k].name),
                    b=labels.get(p.id, p.name),
                ),
                f"$.players[{i}].name",
                hint=_("add a year of birth or a town, if they are two"),
                grave=False,
            )
