"""The running hall: clocks on their wires, the log, the tables folded from it, and its faces.

One thread does the work, in groups: it gathers what the ports heard, writes it durably, and only
then acknowledges it to the clocks and folds it into the tables. Whatever a port does (garbage,
silence, unplugging) stays at its own table. When nothing can be written nothing is acknowledged:
the clocks keep their records, and the group is tried again.
"""

import logging
import threading
import uuid
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import Any

from flagfall_protocol.messages import BoardEvent

from flagfall.arbiter import sensing, view
from flagfall.arbiter.cards import Cards
from flagfall.arbiter.commander import Commander
from flagfall.arbiter.errors import LogError, NoSuchTable
from flagfall.arbiter.inbox import Heard, Inbox, Item, Said
from flagfall.arbiter.late import newly_late
from flagfall.arbiter.line import ClockLine
from flagfall.arbiter.lines import Lines
from flagfall.arbiter.log import Arrival, Decision, Log, Row
from flagfall.arbiter.record import Line
from flagfall.arbiter.state import HallState
from flagfall.arbiter.table import LinkState, Seating, Table
from flagfall.arbiter.walltime import EPOCH_US, real_us
from flagfall.link import notices as n
from flagfall.link.transport import Transport, open_transport
from flagfall.words import words

_, ngettext = words("arbiter")

RETRY_S = 0.5  # after a commit that failed
Scribe = Callable[[int, Line], Decision | None]
log_to = logging.getLogger("flagfall.hall")


def _hello(table: int, line: ClockLine) -> Decision:
    """A clock answered: which firmware, and whether it had restarted."""
    return Decision("hello", table, who="clock", data={"firmware": line.firmware})


def _of_the_wire(table: Table | None) -> object:
    """What a table's card shows that is not in the log."""
    if table is None:
        return None
    link = table.link
    return link.state, link.since_us, link.health, table.offset_us


