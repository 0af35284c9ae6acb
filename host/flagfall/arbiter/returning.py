"""The way back: results of a hall's log written into the event whose round was played.

    with Log("club.db", make=False) as log:
        brought = bring_back(event_json, log)      # nothing is changed in place
    brought.event, brought.written, brought.same, brought.waiting

A game is known by its round, its table and both players: a log of another event, another round or
another pairing is refused, and so is a result that the file contradicts. What the file has already
is left alone, so that the same log can be brought back as often as one likes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flagfall.arbiter.errors import NotThisRound, ResultsDiffer
from flagfall.arbiter.log import Log
from flagfall.arbiter.orders import UNDECIDED
from flagfall.arbiter.state import HallState
from flagfall.arbiter.table import Table
from flagfall.pairing.edit import with_result
from flagfall.pairing.event import Event, Game, PlayedRound
from flagfall.pairing.parse import parse_event
from flagfall.words import words

_, ngettext = words("arbiter")

Result = tuple[int, str]


@dataclass(frozen=True)
class BroughtBack:
    """The event with the round's results: which are new, which were there, which tables wait."""

    event: dict[str, Any]
    round: int
    written: tuple[Result, ...]
    same: tuple[Result, ...]
    waiting: tuple[int, ...]


def games_of(log: Log) -> list[Table]:
    """Every game a log holds, those among them whose table plays another one by now."""
    state = HallState()
    left: list[Table] = []
    for row in log.rows():
        said = row.decision
        if said is not None and said.kind == "seat" and said.table in state.tables:
            left.append(state.tables[said.table])
        state.apply(row)
    return left + list(state.tables.values())


def bring_back(data: Mapping[str, Any], log: Log, round_no: int | None = None) -> BroughtBack:
    """The results of a round (the last) from a log into an event.

    Raises `EventError` (not an event), `NotThisRound` (the log has no game of it, or a table of it
    with other players), `ResultsDiffer` (the file has another result), or the log's own errors.
    """
    event = parse_event(data)
    number = len(event.rounds) if round_no is None else round_no
    if not 1 <= number <= len(event.rounds):
        raise NotThisRound(
            _("The event has no round {n}.").format(n=number),
            hint=_("Pair it first: flagfall event pair."),
            where="$.rounds",
        )
    played = event.rounds[number - 1]
    found = {t.number: t for t in games_of(log) if t.seating.round == number}
    if not found:
        raise NotThisRound(
            _("The log has no game of round {n} of this event.").format(n=number),
            hint=_("Name the log of the hall that was opened for it; --round for another round."),
            where=log.place,
        )
    if event.system.micro_games > 1:
        raise NotThisRound(
            _("A micro-match is several games at a table; the log has one of them."),
            hint=_("Enter it by hand: flagfall event result EVENT 3=1-0,1/2."),
            where="$.system.micro_match",
        )
    return _written(dict(data), event, played, found)


def _written(
    data: dict[str, Any], event: Event, played: PlayedRound, found: dict[int, Table]
) -> BroughtBack:
    written: list[Result] = []
    same: list[Result] = []
    waiting: list[int] = []
    against: list[str] = []
    tables = {g.table if g.table is not None else i: g for i, g in enumerate(played.games, 1)}
    for number in sorted(tables.keys() | found.keys()):
        game, table = tables.get(number), found.get(number)
        if game is None and table is not None and table.result is None:
            continue  # laid out, then the round was paired again with fewer tables
        if table is not None and (game is None or not _plays(event, game, table)):
            raise _other_players(event, number, game, table)
        assert game is not None
        told = None if table is None or table.result == UNDECIDED else table.seated_result
        if told is None:
            if not game.finished:
                waiting.append(number)
        elif not game.finished:
            data = with_result(data, number, told, played.number)
            written.append((number, told))
        elif game.result == (told,):
            same.append((number, told))
        else:
            against.append(
                _("table {n}: the log has {told}, the event {there}").format(
                    n=number, told=told, there=" ".join(game.result)
                )
            )
    if against:
        raise ResultsDiffer(
            _("The log contradicts the event: {tables}.").format(tables="; ".join(against)),
            hint=_(
                "Nothing was written. Say which holds: flagfall event result EVENT TABLE=RESULT, "
                "or TABLE= to take the event's away and bring the log's."
            ),
            where=f"$.rounds[{played.number - 1}].games",
        )
    parse_event(data)
    return BroughtBack(data, played.number, tuple(written), tuple(same), tuple(waiting))


def _plays(event: Event, game: Game, table: Table) -> bool:
    """Whether these two players sit at the table, by number and by name."""
    there = {p.colour: (p.id, p.name) for p in table.seating.players.values()}
    return there == {
        "white": (game.white, event.by_id[game.white].name),
        "black": (game.black, event.by_id[game.black].name),
    }


def _other_players(event: Event, number: int, game: Game | None, table: Table) -> NotThisRound:
    at_table = {p.colour: p.name for p in table.seating.players.values()}
    seated = f"{at_table['white']} – {at_table['black']}"
    paired = (
        _("nobody")
        if game is None
        else f"{event.by_id[game.white].name} – {event.by_id[game.black].name}"
    )
    return NotThisRound(
        _("Table {n}: in the log {seated} play, in the event {paired}.").format(
            n=number, seated=seated, paired=paired
        ),
        hint=_("The round was paired again after the hall was opened, or it is another event's."),
        where=str(number),
    )
