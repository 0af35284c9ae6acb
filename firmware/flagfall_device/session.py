"""The clock's end of the wire: hello and hold, sync, events, commands, state.

Bytes come in through `feed`; `fill` packs one frame at a time when the line can take it. Nothing
here waits, and nothing is said before a host has said hello. One host holds the clock: another is
told `Busy` until the holder lets go or falls silent.
"""

from struct import pack_into

from flagfall_clock.codes import CAN_BUS, FAULT_OUTPUT_FULL
from flagfall_clock.compat import const

from flagfall_device import codec, status
from flagfall_device.commands import CommandLane
from flagfall_device.events import EventLane
from flagfall_device.frames import FAULT_KINDS, Reader, Writer
from flagfall_device.timebase import FAR_US, Deadline, put_us, ticks_diff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from flagfall_device.rig import Scratch
    from flagfall_device.timebase import Timebase

IDLE_MS = const(5000)  # a host silent for so long may be replaced by another
_STATE_US = const(200000)
_BUS_STATE_US = const(10000000)  # and for each address a little more, so that they spread
_BUS_SPREAD_US = const(290000)
_FAULT_US = const(1000000)
_REPLIES = const(8)
_BODY = codec.BODY
_SENT_AT = const(16)  # where a Sync body holds the moment of sending
_NEWEST_AT = const(24)
_LEFT_AT = const(10)  # where a State body holds the times, behind the moment and the flags
_RIGHT_AT = const(18)
VERSION = (0, 1, 0)


class Replies:
    """Answers that wait for the line; a host that floods us loses answers, never records."""

    def __init__(self) -> None:
        self._bufs = [bytearray(codec.FRAME_MAX) for _ in range(_REPLIES)]
        self._sizes = bytearray(_REPLIES)
        self._first = 0
        self._count = 0

    def place(self) -> "bytearray | None":
        """A buffer to pack an answer into, or None: full."""
        if self._count == _REPLIES:
            return None
        return self._bufs[(self._first + self._count) % _REPLIES]

    def keep(self, size: int) -> None:
        """The answer packed into the place last given has `size` bytes."""
        self._sizes[(self._first + self._count) % _REPLIES] = size
        self._count += 1

    def take(self, into: bytearray) -> int:
        """Copy the oldest answer into a frame's buffer; its size, 0: none."""
        if not self._count:
            return 0
        buf = self._bufs[self._first]
        size = self._sizes[self._first]
        for i in range(2, _BODY + size):
            into[i] = buf[i]
        self._first = (self._first + 1) % _REPLIES
        self._count -= 1
        return size

    def clear(self) -> None:
        """Nobody waits for them any more."""
        self._count = 0


