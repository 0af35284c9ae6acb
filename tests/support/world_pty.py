"""The world with a real process at its other end: MicroPython on a pseudo-terminal.

The bytes, the kernel's buffers, the kills and the flash (files) are real. The host's time is
virtual, so a sequence does not wait for what nobody does: after each write it goes on when the
process has gone to sleep.
"""

import array
import contextlib
import fcntl
import os
import random
import select
import tempfile
import termios
import time
from pathlib import Path
from typing import Any

from flagfall.link.transport import Transport, open_transport
from flagfall.sim.board import Board
from flagfall_device.journal import Journal
from flagfall_device.store import MemoryStore
from flagfall_protocol.codes import Key
from flagfall_protocol.frames import encode
from flagfall_protocol.messages import Advance

from tests.support.world import World

PATIENCE_S = 10.0
SPAN_US = 100_000  # of a rig's press: left key, then right key
PRESSED = 0x80


class SmallBoard(Board):
    """A board with a journal of a size of its own."""

    def __init__(self, state_dir: Path, journal_bytes: int) -> None:
        self._journal_bytes = journal_bytes
        super().__init__("micropython", b"\x00the1clk", state_dir, True)

    def restart(self) -> None:
        """As in `Board`."""
        if "-m" in self._command:
            self._command = self._program()
        super().restart()

    def _program(self) -> list[str]:
        program = (
            "import flagfall_device.boards.unix as unix\n"
            f"unix.Board.journal_bytes = {self._journal_bytes}\n"
            f"unix.main({str(self.state_dir)!r}, {self.uid!r}, True)"
        )
        return [*self._command[: self._command.index("-m")], "-c", program]


class ProcessClock:
    """The clock as a process. It lives in virtual time that a rig moves, beside the host."""

    def __init__(self, state_dir: Path, journal_bytes: int, dice: random.Random) -> None:
        self._journal_bytes = journal_bytes
        self._dice = dice
        self.board = SmallBoard(state_dir, journal_bytes)
        self.transport: Transport | None = None
        self._now_us = 0
        self._sequence = 0
        self._watched = 0
        self._in = select.poll()
        self._in.register(self.board._host_end, select.POLLIN)

    @property
    def alive(self) -> bool:
        """Has it power?"""
        return self.board.pid != 0

    @property
    def acknowledged(self) -> int:
        """Nobody can look into it."""
        return 0

    @property
    def journal(self) -> Journal:
        """Its journal, as its files hold it."""
        store = MemoryStore()
        for i in range(2):
            store.slots[i] += (self.board.state_dir / f"journal.{i}").read_bytes()
        journal = Journal(store, self._journal_bytes, lambda: 1)
        journal.open()
        return journal

    def wait_us(self) -> int:
        """It never speaks by itself."""
        return 1 << 60

    def exchange(self, data: bytes = b"") -> bytes:
        """Give the clock bytes; what it says before it goes to sleep."""
        if not data or not self.alive:
            return self._read()
        _asleep, slept = self._sleeps()
        self._write(data)
        return self._settle(slept + 1)

    def press(self) -> bytes:
        """Both keys, one after the other, by the rig's own hand; what the clock says."""
        keys = [Key.LEFT | PRESSED, Key.LEFT, Key.RIGHT | PRESSED, Key.RIGHT, 0, 0, 0, 0]
        after_us = [20_000, 20_000, 20_000, 20_000, 0, 0, 0, 0]
        self._now_us += SPAN_US
        self._sequence = (self._sequence + 1) & 0xFF
        return self.exchange(encode(Advance(self._now_us, 4, keys, after_us)))

    def kill(self) -> None:
        """SIGKILL; what it had not read is gone, what it had said is on the line."""
        self.board.kill()
        with contextlib.suppress(BlockingIOError):
            while os.read(self.board._firmware_end, 4096):
                pass

    def kill_at_work(self, data: bytes) -> None:
        """SIGKILL, while it does something with these bytes."""
        self._write(data)
        time.sleep(self._dice.randrange(600) / 1e6)
        self.kill()

    def restart(self) -> None:
        """Power returns."""
        self.board.restart()
        self.catch_up()

    def catch_up(self) -> None:
        """Wait until it is up; it is silent until asked."""
        self._settle()

    def rest(self) -> None:
        """Let it catch up."""
        time.sleep(0.02)

    def connect(self) -> None:
        """A host opens the port."""
        self.transport = open_transport(self.board.address)

    def disconnect(self) -> None:
        """The host's end is gone, or the host: what it had not read is lost."""
        if self.transport is not None:
            self.transport.close()
            self.transport = None
        termios.tcflush(self.board._host_end, termios.TCIFLUSH)

    def close(self) -> None:
        """Kill it and clear away."""
        self.disconnect()
        self._unwatch()
        assert self.board.complaints == "", self.board.complaints
        self.board.close()

    def _unwatch(self) -> None:
        if self._watched:
            os.close(self._status)
            self._watched = 0

    def _write(self, data: bytes) -> None:
        if self.transport is not None:
            self.transport.write(data)
        else:
            os.write(self.board._host_end, data)

    def _read(self) -> bytes:
        if self.transport is not None:
            return self.transport.read(0)
        if self._in.poll(0):
            os.read(self.board._host_end, 4096)  # nobody has the port open
        return b""

    def _settle(self, slept: int = 0) -> bytes:
        """Wait until it sleeps again, has so often, and has read everything; what it said."""
        said = b""
        quiet = 0
        end_s = time.monotonic() + PATIENCE_S
        while quiet < 2:
            assert time.monotonic() < end_s, "the clock is busy for ever"
            said += self._read()
            asleep, times = self._sleeps()
            quiet = quiet + 1 if asleep and times >= slept else 0
            time.sleep(30e-6)
        return said + self._read()

    def _sleeps(self) -> tuple[bool, int]:
        """Does it wait, with nothing to read? And how often has it gone to sleep by itself?"""
        waiting = array.array("i", [0])
        fcntl.ioctl(self.board._firmware_end, termios.FIONREAD, waiting)
        if self._watched != self.board.pid:
            self._unwatch()
            self._watched = self.board.pid
            self._status = os.open(f"/proc/{self._watched}/status", os.O_RDONLY)
        status = os.pread(self._status, 4096, 0)
        times = int(status.partition(b"\nvoluntary_ctxt_switches:")[2].split()[0])
        return b"\nState:\tS" in status and waiting[0] == 0, times


