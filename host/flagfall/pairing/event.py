"""An event as the program holds it: frozen, checked, and nothing in it but what the file says.

`flagfall.pairing.parse` makes an `Event` from the JSON of `flagfall.event/1`. Everything else in
this room, and scoring, is a function of an `Event`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

SCHEMA = "flagfall.event/1"

Colour = Literal["white", "black"]
ColourRule = Literal["draughts", "renju", "none"]
Numbering = Literal["rating", "listed", "lot"]

SWISS_BY_LOT = frozenset({"swiss-blind", "swiss-lot"})
SWISS = SWISS_BY_LOT | {
    "swiss-rating",
    "swiss-individual",
    "swiss-solkoff",
    "swiss-buchholz",
}
KINDS = (
    "match",
    "match-tournament",
    "round-robin",
    "double-round-robin",
    "scheveningen-a",
    "scheveningen-b",
    "knockout",
    "knockout-places",
    "silly",
    "swiss-rating",
    "swiss-lot",
    "swiss-blind",
    "swiss-individual",
    "swiss-solkoff",
    "swiss-buchholz",
)

RESULTS = ("1-0", "0-1", "1/2", "+-", "-+", "--", "0-0", "*")
# Other ways to write a result that are read.
RESULT_WORDS = {"½": "1/2", "½-½": "1/2", "1/2-1/2": "1/2"}
UNPLAYED = frozenset({"+-", "-+", "--"})

# Rules an arbiter may waive for one round, with a reason (`system.waive`).
WAIVABLE = ("rematch", "colour_limit", "second_bye", "forbidden_pair", "avoid")

# Steps of the ladder and what stands beside it; `flagfall.scoring.sanctions` says what each is.
SANCTIONS = ("remark", "warning", "time", "loss", "both_lose", "exclusion", "blitz_loss")
GAME_LOST = frozenset({"loss", "both_lose", "blitz_loss"})


@dataclass(frozen=True, slots=True)
class Player:
    """A player, or in a team event a member of a team.

    `late_entry` is the first round he takes part in; `withdrawn_after` the last one (0: none).
    """

    id: int
    name: str
    rating: int | None = None
    title: str | None = None
    category: str | None = None
    age_group: str | None = None
    club: str | None = None
    family: str | None = None
    city: str | None = None
    federation: str | None = None
    sex: str | None = None
    born: str | None = None
    code: str | None = None
    team: int | str | None = None
    board: int | None = None
    number: int | None = None
    absent: frozenset[int] = frozenset()
    late_entry: int = 1
    withdrawn_after: int | None = None

    def plays_in(self, round_no: int) -> bool:
        """Whether he is to be paired in that round."""
        return _plays_in(self, round_no)


@dataclass(frozen=True, slots=True)
class Team:
    """A team; its players in the order of boards, reserves last."""

    id: int | str
    name: str
    players: tuple[int, ...] = ()
    number: int | None = None
    rating: int | None = None
    absent: frozenset[int] = frozenset()
    late_entry: int = 1
    withdrawn_after: int | None = None

    def plays_in(self, round_no: int) -> bool:
        """Whether it is to be paired in that round."""
        return _plays_in(self, round_no)


def _plays_in(entrant: Player | Team, round_no: int) -> bool:
    return (
        round_no >= entrant.late_entry
        and round_no not in entrant.absent
        and (entrant.withdrawn_after is None or round_no <= entrant.withdrawn_after)
    )


@dataclass(frozen=True, slots=True)
class Game:
    """A game or a micro-match. `result` holds one entry per game, empty while nothing is known.

    Results are from the side of the player named in `white`, in a micro-match too.
    """

    white: int
    black: int
    table: int | None = None
    result: tuple[str, ...] = ()
    board: int | None = None
    match: int | None = None

    @property
    def finished(self) -> bool:
        """Every game of it has a result."""
        return bool(self.result) and "*" not in self.result

    @property
    def played(self) -> bool:
        """Something happened at the board: there was a game, so there were colours."""
        return not self.result or any(r not in UNPLAYED for r in self.result)


@dataclass(frozen=True, slots=True)
class Bye:
    """A player (or a team) without an opponent, and the points he has for it.

    In a team event a bye that is not `of_team` is that of a member whose board is free.
    """

    player: int | str
    points: Fraction
    of_team: bool = False


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as the file has it."""

    number: int
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """What a win, a draw and a loss are worth (R2.9.1: 1, ½, 0)."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """Two players who must not meet, in all rounds or in some."""

    players: tuple[int, int]
    rounds: frozenset[int] | None = None
    reason: str = ""

    def holds_in(self, round_no: int) -> bool:
        """Whether it binds in that round."""
        return self.rounds is None or round_no in self.rounds


@dataclass(frozen=True, slots=True)
class ForcedPair:
    """Two players who are to meet in a round; the first has white if `white` says so."""

    players: tuple[int, int]
    round: int
    white: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Avoid:
    """Players alike in `field` don't meet up to a round (5.4.10.9).

    `strict` makes it a hard rule; else it yields where no pairing keeps it.
    """

    field: str
    through_round: int
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Waiver:
    """A rule the arbiter set aside for one round, and why."""

    rule: str
    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """How the event is played. Which option belongs to which kind: `flagfall.pairing.options`."""

    kind: str
    rounds: int | None = None
    first_colour: Literal["white", "black", "lot"] | None = None
    seed: str = "0"
    numbers: Numbering | None = None
    colour_rule: ColourRule | None = None
    points: Points = Points()
    bye_points: Fraction | None = None
    micro_games: int = 1
    micro_score: Literal["games", "match"] = "games"
    remeet_after_forfeit: bool = True
    avoid: tuple[Avoid, ...] = ()
    waive: tuple[Waiver, ...] = ()
    entrants: Literal["players", "teams"] = "players"
    boards: int | None = None
    team_score: Literal["games", "matches"] = "games"
    games: int | None = None
    target_points: Fraction | None = None
    target_wins: int | None = None
    cycles: int = 1
    round_order: tuple[int, ...] | Literal["lot"] | None = None
    table: str | tuple[tuple[tuple[int, int], ...], ...] | None = None
    groups: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    bracket: Literal["fixed", "redrawn"] = "fixed"
    free: Literal["seeds", "lot"] = "seeds"
    draw_policy: str | None = None
    lives: Fraction | None = None
    tries: int = 1000

    @property
    def bye_value(self) -> Fraction:
        """What a bye is worth: a win, unless the event says otherwise."""
        return self.points.win if self.bye_points is None else self.bye_points


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A criterion after the points; `unplayed` counts unplayed wins among `wins`."""

    name: str
    unplayed: bool = False
    without_mutual: bool = False


