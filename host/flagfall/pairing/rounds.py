"""A round as it was paired: games, byes, and the reasons of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flagfall.pairing.event import Bye, Event, Game, PlayedRound
from flagfall.pairing.notes import Note, in_language
from flagfall.pairing.numbering import start_numbers


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played. `result` is given where nobody will play (`+-`, `-+`, `--`).

    `opponent_why` and `colour_why` say why these two meet and why with these colours.
    """

    table: int
    white: int
    black: int
    board: int | None = None
    match: int | None = None
    result: str | None = None
    opponent_why: tuple[Note, ...] = ()
    colour_why: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Free:
    """A player (or team) without an opponent, his points for it, and why."""

    player: int | str
    points: Fraction
    why: tuple[Note, ...] = ()
    is_team: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams that meet: the first-named has the first colour on odd boards."""

    match: int
    first: int | str
    second: int | str
    why: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """What `pair` answers."""

    number: int
    games: tuple[Pairing, ...] = ()
    byes: tuple[Free, ...] = ()
    matches: tuple[Match, ...] = ()
    absent: tuple[int | str, ...] = ()
    notes: tuple[Note, ...] = ()

    def as_json(
        self,
        labels: Mapping[int | str, str] | None = None,
        *,
        lang: str = "en",
        explain: bool = False,
    ) -> dict[str, Any]:
        """`{"round", "games", "byes", "notes"}`; with `explain`, every reason.

        Players are ids of the file; sentences name them by `labels` (see `labels_of`).
        """
        games = []
        for g in self.games:
            game: dict[str, Any] = {"table": g.table, "white": g.white, "black": g.black}
            for key in ("board", "match", "result"):
                value = getattr(g, key)
                if value is not None:
                    game[key] = value
            if explain:
                game["why"] = {
                    "opponent": [n.as_json(labels) for n in g.opponent_why],
                    "colour": [n.as_json(labels) for n in g.colour_why],
                }
            games.append(game)
        byes = []
        for b in self.byes:
            bye: dict[str, Any] = {
                "team" if b.is_team else "player": b.player,
                "points": points_json(b.points),
            }
            if explain:
                bye["why"] = [n.as_json(labels) for n in b.why]
            byes.append(bye)
        answer: dict[str, Any] = {"round": self.number, "games": games, "byes": byes}
        if self.matches:
            answer["matches"] = [
                {"match": m.match, "first": m.first, "second": m.second}
                | ({"why": [n.as_json(labels) for n in m.why]} if explain else {})
                for m in self.matches
            ]
        if self.absent:
            answer["absent"] = list(self.absent)
        answer["notes"] = [in_language(lang, n, labels) for n in self.notes]
        if explain:
            answer["reasons"] = [n.as_json(labels) for n in self.notes]
        return answer

    def as_played(self) -> PlayedRound:
        """The round as an event holds it, without results yet."""
        return PlayedRound(
            self.number,
            tuple(
                Game(
                    g.white,
                    g.black,
                    g.table,
                    () if g.result is None else (g.result,),
                    g.board,
                    g.match,
                )
                for g in self.games
            ),
            tuple(Bye(b.player, b.points, b.is_team) for b in self.byes),
        )


def points_json(value: Fraction) -> int | str:
    """Points as JSON: a whole number, else a decimal that ends, else `a/b`."""
    if value.denominator == 1:
        return int(value)
    return number_text(value)


def number_text(value: Fraction | int) -> str:
    """A number as text: a decimal where it ends, else `a/b`."""
    value = Fraction(value)
    rest = value.denominator
    digits = 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        digits = max(digits, power)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    if digits == 0:
        return str(value.numerator)
    scaled = abs(value.numerator) * 10**digits // value.denominator
    sign = "-" if value < 0 else ""
    whole, part = divmod(scaled, 10**digits)
    return f"{sign}{whole}.{part:0{digits}d}"


def labels_of(event: Event) -> dict[int | str, str]:
    """How sentences name who is paired: `№3 Иванов И.`, by start number; in a team event teams."""
    numbers = start_numbers(event)
    entrants = event.teams if event.system.entrants == "teams" else event.players
    return {e.id: f"№{numbers[e.id]} {e.name}" for e in entrants if e.id in numbers}
