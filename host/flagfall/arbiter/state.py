"""The hall as a fold of its log: the same rows, the same hall.

A running hall folds each row as soon as it is durably written; a hall that is shown again folds
them all. What is not in the log (how the wires stand) is not here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from flagfall.arbiter.database import damaged
from flagfall.arbiter.errors import LogUnreadable
from flagfall.arbiter.log import Row
from flagfall.arbiter.table import Seating, Table
from flagfall.errors import FlagfallError
from flagfall.link.notices import Record
from flagfall.words import words

_, ngettext = words("arbiter")


@dataclass
class HallState:
    """Tables by number, folded so far."""

    name: str = ""
    date: str = ""
    """When the event is played, in its own words; empty: it does not say."""
    virtual: bool = False
    """Hall time is the clocks' own virtual time."""
    tables: dict[int, Table] = field(default_factory=dict)
    events: int = 0
    now_us: int = 0
    """Hall time of the last row."""
    _by_clock: dict[str, Table] = field(default_factory=dict)
    _unseated: dict[str, list[Record]] = field(default_factory=dict)
    """Records of clocks that stand at no table yet; folded when they are given one."""

    def table_of(self, clock: str) -> Table | None:
        """The table where this clock stands."""
        return self._by_clock.get(clock)

    def fold(self, rows: Iterable[Row]) -> "HallState":
        """Fold many rows."""
        for row in rows:
            self.apply(row)
        return self

    def apply(self, row: Row) -> int | None:
        """Fold a row: which table it changed (None: the hall's own fields, or nothing). Raises
        `LogUnreadable` for a row that no hall wrote."""
        self.now_us = max(self.now_us, row.hall_us)
        try:
            if row.arrival is not None:
                return self._arrived(row)
            return self._decided(row)
        except (KeyError, TypeError, ValueError, LookupError, FlagfallError) as error:
            raise LogUnreadable(
                _("Row {n} of the log makes no sense: {why}.").format(n=row.n, why=error),
                hint=damaged(),
                where=str(row.n),
            ) from error

    def _arrived(self, row: Row) -> int | None:
        assert row.arrival is not None
        self.events += 1
        record = row.arrival.record
        table = self._by_clock.get(row.arrival.clock)
        if table is None:
            self._unseated.setdefault(row.arrival.clock, []).append(record)
            return None
        if not self.virtual and not table.offset_us:
            table.offset_us = row.hall_us - record.at_us
        table.take(record)
        return table.number

    def _decided(self, row: Row) -> int | None:
        said = row.decision
        assert said is not None
        if said.kind == "hall":
            self.name = str(said.data["name"])
            self.date = str(said.data.get("date", ""))
            self.virtual = bool(said.data.get("virtual", False))
            return None
        if said.table is None:
            return None
        if said.kind == "seat":
            self._seat(Table.seat(said.table, Seating.from_data(said.data)))
            return said.table
        table = self.tables[said.table]
        if said.kind == "clock":
            self._move_clock(table, str(said.data["clock"]))
        table.decide(said, row.hall_us)
        return table.number

    def _seat(self, table: Table) -> None:
        """A new game at a table; what its clock recorded so far goes with the clock."""
        before = self.tables.get(table.number)
        if before is not None:
            self._by_clock.pop(before.clock, None)
            table.link, table.offset_us = before.link, before.offset_us
        self.tables[table.number] = table
        if not table.clock:
            return
        elsewhere = self._by_clock.pop(table.clock, None) or before
        if elsewhere is not None and elsewhere.clock == table.clock:
            table.mirror = elsewhere.mirror
            if elsewhere is not before:
                elsewhere.leave_clock()
        self._by_clock[table.clock] = table
        for record in self._unseated.pop(table.clock, []):
            table.take(record)

    def _move_clock(self, table: Table, clock: str) -> None:
        """CL-12: another unit stands at the table from now on."""
        self._by_clock.pop(table.clock, None)
        table.change_clock(clock)
        self._by_clock[clock] = table
        self._unseated.pop(clock, None)  # its past is not this game's; the state given to it is
