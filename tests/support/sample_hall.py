"""A made-up hall that shows everything the page can show; its clocks run in real time.

It fulfils the page's `HallSource` without clocks or arbiter. Positions are real ones; what the
tables tell (flags, cut links, questions) is set by hand, so that tests and pictures find it.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from flagfall.errors import FlagfallError
from flagfall.words import language

TEXTS = "32-28 18-23 37-32 12-18 41-37 7-12 46-41 1-7 34-29 23x34 40x29 18-22"
FLAG_FELL = {"en": "The flag fell: your verdict", "ru": "Флаг упал: вердикт за арбитром"}
S = 1_000_000
MIN = 60 * S


class NoTable(FlagfallError):
    """No such table."""

    code = "no_table"


def _dark(rows: int, per_row: int, white: str, black: str) -> dict[str, str]:
    """Pieces on numbered squares from two lists like `31-35 K40`."""
    pieces = {}
    for letter, text in (("w", white), ("b", black)):
        for word in text.split():
            king = word.startswith("K")
            first, _, last = word.lstrip("K").partition("-")
            for n in range(int(first), int(last or first) + 1):
                assert n <= rows * per_row
                pieces[str(n)] = letter.upper() if king else letter
    return pieces


def _points(white: str, black: str) -> dict[str, str]:
    return dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")


BOARDS: dict[str, dict[str, Any]] = {
    "international": {
        "pieces": _dark(
            10, 5, "27 28 31-40 42 43 45 47-49", "2-4 6-9 11-14 16-19 23-26"
        ),
        "last": ["38", "33"],
        "fen": "B:W27,28,31:B2,3,4",
    },
    "russian": {
        "pieces": _points("a1 c1 e1 g1 d2 f2 h2 c3 g3 b4", "b8 d8 f8 h8 a7 e7 g7 d6 h6 a5 f6"),
        "last": ["a3", "b4"],
    },
    "renju": {
        "pieces": _points("h9 i9 g7 j8 f8 i6", "h8 i8 g9 g8 h7 j10 f7"),
        "last": ["f7"],
        "forbidden": ["h6"],
    },
    "brazilian": {
        "pieces": _dark(8, 4, "K5 18 21 22 25-27 30-32", "1-4 7 9-12 14 K29"),
        "last": ["14", "5"],
    },
    "frisian": {
        "pieces": _dark(10, 5, "28 31-40 43-50", "1-15 17 19 20"),
        "last": ["33", "28"],
    },
    "bashni": {
        "pieces": {
            "c3": "wbb", "e3": "w", "g3": "Wb", "a1": "w", "c1": "w", "e1": "w", "d4": "Bww",
            "b6": "b", "d6": "bw", "f6": "b", "h6": "bwb", "a7": "b", "g7": "b", "e7": "b",
        },
        "last": ["f2", "d4"],
    },
    "lasca": {
        "pieces": {
            "a1": "w", "c1": "w", "e1": "w", "g1": "w", "b2": "wbb", "d2": "w", "c3": "bw",
            "a7": "b", "c7": "b", "e7": "Bww", "g7": "b", "f6": "b", "e5": "b",
        },
        "last": ["d4", "c3"],
    },
    "english": {"pieces": _dark(8, 4, "21-32", "1-8 10 12 14 K17"), "last": ["9", "14"]},
}  # fmt: skip
NAMES = [
    ("Derkx, H.", "Meijer, J."), ("Sosnovsky, A.", "Nurmi, T."), ("Иванова, М.", "Петров, К."),
    ("de Vries, P.", "Okonkwo, C."), ("Silva, R.", "Costa, L."), ("Nakamura, Y.", "Lindqvist, E."),
    ("Kask, M.", "Topchiev, D."), ("Hoekstra, W.", "Baljakin, V."),
]  # fmt: skip


class SampleHall:
    """Tables 1..n. Change `tables[n]` and call `changed()`; `at()` is hall time in µs."""

    def __init__(self, tables: int = 8, speed: float = 1.0, name: str = "Autumn Open") -> None:
        self._began = time.monotonic()
        self._callbacks: list[Callable[[], None]] = []
        self._lock = threading.RLock()
        self.speed = speed
        self.name = name
        self.orders: list[dict[str, Any]] = []
        self.fails = False
        self.tables = {n: self._table(n) for n in range(1, tables + 1)}

    def at(self) -> int:
        """Hall time now, µs."""
        return int((time.monotonic() - self._began) * self.speed * S) + 3600 * S

    def changed(self) -> None:
        for callback in list(self._callbacks):
            callback()

    def _side(self, value_us: int, slope: int = 0) -> dict[str, Any]:
        at = self.at()
        return {
            "value_us": value_us, "at_us": at, "slope": slope,
            "until_us": at + value_us if slope else None,
            "flag": None, "first": False, "period": 0, "moves": 0, "violations": 0,
            "carried_us": 0, "uncollected_us": 0, "used_us": 0, "byo_left": None, "moves_due": None,
        }  # fmt: skip

    def _table(self, n: int) -> dict[str, Any]:
        variant = list(BOARDS)[(n - 1) % len(BOARDS)]
        names = NAMES[(n - 1) % len(NAMES)]
        running = "left" if n % 2 else "right"
        black_left = variant == "renju"
        left = self._side(47 * MIN + (n * 7919 % 3000) * S, -1 if running == "left" else 0)
        right = self._side(39 * MIN + (n * 6151 % 3600) * S, -1 if running == "right" else 0)
        left["moves"], right["moves"] = 18, 18 - n % 2
        last = BOARDS[variant]["last"]
        return {
            "table": n, "variant": variant, "clock": f"a1b2c3{n:04x}",
            "firmware": "micropython 1.29",
            "players": {
                "left": {"name": names[0], "colour": "black" if black_left else "white"},
                "right": {"name": names[1], "colour": "white" if black_left else "black"},
            },
            "left": left, "right": right, "running": running, "turn": running,
            "phase": "playing", "result": None, "reason": "", "legal": True, "move_no": 36 - n % 2,
            "last_move": "-".join(last) if len(last) > 1 else last[0],
            "board": {"variant": variant, **BOARDS[variant]},
            "notes": [], "link": "live", "link_since_us": 0, "faults": 0, "health": [],
            "regulation": "40/1h20 + 1h", "revision": 1,
        }  # fmt: skip

    def press(self, n: int) -> None:
        """The running side presses; the other's time runs."""
        with self._lock:
            table, at = self.tables[n], self.at()
            mover = table["running"]
            other = "right" if mover == "left" else "left"
            for name, slope in ((mover, 0), (other, -1)):
                side = table[name]
                side["value_us"] += side["slope"] * (at - side["at_us"])
                side.update(at_us=at, slope=slope)
                side["until_us"] = at + side["value_us"] if slope else None
            table[mover]["moves"] += 1
            table.update(running=other, turn=other, move_no=table["move_no"] + 1)
        self.changed()

    def stop(self, n: int) -> None:
        with self._lock:
            table, at = self.tables[n], self.at()
            for name in ("left", "right"):
                side = table[name]
                side["value_us"] += side["slope"] * (at - side["at_us"])
                side.update(at_us=at, slope=0, until_us=None)
            table.update(running=None, phase="stopped", revision=table["revision"] + 1)
        self.changed()

    def resume(self, n: int) -> None:
        with self._lock:
            table, at = self.tables[n], self.at()
            side = table[table["turn"]]
            side.update(at_us=at, slope=-1, until_us=at + side["value_us"])
            table.update(running=table["turn"], phase="playing", revision=table["revision"] + 1)
        self.changed()

    def fall(self, n: int, name: str = "left") -> None:
        """That side's flag falls now, the clock freezes and asks the arbiter."""
        self.stop(n)
        with self._lock:
            table = self.tables[n]
            table[name].update(value_us=0, flag=self.at(), first=True)
            table["phase"] = "playing"
            table["notes"] = [
                {
                    "id": 71, "code": "flag", "side": name, "rule": "R2.1.2", "urgent": True,
                    "text": "",
                    "answers": [],
                }
            ]  # fmt: skip
        self.changed()

    def cut(self, n: int, ago_s: int = 12, link: str = "cut") -> None:
        """The link to a table's clock broke `ago_s` hall seconds ago."""
        self.tables[n].update(link=link, link_since_us=self.at() - ago_s * S, faults=3)
        self.changed()

    def eventful(self) -> "SampleHall":
        """Everything at once: a flag, a cut link, a question, a clock nearly empty, an end."""
        self.fall(2, "right")
        self.cut(4)
        low = self.tables[3]
        low["left"].update(value_us=14 * S + 600_000, at_us=self.at(), until_us=None)
        low["health"] = ["low_battery"]
        self.tables[5].update(notes=[{
            "id": 5, "code": "player_stop", "rule": "R2.1.7", "side": "right",
            "text": "Costa stopped the clock. Why?",
            "answers": [
                {"answer": "call_arbiter", "text": "Called the arbiter"},
                {"answer": "defect", "text": "The clock is defective"},
                {"answer": "mistake", "text": "A mistake", "rule": "R2.1.7"},
                {"answer": "resigns", "text": "Resigns", "final": True},
            ],
        }])  # fmt: skip
        self.stop(5)
        if 6 in self.tables:
            self.stop(6)
            self.tables[6].update(phase="over", result="1-0", reason="resigned", running=None)
        if 7 in self.tables:
            self.tables[7].update(legal=False, notes=[{
                "code": "illegal_move", "rule": "CL-23", "urgent": True, "id": 9, "answers": [],
                "text": "26×19: capturing more pieces was possible",
            }])  # fmt: skip
        self.changed()
        return self

    # -- what the page calls

    def snapshot(self) -> dict[str, Any]:
        if self.fails:
            raise RuntimeError("the hall is on fire")
        with self._lock:
            return {
                "name": self.name, "now_us": self.at(), "speed": self.speed,
                "events": 1042, "events_lost": 0, "phase": "playing", "round": 3, "rounds": 7,
                "tables": [self._shown(table) for table in self.tables.values()],
            }  # fmt: skip

    def _shown(self, table: dict[str, Any]) -> dict[str, Any]:
        """A copy, with the flag's note in the language of the call."""
        notes = [
            {**note, "text": FLAG_FELL[language()]} if note["code"] == "flag" else note
            for note in table["notes"]
        ]
        return {
            **table, "left": dict(table["left"]), "right": dict(table["right"]), "notes": notes,
        }  # fmt: skip

    def detail(self, table: int) -> dict[str, Any]:
        if table not in self.tables:
            raise NoTable(f"There is no table {table}.")
        moves, left, right = [], 80 * MIN, 80 * MIN
        texts = TEXTS.split()
        for ply in range(1, self.tables[table]["move_no"] + 1):
            used = (ply * 7919 % 97) * (3 if ply % 9 else 9) * S // 2 + 2 * S
            left, right = (left - used, right) if ply % 2 else (left, right - used)
            moves.append({
                "ply": ply, "side": "left" if ply % 2 else "right",
                "text": texts[(ply - 1) % len(texts)], "used_us": used,
                "left_us": left, "right_us": right, "at_us": ply * MIN,
            })  # fmt: skip
        acts = [
            {"at_us": 3600 * S, "who": "arbiter", "text": "Clocks started", "rule": "R2.1.2"},
            {"at_us": 3900 * S, "who": "right", "text": "Offered a draw", "rule": "R2.5"},
        ]
        return {"table": table, "moves": moves, "acts": acts, "regulation": "40/1h20 + 1h"}

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def command(self, order: dict[str, Any]) -> dict[str, Any]:
        self.orders.append(order)
        chosen = list(self.tables) if order["table"] == "all" else [order["table"]]
        if chosen[0] not in self.tables:
            raise NoTable(f"There is no table {chosen[0]}.")
        for n in chosen:
            if order["act"] == "stop":
                self.stop(n)
            elif order["act"] in ("start", "resume"):
                self.resume(n)
            elif order["act"] == "compensate":
                error = {
                    "code": "compensation_out_of_range",
                    "message": "Out of range.",
                    "hint": "",
                }
                return {"ok": False, "error": error}
        return {"ok": True}