class Hall:
    """Fulfils the page's contract (`snapshot`, `detail`, `subscribe`, `command`).

    A move's text comes from the table's board, where it has one; else `scribe(table, line)` gives
    the decision `move` (None: somebody writes it later). `changed` guards the state and is
    notified after every group.
    """

    def __init__(
        self,
        log: Log,
        *,
        name: str,
        date: str = "",
        hall_us: Callable[[], int] = real_us,
        virtual: bool = False,
        speed: float = 1.0,
        scribe: Scribe | None = None,
        open_line: Callable[[str], Transport] = open_transport,
    ) -> None:
        self.log = log
        self.hall_us = hall_us
        self.speed = speed
        self.state = HallState().fold(log.rows())
        self.lines = Lines()
        self.trouble: LogError | None = None
        """Why nothing can be written just now."""
        self.failure: BaseException | None = None
        """What ended the hall's thread before its time."""
        self.changed = threading.Condition(threading.RLock())
        self._scribe = scribe
        self._open_line = open_line
        self.host_id = zlib.crc32(f"{uuid.getnode():x} {Path(log.place).absolute()}".encode()) or 1
        """Who we are to the clocks: another laptop is told, the same hall opened again is not."""
        self._inbox = Inbox()
        self._watchers: list[Callable[[], None]] = []
        self._cards = Cards()
        self._closing = threading.Event()
        self._counted_us = 0
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self.commander = Commander(self)
        opening = {"name": name, "virtual": virtual, "date": date}
        for row in log.decide(Decision("hall", data=opening), hall_us=hall_us()):
            self.state.apply(row)

    # ------------------------------------------------------------ life

    def start(self) -> "Hall":
        """Begin to listen."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Let every clock go, write what has come, end. Harmless the second time."""
        for line in list(self.lines.values()):
            line.close()
        self._closing.set()
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def __enter__(self) -> "Hall":
        return self.start()

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # ------------------------------------------------------------ clocks

    def connect(self, address: str) -> ClockLine:
        """Begin to speak with whatever is at an address; see `ClockLine.trouble` and `live`."""
        line = ClockLine(address, self._heard, host_id=self.host_id, open_line=self._open_line)
        line.session.commands.patient = self.state.virtual
        with self.changed:
            self.lines.add(line)
        return line.start()

    def disconnect(self, address: str) -> None:
        """Let the clock at an address go for good."""
        with self.changed:
            line = self.lines.remove(address)
        if line is not None:
            line.close()

    def line_of(self, clock: str) -> ClockLine | None:
        """The wire on which this clock answered last."""
        return self.lines.of(clock)

    def seat(self, number: int, seating: Seating, *, who: str = "arbiter") -> None:
        """Give a table its clock, players and game; it is in the log when this returns."""
        line = self.line_of(seating.clock)
        hello = [] if line is None else [_hello(number, line)]
        self.say(Decision("seat", number, who, data=seating.as_data()), *hello)

    # ------------------------------------------------------------ decisions

    def say(self, *said: Decision, timeout_s: float = 30.0) -> None:
        """Write decisions down; they are folded when this returns. Raises `LogError`."""
        done: Future[None] = Future()
        with self.changed:
            if self._ended:
                raise self._unwritten()
            self._inbox.put(Said(said, done))
        try:
            done.result(timeout_s)
        except FutureTimeout:
            raise self.trouble or self._unwritten() from None

    def _unwritten(self) -> LogError:
        return LogError(
            _("The hall does not write any more."), hint=_("Start it again on the same log.")
        )

    def table(self, number: Any) -> Table:
        """A table by its number; raises `NoSuchTable`."""
        found = self.state.tables.get(number) if isinstance(number, int) else None
        if found is None:
            raise NoSuchTable(
                _("There is no table {number}.").format(number=number),
                hint=_("Tables: {numbers}.").format(
                    numbers=", ".join(map(str, sorted(self.state.tables)))
                ),
                where="table",
            )
        return found

    # ------------------------------------------------------------ faces

    def snapshot(self) -> dict[str, Any]:
        """The whole hall, in the shape of the page's contract."""
        with self.changed:
            return view.hall_json(
                self.state,
                now_us=self.hall_us(),
                speed=self.speed,
                lost=self.log.missing,
                card=self._cards.of,
            )

    def detail(self, table: int) -> dict[str, Any]:
        """A table's record and history. Raises `NoSuchTable`."""
        with self.changed:
            return view.detail_json(self.table(table))

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Be called after every group that changed something; the answer ends it."""
        with self.changed:
            self._watchers.append(callback)

        def end() -> None:
            with self.changed:
                if callback in self._watchers:
                    self._watchers.remove(callback)

        return end

    def command(self, order: dict[str, Any]) -> dict[str, Any]:
        """Do what a face orders; see `arbiter.commander`."""
        return self.commander.command(order)

    def tell(self) -> None:
        """Something that is not in the log changed (hall time's speed, a wire)."""
        with self.changed:
            self.changed.notify_all()
            watchers = tuple(self._watchers)
        for watcher in watchers:
            watcher()

    # ------------------------------------------------------------ the hall's own thread

    def _heard(self, line: ClockLine, notice: n.Notice) -> None:
        if isinstance(notice, n.Stated):
            line.health = notice.state.health
        if not self._is_old(line, notice):
            self._inbox.put(Heard(line, notice))

    def _is_old(self, line: ClockLine, notice: n.Notice) -> bool:
        """Whether a notice says what is known. A running clock states five times a second what
        the hall computes by itself; a time within the error of the one before is no news."""
        if not isinstance(notice, n.Stated | n.Synced) or line.faults_wait:
            return False
        table = self.state.table_of(line.uid)
        if table is None or self.trouble is not None:  # nothing piles up that can't be written
            return True
        if isinstance(notice, n.Stated):
            return table.link.health == line.health
        moved_us = EPOCH_US - notice.offset_us - table.offset_us
        return self.state.virtual or abs(moved_us) <= notice.error_us

    def _run(self) -> None:
        try:
            while self._group(self._inbox.gather()):
                pass
        except BaseException as error:
            self.failure = error
            log_to.exception("the hall's thread ended")
        finally:
            self._closing.set()
            with self.changed:
                self._ended = True
            self._inbox.dismiss(self._unwritten())
            self.tell()

    def _group(self, items: list[Item]) -> bool:
        """Write, acknowledge, fold and tell a group; whether there may be another."""
        arrivals: list[Arrival] = []
        decisions: list[Decision] = []
        with self.changed:
            for item in items:
                if isinstance(item, Heard):
                    self._sort(item.line, item.notice, arrivals, decisions)
                elif item is not None:
                    decisions += item.decisions
            decisions += self._late()
        if not self._write(arrivals, decisions):
            for item in items:
                if isinstance(item, Said):
                    item.done.set_exception(self.trouble or self._unwritten())
            return False
        for item in items:
            if isinstance(item, Said):
                item.done.set_result(None)
        if items or decisions:
            self.tell()
        return None not in items

    def _late(self) -> list[Decision]:
        """CL-04: once in a second of the hall, who has not come."""
        now_us = self.hall_us()
        if now_us - self._counted_us < 1_000_000:
            return []
        self._counted_us = now_us
        return [said for table in self.state.tables.values() for said in newly_late(table, now_us)]

    def _sort(
        self,
        line: ClockLine,
        notice: n.Notice,
        arrivals: list[Arrival],
        decisions: list[Decision],
    ) -> None:
        """What a notice means: a record, a decision to write, or how a wire stands."""
        line.note(notice)
        table = self.state.table_of(line.uid)
        before = _of_the_wire(table)
        match notice:
            case n.Arrived(record):
                arrivals.append(Arrival(line.uid, record))
            case n.Greeted(hello):
                self.lines.answered(line)
                line.port.subscribe(hello.journal_id, self.log.cursor(line.uid, hello.journal_id))
                if table is not None:
                    decisions.append(_hello(table.number, line))
            case n.Gapped(gap, first_missing):
                lost = {"journal": gap.journal_id, "first": first_missing, "oldest": gap.oldest}
                decisions.append(
                    Decision("gap", table.number if table else None, who="clock", data=lost)
                )
            case n.Snapped(_request, data) if table is not None and table.mirror.doubt:
                state = {"state": data.hex()}
                decisions.append(Decision("snapshot", table.number, who="clock", data=state))
            # Virtual time is the hall's own: the wall's says nothing of it.
            case n.Synced() if table is not None and not self.state.virtual:
                table.offset_us = EPOCH_US - notice.offset_us
            case n.Warned() if table is not None:
                decisions.append(Decision("warned", table.number, "clock", "", notice.sentence))
        if counts := line.faults_due(self.hall_us(), notice):
            faults = {"clock": line.uid, "counts": counts}
            decisions.append(
                Decision("faults", table.number if table else None, who="clock", data=faults)
            )
        if table is not None:
            self._link(table, line)
            if _of_the_wire(table) != before:
                self._cards.touch(table.number)

    def _link(self, table: Table, line: ClockLine) -> None:
        table.link.health = line.health
        state: LinkState = "live" if line.live else "lost"
        if state != table.link.state:
            table.link.state, table.link.since_us = state, self.hall_us()

    def _write(self, arrivals: list[Arrival], decisions: list[Decision]) -> bool:
        """Durable, then acknowledged, then folded; False: the hall closed before it could be."""
        rows = self._appended(arrivals, decisions)
        if rows is None:
            return False
        for clock, journal in {a.key[:2] for a in arrivals}:
            line = self.line_of(clock)
            if line is not None:
                line.port.acknowledge(journal, self.log.cursor(clock, journal))
        with self.changed:
            touched = {self._folded(row) for row in rows}
            moves = [
                said
                for number in touched
                if number is not None and (said := self._written(number)) is not None
            ]
        return self._write([], moves) if moves else True

    def _folded(self, row: Row) -> int | None:
        """Fold a row: the table where faces see something new (None: nowhere)."""
        unseen = self._is_unseen(row)
        number = self.state.apply(row)
        if unseen:
            return None
        if number is not None and row.decision is not None:
            table = self.state.tables[number]
            line = self.line_of(table.clock) if row.decision.kind in ("seat", "clock") else None
            if line is not None:
                self._link(table, line)
        self._cards.touch(number)
        return number

    def _is_unseen(self, row: Row) -> bool:
        """Whether a row is a board between two presses: most of what boards with sensors say."""
        record = row.arrival.record if row.arrival is not None else None
        if row.arrival is None or not isinstance(record, BoardEvent) or record.press:
            return False
        table = self.state.table_of(row.arrival.clock)
        return table is not None and table.sensors

    def _written(self, number: int) -> Decision | None:
        """The oldest move of a table without a text: as its board tells it, else as the scribe
        does, else a question (None: it stands already, or somebody writes the move later)."""
        table = self.state.tables[number]
        told = sensing.written(table)
        line = table.record.due()
        if told is not None or line is None or table.unread is not None or self._scribe is None:
            return told
        return self._scribe(number, line)

    def _appended(self, arrivals: list[Arrival], decisions: list[Decision]) -> list[Row] | None:
        while True:
            try:
                rows = self.log.append(arrivals, decisions, hall_us=self.hall_us())
            except LogError as error:
                self.trouble = error
                self.tell()
                if self._closing.wait(RETRY_S):
                    return None
            else:
                self.trouble = None
                return rows
