"""Virtual time: the host says how far the clock may run and which keys move on the way.

Only rigs have it. Deadlines and edges happen in their order, through the same interrupt queue and
the same debouncing as on a real clock; no wall clock is read.
"""

from flagfall_clock.compat import const

from flagfall_device import codec
from flagfall_device.keys import KEYS
from flagfall_device.timebase import TICK_MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HOP_US = const(400000000)  # ticks must be extended more often than they wrap
_LONGEST_US = 1 << 40  # of one Advance: twelve days
_PRESSED = const(0x80)


class VirtualTime:
    """Ticks that move only when the host says so."""

    def __init__(self) -> None:
        self.tick = 0
        self._device: "Any" = None

    def ticks(self) -> int:
        """The present tick."""
        return self.tick

    def attach(self, device: "Any") -> None:
        """Take `Advance` for this device."""
        self._device = device
        device.session.handlers[codec.KIND_ADVANCE] = self._advance
        device.session.handlers[codec.KIND_SET_BOARD] = self._set_board

    def _set_board(self, buf: bytearray) -> None:
        device = self._device
        squares, occupied = codec.unpack_set_board(buf)
        squares = min(squares, 8 * len(occupied))
        sensors = device.game.sensors
        device.board.squares[:] = occupied
        if squares == sensors.squares:
            sensors.wake()
        else:  # another board: what stands on it now is what it begins with
            sensors.squares = squares
            if sensors.settle():
                device.board_changed()

    def _advance(self, buf: bytearray) -> None:
        device = self._device
        fields = codec.unpack_advance(buf)
        to_us, count = fields[0], min(fields[1], codec.EDGES_PER_ADVANCE)
        # One that ends at or before the present was done before: it is answered and moves nothing.
        if 0 < to_us - device.time.now_us() <= _LONGEST_US:
            self._run(to_us, fields[2 : 2 + count], fields[2 + codec.EDGES_PER_ADVANCE :])
        out = device.session.place()
        if out:
            next_us = device.next_us()
            if next_us < 0:
                next_us = codec.NEVER
            now_us = device.time.now_us()
            device.session.keep(codec.pack_advanced(out, now_us, next_us, device.journal.newest))
        device.session.state_due = True

    def _run(self, to_us: int, keys: "tuple[int, ...]", after_us: "tuple[int, ...]") -> None:
        device = self._device
        for i in range(len(keys)):
            self.reach(device.time.now_us() + after_us[i])
            key = keys[i] & ~_PRESSED
            if key < KEYS:
                device.edges.put(key, 1 if keys[i] & _PRESSED else 0, self.tick)
            device.run_to(self.tick)
        self.reach(to_us)
        device.checkpoint()

    def reach(self, to_us: int) -> None:
        """Let time pass to `to_us`; what is due on the way happens.

        The sensors are read while what they see is not what counts yet: after that a rig's pieces
        stand still, and a reading would change nothing.
        """
        device = self._device
        sensors = device.game.sensors
        left_us = to_us - device.time.now_us()
        while left_us > 0:
            # A deadline that is due already is dealt with at once, so every hop gets somewhere.
            hop = min(left_us, _HOP_US, device.run_wait_us())
            if not sensors.quiet:
                device.sense()
                hop = min(hop, sensors.wait_us(device.time))
            self.tick = (self.tick + hop) & TICK_MASK
            device.run_to(self.tick)
            left_us = to_us - device.time.now_us()
