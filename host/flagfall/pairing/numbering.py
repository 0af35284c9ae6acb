"""Start numbers: who is number 1, 2, 3 … for the whole event.

By rating and then by lot (D5.4.10.5.1), by rating, title and then by lot (R3.7.1), by lot alone
(D5.4.10.4, R3.8.1), or as listed in the file, where the numbers were drawn in the hall. A number
never changes: who enters later gets the numbers after the rest.
"""

from collections.abc import Callable

from flagfall.pairing.event import Event, Numbering, Player, Team
from flagfall.pairing.lots import Lots

# Titles and grades from the highest, as they stand in lists; an unknown one ranks last.
_TITLES = (
    ("мг", "гм", "gm", "gmi", "international grandmaster"),
    ("гр", "ггр", "grandmaster of russia"),
    ("мм", "мсмк", "im", "mi"),
    ("мф", "мфмк", "fm", "mf"),
    ("мс", "m", "nm", "master"),
    ("кмс", "cm", "cmf", "candidate master"),
    ("1", "i", "1р", "1 р", "1 разряд", "first grade"),
    ("2", "ii", "2р", "2 р", "2 разряд", "second grade"),
    ("3", "iii", "3р", "3 р", "3 разряд", "third grade"),
)
_RANK = {title: i for i, titles in enumerate(_TITLES) for title in titles}

_BY_RATING = frozenset(
    {"swiss-rating", "swiss-individual", "swiss-solkoff", "swiss-buchholz", "knockout"}
    | {"knockout-places"}
)
_BY_LOT = frozenset({"swiss-blind", "swiss-lot", "silly"})


def title_rank(title: str | None) -> int:
    """0 for the highest title; a large number for an unknown one or none."""
    return _RANK.get((title or "").strip().lower().rstrip("."), len(_TITLES))


def numbering_of(event: Event) -> Numbering:
    """How start numbers are given: the event's word, else the custom of its kind."""
    kind = event.system.kind
    if event.system.numbers is not None:
        return event.system.numbers
    if kind in _BY_RATING:
        return "rating"
    return "lot" if kind in _BY_LOT else "listed"


def start_order(event: Event) -> tuple[int | str, ...]:
    """Ids of the players (or teams) in the order of their start numbers.

    Who left before his first round and stands in no round of the file is not in it (R2.9.2).
    """
    if event.system.entrants == "teams":
        return tuple(t.id for t in _ordered(event, list(event.teams)))
    taking_part = list(event.players)
    gone = {p.id for p in taking_part if _never_came(p)}
    if gone:
        seats = {s for r in event.rounds for g in r.games for s in (g.white, g.black)}
        gone -= seats | {
            b.player for r in event.rounds for b in r.byes if isinstance(b.player, int)
        }
        taking_part = [p for p in taking_part if p.id not in gone]
    return tuple(p.id for p in _ordered(event, taking_part))


def start_numbers(event: Event) -> dict[int | str, int]:
    """Start number of each id; the file's own numbers where it has them."""
    return numbers_of(event, start_order(event))


def numbers_of(event: Event, order: tuple[int | str, ...]) -> dict[int | str, int]:
    """`start_numbers` of a start order that is known already."""
    entrants = event.entrants
    return {id_: entrants[id_].number or i for i, id_ in enumerate(order, 1)}


def _never_came(p: Player) -> bool:
    return p.withdrawn_after is not None and p.withdrawn_after < p.late_entry


def _ordered(event: Event, entrants: list[Player] | list[Team]) -> list[Player | Team]:
    everyone: list[Player | Team] = list(entrants)
    if all(e.number is not None for e in everyone):
        return sorted(everyone, key=lambda e: e.number or 0)
    how = numbering_of(event)
    if how == "listed":
        return sorted(everyone, key=lambda e: e.late_entry)
    if how == "lot":
        return _classes(event, everyone, lambda e: (e.late_entry,))
    by_title = event.system.kind == "swiss-rating"

    def rating_class(e: Player | Team) -> tuple[int, ...]:
        rating = -e.rating if e.rating is not None else 1
        title = title_rank(e.title) if by_title and isinstance(e, Player) else 0
        return (e.late_entry, rating, title)

    return _classes(event, everyone, rating_class)


def _classes(
    event: Event,
    everyone: list[Player | Team],
    key: Callable[[Player | Team], tuple[int, ...]],
) -> list[Player | Team]:
    """In the order of `key`; those alike are drawn, each class by a lot of its own."""
    classes: dict[tuple[int, ...], list[Player | Team]] = {}
    for e in everyone:
        classes.setdefault(key(e), []).append(e)
    ordered: list[Player | Team] = []
    for name in sorted(classes):
        alike = classes[name]
        if len(alike) > 1:
            purpose = "number:" + ":".join(map(str, name))
            Lots(event.system.seed, 0, purpose).shuffle(alike)
        ordered += alike
    return ordered
