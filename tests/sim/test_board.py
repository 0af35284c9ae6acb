"""Virtual boards: the same firmware as a process of MicroPython, of CPython, and in this process.

Killing one is a power failure: nothing that was journaled is lost, and it comes back stopped.
"""

import errno
import os
import random
import subprocess
import time
from pathlib import Path

import pytest
from flagfall.link.transport import open_transport
from flagfall.sim import board as board_module
from flagfall.sim.board import AnyBoard, BoardNotStarted, Kind, start
from flagfall.sim.inside import Inside
from flagfall_protocol import messages as m
from flagfall_protocol.codes import Act, Implementation, Key, Side, StateFlag, Status
from flagfall_protocol.frames import encode

from tests.support.fold import Fold
from tests.support.talk import PtyLine, Talk, inside, sudden

S = 1_000_000
RUNS = StateFlag.RUNNING_LOW | StateFlag.RUNNING_HIGH
KINDS: list[Kind] = ["micropython", "cpython"]


def play(talk: Talk) -> list[object]:
    """A short game with everything in it that a journal can hold; what the clock answered."""
    hello = talk.hello()
    talk.lay_out(*sudden(3))
    talk.order(Act.START, Side.LEFT)
    key, now = Key.LEFT, 0
    for i in range(12):
        now += (i + 1) * 1_234_567
        talk.advance(now, (key, True, 1_000_000 + i), (key, False, 60_000))
        key = Key.RIGHT if key == Key.LEFT else Key.LEFT
    talk.order(Act.STOP)
    talk.order(Act.CHARGE, Side.RIGHT, amount_us=7 * S)
    talk.order(Act.RESUME)
    talk.advance(now + 200 * S)  # the flag falls
    records = talk.journal(hello.journal_id)
    Fold().take(records)
    return [r.body()[4:] for r in records if not isinstance(r, m.BootEvent)]


def test_all_three_give_the_same_journal_byte_for_byte() -> None:
    expected = play(inside(Inside(b"threekin")))
    assert len(expected) > 20
    for kind in KINDS:
        with start(kind) as board:
            line = PtyLine(board)
            assert play(Talk(line.exchange)) == expected
            line.close()
            assert board.complaints == ""


def test_board_says_which_python_it_runs() -> None:
    with start("micropython", uid=b"\1\2\3\4\5\6\7\x08") as board:
        line = PtyLine(board)
        hello = Talk(line.exchange).hello()
        line.close()
    assert hello.uid == b"\1\2\3\4\5\6\7\x08"
    assert hello.implementation == Implementation.MICROPYTHON
    assert (hello.implementation_major, hello.implementation_minor) >= (1, 20)


def test_address_and_state_survive_a_kill(tmp_path: Path) -> None:
    with start("micropython", state_dir=tmp_path) as board:
        address = board.address
        line = PtyLine(board)
        before = Talk(line.exchange).hello()
        board.kill()
        assert not board.alive
        board.restart()
        assert board.address == address
        after = Talk(line.exchange).hello(nonce=8)
        line.close()
    assert after.journal_id == before.journal_id
    assert after.boot_id != before.boot_id
    assert after.newest == before.newest + 1


def test_all_256_byte_values_pass_the_line() -> None:
    """Failure 23: 0x03 is data, not the end of the program."""
    with start("micropython") as board:
        line = PtyLine(board)
        talk = Talk(line.exchange)
        talk.hello()
        for i in range(0, 256, 4):
            host_us = int.from_bytes(bytes([i, i + 1, i + 2, i + 3] * 2), "little")
            assert talk.ask(m.SyncRequest(host_us), m.Sync).host_us == host_us
        line.close()


