"""The hall's log: what the clocks recorded and what the arbiter decided, durable before it is
acknowledged.

One connection writes, commits whole groups with `synchronous=FULL`, and checkpoints; one program
writes a file at a time. Records are known by (clock, journal, seq): one that comes again is counted
and not written again.

    log = Log("hall.db")
    rows = log.append([Arrival("a1b2c3d4e5f60718", record)], hall_us=now)   # durable on return
    log.decide(Decision("move", table=1, data={"text": "34-29"}), hall_us=now)
    for row in log.rows(): ...                                              # as it happened
"""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from flagfall_protocol.frames import decode

from flagfall.arbiter.database import alone, damaged, engine, migrate, told, which_files
from flagfall.arbiter.errors import LogMissing, LogUnreadable
from flagfall.arbiter.schema import decision, event
from flagfall.link.events import HEAD as RECORD_HEAD
from flagfall.link.events import RECORDS
from flagfall.link.notices import Record, UnreadRecord
from flagfall.words import words

_, ngettext = words("arbiter")


# Made once: a busy hall writes a hundred groups a second.
INSERT_EVENT, INSERT_DECISION = sa.insert(event), sa.insert(decision)


@dataclass(frozen=True)
class Arrival:
    """A journal record as it came from the clock with this id (16 hexadecimal digits)."""

    clock: str
    record: Record

    @property
    def key(self) -> tuple[str, int, int]:
        """What makes it the same record if it comes twice: (clock, journal, seq)."""
        return self.clock, self.record.journal_id, self.record.seq


@dataclass(frozen=True)
class Decision:
    """What somebody decided or wrote down. `data` is plain JSON; its fields depend on `kind`."""

    kind: str
    table: int | None = None
    who: str = "arbiter"
    rule: str = ""
    reason: str = ""
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """A row of the log: exactly one of `arrival` and `decision` is there."""

    n: int
    hall_us: int
    arrival: Arrival | None = None
    decision: Decision | None = None


@dataclass(frozen=True)
class Holding:
    """What the log holds of one journal: lowest and highest number, how many different ones, and
    how many rows they take."""

    clock: str
    journal: int
    oldest: int
    newest: int
    count: int
    rows: int

    @property
    def missing(self) -> int:
        """Numbers that are not there, counted from the journal's first."""
        return self.newest - self.count

    @property
    def doubled(self) -> int:
        """Rows that say again what another one says."""
        return self.rows - self.count