@dataclass(frozen=True, slots=True)
class Extra:
    """A play-off or a lot between players level in everything: best first."""

    order: tuple[int | str, ...]
    how: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that was changed after it had been entered (D5.4.10.12), and why."""

    round: int
    table: int
    was: str
    now: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Sanctioned:
    """A sanction given to a player, and why."""

    player: int
    sanction: str
    round: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class Event:
    """A whole event. Rounds are numbered 1, 2 … without gaps; ids are unique."""

    name: str
    discipline: str
    system: System
    players: tuple[Player, ...]
    law: str = ""
    rounds: tuple[PlayedRound, ...] = ()
    tiebreaks: tuple[Tiebreak, ...] = ()
    teams: tuple[Team, ...] = ()
    forbidden_pairs: tuple[ForbiddenPair, ...] = ()
    forced_pairs: tuple[ForcedPair, ...] = ()
    extra: tuple[Extra, ...] = ()
    decisions: tuple[Correction, ...] = ()
    sanctions: tuple[Sanctioned, ...] = ()
    language: str | None = None
    place: str = ""
    date: str = ""
    arbiter: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def by_id(self) -> dict[int, Player]:
        """Players by their number in the file."""
        return {p.id: p for p in self.players}

    @cached_property
    def team_by_id(self) -> dict[int | str, Team]:
        """Teams by their number or name in the file."""
        return {t.id: t for t in self.teams}

    @cached_property
    def entrants(self) -> Mapping[int | str, Player | Team]:
        """Who is paired, by id: the players, or in a team event the teams."""
        of_teams = self.system.entrants == "teams"
        return {e.id: e for e in (self.teams if of_teams else self.players)}

    def entrant(self, id_: int | str) -> Player | Team:
        """The player, or in a team event the team, of an id."""
        return self.entrants[id_]

    @cached_property
    def first(self) -> Colour:
        """The colour that begins: black in renju and its kin, white in draughts."""
        return "black" if self.discipline.startswith(("renju", "gomoku")) else "white"

    @cached_property
    def colour_rule(self) -> ColourRule:
        """Which limits colours have: the system's own word, else the discipline's."""
        if self.system.colour_rule is not None:
            return self.system.colour_rule
        return "renju" if self.first == "black" else "draughts"

    @cached_property
    def breaches(self) -> frozenset[tuple[int | str, int]]:
        """Player and round of games that were taken away as a sanction."""
        return frozenset(
            (s.player, s.round)
            for s in self.sanctions
            if s.sanction in GAME_LOST and s.round is not None
        )

    def waived(self, rule: str, round_no: int) -> bool:
        """Whether the arbiter set a rule aside for that round."""
        return any(w.rule == rule and w.round == round_no for w in self.system.waive)
