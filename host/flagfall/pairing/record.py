"""What happened so far, by start number: opponents, colours and points of every round.

Entrants are players, or teams where the event is one of teams; pairing and scoring read the same
record. Colours are +1 for white, −1 for black, 0 for none; a game that was not played has none.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from flagfall.pairing.errors import ResultsMissing
from flagfall.pairing.event import Bye, Event, Game, PlayedRound
from flagfall.pairing.numbering import start_order
from flagfall.pairing.points import PointScale
from flagfall.words import words

_, _plural = words("pairing")


class Meet(NamedTuple):
    """One round of one entrant; `opponent` is an index, −1 for a bye. Points are in units."""

    opponent: int
    colour: int
    points: int
    theirs: int
    played: bool
    finished: bool


@dataclass(slots=True)
class Record:
    """The fold of the rounds. `rows[i][r]` is what entrant i did in round r + 1, if anything."""

    event: Event
    scale: PointScale
    ids: tuple[int | str, ...]
    index: dict[int | str, int]
    rows: list[list[Meet | None]] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        """How many rounds the file holds."""
        return len(self.event.rounds)

    def scores(self) -> list[int]:
        """Units of every entrant after all rounds."""
        return [sum(m.points for m in row if m is not None) for row in self.rows]

    def score(self, i: int, rounds: int | None = None) -> int:
        """Units of an entrant after some rounds (all of them)."""
        return sum(m.points for m in self.rows[i][:rounds] if m is not None)


def check_results(event: Event) -> None:
    """Raise `ResultsMissing` for the first game of the file that is not finished."""
    for r, played_round in enumerate(event.rounds):
        for place, g in enumerate(played_round.games):
            if not g.finished:
                raise ResultsMissing(
                    _("the game {a} – {b} of round {n} has no result").format(
                        a=event.by_id[g.white].name, b=event.by_id[g.black].name, n=r + 1
                    ),
                    hint=_("enter it; an adjourned game needs a result for pairing"),
                    where=f"$.rounds[{r}].games[{place}].result",
                )


def fold(event: Event) -> Record:
    """The record of an event."""
    ids = start_order(event)
    index = {id_: i for i, id_ in enumerate(ids)}
    record = Record(event, PointScale(event), ids, index)
    record.rows = [[None] * len(event.rounds) for _ in ids]
    of_teams = event.system.entrants == "teams"
    for r, played_round in enumerate(event.rounds):
        if of_teams:
            _fold_teams(record, r, played_round)
        else:
            _fold_players(record, r, played_round)
    return record


def _fold_players(record: Record, r: int, played_round: PlayedRound) -> None:
    rows, index, read = record.rows, record.index, record.scale.read
    meet = tuple.__new__  # half the time of Meet(…): this is a quarter of pairing a round
    for g in played_round.games:
        white, black = index[g.white], index[g.black]
        to_white, to_black, played, finished = read(g)
        colour = 1 if played else 0
        rows[white][r] = meet(Meet, (black, colour, to_white, to_black, played, finished))
        rows[black][r] = meet(Meet, (white, -colour, to_black, to_white, played, finished))
    _fold_byes(record, r, played_round.byes)


def _fold_byes(record: Record, r: int, byes: tuple[Bye, ...]) -> None:
    of_teams = record.event.system.entrants == "teams"
    for b in byes:
        i = record.index.get(b.player) if b.of_team or not of_teams else None
        if i is not None:
            units = record.scale.units(b.points)
            record.rows[i][r] = Meet(-1, 0, units, 0, False, True)


def _fold_teams(record: Record, r: int, played_round: PlayedRound) -> None:
    """Team matches from the games of their members; the first-named has white as +1."""
    team_of = {p: t.id for t in record.event.teams for p in t.players}
    matches: dict[tuple[int, int], list[Game]] = {}
    for g in played_round.games:
        ends = team_of.get(g.white), team_of.get(g.black)
        if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
            continue
        a, b = record.index[ends[0]], record.index[ends[1]]
        matches.setdefault((min(a, b), max(a, b)), []).append(g)
    free: dict[int, int] = {}  # what members have for boards without an opponent
    for bye in played_round.byes:
        if not bye.of_team and isinstance(bye.player, int) and bye.player in team_of:
            i = record.index[team_of[bye.player]]
            free[i] = free.get(i, 0) + record.scale.units(bye.points)
    for (a, b), games in matches.items():
        sums = [free.get(a, 0), free.get(b, 0)]
        for g in games:
            to_white, to_black = record.scale.of(g.result)
            white_is_a = record.index[team_of[g.white]] == a
            sums[0] += to_white if white_is_a else to_black
            sums[1] += to_black if white_is_a else to_white
        odd = min(games, key=lambda g: (g.board or 1, g.table or 0))
        played = any(g.played for g in games)
        finished = all(g.finished for g in games)
        colour = (1 if record.index[team_of[odd.white]] == a else -1) if played else 0
        if (odd.board or 1) % 2 == 0:
            colour = -colour
        ours, theirs = sums
        if record.event.system.team_score == "matches":
            ours, theirs = _match_points(record.scale, ours, theirs) if finished else (0, 0)
        record.rows[a][r] = Meet(b, colour, ours, theirs, played, finished)
        record.rows[b][r] = Meet(a, -colour, theirs, ours, played, finished)
    _fold_byes(record, r, played_round.byes)


def _match_points(scale: PointScale, ours: int, theirs: int) -> tuple[int, int]:
    """A match as one result, where the event counts matches."""
    if ours == theirs:
        return scale.draw, scale.draw
    return (scale.win, scale.loss) if ours > theirs else (scale.loss, scale.win)
