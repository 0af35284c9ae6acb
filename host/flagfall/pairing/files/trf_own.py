"""What TRF has no field for, in a line of our own, `### flagfall {…}`: other programs pass it over.

It holds the system with its options, coefficients, teams, what players have beside their line
(withdrawals, late entries, clubs), and what the arbiter laid down. Players are start numbers in it.
"""

import json
from typing import Any

from flagfall.errors import FlagfallError
from flagfall.pairing.errors import BadValue
from flagfall.pairing.reader import load_json

Json = dict[str, Any]
MARK = "### flagfall "

_TOP = ("discipline", "law", "language", "system", "tiebreaks", "teams", "opening", "regulation")
_LISTS = ("forbidden_pairs", "forced_pairs", "extra", "decisions", "sanctions")
_WIDTHS = {"name": 33, "title": 3, "federation": 3, "code": 11, "born": 10, "sex": 1}
_IN_TRF = frozenset({"id", "number", "rating", *_WIDTHS})
# Fields in which numbers are players'.
_SEATS = frozenset({"players", "player", "white", "order", "groups"})


def own_line(data: Json, numbers: dict[int | str, int]) -> str:
    """The line of an event's JSON; `numbers` are the start numbers in the TRF."""
    of_teams = (data.get("system") or {}).get("entrants") == "teams"
    said = {k: _renamed(data[k], numbers, k) for k in _TOP if data.get(k) is not None}
    for key in _LISTS:
        if data.get(key) and not (of_teams and key == "extra"):
            entries = [{"players": e} if isinstance(e, list) else e for e in data[key]]
            said[key] = _renamed(entries, numbers, key)
        elif data.get(key):
            said[key] = data[key]
    players = {}
    for p in data.get("players") or []:
        more = {k: v for k, v in p.items() if v is not None and not _fits(k, v)}
        if more and p["id"] in numbers:
            players[str(numbers[p["id"]])] = more
    if players:
        said["players"] = players
    return MARK + json.dumps(said)  # one line, whatever stands in a name


def _fits(key: str, value: object) -> bool:
    """Whether a player's line holds a field of his as it is."""
    if key in _WIDTHS:
        text = str(value)
        return len(text) <= _WIDTHS[key] and text == text.strip() and text != "0"
    return key in _IN_TRF and not (key == "rating" and not value)


def _renamed(value: Any, numbers: dict[int | str, int], key: str) -> Any:
    """A value with start numbers in the place of players' ids."""
    if isinstance(value, dict):
        return {k: _renamed(v, numbers, k) for k, v in value.items()}
    if isinstance(value, list):
        return [_renamed(v, numbers, key) for v in value]
    if key in _SEATS and type(value) is int:
        return numbers.get(value, value)
    return value


def read_own(text: str, where: str) -> Json:
    """The content of the line after its mark; raises `BadValue`."""
    try:
        said = load_json(text)
    except FlagfallError as error:
        raise BadValue(error.sentence, hint=error.hint, where=where) from None
    return said if isinstance(said, dict) else {}


def with_own(top: Json, said: Json) -> Json:
    """The event of a TRF with what our line says; what the lines of TRF say of rounds stands."""
    found = {**top, **{k: said[k] for k in _TOP if k in said}}
    system = found.get("system")
    if isinstance(system, dict) and "rounds" in top["system"]:
        found["system"] = {**system, "rounds": top["system"]["rounds"]}
    for key in _LISTS:
        mine = said.get(key)
        if isinstance(mine, list):
            known = [_pair(e) for e in mine]
            found[key] = mine + [e for e in top.get(key, []) if _pair(e) not in known]
    players = said.get("players")
    if isinstance(players, dict):
        found["players"] = [_with_fields(p, players.get(str(p["id"]))) for p in top["players"]]
    # A bye is worth what the system says.
    found["rounds"] = [
        {**r, "byes": [{"player": b["player"]} if b["points"] == "1" else b for b in r["byes"]]}
        for r in top["rounds"]
    ]
    return found


def _pair(entry: Any) -> Any:
    seats = entry.get("players") if isinstance(entry, dict) else entry
    if isinstance(seats, list) and len(seats) == 2 and all(type(s) is int for s in seats):
        return sorted(seats)
    return entry


def _with_fields(player: Json, more: Any) -> Json:
    """A player with his other fields; rounds before he came and after he left are no absences."""
    if not isinstance(more, dict):
        return player
    found = {**player, **{k: v for k, v in more.items() if k not in ("id", "number")}}
    first, last = more.get("late_entry"), more.get("withdrawn_after")
    absent = {
        r
        for r in player.get("absent", [])
        if not (type(first) is int and r < first) and not (type(last) is int and r > last)
    }
    listed = more.get("absent")
    if isinstance(listed, list):
        absent |= {r for r in listed if type(r) is int}
    if absent:
        found["absent"] = sorted(absent)
    else:
        found.pop("absent", None)
    return found
