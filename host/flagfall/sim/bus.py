"""A simulated RS-485 bus in virtual time: the host's turns, the wires, and the clocks on them.

Who speaks is heard by all, himself too; two at once are heard by nobody. The clocks are the real
firmware in memory, or whatever else takes bytes and gives bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from flagfall_clock.codes import KEY_LEFT, KEY_RIGHT, SIDE_RIGHT
from flagfall_device.settings import ADDRESS, Settings
from flagfall_device.timebase import TICK_MASK
from flagfall_protocol.frames import cobs_decode

from flagfall.link import notices as n
from flagfall.link.bus import BYTE_US, TURN_AROUND_US, Bus
from flagfall.link.session import Session
from flagfall.sim.inside import Inside, MemoryBoard

NEVER_US = 1 << 62
ADDRESS_AT = 2  # in a frame, behind kind and flags
Exchange = Callable[[bytes], bytes]


@dataclass
class Transmission:
    """Bytes on the wires from `begin_us` to `end_us`."""

    sender: object
    data: bytes
    begin_us: int
    end_us: int
    spoiled: bool = False


class Wires:
    """The shared medium. `hear(data)` is called when a transmission has ended."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[bytes], None]] = []
        self.collisions = 0
        self._on_air: list[Transmission] = []

    def join(self, hear: Callable[[bytes], None]) -> None:
        """Somebody listens from now on."""
        self.listeners.append(hear)

    def speak(self, sender: object, data: bytes, now_us: int) -> None:
        """Put bytes on the wires. Whoever speaks while another does spoils both."""
        said = Transmission(sender, data, now_us, now_us + len(data) * BYTE_US)
        for other in self._on_air:
            if other.end_us > now_us:
                self.collisions += 1
                other.spoiled = said.spoiled = True
        self._on_air.append(said)

    def next_us(self) -> int:
        """When a transmission ends next."""
        return min((said.end_us for said in self._on_air), default=NEVER_US)

    def pass_time(self, now_us: int) -> None:
        """Deliver what has ended."""
        for said in [t for t in self._on_air if t.end_us <= now_us]:
            self._on_air.remove(said)
            data = bytes(b ^ 0x55 for b in said.data) if said.spoiled else said.data
            for hear in self.listeners:
                hear(data)


class BusClock(Inside):
    """The real firmware with an address, in the rig's time."""

    def __init__(self, rig: "BusRig", address: int) -> None:
        self.rig = rig
        self.address = address
        super().__init__(b"bus%05d" % address, virtual=False)

    def make_board(self) -> MemoryBoard:
        """A board that lives in the rig's time and knows its address."""
        board = super().make_board()
        board.ticks = lambda: self.rig.now_us & TICK_MASK
        board.link_ms = lambda: self.rig.now_us // 1000 & TICK_MASK  # type: ignore[method-assign]
        settings = Settings(board.store("settings"))
        if settings.address != self.address:
            settings.set(ADDRESS, self.address)
        return board

    def press(self) -> None:
        """The running side's key goes down, the other one up: a record."""
        keys = (KEY_RIGHT, KEY_LEFT)
        if self.device.game.clock.running != SIDE_RIGHT:
            keys = (KEY_LEFT, KEY_RIGHT)
        for key, level in zip(keys, (1, 0), strict=True):
            self.device.edges.put(key, level, self.rig.now_us & TICK_MASK)
        self.device.run_to(self.rig.now_us & TICK_MASK)


class BusRig:
    """A host and its clocks on the wires. `told` keeps every notice with its address and moment."""

    def __init__(self, host_id: int = 0xA0, turn_around_us: int = TURN_AROUND_US) -> None:
        self.now_us = 1_000_000
        self.wires = Wires()
        self.bus = Bus()
        self.clocks: dict[int, Any] = {}
        self._exchanges: dict[int, Exchange] = {}
        self.told: list[tuple[int, int, n.Notice]] = []
        self.rounds_us: list[int] = []
        self.turn_around: Callable[[], int] = lambda: turn_around_us
        self._host_id = host_id
        self._heard: dict[int, bytearray] = {}
        self._turns: list[tuple[int, int]] = []  # when a clock looks at what it has heard
        self.wires.join(self._hear)

    def add(self, address: int, exchange: Exchange | None = None) -> Any:
        """A clock at an address: the firmware, or what takes bytes and gives bytes."""
        clock: Any = BusClock(self, address) if exchange is None else exchange
        self.clocks[address] = clock
        self._exchanges[address] = exchange or clock.exchange
        self._heard[address] = bytearray()
        self.wires.join(partial(self._at_clock, address))
        self.expect(address)
        return clock

    def expect(self, address: int) -> None:
        """The host looks for a clock at this address."""
        self.bus.join(Session(self._host_id), address)
        self.bus.greet_one(address, self.now_us)

    def order(self, order: Callable[[Session], int]) -> None:
        """Give every clock an order and wait until it is answered."""
        wanted = {(a, order(session)) for a, session in self.bus.sessions.items()}
        for _ in range(100):
            self.run(100_000)
            if wanted <= {(a, x.request) for _t, a, x in self.told if isinstance(x, n.Answered)}:
                return
        raise AssertionError("an order was not answered")

    def run(self, us: int) -> None:
        """Let so much time pass."""
        end_us = self.now_us + us
        while True:
            self.wires.pass_time(self.now_us)
            for turn in [t for t in self._turns if t[0] <= self.now_us]:
                self._turns.remove(turn)
                self._turn(turn[1])
            self._take(self.bus.tick(self.now_us))
            rounds = self.bus.rounds
            wire = self.bus.outgoing(self.now_us)
            if self.bus.rounds != rounds:
                self.rounds_us.append(self.bus.round_us)
            if wire:
                self.wires.speak(self.bus, wire, self.now_us)
            due = [
                self.wires.next_us(),
                self.bus.wake_us(self.now_us),
                *(t[0] for t in self._turns),
            ]
            next_us = max(min(due), self.now_us + 1)
            if next_us >= end_us:
                self.now_us = end_us
                return
            self.now_us = next_us

    def _at_clock(self, address: int, data: bytes) -> None:
        """A clock's main loop comes round to its line a while after a frame of its own; the
        others' it finds there, too."""
        self._heard[address] += data
        frame = cobs_decode(data.strip(b"\0"))
        if frame is not None and frame[ADDRESS_AT : ADDRESS_AT + 1] == bytes([address]):
            self._turns.append((self.now_us + self.turn_around(), address))

    def _turn(self, address: int) -> None:
        heard = bytes(self._heard[address])
        self._heard[address].clear()
        if said := self._exchanges[address](heard):
            self.wires.speak(address, said, self.now_us)

    def _hear(self, data: bytes) -> None:
        self._take(self.bus.feed(data, self.now_us))

    def _take(self, told: list[tuple[int, n.Notice]]) -> None:
        for address, notice in told:
            self.told.append((self.now_us, address, notice))
            session = self.bus.sessions.get(address)
            if session is None:
                continue
            match notice:
                case n.Greeted():
                    session.subscribe(notice.hello.journal_id, 0, self.now_us)
                case n.Arrived():
                    session.acknowledge(notice.record.journal_id, notice.record.seq)
