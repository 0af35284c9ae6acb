"""The `system` object of an event: its kind and the options of that kind."""

from fractions import Fraction
from typing import Any, Literal, cast

from flagfall.pairing.errors import BadValue, MissingField, UnknownKind, UnknownOption, WrongType
from flagfall.pairing.event import (
    KINDS,
    SWISS,
    WAIVABLE,
    Avoid,
    ColourRule,
    Numbering,
    Points,
    System,
    Waiver,
)
from flagfall.pairing.reader import N_, Reader, is_id
from flagfall.words import words

_, _plural = words("pairing")

MAX_ROUNDS = 1000

_COMMON = frozenset(
    [
        "kind",
        "rounds",
        "first_colour",
        "seed",
        "numbers",
        "colour_rule",
        "points",
        "bye_points",
        "micro_match",
        "remeet_after_forfeit",
        "avoid",
        "waive",
        "entrants",
        "boards",
        "team_score",
    ]
)
_ROBIN = frozenset({"round_order", "table"})
_OWN: dict[str, frozenset[str]] = {
    "match": frozenset({"games", "to_points", "to_wins"}),
    "match-tournament": _ROBIN | {"cycles"},
    "round-robin": _ROBIN,
    "double-round-robin": _ROBIN,
    "scheveningen-a": frozenset({"groups", "round_order"}),
    "scheveningen-b": frozenset({"groups", "round_order", "table"}),
    "knockout": frozenset({"bracket", "free", "draw_policy", "lives"}),
    "knockout-places": frozenset({"free", "draw_policy"}),
    "silly": frozenset({"table"}),
    "swiss-lot": frozenset({"tries"}),
    "swiss-blind": frozenset({"tries"}),
}
DRAW_POLICIES = ("replay", "shortened", "white_out", "black_out", "boards", "lot")
AVOID_FIELDS = ("team", "family", "club", "city", "federation")


def options_of(kind: str) -> frozenset[str]:
    """Every option a kind has."""
    return _COMMON | _OWN.get(kind, frozenset())


def read_system(r: Reader, data: dict[str, Any], path: str) -> System:
    """The `system` object; faults go to the reader."""
    kind = data.get("kind")
    if kind is None:
        r.missing("kind", path)
        kind = "round-robin"
    elif type(kind) is not str:
        r.wrong_type(kind, N_("a text"), f"{path}.kind")
        kind = "round-robin"
    elif kind not in KINDS:
        r.fault(
            UnknownKind(
                _("no system is called {kind}").format(kind=repr(kind[:50])),
                hint=_("known: {words}").format(words=", ".join(KINDS)),
                where=f"{path}.kind",
            )
        )
        kind = "round-robin"
    else:
        known = options_of(kind)
        for key in data:
            if key not in known and not key.startswith("x-"):
                r.fault(
                    UnknownOption(
                        _("{kind} has no option {key}").format(kind=kind, key=repr(key[:50])),
                        hint=_("known: {words}").format(words=", ".join(sorted(known))),
                        where=f"{path}.{key[:50]}",
                    )
                )
    if kind.startswith("scheveningen") and data.get("entrants") == "teams":
        r.fault(
            BadValue(
                _("in Scheveningen players of two teams meet one by one (R3.9), teams do not"),
                hint=_("leave entrants out: the two teams are the groups"),
                where=f"{path}.entrants",
            )
        )
    micro = r.obj(data.get("micro_match") or {}, f"{path}.micro_match")
    return System(
        kind=kind,
        rounds=r.integer(data, "rounds", path, low=1, high=MAX_ROUNDS),
        first_colour=cast(
            "Literal['white', 'black', 'lot'] | None",
            r.choice(data, "first_colour", path, ("white", "black", "lot")),
        ),
        seed=_seed(r, data, path),
        numbers=cast(
            "Numbering | None", r.choice(data, "numbers", path, ("rating", "listed", "lot"))
        ),
        colour_rule=cast(
            "ColourRule | None",
            r.choice(data, "colour_rule", path, ("draughts", "renju", "none")),
        ),
        points=_points(r, data, path),
        bye_points=r.fraction(data, "bye_points", path),
        micro_games=r.integer(micro, "games", f"{path}.micro_match", low=1, high=20) or 1,
        micro_score=cast(
            "Literal['games', 'match']",
            r.choice(micro, "score", f"{path}.micro_match", ("games", "match")) or "games",
        ),
        remeet_after_forfeit=r.boolean(data, "remeet_after_forfeit", path, True),
        avoid=_avoid(r, data, path),
        waive=_waive(r, data, path),
        entrants=cast(
            "Literal['players', 'teams']",
            r.choice(data, "entrants", path, ("players", "teams")) or "players",
        ),
        boards=r.integer(data, "boards", path, low=1, high=100),
        team_score=cast(
            "Literal['games', 'matches']",
            r.choice(data, "team_score", path, ("games", "matches")) or "games",
        ),
        games=r.integer(data, "games", path, low=1, high=MAX_ROUNDS),
        target_points=r.fraction(data, "to_points", path, high=MAX_ROUNDS),
        target_wins=r.integer(data, "to_wins", path, low=1, high=MAX_ROUNDS),
        cycles=r.integer(data, "cycles", path, low=1, high=MAX_ROUNDS) or 1,
        round_order=_round_order(r, data, path),
        table=_table(r, data, path),
        groups=_groups(r, data, path),
        bracket=cast(
            "Literal['fixed', 'redrawn']",
            r.choice(data, "bracket", path, ("fixed", "redrawn")) or "fixed",
        ),
        free=cast(
            "Literal['seeds', 'lot']", r.choice(data, "free", path, ("seeds", "lot")) or "seeds"
        ),
        draw_policy=r.choice(data, "draw_policy", path, DRAW_POLICIES),
        lives=_lives(r, data, path),
        tries=_tries(r, data, path, kind),
    )


