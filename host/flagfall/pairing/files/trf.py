"""TRF, the report file of FIDE (TRF16), read: events of other programs, and our own again.

One line a player, `001`, with fixed columns; ten characters a round from column 92: opponent,
colour, result. What TRF can't say stands in a line of our own (`trf_own`).
"""

from itertools import combinations
from typing import Any

from flagfall.pairing.errors import BadValue, NotJson, TooMany
from flagfall.pairing.event import KINDS, SCHEMA
from flagfall.pairing.files.trf_own import MARK, read_own, with_own
from flagfall.pairing.options import MAX_ROUNDS
from flagfall.pairing.parse import MAX_PLAYERS
from flagfall.words import words

_, _plural = words("pairing")

Json = dict[str, Any]
MAX_BYTES = 32_000_000
KIND, DISCIPLINE = "swiss-individual", "draughts-russian"
_WON, _DRAWN, _LOST = "1W", "=D", "0L"
_COLOURS = {"W": "white", "B": "black"}
_BYES = {"U": "1", "F": "1", "H": "1/2"}


class BadTrf(BadValue):
    """A TRF line that contradicts itself or another; `where` is the line."""

    code = "bad_trf"


def _at(line: int) -> str:
    return _("line {line}").format(line=line)


def _whole(text: str) -> int | None:
    """A whole number in plain digits, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def read_trf(content: bytes, kind: str | None = None, discipline: str | None = None) -> Json:
    """The JSON of an event from a TRF file.

    `kind` and `discipline` go before what the file says; where neither says anything, it is a
    Swiss event by individual coefficients of Russian draughts.
    """
    if len(content) > MAX_BYTES:
        raise TooMany(_("the file is larger than {n} bytes").format(n=MAX_BYTES))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1251", errors="replace")
    top: Json = {"schema": SCHEMA, "name": "", "discipline": DISCIPLINE, "system": {"kind": KIND}}
    own: Json = {}
    rows: dict[int, tuple[int, str]] = {}
    players: list[Json] = []
    teams: list[Json] = []
    groups: list[tuple[int, str, list[str]]] = []
    for n, line in enumerate(text.splitlines(), 1):
        tag, rest = line[:3], line[4:].strip()[:200]
        if tag == "001":
            player = _player(line, n)
            if player["id"] in rows:
                raise BadTrf(
                    _("start number {n} stands at {other} too").format(
                        n=player["id"], other=_at(rows[player["id"]][0])
                    ),
                    where=_at(n),
                )
            rows[player["id"]] = (n, line)
            players.append(player)
        elif tag == "013":
            teams.append(_team(line, n))
        elif tag == "012":
            top["name"] = rest
        elif tag == "022":
            top["place"] = rest
        elif tag == "042":
            top["date"] = rest
        elif tag == "092" and rest in KINDS:
            top["system"]["kind"] = rest
        elif line.startswith(MARK):
            own = read_own(line.removeprefix(MARK), _at(n))
        elif tag == "102":
            top["arbiter"] = rest
        elif tag in ("XXR", "142") and 0 < (count := _whole(rest) or 0) <= MAX_ROUNDS:
            top["system"]["rounds"] = count
        elif tag == "XXC" and rest.split() and rest.split()[0] in ("white1", "black1"):
            top["system"]["first_colour"] = rest.split()[0][:5]
        elif tag == "152" and rest in _COLOURS:
            top["system"]["first_colour"] = _COLOURS[rest]
        elif tag in ("XXP", "XXZ"):
            groups.append((n, tag, line[4:].split()))
    if not players:
        raise NotJson(_("no line of a player (001) in the file"))
    if len(players) > MAX_PLAYERS:
        raise TooMany(
            _("{n} entries; at most {most} can be").format(n=len(players), most=MAX_PLAYERS)
        )
    if teams:
        top["teams"] = teams
    top |= {"players": players, "rounds": _rounds(players, rows)}
    for n, tag, members in groups:
        _group(top, tag, members, n)
    if own:
        top = with_own(top, own)
    if discipline is not None:
        top["discipline"] = discipline
    if kind is not None and isinstance(top["system"], dict):
        top["system"] = {**top["system"], "kind": kind}
    return top


def _group(top: Json, tag: str, members: list[str], n: int) -> None:
    """`XXP`: players of whom no two may meet; `XXZ`: players who miss the next round."""
    known = {str(p["id"]): p for p in top["players"]}
    if len(members) > 64 or not all(m in known for m in members):
        raise BadTrf(_("start numbers of players are wanted here"), where=_at(n))
    if tag == "XXP":
        pairs = [[int(a), int(b)] for a, b in combinations(dict.fromkeys(members), 2)]
        top["forbidden_pairs"] = [*top.get("forbidden_pairs", []), *pairs]
        return
    for m in members:
        missed = {*known[m].get("absent", []), len(top["rounds"]) + 1}
        known[m]["absent"] = sorted(missed)


def _player(line: str, n: int) -> Json:
    number = _whole(line[4:8].strip())
    name = line[14:47].strip()
    if not number or not name:
        raise BadTrf(_("no start number or no name in columns 5–47"), where=_at(n))
    player: Json = {"id": number, "name": name, "number": number}
    rating = _whole(line[48:52].strip())
    if rating:
        player["rating"] = rating
    columns = {"sex": (9, 10), "title": (10, 13), "federation": (53, 56), "code": (57, 68)}
    columns["born"] = (69, 79)
    for field, (start, end) in columns.items():
        value = line[start:end].strip()
        if value and value != "0":
            player[field] = value
    return player


def _team(line: str, n: int) -> Json:
    members = [_whole(m) for m in line[36:].split()]
    if None in members:
        raise BadTrf(_("members of a team are start numbers"), where=_at(n))
    name = line[4:36].strip() or f"{n}"
    return {"id": name, "name": name, "players": members}


def _rounds(players: list[Json], rows: dict[int, tuple[int, str]]) -> list[Json]:
    count = max((len(line.rstrip()) - 91 + 9) // 10 for _n, line in rows.values())
    rounds: list[Json] = []
    for r in range(max(count, 0)):
        games: list[Json] = []
        byes: list[Json] = []
        seen: set[int] = set()
        for p in players:
            n, line = rows[p["id"]]
            field = line[91 + 10 * r : 101 + 10 * r].ljust(10)
            opponent, colour, result = field[:4].strip(), field[5], field[7]
            if opponent in ("", "0000", "0"):
                if result in _BYES:
                    byes.append({"player": p["id"], "points": _BYES[result]})
                else:
                    p.setdefault("absent", []).append(r + 1)
                continue
            him = _whole(opponent)
            if him is None or him not in rows:
                raise BadTrf(
                    _("round {r}: no player has the number {id}").format(r=r + 1, id=opponent),
                    where=_at(n),
                )
            if p["id"] not in seen:
                games.append(_game(p["id"], colour, result, him, rows[him], r, n))
                seen |= {p["id"], him}
        rounds.append({"round": r + 1, "games": _seated(games), "byes": byes})
    # Rounds nobody has an entry for are not rounds.
    while rounds and not rounds[-1]["games"] and not rounds[-1]["byes"]:
        gone = rounds.pop()["round"]
        for p in players:
            if gone in p.get("absent", []):
                p["absent"].remove(gone)
    for p in players:
        if not p.get("absent", True):
            del p["absent"]
    return rounds


def _seated(games: list[Json]) -> list[Json]:
    return [{"table": t, **g} for t, g in enumerate(games, 1)]


def _game(
    me: int, colour: str, result: str, him: int, other: tuple[int, str], r: int, n: int
) -> Json:
    theirs = other[1][91 + 10 * r : 101 + 10 * r].ljust(10)
    if _whole(theirs[:4].strip()) != me:
        raise BadTrf(
            _("round {r}: {a} names {b} as opponent, {b} names another").format(
                r=r + 1, a=me, b=him
            ),
            where=_at(other[0]),
        )
    mine, his = result.upper(), theirs[7].upper()
    pairs = {
        ("+", "-"): "+-",
        ("-", "+"): "-+",
        ("-", "-"): "--",
        (" ", " "): "*",
    }
    text = pairs.get((mine, his))
    if text is None:
        if mine in _WON and his in _LOST:
            text = "1-0"
        elif mine in _LOST and his in _WON:
            text = "0-1"
        elif mine in _DRAWN and his in _DRAWN:
            text = "1/2"
        elif mine in _LOST and his in _LOST:
            text = "0-0"
        else:
            raise BadTrf(
                _("round {r}: results of {a} and {b} contradict each other").format(
                    r=r + 1, a=me, b=him
                ),
                where=_at(n),
            )
    if colour == theirs[5] and colour in "wb":
        raise BadTrf(
            _("round {r}: {a} and {b} have the same colour").format(r=r + 1, a=me, b=him),
            where=_at(n),
        )
    if colour == "b" or (colour not in "wb" and theirs[5] == "w"):
        turned = {"1-0": "0-1", "0-1": "1-0", "+-": "-+", "-+": "+-"}
        return {"white": him, "black": me, "result": turned.get(text, text)}
    return {"white": me, "black": him, "result": text}


__all__ = ["BadTrf", "read_trf"]
