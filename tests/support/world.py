"""Both ends of the wire in one virtual world: the real session, a hostile line, the real firmware.

Nothing here reads a wall clock. A world is a function of its seed and of what is done to it, so
whatever goes wrong can be done again.
"""

import random
from typing import Any

from flagfall.link import notices as n
from flagfall.link.session import Session
from flagfall.sim.inside import Inside, MemoryBoard
from flagfall_clock.codes import KEY_LEFT, KEY_RIGHT
from flagfall_device.codec import BODY
from flagfall_device.timebase import TICK_MASK
from flagfall_protocol import codes, messages
from flagfall_protocol.frames import decode

from tests.support.hostile_line import Line
from tests.support.talk import HOST as TALKER
from tests.support.talk import Talk, sudden

HOST = 0xA0


class Clock(Inside):
    """A clock in memory whose time is the world's."""

    def __init__(self, world: "World", journal_bytes: int) -> None:
        self.world = world
        self.journal_bytes = journal_bytes
        super().__init__(b"\x00the1clk", virtual=False)

    def make_board(self) -> MemoryBoard:
        """A board that lives in the world's time."""
        board = super().make_board()
        board.unit.boot_id = self.world.random.getrandbits(30)
        board.new_id = lambda: self.world.random.getrandbits(29) + 1  # type: ignore[method-assign]
        board.journal_bytes = self.journal_bytes
        board.ticks = lambda: self.world.now_us & TICK_MASK
        board.link_ms = lambda: self.world.now_us // 1000 & TICK_MASK  # type: ignore[method-assign]
        return board

    @property
    def alive(self) -> bool:
        """Has it power?"""
        return self.device is not None

    @property
    def journal(self) -> Any:
        """Its journal."""
        return self.device.journal

    @property
    def acknowledged(self) -> int:
        """What it was told is safely kept."""
        return int(self.device.session.events.acknowledged)

    def wait_us(self) -> int:
        """When it wants its next turn; not before the main loop of a board would come round."""
        return max(int(self.device.wait_us()), 1_000) if self.alive else 1 << 60

    def press(self) -> None:
        """The running side's key goes down and up: a record."""
        running = self.device.game.clock.running
        key = KEY_RIGHT if running == codes.Side.RIGHT else KEY_LEFT
        for level in (1, 0):
            self.device.edges.put(key, level, self.world.now_us & TICK_MASK)
            self.world.exchange()
            self.world.now_us += 30_000

    def rest(self) -> None:
        """It is never behind."""

    def close(self) -> None:
        """Nothing to clear away."""


class Keeper:
    """A host's owner: takes records into memory, commits them, acknowledges what is committed.

    Only `kept` and `gaps` survive the host's death.
    """

    def __init__(self) -> None:
        self.kept: dict[int, Any] = {}
        self.gaps: list[tuple[int, int]] = []
        self.journal_id = 0
        self.fresh: list[Any] = []

    @property
    def cursor(self) -> int:
        """The last record or gap that is safely noted."""
        return max([0, *self.kept, *(last for _first, last in self.gaps)])

    def take(self, notice: n.Notice) -> None:
        """A record or a gap; in order, each once."""
        last = self._last()
        if isinstance(notice, n.Gapped):
            assert notice.first_missing == last + 1
            self.fresh.append(notice)
        elif isinstance(notice, n.Arrived):
            assert notice.record.seq == last + 1, "out of order, or twice"
            self.fresh.append(notice.record)

    def commit(self) -> int:
        """Write what is in memory to disk; the cursor."""
        for item in self.fresh:
            if isinstance(item, n.Gapped):
                self.gaps.append((item.first_missing, item.gap.oldest - 1))
            else:
                assert item.seq not in self.kept
                self.kept[item.seq] = item
        self.fresh.clear()
        return self.cursor

    def _last(self) -> int:
        if not self.fresh:
            return self.cursor
        item = self.fresh[-1]
        return item.gap.oldest - 1 if isinstance(item, n.Gapped) else int(item.seq)


