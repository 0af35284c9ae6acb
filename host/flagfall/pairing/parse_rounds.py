"""The `rounds` of an event: games, results, byes, and the faults a round can have."""

from typing import Any

from flagfall.pairing.errors import (
    BadValue,
    DoubleResult,
    EventError,
    PlaysHimself,
    PlaysTwice,
    RoundOrder,
    TableTaken,
    UnknownPlayer,
    UnknownResult,
    UnknownTeam,
)
from flagfall.pairing.event import RESULT_WORDS, RESULTS, Bye, Event, Game, PlayedRound
from flagfall.pairing.options import MAX_ROUNDS
from flagfall.pairing.reader import Reader, is_id
from flagfall.words import words

_, _plural = words("pairing")

_ROUND_KEYS = frozenset({"round", "games", "byes", "reason", "notes", "matches", "absent", "date"})
_GAME_KEYS = frozenset(
    {"table", "white", "black", "result", "board", "match", "reason", "record", "moves", "clock"}
)
_SINGLE = {text: (text,) for text in RESULTS} | {w: (text,) for w, text in RESULT_WORDS.items()}
MAX_GAMES = 20_000


def read_rounds(r: Reader, top: dict[str, Any], event: Event) -> tuple[PlayedRound, ...]:
    """Every round in order; faults go to the reader."""
    found = []
    known = set(event.by_id)
    for i, (entry, path) in enumerate(r.items(top, "rounds", "$", MAX_ROUNDS)):
        data = r.obj(entry, path)
        r.unknown_keys(data, _ROUND_KEYS, path)
        number = r.integer(data, "round", path, low=1, high=MAX_ROUNDS, required=True)
        if number is not None and number != i + 1:
            r.fault(
                RoundOrder(
                    _("round {n} stands in the place of round {i}").format(n=number, i=i + 1),
                    where=f"{path}.round",
                )
            )
        games, seen = _games(r, data, path, known, event)
        byes = _byes(r, data, path, known, seen, event)
        found.append(PlayedRound(i + 1, games, byes, r.text(data, "reason", path) or ""))
    return tuple(found)


def _games(
    r: Reader, data: dict[str, Any], path: str, known: set[int], event: Event
) -> tuple[tuple[Game, ...], dict[int, str]]:
    found: list[Game] = []
    seen: dict[int, str] = {}
    tables: dict[int, str] = {}
    micro = event.system.micro_games
    for entry, where in r.items(data, "games", path, MAX_GAMES):
        g = r.obj(entry, where)
        if not g.keys() <= _GAME_KEYS:
            r.unknown_keys(g, _GAME_KEYS, where)
        white, black = (_seat(r, g, side, where, known) for side in ("white", "black"))
        result = _result(r, g.get("result"), f"{where}.result", micro)
        table = r.integer(g, "table", where, low=1, high=10**6)
        if white is None or black is None:
            continue
        if white == black:
            r.fault(PlaysHimself(_("player {id} plays himself").format(id=white), where=where))
            continue
        if white in seen and seen[white] == seen.get(black):
            r.fault(
                DoubleResult(
                    _("the game of {a} and {b} stands at {other} too").format(
                        a=white, b=black, other=seen[white]
                    ),
                    where=where,
                )
            )
            continue
        for side, seat in (("white", white), ("black", black)):
            if seat in seen:
                _twice(r, seat, seen[seat], f"{where}.{side}")
        seen.setdefault(white, where)
        seen.setdefault(black, where)
        if table is not None and tables.setdefault(table, where) != where:
            r.fault(
                TableTaken(
                    _("table {n} is taken by {other}").format(n=table, other=tables[table]),
                    where=f"{where}.table",
                )
            )
        found.append(
            Game(
                white,
                black,
                table,
                result,
                r.integer(g, "board", where, low=1, high=1000),
                r.integer(g, "match", where, low=1, high=10**6),
            )
        )
    return tuple(found), seen


