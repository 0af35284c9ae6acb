"""What spectators see: the hall as it stood a while ago, without counts, notes or links (CL-18).

Nothing that a spectator could pass on is fresh or says more than the board and the clocks do. The
delayed hall is a hall like any other to the hub that streams it.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from flagfall.errors import FlagfallError
from flagfall.web.hub import essence, in_thread
from flagfall.web.source import HallSource

LOOK_S = 0.5
_SIDE = ("value_us", "at_us", "slope", "until_us", "flag", "first", "counts_up")
_TABLE = (
    "table",
    "variant",
    "running",
    "turn",
    "phase",
    "result",
    "last_move",
    "both_flags_unknown",
)
_PLAYER = ("name", "colour", "title")
_BOARD = ("variant", "pieces", "last", "offers", "rows")


def _only(record: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: record[name] for name in names if name in record}


def for_spectators(table: dict[str, Any]) -> dict[str, Any]:
    """A table with no more than spectators may see: named field by field, never by omission."""
    board = table.get("board")
    return _only(table, _TABLE) | {
        "players": {side: _only(p, _PLAYER) for side, p in table["players"].items()},
        "left": _only(table["left"], _SIDE),
        "right": _only(table["right"], _SIDE),
        "board": None if board is None else _only(board, _BOARD),
    }


class DelayedHall:
    """A hall's state of `delay_s` seconds ago. `record()` takes the present in; `now` is ours."""

    def __init__(
        self, source: HallSource, delay_s: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.delay_s = delay_s
        self._source = source
        self._now = now
        self._head: dict[str, Any] = {}
        # What was seen when: heads with the hall's time, and tables that changed (None: it left).
        self._heads: deque[tuple[float, dict[str, Any]]] = deque()
        self._coming: deque[tuple[float, int, dict[str, Any] | None]] = deque()
        self._latest: dict[int, dict[str, Any]] = {}
        self._shown: dict[int, dict[str, Any]] = {}

    async def run(self) -> None:
        """Record the hall until cancelled; a hall that doesn't answer is asked again."""
        while True:
            with contextlib.suppress(FlagfallError):
                snapshot = await in_thread(self._source.snapshot)
                self.record(snapshot)
            await asyncio.sleep(LOOK_S)

    def record(self, snapshot: dict[str, Any]) -> None:
        """Take the present state in, to be shown later."""
        at = self._now()
        head = _only(snapshot, ("name", "now_us", "speed", "round", "rounds"))
        self._heads.append((at, head | {"events": 0, "events_lost": 0, "phase": ""}))
        tables = {table["table"]: for_spectators(table) for table in snapshot["tables"]}
        for number, table in tables.items():
            before = self._latest.get(number)
            if before is None or essence(before) != essence(table):
                self._coming.append((at, number, table))
        for number in self._latest.keys() - tables.keys():
            self._coming.append((at, number, None))
        self._latest = tables

    def snapshot(self) -> dict[str, Any]:
        """The hall as it stood then; without tables until so much time has passed."""
        then = self._now() - self.delay_s
        while self._coming and self._coming[0][0] <= then:
            _at, number, table = self._coming.popleft()
            if table is None:
                self._shown.pop(number, None)
            else:
                self._shown[number] = table
        while len(self._heads) > 1 and self._heads[1][0] <= then:
            self._heads.popleft()
        if not self._heads:
            return {"name": "", "now_us": 0, "speed": 0, "delay_s": self.delay_s, "tables": []}
        at, head = self._heads[0]
        passed_us = int(max(0.0, then - at) * 1_000_000 * head["speed"])
        tables = [self._shown[number] for number in sorted(self._shown)]
        now_us = head["now_us"] + passed_us
        return head | {"now_us": now_us, "delay_s": self.delay_s, "tables": tables}

    def subscribe(self, _callback: Callable[[], None]) -> Callable[[], None]:
        """Nothing is pressing here: the hub's own beat is enough."""
        return lambda: None

    def detail(self, _table: int) -> dict[str, Any]:
        """Spectators are shown no records."""
        raise LookupError

    def command(self, _order: dict[str, Any]) -> dict[str, Any]:
        """Spectators command nothing."""
        raise LookupError
