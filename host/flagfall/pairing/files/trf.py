"""TRF, the report file of FIDE (TRF16): events of other programs in, ours out.

One line a player, `001`, with fixed columns; ten characters a round from column 92: opponent,
colour, result. What TRF can't say (lives, forced pairs, options of a system) is not in it.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

from flagfall.pairing.errors import BadValue, NotJson, TooMany
from flagfall.pairing.event import SCHEMA, UNPLAYED, Event
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.options import MAX_ROUNDS
from flagfall.pairing.parse import MAX_PLAYERS
from flagfall.words import words

_, _plural = words("pairing")

Json = dict[str, Any]
MAX_BYTES = 32_000_000
_WON, _DRAWN, _LOST = "1W", "=D", "0L"
_CODES = {
    "1-0": "10",
    "0-1": "01",
    "1/2": "==",
    "+-": "+-",
    "-+": "-+",
    "--": "--",
    "0-0": "00",
    "*": "  ",
}
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


def read_trf(content: bytes, kind: str, discipline: str) -> Json:
    """The JSON of an event from a TRF file."""
    if len(content) > MAX_BYTES:
        raise TooMany(_("the file is larger than {n} bytes").format(n=MAX_BYTES))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1251", errors="replace")
    top: Json = {"schema": SCHEMA, "name": "", "discipline": discipline, "system": {"kind": kind}}
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


def write_trf(event: Event, places: dict[int | str, int], points: dict[int | str, Fraction]) -> str:
    """The event as TRF. `places` and `points` by player, as the standings have them."""
    numbers = start_numbers(event)
    lines = [
        f"012 {event.name}",
        f"022 {event.place}",
        f"042 {event.date}",
        f"062 {len(event.players)}",
        f"092 {event.system.kind}",
        f"102 {event.arbiter}",
        f"XXR {event.system.rounds or len(event.rounds)}",
    ]
    if event.system.first_colour in ("white", "black"):
        lines.append(f"XXC {event.system.first_colour}1")
    lines += [
        f"XXP {numbers[f.players[0]]} {numbers[f.players[1]]}"
        for f in event.forbidden_pairs
        if f.rounds is None and all(p in numbers for p in f.players)
    ]
    entries = {
        p.id: [_entry(event, numbers, p.id, r) for r in range(len(event.rounds))]
        for p in event.players
    }
    for p in sorted(event.players, key=lambda p: numbers.get(p.id, 10**6)):
        if p.id not in numbers:
            continue
        score = points.get(p.id, Fraction(0))
        tenths = int(score * 10)
        shown = f"{tenths // 10:2}.{tenths % 10}"
        head = (
            f"001 {numbers[p.id]:4} {(p.sex or '')[:1]:1}{(p.title or '')[:3]:>3} {p.name[:33]:33} "
            f"{p.rating or 0:4} {(p.federation or '')[:3]:3} {(p.code or '')[:11]:>11} "
            f"{(p.born or '')[:10]:10} {shown} {places.get(p.id, 0):4}"
        )
        lines.append((head + "  " + "  ".join(entries[p.id])).rstrip())
    for t in event.teams:
        members = " ".join(f"{numbers[p]:4}" for p in t.players if p in numbers)
        lines.append(f"013 {t.name[:32]:32}{members}")
    return "\n".join(lines) + "\n"


def _entry(event: Event, numbers: dict[int | str, int], player: int, r: int) -> str:
    """Eight characters: opponent, colour, result."""
    played = event.rounds[r]
    for g in played.games:
        if player in (g.white, g.black):
            white = g.white == player
            other = g.black if white else g.white
            result = g.result[0] if g.result else "*"
            code = _CODES[result][0 if white else 1]
            colour = "-" if result in UNPLAYED else "w" if white else "b"
            return f"{numbers[other]:4} {colour} {code}"
    for b in played.byes:
        if b.player == player:
            code = "U" if b.points >= 1 else "H" if b.points else "Z"
            return f"0000 - {code}"
    return "0000 - Z"


__all__ = ["BadTrf", "read_trf", "write_trf"]
