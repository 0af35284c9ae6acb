"""MAX7219: eight digits a side, two chips in a row on one SPI; layout `segments.Eight`."""

from flagfall_clock.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.drivers import Lamps

_DECODE = const(0x09)
_INTENSITY = const(0x0A)
_SCAN = const(0x0B)
_SHUTDOWN = const(0x0C)
_TEST = const(0x0F)


def _wired() -> bytes:
    # The chip has the point in bit 7, a in bit 6 and so down to g in bit 0; ours begin with a.
    table = bytearray(256)
    for cell in range(256):
        made = cell & 0x80
        for bit in range(7):
            if cell >> bit & 1:
                made |= 0x40 >> bit
        table[cell] = made
    return bytes(table)


_WIRED = _wired()
del _wired


class Display:
    """Both sides; the left chip is the first in the row, so its bytes are sent last."""

    def __init__(self, spi: "Any", select: "Any", lamps: "Lamps") -> None:
        self._spi = spi
        self._select = select
        self._lamps = lamps
        self._four = bytearray(4)
        self._lit = (bytearray(9), bytearray(9))  # what each digit shows now

    def begin(self, side: int, level: int) -> None:
        """Wake a side's chip, dark."""
        for register in (_TEST, _DECODE):
            self._write(side, register, 0)
        for digit in range(1, 9):
            self._write(side, digit, 0)
            self._lit[side][digit] = 0
        self._write(side, _SCAN, 7)
        self._write(side, _INTENSITY, level)
        self._write(side, _SHUTDOWN, 1)

    def send(self, side: int, layout: "Any") -> None:
        """Light a side; digits that show it already are left alone."""
        lit = self._lit[side]
        for i in range(8):
            cell = _WIRED[layout.cells[i]]
            register = 8 - i  # digit 8 is the leftmost
            if lit[register] != cell:
                lit[register] = cell
                self._write(side, register, cell)
        self._lamps.show(side, layout)

    def _write(self, side: int, register: int, value: int) -> None:
        four = self._four
        at = 2 if side == 0 else 0
        four[0] = four[1] = four[2] = four[3] = 0  # no-operation for the other chip
        four[at] = register
        four[at + 1] = value
        self._select(0)
        self._spi.write(four)
        self._select(1)