class PtyWorld(World):
    """A world whose clock is a process of MicroPython."""

    def __init__(self, seed: int, journal_bytes: int = 1 << 16) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="flagfall-world-")
        super().__init__(seed, journal_bytes)

    def make_clock(self) -> Any:
        """A process."""
        clock = ProcessClock(Path(self._folder.name), self.journal_bytes, self.random)
        clock.connect()
        clock.catch_up()
        return clock

    def press(self, times: int = 1) -> None:
        """Both sides press in turn: two records each time."""
        for _ in range((times + 1) // 2):
            said = self.clock.press()
            self.now_us += 60_000
            if said:
                self.up.put(said, self.now_us)
        self.look()

    def power_fails(self) -> None:
        """The clock is killed at work on whatever is on its way to it."""
        if self.clock.alive:
            data = b"".join(piece for _at, piece in self.down.pieces)
            self.clock.kill_at_work(data)
            self.look()
        self.down.cut()

    def unplug(self) -> None:
        """The port vanishes."""
        if self.plugged:
            self.clock.disconnect()
        super().unplug()

    def plug(self) -> None:
        """The port is there again."""
        if not self.plugged:
            self.clock.connect()
        super().plug()

    def kill_host(self) -> None:
        """The system closes the port of the dead; a new program opens it."""
        if self.plugged:
            self.clock.disconnect()
            self.clock.connect()
        super().kill_host()

    def witness(self) -> None:
        """Looking into its files takes too long to be done at each turn: see `look`."""

    def look(self) -> None:
        """Remember what the journal holds now."""
        journal = self.clock.journal
        self.remember(journal, max(max(self.truth, default=0) + 1, journal.oldest))

    def check(self) -> None:
        """As in `World`."""
        self.look()
        super().check()

    def close(self) -> None:
        """Clear the flash away, too."""
        super().close()
        self._folder.cleanup()