def _twice(r: Reader, seat: int, other: str, where: str) -> None:
    r.fault(
        PlaysTwice(
            _("player {id} is in this round at {other} too").format(id=seat, other=other),
            where=where,
        )
    )


def _seat(r: Reader, game: dict[str, Any], side: str, path: str, known: set[int]) -> int | None:
    value = game.get(side)
    if type(value) is int and value in known:
        return value
    if value is None:
        r.missing(side, path)
    elif not is_id(value):
        r.integer_value(value, f"{path}.{side}", low=1)
    else:
        r.fault(
            UnknownPlayer(
                _("no player has the number {id}").format(id=value),
                hint=_("add him to players, or correct the number"),
                where=f"{path}.{side}",
            )
        )
    return None


def _result(r: Reader, value: object, path: str, micro: int) -> tuple[str, ...]:
    """One entry per game of a micro-match; a lone result is a micro-match not played out."""
    if value is None:
        return ()
    if type(value) is str and value in _SINGLE:
        single = _SINGLE[value]
        if single == ("*",):
            return ()
        if micro > 1 and single[0] in ("+-", "-+", "--"):
            return single * micro
        if micro > 1:
            r.fault(
                BadValue(
                    _("one result, but a micro-match has {micro} games").format(micro=micro),
                    hint=_('a micro-match\'s result is {{"games": ["1-0", "1/2"]}}').format(),
                    where=path,
                )
            )
            return ()
        return single
    if isinstance(value, dict):
        entries: list[str] = []
        for entry, where in r.items(value, "games", path, 20):
            if type(entry) is str and entry in _SINGLE:
                entries += _SINGLE[entry]
            else:
                r.fault(_unknown_result(entry, where, 1))
        if len(entries) > micro:
            r.fault(
                BadValue(
                    _("{n} games, but there is one at a table").format(n=len(entries))
                    if micro == 1
                    else _("{n} games, but a micro-match has {micro}").format(
                        n=len(entries), micro=micro
                    ),
                    hint=_('say "micro_match": {{"games": {n}}} in the system').format(
                        n=len(entries)
                    ),
                    where=path,
                )
            )
        if micro == 1:
            return () if entries == ["*"] else tuple(entries)
        return (*entries, *("*" for _ in range(micro - len(entries))))
    r.fault(_unknown_result(value, path, micro))
    return ()


def _unknown_result(value: object, path: str, micro: int) -> EventError:
    hint = (
        _("one of {words}").format(words=", ".join(RESULTS))
        if micro == 1
        else _('a micro-match\'s result is {{"games": ["1-0", "1/2"]}}').format()
    )
    return UnknownResult(
        _("{value} is not a result").format(value=repr(value)[:50]), hint=hint, where=path
    )


def _byes(
    r: Reader,
    data: dict[str, Any],
    path: str,
    known: set[int],
    seen: dict[int, str],
    event: Event,
) -> tuple[Bye, ...]:
    found: list[Bye] = []
    teams = event.team_by_id if event.system.entrants == "teams" else {}
    default = (
        event.system.points.win if event.system.bye_points is None else event.system.bye_points
    )
    for entry, where in r.items(data, "byes", path, MAX_GAMES):
        item = {"player": entry} if type(entry) is int else r.obj(entry, where)
        who: int | str | None
        if teams and "team" in item:
            who = item["team"] if type(item["team"]) in (int, str) else None
            if who not in teams:
                r.fault(
                    UnknownTeam(
                        _("no team is called {id}").format(id=repr(item["team"])[:50]),
                        where=f"{where}.team",
                    )
                )
                continue
        else:
            who = _seat(r, item, "player", where, known)
        points = r.fraction(item, "points", where)
        if who is None:
            continue
        if type(who) is int and not teams:
            if who in seen:
                _twice(r, who, seen[who], f"{where}.player")
            seen.setdefault(who, where)
        of_team = bool(teams) and "team" in item
        found.append(Bye(who, default if points is None else points, of_team))
    return tuple(found)
