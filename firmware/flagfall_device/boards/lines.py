"""The two lines a board can speak on: its USB port (or serial chip), and an RS-485 bus."""

import select
import sys

from machine import UART, Pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Usb:
    """Standard input and output: the USB port, or the serial chip's."""

    def __init__(self) -> None:
        self._in: "Any" = sys.stdin.buffer
        self._out: "Any" = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._can_write = select.poll()
        self._can_write.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)

    def read_into(self, buf: bytearray) -> int:
        """One byte at a time: asking for more would wait for more (failure 25)."""
        n = 0
        while n < len(buf) and self._poll.poll(0):
            self._in.readinto(self._one)
            buf[n] = self._one[0]
            n += 1
        return n

    def write(self, view: memoryview) -> int:
        """A frame if the port can take it at once (failure 24)."""
        if not self._can_write.poll(0):
            return 0
        return self._out.write(view) or 0

    def sleep(self, wait_ms: int) -> None:
        """Until a byte comes or so long."""
        self._poll.poll(wait_ms)


class Bus:
    """RS-485: a UART, and a pin that turns its driver to sending."""

    def __init__(self, number: int, tx: int, rx: int, enable: int) -> None:
        self._uart: "Any" = UART(number, baudrate=115200, tx=Pin(tx), rx=Pin(rx), rxbuf=512)
        self._enable = Pin(enable, Pin.OUT, value=0)
        self._poll = select.poll()
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
        self._poll.poll(wait_ms)