def test_host_that_does_not_read_stalls_nothing() -> None:
    """Failure 24: what can't be sent waits in the journal."""
    with start("micropython") as board:
        line = PtyLine(board)
        talk = Talk(line.exchange)
        talk.hello()
        talk.lay_out(*sudden(60))
        talk.order(Act.START, Side.LEFT)
        key, now = Key.LEFT, 0
        for _ in range(600):  # far more answers than the line holds
            now += S
            keys = [key | 0x80, key, 0, 0, 0, 0, 0, 0]
            edges = m.Advance(now, 2, keys, [S // 2, 60_000, 0, 0, 0, 0, 0, 0])
            line.send(encode(edges) + encode(m.SnapRequest(now)))
            key = Key.RIGHT if key == Key.LEFT else Key.LEFT
            time.sleep(0.0005)
        until = time.monotonic() + 10
        while talk.advance(now).now_us < now and time.monotonic() < until:
            line.drain(1.0)
        assert talk.advance(now).now_us == now
        assert board.complaints == ""
        line.close()


def test_clock_in_this_process_has_an_address_too() -> None:
    with start("inside", uid=b"insider1") as board:
        line = open_transport(board.address)

        def exchange(data: bytes) -> bytes:
            line.write(data)
            got = line.read(2.0)
            while more := line.read(0.02):
                got += more
            return got

        talk = Talk(exchange)
        assert talk.hello().uid == b"insider1"
        board.kill()
        board.restart()
        assert talk.hello(nonce=2).newest == 2
        line.close()


def test_a_board_that_cannot_be_started_is_said_and_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def files_open() -> int:
        return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0

    def no_more(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with start("cpython", state_dir=tmp_path / "a") as board:
        before = files_open()
        monkeypatch.setattr(subprocess, "Popen", no_more)
        with pytest.raises(BoardNotStarted) as told:
            start("cpython", state_dir=tmp_path / "b")
        assert "Too many open files" in told.value.sentence
        assert told.value.hint
        with pytest.raises(BoardNotStarted):
            board.restart()
        assert not board.alive
        assert files_open() == before
        monkeypatch.undo()
        board.restart()
        assert board.alive


@pytest.mark.slow
def test_many_boards_run_the_compiled_firmware(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled once for each version of it, and the same firmware: the same journal."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(board_module._Prepared, "folder", None)
    board_module.prepare(board_module.MANY - 1)
    assert board_module._Prepared.folder is None
    expected = play(inside(Inside(b"threekin")))
    board_module.prepare(board_module.MANY)
    assert list(board_module._Prepared.folder.rglob("*.mpy"))
    assert not list(board_module._Prepared.folder.rglob("*.py"))
    with start("micropython") as board:
        line = PtyLine(board)
        assert play(Talk(line.exchange)) == expected
        line.close()
        assert board.complaints == ""


# ---------------------------------------------------------------- kills


class Victim:
    """A running game on a board that is killed again and again; what a host knows of it."""

    def __init__(self, board: AnyBoard, chance: random.Random) -> None:
        self.board = board
        self.chance = chance
        self.line = PtyLine(board, quiet_s=0.003)
        self.talk = Talk(self.line.exchange)
        self.journal_id = self.talk.hello().journal_id
        self.talk.lay_out(*sudden(60 * 24))
        self.talk.order(Act.START, Side.LEFT)
        self.records = self.talk.journal(self.journal_id)
        self.now_us = 0
        self.key = Key.LEFT

    def burst(self) -> bytes:
        """A few spans of virtual time with a press in most of them."""
        data = encode(m.Subscribe(self.journal_id, self.records[-1].seq))
        for _ in range(self.chance.randrange(1, 9)):
            span = self.chance.randrange(100_000, 900_000)
            self.now_us += span
            keys, after = [0] * 8, [0] * 8
            count = 0
            if self.chance.random() < 0.8:
                keys[:2] = [self.key | 0x80, self.key]
                after[:2] = [span // 3, 30_000]
                count = 2
                self.key = Key.RIGHT if self.key == Key.LEFT else Key.LEFT
            data += encode(m.Advance(self.now_us, count, keys, after))
        return data

    def kill(self) -> None:
        """One death at a random moment, and the check of what is left."""
        self.line.send(self.burst())
        time.sleep(self.chance.random() * 0.006)
        self.board.kill()
        seen = self.talk.hear(self.line.drain())
        self.board.restart()
        hello = self.talk.hello(nonce=self.chance.randrange(1 << 30))
        assert hello.journal_id == self.journal_id
        after = self.talk.journal(self.journal_id, self.records[-1].seq)
        self.records += after
        by_seq = {r.seq: r for r in after}
        reached_us = newest = 0
        for message in seen:
            if isinstance(message, m.Event):
                assert by_seq[message.seq] == message, "a journaled press was lost"
            if isinstance(message, m.State | m.Advanced):
                reached_us = max(reached_us, message.now_us)
                newest = max(newest, message.newest)
        boot = after[-1]
        assert isinstance(boot, m.BootEvent)
        assert boot.seq > newest
        assert boot.at_us >= reached_us - S, "more than a second was lost"
        assert self.state().flags & RUNS == 0, "it came back running"
        self.now_us = max(self.now_us, boot.at_us)
        assert self.talk.order(Act.RESUME).status == Status.DONE
        running = StateFlag(self.state().flags & RUNS)
        self.key = Key.LEFT if running == StateFlag.RUNNING_LOW else Key.RIGHT

    def state(self) -> m.State:
        """The state now."""
        return self.talk.ask(m.Poll(0), m.State)


def kill_often(kind: Kind, times: int, seed: int) -> None:
    with start(kind) as board:
        victim = Victim(board, random.Random(seed))
        for _ in range(times):
            victim.kill()
        records = victim.talk.journal(victim.journal_id)
        assert [r.seq for r in records] == list(range(1, records[-1].seq + 1))
        Fold().take(records)  # every record's times are what the engine makes of the ones before
        assert sum(isinstance(r, m.Event) and r.act == Act.PRESS for r in records) > times
        assert board.complaints == ""
        victim.line.close()


@pytest.mark.parametrize("kind", KINDS)
def test_twenty_kills_lose_no_journaled_press_and_at_most_a_second(kind: Kind) -> None:
    kill_often(kind, 20, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("micropython", 2), ("cpython", 3)])
def test_five_hundred_kills(kind: Kind, seed: int) -> None:
    kill_often(kind, 500, seed)


def test_kill_in_real_time_loses_at_most_a_second() -> None:
    """Without virtual time: checkpoints come by themselves."""
    with start("micropython", virtual=False) as board:
        line = PtyLine(board, quiet_s=0.05)
        talk = Talk(line.exchange)
        talk.hello()
        talk.lay_out(*sudden(5))
        talk.order(Act.START, Side.RIGHT)
        until = time.monotonic() + 2.5
        while time.monotonic() < until:
            talk.say(m.SyncRequest(0))
        state = talk.ask(m.Poll(0), m.State)
        board.kill()
        board.restart()
        talk.hello(nonce=2)
        after = talk.ask(m.Poll(0), m.State)
        line.close()
    assert 290 * S < state.right_us < 298 * S
    assert 0 <= after.right_us - state.right_us <= S
    assert after.left_us == 300 * S
    assert after.flags & RUNS == 0