class Session:
    """One host's session with this clock. `unit` tells who we are, `device` does what is asked."""

    def __init__(self, device: "Any", unit: "Any", address: int = 0) -> None:
        self.device = device
        self.unit = unit
        self.reader = Reader(address)
        self.writer = Writer(address)
        self.faults = self.reader.counts
        self.replies = Replies()
        self.events = EventLane(device.journal)
        self._scratch: "Scratch | None" = None
        self.commands = CommandLane(self)
        self.holder = 0
        self._last_host = 0
        self.stream: "Iterator[int] | None" = (
            None  # an answer of many frames, packed as the line takes them
        )
        self.state_due = False
        self._turns = 0  # on a bus: frames we may still send
        self._heard = 0
        self._next_state = Deadline()
        self._next_fault = Deadline()
        self._told = [0] * FAULT_KINDS
        self.handlers = {
            codec.KIND_SYNC_REQUEST: self._sync,
            codec.KIND_RELEASE: self._release,
            codec.KIND_SUBSCRIBE: self._subscribe,
            codec.KIND_ACK: self._ack,
            codec.KIND_POLL: self._poll,
            codec.KIND_TURN: self._turn,
            codec.KIND_FAULTS_REQUEST: self._faults_request,
        }
        self.handlers.update(self.commands.handlers)
        self.handlers[codec.KIND_ACT_REQUEST] = self._act

    # ------------------------------------------------------------ in

    def feed(self, data: "Any", n: int) -> None:
        """Take the first `n` bytes of `data`."""
        reader = self.reader
        for i in range(n):
            if reader.take(data[i]):
                self._handle()
            elif self._turns and reader.overheard():
                self._turns = 0  # the others go on: our turn has passed

    def _handle(self) -> None:
        kind = self.reader.kind
        self._turns = 1 if self.writer.address else 0
        if kind == codec.KIND_HELLO_REQUEST:
            self._hello()
        elif self.holder:
            handler = self.handlers.get(kind)
            if handler:
                handler(self.reader.buf)
            self._heard = self.device.link_ms()

    def idle_ms(self) -> int:
        """How long the holder has been silent."""
        return ticks_diff(self.device.link_ms(), self._heard)

    @property
    def held(self) -> bool:
        """Does a host hold the clock, and is it heard?"""
        return self.holder != 0 and not self._silent()

    def _silent(self) -> bool:
        return not 0 <= self.idle_ms() < IDLE_MS

    def _hello(self) -> None:
        major, _, host_id, nonce = codec.unpack_hello_request(self.reader.buf)
        if self.holder and host_id != self.holder and not self._silent():
            buf = self.place()
            if buf:
                self.keep(codec.pack_busy(buf, self.holder, self.idle_ms()))
            return
        if host_id != self._last_host:
            self.commands.forget()
        self._last_host = host_id
        self._let_go()
        unit = self.unit
        journal = self.device.journal
        buf = self.place()
        self.keep(
            codec.pack_hello(
                buf,
                codec.PROTOCOL_MAJOR,
                codec.PROTOCOL_MINOR,
                nonce,
                VERSION[0],
                VERSION[1],
                VERSION[2],
                unit.uid,
                unit.boot_id,
                unit.reset_cause,
                unit.capabilities | (CAN_BUS if self.writer.address else 0),
                codec.FRAME_MAX,
                codec.WINDOW,
                journal.journal_id,
                journal.oldest,
                journal.newest,
                codec.SCHEMA_CRC,
                unit.implementation[0],
                unit.implementation[1],
                unit.implementation[2],
                unit.board,
                host_id,
            )
        )
        if major == codec.PROTOCOL_MAJOR:  # another major gets our hello, which tells it, no more
            self.holder = host_id
            self._heard = self.device.link_ms()
            self.state_due = True

    def _let_go(self) -> None:
        self.holder = 0
        self.events.stop()
        self.replies.clear()
        self.stream = None

    def _release(self, buf: bytearray) -> None:
        (host_id,) = codec.unpack_release(buf)
        if host_id == self.holder:
            self._let_go()

    def _sync(self, buf: bytearray) -> None:
        out = self.place()
        if out:
            for i in range(_BODY, _BODY + 8):
                out[i] = buf[i]
            time = self.device.time
            out[2] = codec.KIND_SYNC
            put_us(out, _BODY + 8, time.s, time.us)
            pack_into("<I", out, _BODY + _NEWEST_AT, self.device.journal.newest)
            self.keep(28)

    def _subscribe(self, buf: bytearray) -> None:
        journal_id, after = codec.unpack_subscribe(buf)
        self.events.subscribe(journal_id, after)

    def _ack(self, buf: bytearray) -> None:
        journal_id, seq = codec.unpack_ack(buf)
        self.events.acknowledge(journal_id, seq)

    def _poll(self, buf: bytearray) -> None:
        self._turn(buf)
        self.state_due = True

    def _turn(self, buf: bytearray) -> None:
        (cursor,) = codec.unpack_turn(buf)
        self.events.acknowledge(self.device.journal.journal_id, cursor)

    def _faults_request(self, buf: bytearray) -> None:
        (request,) = codec.unpack_faults_request(buf)
        out = self.place()
        if out:
            self.keep(codec.pack_faults(out, request, self.faults))

    @property
    def scratch(self) -> "Scratch":
        """The scratch engine, in memory from the first scenario on."""
        if self._scratch is None:
            from flagfall_device.rig import Scratch

            self._scratch = Scratch(self)
        return self._scratch

    def _act(self, buf: bytearray) -> None:
        self.scratch.act(buf)

    # ------------------------------------------------------------ out

    def place(self) -> "bytearray | None":
        """Where to pack an answer; None, and counted: too many wait already."""
        buf = self.replies.place()
        if buf is None:
            self.faults[FAULT_OUTPUT_FULL] += 1
        return buf

    def keep(self, size: int) -> None:
        """The answer packed into `place()` is `size` bytes long."""
        self.replies.keep(size)

    def fill(self) -> int:
        """Seal the next frame into `writer.buf`; its length on the wire, 0: nothing to say."""
        if self.writer.address:
            if not self._turns:
                return 0
            self._turns = 0
        size = self._fill(self.writer.buf)
        return self.writer.seal(size) if size else 0

    def _fill(self, buf: bytearray) -> int:
        time = self.device.time
        size = self.replies.take(buf)
        if size:
            if buf[2] == codec.KIND_SYNC:
                self.device.refresh_time()
                put_us(buf, _BODY + _SENT_AT, time.s, time.us)
            return size
        if not self.holder or self._silent():
            return 0
        if self.stream:
            size = next(self.stream, 0)
            if size:
                return size
            self.stream = None
        size = self.events.fill(buf)
        if size:
            return size
        if self.events.snapshot_due:
            self.events.snapshot_due = False
            self.commands.send_snapshot(0)
            return self._fill(buf)
        if self.state_due or self._next_state.due(time):
            self.state_due = False
            if self.device.game.clock.running and not self.device.virtual:
                address = self.writer.address
                often = _BUS_STATE_US + address * _BUS_SPREAD_US if address else _STATE_US
                self._next_state.after(time, often)
            else:
                self._next_state.clear()
            return self._state(buf)
        if not self._next_fault.armed or self._next_fault.due(time):
            size = self._fault(buf)
            if size:
                return size
        if self.writer.address:
            return codec.pack_quiet(buf, self.device.journal.newest)
        return 0

    def _fault(self, buf: bytearray) -> int:
        for kind in range(FAULT_KINDS):
            if self._told[kind] != self.faults[kind]:
                self._told[kind] = self.faults[kind]
                self._next_fault.after(self.device.time, _FAULT_US)
                return codec.pack_fault(buf, kind, self.faults[kind], 0)
        self._next_fault.clear()
        return 0

    def _state(self, buf: bytearray) -> int:
        device = self.device
        game = device.game
        clock = game.clock
        time = device.time
        size = codec.pack_state(
            buf,
            0,
            status.flags(device),
            0,
            0,
            clock.left.period & 0xFF,
            clock.right.period & 0xFF,
            status.health(device),
            game.revision,
            device.journal.newest,
            game.number,
        )
        # The times are written as pairs: as numbers they would cost a small board 100 bytes.
        left, right = device.values
        left.look(time.s, time.us)
        right.look(time.s, time.us)
        put_us(buf, _BODY, time.s, time.us)
        put_us(buf, _BODY + _LEFT_AT, left.s, left.us)
        put_us(buf, _BODY + _RIGHT_AT, right.s, right.us)
        return size

    def wait_us(self, time: "Timebase") -> int:
        """How long the line may sleep if nothing arrives."""
        if not self.holder or self.writer.address or self._silent():
            return FAR_US
        return min(self._next_state.wait_us(time), self._next_fault.wait_us(time))
