"""A virtual board in real time, and the players at it: they put their pieces and press by a script.

    micropython -m flagfall_device.boards.playing STATE_DIR UID

`STATE_DIR/script` holds the game: `squares bitmap` of what stands at the start, then a line for
each press: `key wait_us`, and for each step of the hand `lead_us:bitmap`. A press comes `wait_us`
after the one before, or after the clock was started. Its edge carries the moment that the script
says, as an interrupt would stamp it, however late this process is woken. `STATE_DIR/pressed` tells
what was pressed: `boot` at each start, else the key and the machine's monotonic microseconds.

How far the game is the clock itself knows: after a loss of power the script goes on from there.
"""

import sys
import time

from flagfall_clock.codes import CAN_BOARD
from flagfall_clock.compat import const

from flagfall_device.boards.unix import ProcessBoard, run
from flagfall_device.sensors import Sensors
from flagfall_device.timebase import FAR_US, TICK_MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_device.keys import EdgeQueue
    from flagfall_device.timebase import Timebase

_HOLD_US = const(80000)


if hasattr(time, "ticks_us"):

    def monotonic_us() -> int:
        """The machine's monotonic time (on the 64-bit port it does not wrap in a lifetime)."""
        return time.ticks_us()

else:

    def monotonic_us() -> int:
        """The machine's monotonic time."""
        return time.monotonic_ns() // 1000


class StillSensors(Sensors):
    """Sensors that are read while something moves: 200 boards share one machine here."""

    def turn(self, time: "Timebase") -> bool:
        """As in `Sensors`."""
        return not self.quiet and super().turn(time)

    def wait_us(self, time: "Timebase") -> int:
        """As in `Sensors`."""
        return FAR_US if self.quiet else super().wait_us(time)


class PlayingBoard(ProcessBoard):
    """The board of a process, with a script to play."""

    def __init__(self, folder: str, uid: bytes) -> None:
        super().__init__(folder, uid, False)
        self._script = open(folder + "/script")
        self._pressed = open(folder + "/pressed", "a")
        self._tell("boot")
        squares, standing = self._script.readline().split()
        self._stand(standing)
        if int(squares):
            self.unit.capabilities |= CAN_BOARD
            self.sensors = StillSensors(int(squares), self._scan)
        self._line = 0  # lines read of the script
        self._made = -1  # the presses on the clock when the next one was planned
        self._steps: "list[tuple[int, str]]" = []
        self._key = 0
        self._press_us = -1  # when the key goes down next; -1: nobody thinks
        self._held = 0
        self._release_us = -1  # when the key that is held goes up
        self._last_us = -1  # the press that the next thought begins with; -1: begin now

    def collect(self, edges: "EdgeQueue") -> bool:
        """What the players have done by now."""
        now_us = monotonic_us()
        if 0 <= self._release_us <= now_us:
            edges.put(self._held, 0, self._release_us & TICK_MASK)
            self._release_us = -1
        self._think(now_us)
        while self._steps and self._press_us - self._steps[0][0] <= now_us:
            self._stand(self._steps.pop(0)[1])
            self.sensors.wake()
        if 0 <= self._press_us <= now_us:
            self._tell("{} {}".format(self._key, self._press_us))
            edges.put(self._key, 1, self._press_us & TICK_MASK)
            self._held = self._key
            self._release_us = self._press_us + _HOLD_US
            self._last_us = self._press_us
            self._press_us = -1
        return True

    def sleep(self, wait_us: int) -> None:
        """As in `ProcessBoard`, but not beyond what the players do next."""
        due_us = self._press_us
        if due_us >= 0 and self._steps:
            due_us -= self._steps[0][0]
        if self._release_us >= 0 and (due_us < 0 or self._release_us < due_us):
            due_us = self._release_us
        if due_us >= 0:
            wait_us = min(wait_us, max(0, due_us - monotonic_us()))
        super().sleep(wait_us)

    def _think(self, now_us: int) -> None:
        """Whoever is to move begins to think of his next move."""
        clock = self.device.game.clock
        if not clock.running:
            self._press_us = self._last_us = self._made = -1
            return
        made = clock.left.moves + clock.right.moves
        if made == self._made:
            return
        self._made = made
        line = self._turn(made)
        if line:
            since_us = now_us if self._last_us < 0 else self._last_us
            self._key = int(line[0])
            self._press_us = since_us + int(line[1])
            steps = [step.split(":") for step in line[2:]]
            self._steps = [(int(lead_us), bits) for lead_us, bits in steps]

    def _turn(self, made: int) -> "list[str]":
        """The line of the press after so many; []: the script is over. A line that is passed over
        was played before power was lost: its pieces stand."""
        if self._line > made:
            self._script.seek(0)
            self._stand(self._script.readline().split()[1])
            self._line = 0
        while True:
            line = self._script.readline().split()
            if not line:
                return line
            self._line += 1
            if self._line > made:
                return line
            if len(line) > 2:
                self._stand(line[-1].split(":")[1])
                self.sensors.wake()

    def _stand(self, bits: str) -> None:
        self.squares[:] = bytes.fromhex(bits)

    def _tell(self, what: str) -> None:
        self._pressed.write(what + "\n")
        self._pressed.flush()


if __name__ == "__main__":
    run(PlayingBoard(sys.argv[1], bytes.fromhex(sys.argv[2])))
