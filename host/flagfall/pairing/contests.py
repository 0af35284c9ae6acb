"""From who meets whom to a round at tables: players directly, teams board by board."""

from dataclasses import dataclass
from fractions import Fraction

from flagfall.pairing.event import Event, Player, Team
from flagfall.pairing.notes import Note, note
from flagfall.pairing.rounds import Free, Match, Pairing, Round


@dataclass(frozen=True, slots=True)
class Contest:
    """Two entrants that meet. Of two teams, `white` has white on odd boards."""

    white: int | str
    black: int | str
    opponent_why: tuple[Note, ...] = ()
    colour_why: tuple[Note, ...] = ()
    result: str | None = None


def seat(
    event: Event,
    number: int,
    contests: list[Contest],
    byes: list[Free],
    notes: list[Note],
    absent: list[int | str],
) -> Round:
    """The round: tables in the order of the contests; team matches take a table for each board."""
    if event.system.entrants == "players":
        games = tuple(
            Pairing(
                table,
                c.white,
                c.black,
                result=c.result,
                opponent_why=c.opponent_why,
                colour_why=c.colour_why,
            )
            for table, c in enumerate(contests, 1)
            if isinstance(c.white, int) and isinstance(c.black, int)
        )
        return Round(number, games, tuple(byes), (), tuple(absent), tuple(notes))
    boards: list[Pairing] = []
    matches: list[Match] = []
    byes = [Free(b.player, b.points, b.why, is_team=True) for b in byes]
    for m, c in enumerate(contests, 1):
        first, second = (c.white, c.black) if event.first == "white" else (c.black, c.white)
        why = c.opponent_why + c.colour_why
        if event.first == "black":
            why += (note("venue", "R3.4.1", player=first),)
        matches.append(Match(m, first, second, why))
        _boards(event, number, m, c, boards, byes)
    return Round(number, tuple(boards), tuple(byes), tuple(matches), tuple(absent), tuple(notes))


def line_up(event: Event, team: Team, round_no: int) -> list[int]:
    """Who sits at boards 1, 2 …: members in their order, those behind an absentee move up."""
    there = [p for p in team.players if event.by_id[p].plays_in(round_no)]
    return there[: boards_of(event)]


def boards_of(event: Event) -> int:
    """Boards of a match: as the event says, else as many as the smallest team has members."""
    if event.system.boards is not None:
        return event.system.boards
    return min((len(t.players) for t in event.teams if t.players), default=1)


def _boards(
    event: Event, number: int, m: int, c: Contest, boards: list[Pairing], byes: list[Free]
) -> None:
    white_team, black_team = event.team_by_id[c.white], event.team_by_id[c.black]
    whites, blacks = (line_up(event, t, number) for t in (white_team, black_team))
    for board in range(1, boards_of(event) + 1):
        sitting = [crew[board - 1] if board <= len(crew) else None for crew in (whites, blacks)]
        if board % 2 == 0:
            sitting.reverse()
        white, black = sitting
        if white is not None and black is not None:
            boards.append(
                Pairing(
                    len(boards) + 1,
                    white,
                    black,
                    board,
                    m,
                    c.result if board % 2 or c.result is None else c.result[::-1],
                    c.opponent_why,
                    c.colour_why,
                )
            )
        elif white is not None or black is not None:
            alone = white if white is not None else black
            assert alone is not None
            why = note("free_board", "", member=event.by_id[alone].name, board=board)
            byes.append(Free(alone, event.system.points.win, (why,)))


def sorted_out(event: Event, round_no: int) -> tuple[list[Player | Team], list[Player | Team]]:
    """Entrants who are to be paired in a round, and those known to be absent from it."""
    everyone: list[Player | Team] = list(
        event.teams if event.system.entrants == "teams" else event.players
    )
    playing = [e for e in everyone if e.plays_in(round_no)]
    absent = [
        e
        for e in everyone
        if round_no in e.absent
        and round_no >= e.late_entry
        and (e.withdrawn_after is None or round_no <= e.withdrawn_after)
    ]
    return playing, absent


ZERO = Fraction(0)