class Log:
    """An open log. Thread-safe; a whole group is durable when `append` returns."""

    def __init__(self, place: Path | str, *, make: bool = True) -> None:
        """Open the log at a path or a database URL to write it; without `make` only to read one
        that is there, which another program may be writing.

        Raises `LogMissing`, `LogUnreadable`, `LogBusy`, `LogFull` or `LogError`.
        """
        self.place = str(place)
        is_file = "://" not in self.place
        if not make and is_file and not Path(place).is_file():
            raise LogMissing(_("There is no log {place}.").format(place=place), hint=which_files())
        self._lock = threading.RLock()
        self._alone: sqlite3.Connection | None = None
        self.doubled = 0
        """Records that came again and were not written again."""
        with told(self.place), ExitStack() as stack:
            if make and is_file:
                self._alone = stack.enter_context(closing(alone(Path(place))))
            self._engine = engine(self.place, unchanged=not make and is_file)
            stack.callback(self._engine.dispose)
            self._writer = stack.enter_context(self._engine.connect())
            migrate(self._writer, self.place, make=make)
            self._n = self._highest()
            held = self._holdings()
            self._cursors = {(h.clock, h.journal): h.newest for h in held}
            self._missing = sum(h.missing for h in held)
            stack.pop_all()

    # ------------------------------------------------------------ writing

    def append(
        self,
        arrivals: Iterable[Arrival] = (),
        decisions: Iterable[Decision] = (),
        *,
        hall_us: int,
    ) -> list[Row]:
        """Write a group in one transaction, records first; durable on return. Answers the new rows.

        Raises `LogFull`, `LogBusy` or `LogError`; then nothing of the group was written.
        """
        with self._lock, told(self.place):
            cursors = dict(self._cursors)
            rows: list[Row] = []
            doubled = missing = 0
            for arrival in arrivals:
                clock, journal, seq = arrival.key
                before = cursors.get((clock, journal), 0)
                if seq <= before:
                    doubled += 1
                    continue
                missing += seq - before - 1
                cursors[clock, journal] = seq
                rows.append(Row(self._n + len(rows) + 1, hall_us, arrival=arrival))
            for said in decisions:
                rows.append(Row(self._n + len(rows) + 1, hall_us, decision=said))
            self.doubled += doubled
            if not rows:
                return []
            events = [_event_row(row, row.arrival) for row in rows if row.arrival]
            made = [_decision_row(row, row.decision) for row in rows if row.decision]
            with self._writer.begin():
                if events:
                    self._writer.execute(INSERT_EVENT, events)
                if made:
                    self._writer.execute(INSERT_DECISION, made)
            self._n, self._cursors = rows[-1].n, cursors
            self._missing += missing
            return rows

    def decide(self, *said: Decision, hall_us: int) -> list[Row]:
        """Write decisions; durable on return."""
        return self.append(decisions=said, hall_us=hall_us)

    def cursor(self, clock: str, journal: int) -> int:
        """The newest record safely kept of a clock's journal; 0: none."""
        return self._cursors.get((clock, journal), 0)

    @property
    def missing(self) -> int:
        """Records that lie between others and were never written, of all journals."""
        return self._missing

    # ------------------------------------------------------------ reading

    @property
    def day(self) -> date | None:
        """The day on which it was begun, by this machine's calendar; None: nothing is decided."""
        with self._lock, told(self.place), self._writer.begin():
            first = self._writer.execute(sa.select(sa.func.min(decision.c.wall))).scalar_one()
        return None if first is None else datetime.fromisoformat(first).astimezone().date()

    def rows(self, *, after: int = 0) -> Iterator[Row]:
        """Everything after row `after`, in the order in which it was written.

        Raises `LogUnreadable` at a row that can't be read.
        """
        with told(self.place), self._engine.connect() as reader:
            events = reader.execute(
                sa.select(event).where(event.c.n > after).order_by(event.c.n)
            ).mappings()
            decisions = reader.execute(
                sa.select(decision).where(decision.c.n > after).order_by(decision.c.n)
            ).mappings()
            left, right = next(events, None), next(decisions, None)
            while left is not None or right is not None:
                if right is None or (left is not None and left["n"] < right["n"]):
                    assert left is not None
                    yield _row_of_event(left)
                    left = next(events, None)
                else:
                    yield _row_of_decision(right)
                    right = next(decisions, None)

    def holdings(self) -> list[Holding]:
        """What is kept of each journal, measured in the tables, not remembered."""
        with self._lock, told(self.place):
            return self._holdings()

    def counts(self) -> tuple[int, int]:
        """How many events and decisions are kept."""
        with self._lock, told(self.place), self._writer.begin():
            return tuple(  # type: ignore[return-value]
                self._writer.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
                for table in (event, decision)
            )

    def limit(self, pages: int) -> None:
        """Let the file grow no further than so many pages: how a full disk is rehearsed."""
        with self._lock, self._writer.begin():
            self._writer.exec_driver_sql(f"PRAGMA max_page_count = {int(pages)}")

    def close(self) -> None:
        """Checkpoint and close; safe to call twice."""
        with self._lock:
            self._writer.close()
            self._engine.dispose()
            if self._alone is not None:
                self._alone.close()

    def __enter__(self) -> "Log":
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # ------------------------------------------------------------ inside

    def _highest(self) -> int:
        with self._writer.begin():
            return max(
                self._writer.execute(sa.select(sa.func.max(table.c.n))).scalar_one() or 0
                for table in (event, decision)
            )

    def _holdings(self) -> list[Holding]:
        by = (event.c.clock, event.c.journal)
        seq = event.c.seq
        counted = (sa.func.count(seq.distinct()), sa.func.count())
        query = (
            sa.select(*by, sa.func.min(seq), sa.func.max(seq), *counted)
            .group_by(*by)
            .order_by(sa.func.min(event.c.n))
        )
        with self._writer.begin():
            return [Holding(*row) for row in self._writer.execute(query)]


def _event_row(row: Row, arrival: Arrival) -> dict[str, Any]:
    clock, journal, seq = arrival.key
    record = arrival.record
    if isinstance(record, UnreadRecord):
        kind, body = record.kind, record.data
    else:
        kind, body = record.KIND, record.body()
    return {
        "n": row.n,
        "clock": clock,
        "journal": journal,
        "seq": seq,
        "kind": kind,
        "at_us": record.at_us,
        "hall_us": row.hall_us,
        "body": body,
    }


def _decision_row(row: Row, said: Decision) -> dict[str, Any]:
    return {
        "n": row.n,
        "hall_us": row.hall_us,
        "wall": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "who": said.who,
        "kind": said.kind,
        "table": said.table,
        "rule": said.rule,
        "reason": said.reason,
        "data": json.dumps(said.data, ensure_ascii=False, separators=(",", ":")),
    }


def _sound(row: Any, table: sa.Table) -> None:
    """SQLite keeps what it is given, whatever a column is said to hold."""
    for column in table.c:
        value = row[column.name]
        if not (isinstance(value, column.type.python_type) or (value is None and column.nullable)):
            raise _unreadable(row)


def _row_of_event(row: Any) -> Row:
    _sound(row, event)
    record: Any = decode(row["kind"], row["body"])
    if not isinstance(record, RECORDS):
        # Of a kind that a later version of the clock brought; kept, and passed on as it is.
        if len(row["body"]) < RECORD_HEAD.size:
            raise _unreadable(row)
        journal, seq, at_us = RECORD_HEAD.unpack_from(row["body"])
        record = UnreadRecord(row["kind"], journal, seq, at_us, row["body"])
    return Row(row["n"], row["hall_us"], arrival=Arrival(row["clock"], record))


def _row_of_decision(row: Any) -> Row:
    _sound(row, decision)
    try:
        data = json.loads(row["data"])
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _unreadable(row)
    said = Decision(row["kind"], row["table"], row["who"], row["rule"], row["reason"], data)
    return Row(row["n"], row["hall_us"], decision=said)


def _unreadable(row: Any) -> LogUnreadable:
    return LogUnreadable(
        _("Row {n} of the log can't be read.").format(n=row["n"]),
        hint=damaged(),
        where=str(row["n"]),
    )
