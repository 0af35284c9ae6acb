"""The two lines a board can speak on: its USB port (or serial chip), and an RS-485 bus.

They are asked in every turn of the loop, so asking allocates nothing, and nothing here waits.
"""

import select
import sys

from machine import UART, Pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _ready(poll: "Any") -> bool:
    for _ in poll.ipoll(0):  # `poll` would make a list
        return True
    return False


class Usb:
    """Standard input and output: the USB port, or the serial chip's."""

    def __init__(self) -> None:
        self._in: "Any" = sys.stdin.buffer
        self._out: "Any" = sys.stdout.buffer
        self._poll: "Any" = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._can_write: "Any" = select.poll()
        self._can_write.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)

    def read_into(self, buf: bytearray) -> int:
        """One byte at a time: asking for more would wait for more (failure 25)."""
        n = 0
        while n < len(buf) and _ready(self._poll):
            self._in.readinto(self._one)
            buf[n] = self._one[0]
            n += 1
        return n

    def write(self, view: memoryview) -> int:
        """As much of a frame as the port can take at once (failure 24): a port that says it has
        room has it for one byte, and would wait half a second for the others'."""
        n = 0
        while n < len(view) and _ready(self._can_write):
            self._one[0] = view[n]
            self._out.write(self._one)
            n += 1
        return n

    def sleep(self, wait_ms: int) -> None:
        """Until a byte comes or so long."""
        for _ in self._poll.ipoll(wait_ms):
            return


class Bus:
    """RS-485: a UART, and a pin that turns its driver to sending."""

    def __init__(self, number: int, tx: int, rx: int, enable: int) -> None:
        self._uart: "Any" = UART(number, baudrate=115200, tx=Pin(tx), rx=Pin(rx), rxbuf=512)
        self._enable = Pin(enable, Pin.OUT, value=0)
        self._poll: "Any" = select.poll()
        self._poll.register(self._uart, select.POLLIN)

    def read_into(self, buf: bytearray) -> int:
        """Bytes that have arrived."""
        return self._uart.readinto(buf) or 0 if self._uart.any() else 0

    def write(self, view: memoryview) -> int:
        """A frame; the driver is let go when its last bit is out."""
        self._enable(1)
        n = self._uart.write(view) or 0
        self._uart.flush()
        self._enable(0)
        return n

    def sleep(self, wait_ms: int) -> None:
        """Until a byte comes or so long."""
        for _ in self._poll.ipoll(wait_ms):
            return