def _lives(r: Reader, data: dict[str, Any], path: str) -> Fraction | None:
    found = r.fraction(data, "lives", path)
    if found == 0:
        r.fault(BadValue(_("with no lives nobody could play"), where=f"{path}.lives"))
        return None
    return found


def _tries(r: Reader, data: dict[str, Any], path: str, kind: str) -> int:
    found = r.integer(data, "tries", path, low=0, high=10_000)
    return 1000 if found is None or kind not in SWISS else found


def _seed(r: Reader, data: dict[str, Any], path: str) -> str:
    seed = data.get("seed")
    if seed is None:
        return "0"
    if type(seed) is int:
        return str(seed)
    return r.text_value(seed, f"{path}.seed", blank=False) or "0"


def _points(r: Reader, data: dict[str, Any], path: str) -> Points:
    given = data.get("points")
    if given is None:
        return Points()
    path = f"{path}.points"
    values = r.obj(given, path)
    standard = Points()
    win, draw, loss = (r.fraction(values, key, path) for key in ("win", "draw", "loss"))
    points = Points(
        standard.win if win is None else win,
        standard.draw if draw is None else draw,
        standard.loss if loss is None else loss,
    )
    if not points.loss <= points.draw <= points.win or points.loss == points.win:
        r.fault(BadValue(_("a win is worth more than a loss, a draw lies between"), where=path))
        return standard
    return points


def _avoid(r: Reader, data: dict[str, Any], path: str) -> tuple[Avoid, ...]:
    found = []
    for entry, where in r.items(data, "avoid", path, 20):
        item = r.obj(entry, where)
        field = r.choice(item, "field", where, AVOID_FIELDS)
        through = r.integer(item, "through_round", where, low=1, high=MAX_ROUNDS, required=True)
        if field is None:
            if "field" not in item:
                r.missing("field", where)
        elif through is not None:
            found.append(Avoid(field, through, r.boolean(item, "strict", where, False)))
    return tuple(found)


def _waive(r: Reader, data: dict[str, Any], path: str) -> tuple[Waiver, ...]:
    found = []
    for entry, where in r.items(data, "waive", path, 1000):
        item = r.obj(entry, where)
        rule = r.choice(item, "rule", where, WAIVABLE)
        number = r.integer(item, "round", where, low=1, high=MAX_ROUNDS, required=True)
        reason = r.text(item, "reason", where)
        if rule is None:
            if "rule" not in item:
                r.missing("rule", where)
        elif number is not None:
            found.append(Waiver(rule, number, reason or ""))
    return tuple(found)


def _round_order(
    r: Reader, data: dict[str, Any], path: str
) -> tuple[int, ...] | Literal["lot"] | None:
    given = data.get("round_order")
    if given is None or given == "lot":
        return given
    path = f"{path}.round_order"
    if not isinstance(given, list | tuple):
        r.wrong_type(given, N_("a list"), path)
        return None
    numbers = [v for v in given if type(v) is int]
    if len(numbers) != len(given) or sorted(numbers) != list(range(1, len(numbers) + 1)):
        r.fault(
            BadValue(
                _("the order of rounds names each of the rounds 1 … {n} once").format(n=len(given)),
                where=path,
            )
        )
        return None
    return tuple(numbers)


def _table(
    r: Reader, data: dict[str, Any], path: str
) -> str | tuple[tuple[tuple[int, int], ...], ...] | None:
    """A table by name, or the event's own: per round a list of pairs `[first, second]`."""
    given = data.get("table")
    if given is None:
        return None
    if type(given) is str:
        return r.text_value(given, f"{path}.table")
    rounds = []
    for entry, where in r.items(data, "table", path, MAX_ROUNDS):
        if not isinstance(entry, list | tuple):
            r.wrong_type(entry, N_("a list"), where)
            continue
        pairs = []
        for i, pair in enumerate(entry):
            if isinstance(pair, list | tuple) and len(pair) == 2 and all(map(is_id, pair)):
                pairs.append((pair[0], pair[1]))
            else:
                r.fault(
                    WrongType(_("a pair of start numbers is wanted here"), where=f"{where}[{i}]")
                )
        rounds.append(tuple(pairs))
    return tuple(rounds)


def _groups(
    r: Reader, data: dict[str, Any], path: str
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    given = data.get("groups")
    if given is None:
        return None
    path = f"{path}.groups"
    if (
        not isinstance(given, list | tuple)
        or len(given) != 2
        or not all(isinstance(g, list | tuple) and all(map(is_id, g)) for g in given)
    ):
        r.fault(WrongType(_("two lists of player numbers are wanted here"), where=path))
        return None
    if len(given[0]) != len(given[1]):
        r.fault(BadValue(_("the two groups are not equally large"), where=path))
        return None
    return tuple(given[0]), tuple(given[1])


def missing_options(system: System) -> list[MissingField]:
    """Options without which a kind can't be played to its end (a remark, not a fault)."""
    if system.kind in SWISS and system.rounds is None:
        return [
            MissingField(
                _("the number of rounds is to be announced beforehand (R3.6.1)"),
                where="$.system.rounds",
            )
        ]
    return []
