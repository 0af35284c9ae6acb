"""The link: a hall of clocks at blitz pace. What the host costs, how soon a press is durable, and
whether anything is lost when cables are pulled and clocks lose their power.

Each clock is a process that runs the real firmware under MicroPython on a pseudo-terminal, and
whose players press by a script of a real game. The host is a process of its own that runs what
`flagfall hall open` runs, page included, with one reader; only its own work is counted.
"""

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagfall.bench import Row
from flagfall.bench.link_games import LONGEST_S
from flagfall.bench.link_proof import Proof, prove
from flagfall.bench.link_world import LAST_S, World
from flagfall.sim.board import interpreter

CLOCKS, SECONDS, UNPLUG = 200, 60, 10
HOST_PERCENT = 40.0
PRESS_TO_LOG_MS = 30.0
SETTLE_S = 2.0
QUIET_S = 30.0
SAID_EVERY_S = 10.0


def run(
    quick: bool = False,
    clocks: int | None = None,
    seconds: int | None = None,
    unplug: int = UNPLUG,
) -> list[Row]:
    """The area's rows: with all cables in; then with `unplug` per cent of the clocks in clumsy
    hands. `ValueError` where the games are not so long."""
    clocks = clocks or (20 if quick else CLOCKS)
    seconds = seconds or (10 if quick else SECONDS)
    if seconds > LONGEST_S - LAST_S:
        raise ValueError(f"the games last {LONGEST_S - LAST_S} seconds")
    if sys.platform == "win32" or interpreter() is None:
        return []
    rows = Measurement.taken(clocks, seconds, 0).rows()
    if unplug:
        rows += Measurement.taken(clocks, seconds, unplug).rows()
    return rows


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _machine() -> tuple[int, int]:
    """Ticks of all processors, and those in which they were idle; zeros where nobody says."""
    counts = Path("/proc/stat")
    if not counts.exists():
        return 0, 0
    ticks = [int(n) for n in counts.read_text("utf-8").split("\n")[0].split()[1:]]
    return sum(ticks), ticks[3] + ticks[4]


@dataclass
class Measurement:
    """One hall, from the start of its clocks to the proof."""

    clocks: int
    unplug: int
    proof: Proof
    host_percent: float
    note: str
    waits_us: list[int]
    """From the key to the log, of the presses measured, sorted."""
    clumsy_us: list[int]
    """The same of clocks whose cables are pulled and whose power is lost."""
    mishaps: int
    moves: dict[str, Any]
    audit: dict[str, Any]

    @classmethod
    def taken(cls, clocks: int, seconds: int, unplug: int) -> "Measurement":
        """Measure."""
        with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as name:
            folder = Path(name)
            with World(folder, clocks, seconds, unplug, _say) as world:
                world.begin()
                time.sleep(SETTLE_S)
                began_us, before, idle = _now_us(), world.ask("usage"), _machine()
                mishaps = world.suffer()
                _pass(seconds)
                ended_us, after, idler = _now_us(), world.ask("usage"), _machine()
                mishaps.join()
                audit, moves = _quiet(world)
                moments = world.dismiss()
            flashes = {world.uid(table): world.flash(table) for table in world.boards}
            proof = prove(folder / "hall.db", flashes, moments)
        spent = {name: after[name] - before[name] for name in after}
        user, system = (100 * spent[name] / spent["real_s"] for name in ("user_s", "system_s"))
        note = f"user {user:.1f}, system {system:.1f}; load {os.getloadavg()[0]:.1f}"
        if idler[0] > idle[0]:
            busy = 100 - 100 * (idler[1] - idle[1]) / (idler[0] - idle[0])
            note += f", the machine {busy:.0f} % busy"
        clumsy = {world.uid(table) for table in world.clumsy}
        waits: list[int] = []
        delayed: list[int] = []
        for uid, at_us, wait_us in proof.waits_us:
            if began_us <= at_us <= ended_us:
                (delayed if uid in clumsy else waits).append(wait_us)
        return cls(
            clocks=clocks,
            unplug=unplug,
            proof=proof,
            host_percent=user + system,
            note=note,
            waits_us=sorted(waits),
            clumsy_us=sorted(delayed),
            mishaps=len(world.mishaps),
            moves=moves,
            audit=audit,
        )

    def rows(self) -> list[Row]:
        """As rows of the bench."""
        proof = self.proof
        hall = f"{self.clocks} clocks"
        if self.unplug:
            hall += f", {self.unplug} % unplugged"
        lost = proof.lost + self.audit["lost"] + self.audit["silent"]
        apart = proof.doubled + proof.altered + proof.disordered
        known = f"{proof.records:,} records in the clocks' journals"
        how = "monotonic time of the edge to the return of the commit"
        limit = None if self.unplug else HOST_PERCENT
        cost = f"{hall}: host, of one core"
        rows = [Row("link", cost, self.host_percent, "%", limit, note=self.note)]
        if self.waits_us:
            rows += [
                Row("link", f"{hall}: press to log, median", _ms(self.waits_us, 50), "ms"),
                Row(
                    "link",
                    f"{hall}: press to log, 99 of 100",
                    _ms(self.waits_us, 99),
                    "ms",
                    None if self.unplug else PRESS_TO_LOG_MS,
                    note=how,
                ),
                Row("link", f"{hall}: press to log, slowest", self.waits_us[-1] / 1e3, "ms"),
            ]
        if self.unplug:
            what = f"{self.mishaps} times a cable was pulled or power lost"
            worst_ms = self.clumsy_us[-1] / 1e3 if self.clumsy_us else 0.0
            rows.append(Row("link", f"{hall}: slowest of these", worst_ms, "ms", note=what))
        return [
            *rows,
            Row("link", f"{hall}: presses", proof.taken, "", note=f"{proof.pressed:,} key strokes"),
            Row("link", f"{hall}: presses not logged", proof.taken - proof.kept, "", 0),
            Row("link", f"{hall}: records lost", lost, "", 0, note=known),
            Row("link", f"{hall}: doubled, altered, out of order", apart, "", 0),
            Row(
                "link",
                f"{hall}: moves in the records",
                self.moves["right"],
                "",
                note="read from boards or written down, checked by the rules",
            ),
        ]


def _ms(sorted_us: list[int], percent: int) -> float:
    return sorted_us[min(len(sorted_us) - 1, len(sorted_us) * percent // 100)] / 1e3


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def _pass(seconds: float) -> None:
    """Let so many seconds pass, and say so."""
    began_s = time.monotonic()
    while (left_s := began_s + seconds - time.monotonic()) > 0:
        time.sleep(min(SAID_EVERY_S, left_s))
        _say(f"{time.monotonic() - began_s:.0f} of {seconds} s")


def _quiet(world: World) -> tuple[dict[str, Any], dict[str, Any]]:
    """Wait until the last press is played, and every clock is asked; what the host then says."""
    until_s = time.monotonic() + QUIET_S
    while True:
        audit, moves = world.ask("audit"), world.ask("moves")
        done = moves["made"] >= sum(world.planned.values())
        if (done and not audit["lost"] and not audit["silent"]) or time.monotonic() > until_s:
            return audit, moves
        time.sleep(SETTLE_S)
