"""TRF, the report file of FIDE (TRF16), written: an event for other programs."""

from fractions import Fraction
from typing import Any

from flagfall.pairing.errors import EventError
from flagfall.pairing.event import UNPLAYED, Event
from flagfall.pairing.files.trf_own import own_line
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.points import PointScale
from flagfall.words import words

_, _plural = words("pairing")

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


class NotForTrf(EventError):
    """An event that TRF has no way to write down."""

    code = "not_for_trf"


def write_trf(
    event: Event,
    places: dict[int | str, int],
    points: dict[int | str, Fraction],
    data: dict[str, Any] | None = None,
) -> str:
    """The event as TRF. `places` and `points` by player, as the standings have them.

    `data` is the event's JSON: with it, what TRF has no field for stands in a line of our own.
    In a team event players have the numbers and the points of their own games.
    """
    if event.system.micro_games > 1:
        raise NotForTrf(
            _("TRF has one game in a round, micro-matches have several"),
            hint=_("flagfall event export --format csv writes tables"),
            where="$.system.micro_match",
        )
    numbers = start_numbers(event)
    if event.system.entrants == "teams":
        numbers = {p.id: i for i, p in enumerate(event.players, 1)}
        places, points = {}, _own_points(event)
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
    if data is not None:
        lines.append(own_line(data, numbers))
    return "\n".join(lines) + "\n"


def _own_points(event: Event) -> dict[int | str, Fraction]:
    """What each member of a team made at his boards."""
    scale = PointScale(event)
    found: dict[int | str, Fraction] = {p.id: Fraction(0) for p in event.players}
    for r in event.rounds:
        for g in r.games:
            white, black, _played, _finished = scale.read(g)
            found[g.white] += scale.points(white)
            found[g.black] += scale.points(black)
        for b in r.byes:
            if not b.of_team:
                found[b.player] += b.points
    return found


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
        if b.player == player and not b.of_team:
            code = (
                "U"
                if b.points >= 1 or b.points == event.system.bye_value
                else "H"
                if b.points
                else "Z"
            )
            return f"0000 - {code}"
    return "0000 - Z"


__all__ = ["NotForTrf", "write_trf"]
