"""From the JSON of `flagfall.event/1` to an `Event`, with every fault named by its path."""

from dataclasses import dataclass, replace
from typing import Any

from flagfall.pairing.errors import (
    BadValue,
    DuplicatePlayer,
    EventError,
    NegativeRating,
    UnknownPlayer,
    UnknownSchema,
    UnknownTeam,
)
from flagfall.pairing.event import (
    SCHEMA,
    Event,
    Player,
    Team,
)
from flagfall.pairing.options import MAX_ROUNDS, missing_options, read_system
from flagfall.pairing.parse_pairs import (
    read_decisions,
    read_extra,
    read_forbidden,
    read_forced,
    read_round_numbers,
    read_sanctions,
    read_tiebreaks,
)
from flagfall.pairing.parse_rounds import read_rounds
from flagfall.pairing.reader import N_, Reader, TooManyFaults, load_json
from flagfall.words import words

_, _plural = words("pairing")

MAX_PLAYERS = 20_000

_EVENT_KEYS = frozenset(
    [
        "schema",
        "id",
        "name",
        "discipline",
        "law",
        "system",
        "tiebreaks",
        "players",
        "teams",
        "rounds",
        "forbidden_pairs",
        "forced_pairs",
        "extra",
        "language",
        "place",
        "date",
        "arbiter",
        "regulation",
        "hall",
        "opening",
        "sanctions",
        "decisions",
    ]
)
_PLAYER_KEYS = frozenset(
    [
        "id",
        "name",
        "rating",
        "title",
        "class",
        "age_group",
        "club",
        "family",
        "city",
        "federation",
        "sex",
        "born",
        "code",
        "team",
        "board",
        "number",
        "absent",
        "late_entry",
        "withdrawn_after",
    ]
)
_TEAM_KEYS = frozenset(
    ["id", "name", "players", "number", "rating", "absent", "late_entry", "withdrawn_after"]
)


@dataclass(frozen=True)
class Reading:
    """What came of reading an event: the event if it can be used, faults, remarks."""

    event: Event | None
    faults: tuple[EventError, ...]
    remarks: tuple[EventError, ...]


def read_event(data: object) -> Reading:
    """Read a JSON value; nothing is raised, `faults` holds up to a hundred errors."""
    r = Reader()
    try:
        event = _event(r, data)
    except TooManyFaults:
        event = None
    return Reading(None if r.faults else event, tuple(r.faults), tuple(r.remarks))


def parse_event(data: object) -> Event:
    """The event of a JSON value (what `json.load` gives); raises the first `EventError`."""
    reading = read_event(data)
    if reading.event is None:
        raise reading.faults[0]
    return reading.event


def loads(text: str | bytes) -> Event:
    """The event of a JSON text; raises `EventError`."""
    return parse_event(load_json(text))


def _event(r: Reader, data: object) -> Event:
    top = r.obj(data, "$")
    schema = top.get("schema")
    if schema is None:
        r.missing("schema", "$")
    elif schema != SCHEMA:
        r.fault(
            UnknownSchema(
                _("the schema is not {schema}").format(schema=SCHEMA),
                hint=_('write "schema": "{schema}"').format(schema=SCHEMA),
                where="$.schema",
            )
        )
    r.unknown_keys(top, _EVENT_KEYS, "$")
    if top.get("system") is None:
        r.missing("system", "$")
    system = read_system(r, r.obj(top.get("system") or {}, "$.system"), "$.system")
    if top.get("players") is None:
        r.missing("players", "$")
    players = _players(r, top)
    teams, players = _teams(r, top, players)
    event = Event(
        name=r.text(top, "name", "$") or "",
        discipline=r.text(top, "discipline", "$", required=True) or "",
        law=r.text(top, "law", "$") or "",
        system=system,
        players=players,
        teams=teams,
        tiebreaks=read_tiebreaks(r, top),
        language=r.choice(top, "language", "$", ("en", "ru")),
        place=r.text(top, "place", "$") or "",
        date=r.text(top, "date", "$") or "",
        arbiter=r.text(top, "arbiter", "$") or "",
    )
    ids = frozenset(p.id for p in players)
    _check_groups(r, event, ids)
    event = replace(
        event,
        rounds=read_rounds(r, top, event),
        forbidden_pairs=read_forbidden(r, top, ids),
        forced_pairs=read_forced(r, top, ids),
        extra=read_extra(r, top, ids | {t.id for t in teams}),
        decisions=read_decisions(r, top),
        sanctions=read_sanctions(r, top, ids),
    )
    r.remarks += missing_options(system)
    return event


