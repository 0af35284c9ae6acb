"""A hall made of nothing, in the shape faces see: for tests of the page and for building it.

hall = FakeHall(tables=8, seed=1)
hall.step(500_000)            # half a second of hall time passes
with hall.running(speed=20):  # or: time passes by itself, in a thread
    ...
"""

import random
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flagfall.arbiter.face import HallView, SideName, SideView, TableView

START_US = 900_000_000
INCREMENT_US = 5_000_000
FENS = {
    "international": [
        "W:W31-50:B1-20",
        "B:W29,31-33,35-50:B1-20",
        "W:W29,31-33,35-50:B1-16,18-20,22",
    ],
    "russian": ["W:W21-32:B1-12", "B:W18,21,23-32:B1-12", "W:W18,21,23-32:B1-9,11,12,14"],
}
MOVES = {"international": ["34-29", "17-22"], "russian": ["c3-d4", "f6-g5"]}
NAMES = ["Derkx, B.", "Meijer, Hein", "Иванов Иван", "Петрова Анна", "Sato, Ichiro", "Kask, Jüri"]
OTHER: dict[SideName, SideName] = {"left": "right", "right": "left"}


class FakeHall:
    """Implements `arbiter.face.HallFace`."""

    def __init__(self, *, tables: int = 8, seed: int = 1, speed: float = 1.0) -> None:
        self.now_us = 0
        self.speed = speed
        self.orders: list[dict[str, Any]] = []
        self.refuse: dict[str, str] | None = None  # set it: every order is refused with it
        self._random = random.Random(seed)
        self._lock = threading.RLock()
        self._watchers: list[Callable[[frozenset[int]], None]] = []
        self._events = 0
        self._tables = {n: self._made(n) for n in range(1, tables + 1)}
        self._press_us = {n: self._think() for n in self._tables}

    def _think(self) -> int:
        return self.now_us + self._random.randrange(800_000, 25_000_000)

    def _side(self) -> SideView:
        return SideView(
            value_us=START_US,
            at_us=0,
            slope=0,
            until_us=None,
            flag=None,
            first=False,
            period=0,
            moves=0,
            violations=0,
            carried_us=0,
            uncollected_us=0,
        )

    def _made(self, n: int) -> TableView:
        variant = "international" if n % 2 else "russian"
        return TableView(
            table=n,
            variant=variant,
            source="fake",
            clock=f"{0xA1B2_0000_0000_0000 + n:016x}",
            firmware="micropython 1.29",
            link="live",
            link_since_us=0,
            faults=0,
            health=[],
            players={
                "left": {"name": self._random.choice(NAMES), "colour": "white"},
                "right": {"name": self._random.choice(NAMES), "colour": "black"},
            },
            left=self._side(),
            right=self._side(),
            running=None,
            turn="left",
            phase="ready",
            result=None,
            reason="",
            legal=True,
            move_no=0,
            last_move="",
            board={"variant": variant, "fen": FENS[variant][0], "last": []},
            notes=[],
        )

    # ------------------------------------------------------------ time

    def step(self, dt_us: int) -> frozenset[int]:
        """Let hall time pass; the tables that changed, whose watchers were told."""
        with self._lock:
            self.now_us += dt_us
            changed = frozenset(n for n, t in self._tables.items() if self._moved(n, t))
        self._tell(changed)
        return changed

    def _moved(self, n: int, table: TableView) -> bool:
        side = table["running"]
        if side is None:
            return False
        face = table[side]
        if self.now_us - face["at_us"] >= face["value_us"]:
            flag_us = face["at_us"] + face["value_us"]
            face.update(value_us=0, at_us=flag_us, slope=0, until_us=None, flag=flag_us, first=True)
            table.update(running=None, phase="stopped")
            table["notes"] = [
                {"code": "flag", "text": "The flag fell: what is the verdict?", "rule": "CL-07"}
            ]
            return True
        if self.now_us < self._press_us[n]:
            return False
        at_us = self._press_us[n]
        face.update(
            value_us=face["value_us"] - (at_us - face["at_us"]) + INCREMENT_US,
            at_us=at_us,
            slope=0,
            until_us=None,
            moves=face["moves"] + 1,
        )
        variant, made = table["variant"], table["move_no"]
        table["last_move"] = MOVES[variant][made % 2]
        table["board"] = {
            "variant": variant,
            "fen": FENS[variant][1 + made % 2],
            "last": table["last_move"].split("-"),
        }
        table["move_no"] += 1
        self._events += 1
        self._run(table, OTHER[side], at_us)
        self._press_us[n] = self._think()
        return True

    def _run(self, table: TableView, side: SideName, at_us: int) -> None:
        face = table[side]
        face.update(at_us=at_us, slope=-1, until_us=at_us + face["value_us"])
        table.update(running=side, turn=side, phase="playing")

    @contextmanager
    def running(self, *, speed: float = 20.0, period_s: float = 0.05) -> Iterator["FakeHall"]:
        """Time passes by itself while the block runs."""
        self.speed = speed
        done = threading.Event()

        def tick() -> None:
            while not done.wait(period_s):
                self.step(round(period_s * speed * 1_000_000))

        thread = threading.Thread(target=tick, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            done.set()
            thread.join()

    # ------------------------------------------------------------ the face

    def view(self) -> HallView:
        with self._lock:
            phases = {t["phase"] for t in self._tables.values()}
            return HallView(
                name="Fake hall",
                now_us=self.now_us,
                speed=self.speed,
                events=self._events,
                events_lost=0,
                phase="ready" if phases == {"ready"} else "playing",
                tables=self.table_views(frozenset(self._tables)),
            )

    def table_views(self, tables: frozenset[int]) -> list[TableView]:
        with self._lock:
            return [
                {**t, "left": {**t["left"]}, "right": {**t["right"]}}
                for n, t in self._tables.items()
                if n in tables
            ]

    def subscribe(self, changed: Callable[[frozenset[int]], None]) -> Callable[[], None]:
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def _tell(self, changed: frozenset[int]) -> None:
        if changed:
            for watcher in tuple(self._watchers):
                watcher(changed)

    def command(self, order: Mapping[str, Any]) -> dict[str, Any]:
        self.orders.append(dict(order))
        if self.refuse is not None:
            return {"ok": False, "error": self.refuse}
        where = order.get("table")
        numbers = list(self._tables) if where == "all" else [where]
        if any(n not in self._tables for n in numbers):
            error = {"code": "no_such_table", "message": f"There is no table {where}.", "hint": ""}
            return {"ok": False, "error": error}
        with self._lock:
            for n in numbers:
                self._obey(self._tables[n], str(order.get("act")))
        self._tell(frozenset(numbers))
        return {"ok": True}

    def _obey(self, table: TableView, act: str) -> None:
        side = table["running"]
        if act in ("start", "resume") and side is None and table["turn"] is not None:
            self._run(table, table["turn"], self.now_us)
        elif act == "stop" and side is not None:
            left_us = table[side]["value_us"] - (self.now_us - table[side]["at_us"])
            table[side].update(value_us=left_us, at_us=self.now_us, slope=0, until_us=None)
            table.update(running=None, phase="stopped")

    # ------------------------------------------------------------ what tests stir in

    def change(self, table: int, **fields: Any) -> None:
        """Set fields of a table's view (`link="lost"`, `health=["low_battery"]`, …)."""
        with self._lock:
            self._tables[table].update(fields)  # type: ignore[typeddict-item]
        self._tell(frozenset([table]))
