"""Results as they count: the record of the rounds, corrected for those who left (R2.9.3–4).

Fewer than half of his games played: his results stay in the table, he has no place, and games
against him count in Swiss events only. Half or more: adjourned games are lost, unplayed ones are
minuses, opponents have wins and pluses, and he has a place.
"""

from dataclasses import dataclass, replace

from flagfall.pairing.errors import CannotPair
from flagfall.pairing.event import SWISS, Event
from flagfall.pairing.record import Meet, Record, fold
from flagfall.pairing.tables import ROBINS, cycles_of, games_played, robin_round
from flagfall.scoring.stage import stage


@dataclass(slots=True)
class Ledger:
    """`record` as it counts; `unplaced` are those who share in no place."""

    event: Event
    record: Record
    unplaced: frozenset[int]


def ledger(event: Event) -> Ledger:
    """The ledger of an event so far; a round that is paired but not begun changes nothing."""
    event = replace(event, rounds=event.rounds[: stage(event).begun])
    record = fold(event)
    unplaced = set()
    kind = event.system.kind
    for i, id_ in enumerate(record.ids):
        after = event.entrant(id_).withdrawn_after
        if after is None or after > record.rounds:
            continue
        total = _games_of(event, len(record.ids))
        early = total is not None and 2 * games_played(record, i, after) < total
        if early:
            unplaced.add(i)
        _settle_adjourned(record, i)
        if kind in ROBINS:
            if early:
                _void(record, i)
            else:
                _give_pluses(record, i, after)
    return Ledger(event, record, frozenset(unplaced))


def _games_of(event: Event, n: int) -> int | None:
    """How many games an entrant has in the whole event."""
    if event.system.kind in SWISS:
        return event.system.rounds or max(len(event.rounds), 1)
    if event.system.kind in ROBINS:
        games = (n - 1) * cycles_of(event)
        return games if event.system.rounds is None else min(games, event.system.rounds)
    if event.system.kind.startswith("scheveningen"):
        return n // 2
    return event.system.rounds if event.system.kind == "silly" else None


def _settle_adjourned(record: Record, i: int) -> None:
    """Games he left unfinished are lost."""
    scale = record.scale
    for r, meet in enumerate(record.rows[i]):
        if meet is not None and meet.opponent >= 0 and not meet.finished:
            lost = meet._replace(points=scale.loss, theirs=scale.win, finished=True)
            record.rows[i][r] = lost
            record.rows[meet.opponent][r] = Meet(
                i, -meet.colour, scale.win, scale.loss, meet.played, True
            )


def _void(record: Record, i: int) -> None:
    """Games against him don't count for his opponents."""
    for r, meet in enumerate(record.rows[i]):
        if meet is not None and meet.opponent >= 0:
            record.rows[meet.opponent][r] = None


def _give_pluses(record: Record, i: int, after: int) -> None:
    """Rounds he missed and that nobody wrote down: a minus to him, a plus to his opponent."""
    scale = record.scale
    for r in range(after, record.rounds):
        if record.rows[i][r] is not None:
            continue
        try:
            _row, _codex, pairs = robin_round(record.event, len(record.ids), r + 1)
        except CannotPair:
            return
        for a, b in pairs:
            if i + 1 in (a, b):
                other = (b if a == i + 1 else a) - 1
                if other < len(record.ids) and record.rows[other][r] is None:
                    record.rows[i][r] = Meet(other, 0, scale.loss, scale.win, False, True)
                    record.rows[other][r] = Meet(i, 0, scale.win, scale.loss, False, True)
