"""The world around the measured host of the link's bench: clocks that play, cables, mishaps.

Every clock is a process that runs the real firmware in real time; some have a cable that can be
pulled. Nothing of this is counted as the host's work.
"""

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from flagfall.arbiter.demo.run import uid_of
from flagfall.bench.link_games import SEED, deal, script, thoughts
from flagfall.bench.link_page import Page
from flagfall.sim.board import Board, prepare, start
from flagfall.sim.cable import Cable

LAST_S = 6  # the players go on so long after the measurement
MISHAP_EVERY_S = 10
OUT_S = (0.05, 4.0)
Say = Callable[[str], None]


@dataclass(frozen=True)
class Mishap:
    """A cable that is out, or a clock that has no power, for a while."""

    at_s: float
    table: int
    kills: bool
    lasts_s: float


class World:
    """Clocks, host, page. Leaving the context ends every process that it started."""

    def __init__(self, folder: Path, clocks: int, seconds: int, unplug: int, say: Say) -> None:
        self.folder = folder
        self.clocks = clocks
        self.seconds = seconds
        self.say = say
        self.boards: dict[int, Board] = {}
        self.cables: dict[int, Cable] = {}
        self.planned: dict[int, int] = {}
        """Presses that the script of each table has."""
        dice = random.Random(SEED)
        self.clumsy = sorted(dice.sample(range(1, clocks + 1), -(-clocks * unplug // 100)))
        self.mishaps = _mishaps(self.clumsy, seconds, dice)
        self._stack = ExitStack()

    def __enter__(self) -> "World":
        with ExitStack() as stack:
            self._power(stack)
            self._open_host(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._stack.close()

    def flash(self, table: int) -> Path:
        """The folder of a table's clock."""
        return self.folder / f"{table:03}"

    def uid(self, table: int) -> str:
        """The id of a table's clock."""
        return uid_of(SEED, table).hex()

    def ask(self, order: str) -> dict[str, Any]:
        """Give the host an order; its answer."""
        assert self._host.stdin is not None
        self._host.stdin.write(order + "\n")
        self._host.stdin.flush()
        return self._heard()

    def dismiss(self) -> list[tuple[str, int, int, int]]:
        """The host closes its hall; clock, journal, number and moment of every record it kept."""
        self.page.close()
        assert self._host.stdin is not None
        self._host.stdin.close()
        self._host.wait(60)
        moments: list[list[Any]] = json.loads((self.folder / "answers").read_text("utf-8"))
        return [(str(clock), *rest) for clock, *rest in moments]

    def begin(self) -> None:
        """Every clock is started at one word."""
        if refused := self.page.command(table="all", act="start"):
            raise RuntimeError(refused)

    def suffer(self) -> threading.Thread:
        """The mishaps begin; the thread ends when all is plugged in again."""
        thread = threading.Thread(target=self._suffer, name="mishaps", daemon=True)
        thread.start()
        return thread

    # ------------------------------------------------------------ inside

    def _power(self, stack: ExitStack) -> None:
        prepare(self.clocks)
        tables = []
        for game in deal(self.clocks):
            table = game.table
            waits_us = thoughts(game, self.seconds + LAST_S)
            self.planned[table] = len(waits_us)
            self.flash(table).mkdir()
            (self.flash(table) / "script").write_text(script(game, waits_us), "utf-8")
            uid = uid_of(SEED, table)
            board = start(uid=uid, state_dir=self.flash(table), virtual=False, plays=True)
            assert isinstance(board, Board)
            self.boards[table] = stack.enter_context(board)
            address = board.address
            if table in self.clumsy:
                cable = Cable(board.address, self.folder / f"cable-{table:03}")
                stack.callback(cable.close)
                self.cables[table] = cable
                address = cable.address
            tables.append({"address": address, "uid": uid.hex()})
        task = {
            "log": str(self.folder / "hall.db"),
            "answers": str(self.folder / "answers"),
            "tables": tables,
        }
        (self.folder / "task.json").write_text(json.dumps(task), "utf-8")
        self.say(f"{self.clocks} clocks have power")

    def _open_host(self, stack: ExitStack) -> None:
        command = [sys.executable, "-m", "flagfall.bench.link_host"]
        command.append(str(self.folder / "task.json"))
        self._host: subprocess.Popen[str] = stack.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        stack.callback(self._host.kill)
        self.page = Page(self._heard()["url"])
        stack.callback(self.page.close)
        self.say("the hall is open")

    def _heard(self) -> dict[str, Any]:
        said: IO[str] | None = self._host.stdout
        assert said is not None
        line = said.readline()
        if not line:
            raise RuntimeError("the measured host has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _suffer(self) -> None:
        began_s = time.monotonic()
        open_ends: list[tuple[float, Callable[[], None]]] = []
        for mishap in self.mishaps:
            while open_ends and open_ends[0][0] <= mishap.at_s:
                self._mend(began_s, open_ends)
            _wait_until(began_s + mishap.at_s)
            if mishap.kills:
                self.boards[mishap.table].kill()
                mend = self.boards[mishap.table].restart
            else:
                self.cables[mishap.table].unplug()
                mend = self.cables[mishap.table].plug
            open_ends.append((mishap.at_s + mishap.lasts_s, mend))
            open_ends.sort(key=lambda end: end[0])
        while open_ends:
            self._mend(began_s, open_ends)

    @staticmethod
    def _mend(began_s: float, open_ends: list[tuple[float, Callable[[], None]]]) -> None:
        at_s, mend = open_ends.pop(0)
        _wait_until(began_s + at_s)
        mend()


def _wait_until(at_s: float) -> None:
    time.sleep(max(0.0, at_s - time.monotonic()))


def _mishaps(tables: list[int], seconds: int, dice: random.Random) -> list[Mishap]:
    """For each of these tables one in every ten seconds; one in four is a loss of power."""
    found = []
    for table in tables:
        for begin_s in range(0, seconds, MISHAP_EVERY_S):
            span_s = min(MISHAP_EVERY_S, seconds - begin_s)
            lasts_s = min(dice.uniform(*OUT_S), span_s / 2)
            at_s = begin_s + dice.uniform(0, span_s - lasts_s)
            found.append(Mishap(at_s, table, dice.random() < 0.25, lasts_s))
    return sorted(found, key=lambda mishap: mishap.at_s)
