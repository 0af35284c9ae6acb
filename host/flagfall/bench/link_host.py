"""The measured process of the link's bench: a hall as `flagfall hall open` opens it.

    python -m flagfall.bench.link_host TASK.json

The task: `{"log": PATH, "answers": PATH, "tables": [{"address": …, "uid": …}, …]}`. A line on
standard input is an order, a line of JSON on standard output its answer; `answers` gets the moment
at which each record was durable.
"""

import json
import resource
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flagfall.arbiter.audit import audit
from flagfall.arbiter.demo.games import Assignment
from flagfall.arbiter.demo.run import seating_of
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.log import Arrival, Decision, Log, Row
from flagfall.arbiter.opening import Opening, Place, Plan
from flagfall.arbiter.record import Line
from flagfall.bench.link_games import deal
from flagfall.web.server import serve

FOUND_S = 60.0


class TimedLog(Log):
    """A log that notes when what it was given was durable, on the machine's monotonic clock."""

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        self.durable: list[tuple[list[Row], int]] = []

    def append(
        self,
        arrivals: Iterable[Arrival] = (),
        decisions: Iterable[Decision] = (),
        *,
        hall_us: int,
    ) -> list[Row]:
        """As in `Log`."""
        rows = super().append(arrivals, decisions, hall_us=hall_us)
        self.durable.append((rows, time.monotonic_ns() // 1000))
        return rows

    def moments(self) -> list[tuple[str, int, int, int]]:
        """Clock, journal, number, and when it was durable, in microseconds."""
        return [
            (*row.arrival.key, at_us)
            for rows, at_us in self.durable
            for row in rows
            if row.arrival is not None
        ]


class Host:
    """A hall with its page, under orders."""

    def __init__(
        self, log: TimedLog, games: list[Assignment], tables: list[dict[str, str]]
    ) -> None:
        self.log = log
        self.games = {game.table: game for game in games}
        self.tables = tables
        self.hall = Hall(log, name="bench", scribe=self._scribe)

    def open(self) -> None:
        """Find the clocks, seat and lay out the games, as the arbiter's day begins."""
        places = [
            Place(number, seating_of(self.games[number], table["uid"]))
            for number, table in enumerate(self.tables, 1)
        ]
        opening = Opening(self.hall, Plan("bench", 1, tuple(places)))
        until_s = time.monotonic() + FOUND_S
        addresses = [table["address"] for table in self.tables]
        opening.look(addresses)
        while opening.strangers() and time.monotonic() < until_s:
            opening.look(addresses)
        for line in opening.strangers():
            raise RuntimeError(f"{line.address}: {line.complaint}")
        opening.seat(opening.proposed())
        opening.settle(FOUND_S)

    def usage(self) -> dict[str, Any]:
        """What this process has used of the processor."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        return {"user_s": used.ru_utime, "system_s": used.ru_stime, "real_s": time.monotonic()}

    def audit(self) -> dict[str, Any]:
        """Whether the clocks know of anything that the log does not have."""
        found = audit(self.hall)
        return {"lost": found.lost, "doubled": found.doubled, "silent": len(found.silent)}

    def moves(self) -> dict[str, Any]:
        """How many moves were made, how many of them stand in the records as they were played."""
        made = right = 0
        with self.hall.changed:
            for number, table in self.hall.state.tables.items():
                turns = self.games[number].script.turns
                lines = table.record.lines
                made += len(lines)
                right += sum(line.text == turns[line.ply - 1].text for line in lines)
        return {"made": made, "right": right}

    def _scribe(self, number: int, line: Line) -> Decision | None:
        """The score sheet, at tables whose board has no sensors."""
        turns = self.games[number].script.turns
        if self.games[number].sensors or line.ply > len(turns):
            return None
        made = line.made
        data = {"journal": made.journal, "seq": made.seq, "text": turns[line.ply - 1].text}
        return Decision("move", number, "auto:bench", "CL-17", data=data)


def main(task: dict[str, Any]) -> None:
    """Open the hall and do as told."""
    log = TimedLog(Path(task["log"]))
    with log:
        host = Host(log, deal(len(task["tables"])), task["tables"])
        with host.hall, serve(host.hall) as server:
            host.open()
            _say({"url": server.url})
            for order in sys.stdin:
                _say(getattr(host, order.strip())())
        Path(task["answers"]).write_text(json.dumps(log.moments()), "utf-8")


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text("utf-8")))