class World:
    """A host, a line, a clock; `run` lets time pass for all three."""

    def __init__(self, seed: int, journal_bytes: int = 1 << 16) -> None:
        self.random = random.Random(seed)
        self.now_us = 1_000_000
        self.journal_bytes = journal_bytes
        self.clock = self.make_clock()
        self.down, self.up = Line(self.random), Line(self.random)
        self.keeper = Keeper()
        self.truth: dict[int, Any] = {}
        self.notices: list[n.Notice] = []
        self.orders: dict[int, int] = {}  # request id: the amount that marks its record
        self.done: dict[int, codes.Status] = {}
        self.lost: dict[int, bool] = {}
        self.plugged = True
        self.commit_at_us = 0
        self._mark = 0
        self._resumed = -1
        talk = Talk(self.clock.exchange)
        talk.hello()
        talk.lay_out(*sudden(600))
        talk.order(codes.Act.START, codes.Side.LEFT)
        talk.say(messages.Release(TALKER))
        self.witness()
        self.session = self._new_host()

    def make_clock(self) -> Any:
        """The clock at the other end."""
        return Clock(self, self.journal_bytes)

    def close(self) -> None:
        """Clear away what the world stood on."""
        self.clock.close()

    # ------------------------------------------------------------ what is done to it

    def set_noise(self, thousandths: int) -> None:
        """How much happens to what goes over the line."""
        self.down.noise = self.up.noise = thousandths

    def press(self, times: int = 1) -> None:
        """The running side's key goes down and up: a record each time."""
        for _ in range(times):
            if self.clock.alive:
                self.clock.press()

    def order(self) -> None:
        """The host orders something whose record can be told from all others."""
        self._mark += 1
        amount_us = 1_000_000 + self._mark
        request = self.session.command(
            codes.Act.CORRECT,
            self.now_us,
            side=codes.Side.LEFT,
            flags=codes.OrderFlag.DELTA,
            amount_us=amount_us,
        )
        self.orders[request] = amount_us

    def unplug(self) -> None:
        """The cable comes out."""
        if self.plugged:
            self.plugged = False
            self.down.cut()
            self.up.cut()
            self._take(self.session.line_cut())

    def plug(self) -> None:
        """The cable is in again, or the port was opened again."""
        if not self.plugged:
            self.plugged = True
            self.session.greet(self.now_us)

    def power_fails(self) -> None:
        """The clock dies."""
        self.clock.kill()
        self.down.cut()

    def power_returns(self) -> None:
        """The clock starts from what its flash holds."""
        if not self.clock.alive:
            self.clock.restart()
            self.witness()

    def kill_host(self) -> None:
        """kill -9, and the program is started again."""
        self.keeper.fresh.clear()
        for request in self.orders.keys() - self.done.keys() - self.lost.keys():
            self.lost[request] = True
        self.session = self._new_host()

    # ------------------------------------------------------------ time

    def run(self, us: int) -> None:
        """Let so much time pass."""
        end_us = self.now_us + us
        while self.now_us < end_us:
            self._turn()
            next_us = self.session.wake_us(self.now_us)
            for line in (self.down, self.up):
                if line.pieces:
                    next_us = min(next_us, line.pieces[0][0])
            if self.keeper.fresh:
                next_us = min(next_us, self.commit_at_us)
            next_us = min(next_us, self.now_us + self.clock.wait_us())
            self.now_us = min(max(next_us, self.now_us + 100), max(end_us, self.now_us + 1))

    def settle(self) -> None:
        """Everything works again; until both ends agree, or far too much time has passed."""
        self.set_noise(0)
        self.power_returns()
        self.plug()
        self.one_frame_is_enough()
        for _ in range(120):
            self.run(500_000)
            if self.agreed():
                return
        raise AssertionError("the two ends don't agree")

    def one_frame_is_enough(self) -> None:
        """The last fault is over and the line empty: the next frame, and its answer, are read."""
        while self.down.pieces or self.up.pieces:
            self.run(1_000)
        self.session.greet(self.now_us)
        for _ in range(50):  # a second hello would go out after 300 ms
            self.run(5_000)
            if self.session.live:
                return
            self.clock.rest()
        raise AssertionError("the first frame after the last fault was not read")

    def agreed(self) -> bool:
        """The host keeps all that the clock has, and no order is open."""
        open_orders = self.orders.keys() - self.done.keys() - self.lost.keys()
        return (
            self.session.live
            and self.keeper.cursor == self.clock.journal.newest
            and not open_orders
        )

    def check(self) -> None:
        """What the wire promises."""
        kept, gaps = self.keeper.kept, self.keeper.gaps
        missing = {seq for first, last in gaps for seq in range(first, last + 1)}
        newest, oldest = self.clock.journal.newest, self.clock.journal.oldest
        assert kept.keys() | missing == set(range(1, newest + 1))
        assert not kept.keys() & missing
        assert all(seq < oldest for seq in missing), "given up although the clock still has it"
        for seq, record in kept.items():
            if seq in self.truth:
                assert self.truth[seq] == record
        for request, amount_us in self.orders.items():
            times = sum(
                isinstance(r, messages.OrderEvent) and r.amount_us == amount_us
                for r in {**kept, **self.truth}.values()
            )
            assert times <= 1, "done twice"
            if self.done.get(request) is codes.Status.DONE:
                assert times == 1 or missing
            elif request in self.done or self.lost.get(request) is False:
                assert times == 0

    def exchange(self) -> None:
        """What has arrived goes to the clock; what it says sets out."""
        said = self.clock.exchange(self.down.take(self.now_us))
        self.witness()
        if self.plugged:
            self.up.put(said, self.now_us)

    def witness(self) -> None:
        """See what the clock has done, before anything can be lost."""
        if not self.clock.alive:
            return
        journal = self.clock.journal
        gone = journal.overwritten
        assert self.clock.acknowledged <= max(self.keeper.cursor, gone), "acknowledged, not on disk"
        self.remember(journal, max(self.truth, default=0) + 1)

    def remember(self, journal: Any, first: int) -> None:
        """The records of this journal from this one on; None for one that can't be read."""
        buf = bytearray(64)
        for seq in range(first, journal.newest + 1):
            size = journal.read(seq, buf)
            self.truth[seq] = decode(buf[2], bytes(buf[BODY : BODY + size])) if size else None

    # ------------------------------------------------------------ inside

    def _new_host(self) -> Session:
        session = Session(
            HOST, first_request=self.random.getrandbits(32), nonce=self.random.getrandbits(32)
        )
        if self.plugged:
            session.greet(self.now_us)
        return session

    def _turn(self) -> None:
        if self.keeper.fresh and self.now_us >= self.commit_at_us:
            cursor = self.keeper.commit()
            if self.session.events.journal_id is not None:
                self.session.acknowledge(self.session.events.journal_id, cursor)
        self._take(self.session.tick(self.now_us))
        if self.plugged:
            self.down.put(self.session.outgoing(self.now_us), self.now_us)
        self.exchange()
        self._take(self.session.feed(self.up.take(self.now_us), self.now_us))

    def _take(self, notices: list[n.Notice]) -> None:
        for notice in notices:
            self.notices.append(notice)
            match notice:
                case n.Greeted():
                    journal_id = notice.hello.journal_id
                    self.session.subscribe(journal_id, self.keeper.cursor, self.now_us)
                case n.Stated() if not notice.state.flags & 3:
                    if self._resumed != notice.state.revision:  # after a reboot it stands still
                        self._resumed = notice.state.revision
                        self.session.command(
                            codes.Act.RESUME, self.now_us, revision=notice.state.revision
                        )
                case n.Arrived() | n.Gapped():
                    if not self.keeper.fresh:
                        self.commit_at_us = self.now_us + self.random.randrange(40_000)
                    self.keeper.take(notice)
                case n.Answered() if notice.request in self.orders:
                    assert notice.request not in self.done
                    self.done[notice.request] = notice.outcome.status
                case n.TimedOut() if notice.request in self.orders:
                    self.lost[notice.request] = notice.perhaps_done
