"""The device: how soon a press is told, how many clocks start, what a small board has left."""

import os
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from flagfall_protocol import messages as m
from flagfall_protocol.codes import Act, CarryWithoutControl, Code, Key, Method, RuleFlag, Side
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import FrameReader, encode

from flagfall.bench import Row, small
from flagfall.sim.board import AnyBoard, interpreter, start
from flagfall.sim.firmware import compile_file, compiled, compiler

_HEAP_SCRIPT = small.ROOT / "tests" / "device" / "heap_script.py"
_BOARD_HEAP = 192
_WANTED_FREE = 65536
_BOARDS = 8
_BOARDS_LIMIT_S = 1.0
_TRIES = 3


class _Line:
    """A host that waits for one kind of answer, as fast as it can."""

    def __init__(self, board: AnyBoard) -> None:
        self._fd = os.open(board.address.removeprefix("pty:"), os.O_RDWR | os.O_NOCTTY)
        self._reader = FrameReader(up=True)

    def ask(self, kind: type[Message], *messages: Message) -> list[Message]:
        """Say these; everything up to the first answer of `kind`. `TimeoutError` after 5 s."""
        os.write(self._fd, b"".join(encode(message) for message in messages))
        got: list[Message] = []
        while not any(isinstance(message, kind) for message in got):
            if not select.select([self._fd], [], [], 5.0)[0]:
                raise TimeoutError(f"no {kind.__name__} came")
            frames = self._reader.feed(os.read(self._fd, 4096))
            got += [f.message for f in frames if f.message is not None]
        return got

    def close(self) -> None:
        """Let the line go."""
        os.close(self._fd)


def run(quick: bool) -> list[Row]:
    """Measure what can be measured here."""
    if sys.platform == "win32" or interpreter() is None:
        return []
    starts_s = min(_starts() for _ in range(1 if quick else _TRIES))  # the least disturbed of some
    how = "MicroPython, until each has said hello"
    started = Row("engine", f"{_BOARDS} clocks start", starts_s, "s", _BOARDS_LIMIT_S, note=how)
    rows = [started, *_presses(100 if quick else 1000)]
    return rows + _memory() if compiler() and _HEAP_SCRIPT.exists() else rows


def _starts() -> float:
    """Seconds from the command to the last hello."""
    began = time.perf_counter()
    boards = [start("micropython") for _ in range(_BOARDS)]
    try:
        for board in boards:
            line = _Line(board)
            line.ask(m.Hello, m.HelloRequest(1, 0, 1, 1))
            line.close()
        return time.perf_counter() - began
    finally:
        for board in boards:
            board.close()


def _presses(count: int) -> list[Row]:
    """A key goes down; until the state is told, and a bare sync for comparison."""
    presses, syncs = [], []
    with start("micropython") as board:
        line = _Line(board)
        line.ask(m.Hello, m.HelloRequest(1, 0, 1, 1))
        _lay_out(line)
        key, now_us = Key.LEFT, 0
        for number in range(count):
            now_us += 2_000_000
            keys, after = [key | 0x80, key, *[0] * 6], [1_000_000, 60_000, *[0] * 6]
            began = time.perf_counter()
            line.ask(m.State, m.Advance(now_us, 2, keys, after))
            presses.append(time.perf_counter() - began)
            began = time.perf_counter()
            line.ask(m.Sync, m.SyncRequest(number))
            syncs.append(time.perf_counter() - began)
            key = Key.RIGHT if key == Key.LEFT else Key.LEFT
        line.close()
    press_us, sync_us = statistics.median(presses) * 1e6, statistics.median(syncs) * 1e6
    worst_us = statistics.quantiles(presses, n=100)[98] * 1e6
    how = "pty; stamped, debounced, played, journaled, told"
    return [
        Row("engine", "press to state, median", press_us, "µs", note=how),
        Row("engine", "press to state, 99 of 100", worst_us, "µs", note=how),
        Row("engine", "press against a bare answer", press_us / sync_us, "×", note="same run"),
    ]


def _lay_out(line: _Line) -> None:
    import zlib

    flags = RuleFlag.CARRY_OVER | RuleFlag.CHARGE_TAKEBACK
    head = m.RulesBegin(1, 0, Code.PLAIN, flags, 3, 0, 0, 0, 0, CarryWithoutControl.ASK, 1, 1)
    period = m.Period(2, Side.BOTH, 0, 0xFFFF, 1 << 40, Method.SUDDEN, 0, 0, 0, 0, 0)
    crc = zlib.crc32(head.body()[4:] + period.body()[4:])
    orders = (head, period, m.RulesCommit(3, 0, crc))
    for message in (*orders, m.Command(4, m.ANY_REVISION, Act.START, Side.LEFT)):
        line.ask(m.Outcome, message)


def _memory() -> list[Row]:
    """What a board with 192 kB has free, by the test suite's own script.

    Without a 32-bit MicroPython the 64-bit one stands in, with twice the heap.
    """
    import json

    program, heap, how = small.command(), _BOARD_HEAP, "32-bit"
    if program is None:
        program, heap, how = [str(interpreter())], 2 * _BOARD_HEAP, "64-bit"
    with tempfile.TemporaryDirectory(prefix="ff") as name:
        folder = Path(name)
        compiled(folder)
        compile_file(_HEAP_SCRIPT, folder / "heap_script.mpy")
        (folder / "flash").mkdir()
        (folder / "script.py").write_text("import flagfall_clock.engine\nimport heap_script\n")
        done = subprocess.run(
            [*program, "-X", f"heapsize={heap}k", "script.py", "flash"],
            cwd=folder,
            env={"MICROPYPATH": ".:.frozen"},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
    found = json.loads(done.stdout)
    note = f"{how}, {heap} kB of heap, firmware as .mpy"
    return [
        Row("engine", what, found[key], "B", _WANTED_FREE * heap // _BOARD_HEAP, "more", note)
        for what, key in (
            ("free after the start", "boot_free"),
            ("free through a game of 200 moves", "game_free"),
        )
    ]
