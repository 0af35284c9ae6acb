"""Were events lost? Asked of the clocks themselves, and counted in the log's tables."""

from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass

from flagfall_protocol import codes
from flagfall_protocol.messages import Outcome

from flagfall.arbiter.hall import Hall
from flagfall.arbiter.log import Log
from flagfall.link.errors import LinkError

ANSWER_S = 5.0


@dataclass(frozen=True)
class Audit:
    """`events` records are kept; `lost` are known to the clocks and not kept, `doubled` are kept
    twice; `silent` clocks could not be asked (what they hold is fetched when they come back)."""

    events: int
    lost: int
    doubled: int
    silent: tuple[str, ...] = ()


def audit(hall: Hall) -> Audit:
    """Ask every table's clock for its newest record and compare with the log."""
    asked: dict[str, tuple[int, Future[Outcome]]] = {}
    silent = []
    for table in hall.state.tables.values():
        line = hall.line_of(table.clock)
        if line is None or not line.live or line.hello is None:
            silent.append(table.clock)
            continue
        asked[table.clock] = line.hello.journal_id, line.command(codes.Act.READ)
    newest: dict[tuple[str, int], int] = {}
    for clock, (journal, future) in asked.items():
        try:
            newest[clock, journal] = future.result(ANSWER_S).seq
        except (FutureTimeout, LinkError):
            silent.append(clock)
    return compare(hall.log, newest, tuple(silent))


def compare(log: Log, newest: dict[tuple[str, int], int], silent: tuple[str, ...] = ()) -> Audit:
    """The log against what the clocks say is their newest record, by (clock, journal)."""
    held = {(h.clock, h.journal): h for h in log.holdings()}
    lost = sum(h.missing for h in held.values())
    for key, told in newest.items():
        kept = held[key].newest if key in held else 0
        lost += max(0, told - kept)
    return Audit(
        events=sum(h.count for h in held.values()),
        lost=lost,
        doubled=sum(h.doubled for h in held.values()),
        silent=silent,
    )