def _players(r: Reader, top: dict[str, Any]) -> tuple[Player, ...]:
    found: list[Player] = []
    where_of: dict[int, str] = {}
    numbers: dict[int, str] = {}
    for entry, path in r.items(top, "players", "$", MAX_PLAYERS):
        p = r.obj(entry, path)
        r.unknown_keys(p, _PLAYER_KEYS, path)
        team = p.get("team")
        if team is not None and type(team) not in (int, str):
            r.wrong_type(team, N_("a text"), f"{path}.team")
            team = None
        player = Player(
            id=r.integer(p, "id", path, low=1, required=True) or 0,
            name=r.text(p, "name", path, required=True) or "",
            rating=r.integer(p, "rating", path, high=9999, below=NegativeRating),
            title=r.text(p, "title", path),
            category=r.text(p, "class", path),
            age_group=r.text(p, "age_group", path),
            club=r.text(p, "club", path),
            family=r.text(p, "family", path),
            city=r.text(p, "city", path),
            federation=r.text(p, "federation", path),
            sex=r.text(p, "sex", path),
            born=r.text(p, "born", path),
            code=r.text(p, "code", path),
            team=team,
            board=r.integer(p, "board", path, low=1, high=1000),
            number=r.integer(p, "number", path, low=1, high=10**6),
            absent=read_round_numbers(r, p, "absent", path),
            late_entry=r.integer(p, "late_entry", path, low=1, high=MAX_ROUNDS) or 1,
            withdrawn_after=r.integer(p, "withdrawn_after", path, high=MAX_ROUNDS),
        )
        if player.id in where_of and player.id:
            r.fault(
                DuplicatePlayer(
                    _("player {id} stands at {other} too").format(
                        id=player.id, other=where_of[player.id]
                    ),
                    where=f"{path}.id",
                )
            )
        where_of.setdefault(player.id, path)
        if player.number is not None and player.number in numbers:
            r.fault(
                DuplicatePlayer(
                    _("start number {n} stands at {other} too").format(
                        n=player.number, other=numbers[player.number]
                    ),
                    where=f"{path}.number",
                )
            )
        elif player.number is not None:
            numbers[player.number] = path
        found.append(player)
    if found and numbers and len(numbers) != len(found) and not r.faults:
        r.fault(
            BadValue(
                _("either every player has a start number or none has"),
                hint=_("give all of them a number, or remove the {n} that are there").format(
                    n=len(numbers)
                ),
                where="$.players",
            )
        )
    return tuple(found)


def _teams(
    r: Reader, top: dict[str, Any], players: tuple[Player, ...]
) -> tuple[tuple[Team, ...], tuple[Player, ...]]:
    """The teams with their members in order of boards; without a list, from the players."""
    members: dict[int | str, list[Player]] = {}
    for p in players:
        if p.team is not None:
            members.setdefault(p.team, []).append(p)
    for crew in members.values():
        crew.sort(key=lambda p: p.board or 10**6)
    if top.get("teams") is None:
        return (
            tuple(Team(t, str(t), tuple(p.id for p in crew)) for t, crew in members.items()),
            players,
        )
    ids = {p.id for p in players}
    found: list[Team] = []
    team_of: dict[int, int | str] = {}
    for entry, path in r.items(top, "teams", "$", MAX_PLAYERS):
        t = r.obj(entry, path)
        r.unknown_keys(t, _TEAM_KEYS, path)
        tid = t.get("id")
        if not isinstance(tid, int | str) or isinstance(tid, bool) or tid == "":
            r.wrong_type(tid, N_("a text"), f"{path}.id")
            continue
        if any(tid == other.id for other in found):
            r.fault(DuplicatePlayer(_("two teams are called {id}").format(id=tid), where=path))
        listed = []
        for value, where in r.items(t, "players", path, 1000):
            if type(value) is not int or value not in ids:
                r.fault(
                    UnknownPlayer(_("no player has the number {id}").format(id=value), where=where)
                )
            elif value in team_of:
                r.fault(
                    DuplicatePlayer(_("player {id} is in two teams").format(id=value), where=where)
                )
            else:
                team_of[value] = tid
                listed.append(value)
        found.append(
            Team(
                id=tid,
                name=r.text(t, "name", path) or str(tid),
                players=tuple(listed) or tuple(p.id for p in members.get(tid, ())),
                number=r.integer(t, "number", path, low=1, high=10**6),
                rating=r.integer(t, "rating", path, high=9999, below=NegativeRating),
                absent=read_round_numbers(r, t, "absent", path),
                late_entry=r.integer(t, "late_entry", path, low=1, high=MAX_ROUNDS) or 1,
                withdrawn_after=r.integer(t, "withdrawn_after", path, high=MAX_ROUNDS),
            )
        )
    known = {t.id for t in found}
    for i, p in enumerate(players):
        if p.team is not None and p.team not in known:
            r.fault(
                UnknownTeam(
                    _("no team is called {id}").format(id=p.team), where=f"$.players[{i}].team"
                )
            )
    return tuple(found), tuple(replace(p, team=team_of.get(p.id, p.team)) for p in players)


def _check_groups(r: Reader, event: Event, ids: frozenset[int]) -> None:
    groups = event.system.groups
    if groups is None:
        return
    seen: set[int] = set()
    for g, group in enumerate(groups):
        for i, v in enumerate(group):
            path = f"$.system.groups[{g}][{i}]"
            if v not in ids:
                r.fault(UnknownPlayer(_("no player has the number {id}").format(id=v), where=path))
            elif v in seen:
                r.fault(DuplicatePlayer(_("player {id} stands twice").format(id=v), where=path))
            seen.add(v)


__all__ = ["Reading", "loads", "parse_event", "read_event"]
