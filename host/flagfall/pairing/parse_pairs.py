"""Small lists of an event: coefficients, pairs laid down or forbidden, play-offs, decisions."""

from typing import Any

from flagfall.pairing.errors import (
    BadValue,
    ForcedPairsClash,
    UnknownPlayer,
    UnknownTiebreak,
    WrongType,
)
from flagfall.pairing.event import (
    SANCTIONS,
    Correction,
    Extra,
    ForbiddenPair,
    ForcedPair,
    Sanctioned,
    Tiebreak,
)
from flagfall.pairing.options import MAX_ROUNDS
from flagfall.pairing.reader import Reader, is_id
from flagfall.words import words

_, _plural = words("pairing")

TIEBREAKS = (
    "points",
    "sonneborn_berger",
    "wins",
    "direct",
    "buchholz",
    "buchholz_median",
    "solkoff_truncated",
    "shmulyan",
    "team_matches",
    "team_coefficient",
    "extra",
    "lot",
)


def read_round_numbers(r: Reader, data: dict[str, Any], key: str, path: str) -> frozenset[int]:
    """A list of round numbers."""
    rounds = (
        r.integer_value(v, where, low=1, high=MAX_ROUNDS)
        for v, where in r.items(data, key, path, MAX_ROUNDS)
    )
    return frozenset(n for n in rounds if n is not None)


def read_tiebreaks(r: Reader, top: dict[str, Any]) -> tuple[Tiebreak, ...]:
    found = []
    for entry, path in r.items(top, "tiebreaks", "$", 20):
        item = {"name": entry} if isinstance(entry, str) else r.obj(entry, path)
        name = item.get("name")
        if name not in TIEBREAKS:
            r.fault(
                UnknownTiebreak(
                    _("no coefficient is called {name}").format(name=repr(name)[:50]),
                    hint=_("known: {words}").format(words=", ".join(TIEBREAKS)),
                    where=path,
                )
            )
            continue
        found.append(
            Tiebreak(
                name,
                r.boolean(item, "unplayed", path, False),
                r.boolean(item, "without_mutual", path, False),
            )
        )
    return tuple(found)


def _pair(r: Reader, value: object, path: str, ids: frozenset[int]) -> tuple[int, int] | None:
    if (
        not isinstance(value, list | tuple)
        or len(value) != 2
        or not all(map(is_id, value))
        or value[0] == value[1]
    ):
        r.fault(WrongType(_("two different player numbers are wanted here"), where=path))
        return None
    for i, v in enumerate(value):
        if v not in ids:
            r.fault(
                UnknownPlayer(_("no player has the number {id}").format(id=v), where=f"{path}[{i}]")
            )
            return None
    return value[0], value[1]


def read_forbidden(
    r: Reader, top: dict[str, Any], ids: frozenset[int]
) -> tuple[ForbiddenPair, ...]:
    found = []
    for entry, path in r.items(top, "forbidden_pairs", "$", 100_000):
        item = {"players": entry} if isinstance(entry, list | tuple) else r.obj(entry, path)
        pair = _pair(r, item.get("players"), f"{path}.players", ids)
        rounds = None
        if item.get("rounds") is not None:
            rounds = read_round_numbers(r, item, "rounds", path)
        if pair:
            found.append(ForbiddenPair(pair, rounds, r.text(item, "reason", path) or ""))
    return tuple(found)


def read_forced(r: Reader, top: dict[str, Any], ids: frozenset[int]) -> tuple[ForcedPair, ...]:
    found: list[ForcedPair] = []
    taken: dict[tuple[int, int], str] = {}
    for entry, path in r.items(top, "forced_pairs", "$", 100_000):
        item = r.obj(entry, path)
        pair = _pair(r, item.get("players"), f"{path}.players", ids)
        number = r.integer(item, "round", path, low=1, high=MAX_ROUNDS, required=True)
        white = r.integer(item, "white", path, low=1)
        if pair and white is not None and white not in pair:
            r.fault(BadValue(_("white is neither of the two players"), where=f"{path}.white"))
        elif pair and number is not None:
            for player in pair:
                other = taken.setdefault((number, player), path)
                if other != path:
                    r.fault(
                        ForcedPairsClash(
                            _("player {id} is laid down for round {n} at {other} too").format(
                                id=player, n=number, other=other
                            ),
                            where=f"{path}.players",
                        )
                    )
                    break
            found.append(ForcedPair(pair, number, white, r.text(item, "reason", path) or ""))
    return tuple(found)


def read_extra(
    r: Reader, top: dict[str, Any], ids: frozenset[int | str] | set[int | str]
) -> tuple[Extra, ...]:
    found = []
    for entry, path in r.items(top, "extra", "$", 1000):
        item = r.obj(entry, path)
        order = []
        for value, where in r.items(item, "order", path, 1000):
            if type(value) in (int, str) and value in ids and value not in order:
                order.append(value)
            else:
                r.fault(
                    UnknownPlayer(
                        _("no player has the number {id}").format(id=repr(value)[:50]),
                        where=where,
                    )
                )
        found.append(Extra(tuple(order), r.text(item, "how", path) or ""))
    return tuple(found)


def read_decisions(r: Reader, top: dict[str, Any]) -> tuple[Correction, ...]:
    """Results that were corrected; what they were is kept as it was written."""
    found = []
    for entry, path in r.items(top, "decisions", "$", 100_000):
        item = r.obj(entry, path)
        number = r.integer(item, "round", path, low=1, high=MAX_ROUNDS, required=True)
        table = r.integer(item, "table", path, low=1, required=True)
        was, now, why = (r.text(item, key, path) or "" for key in ("was", "now", "reason"))
        if number is not None and table is not None:
            found.append(Correction(number, table, was, now, why))
    return tuple(found)


def read_sanctions(r: Reader, top: dict[str, Any], ids: frozenset[int]) -> tuple[Sanctioned, ...]:
    """Sanctions given, in their order."""
    found = []
    for entry, path in r.items(top, "sanctions", "$", 100_000):
        item = r.obj(entry, path)
        player = r.integer(item, "player", path, low=1, required=True)
        sanction = r.choice(item, "sanction", path, SANCTIONS)
        number = r.integer(item, "round", path, low=1, high=MAX_ROUNDS)
        reason = r.text(item, "reason", path) or ""
        if sanction is None and "sanction" not in item:
            r.missing("sanction", path)
        elif player is not None and player not in ids:
            r.fault(
                UnknownPlayer(
                    _("no player has the number {id}").format(id=player), where=f"{path}.player"
                )
            )
        elif player is not None and sanction is not None:
            found.append(Sanctioned(player, sanction, number, reason))
    return tuple(found)
