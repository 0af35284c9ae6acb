"""A sensor board read by port expanders (MCP23017): rows on port A, columns on port B.

A switch (reed, Hall) under every square; a closed one reads 0. Boards wider than eight take one
chip for each eight columns.
"""

from flagfall_clock.compat import const

from flagfall_device.sensors import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_IODIRA = const(0x00)
_GPPUB = const(0x0D)
_GPIOB = const(0x13)
_OLATA = const(0x14)
_FIRST_CHIP = const(0x20)


class Matrix:
    """`rows` × `columns` on MCP23017 chips from address 0x20 on. Rows beyond eight are chosen by
    port A of the second chip."""

    def __init__(self, i2c: "Any", rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self._i2c = i2c
        self._chips = (max(rows, columns) + 7) // 8
        self._two = bytearray(2)
        self._one = bytearray(1)
        self._asleep = True

    def _begin(self) -> None:
        for chip in range(self._chips):
            self._write(chip, _IODIRA, 0x00)
            self._write(chip, _GPPUB, 0xFF)
            self._write(chip, _OLATA, 0xFF)

    def scan(self, raw: bytearray) -> None:
        """Read every square. A chip that does not answer is an OSError; all are begun again."""
        if self._asleep:
            self._begin()
        self._asleep = True
        self._read(raw)
        self._asleep = False

    def _read(self, raw: bytearray) -> None:
        for row in range(self.rows):
            self._write(row >> 3, _OLATA, 0xFF & ~(1 << (row & 7)))
            for chip in range((self.columns + 7) // 8):
                self._i2c.readfrom_mem_into(_FIRST_CHIP + chip, _GPIOB, self._one)
                seen = self._one[0]
                for bit in range(min(8, self.columns - chip * 8)):
                    square = row * self.columns + chip * 8 + bit
                    put(raw, square, not seen >> bit & 1)
            self._write(row >> 3, _OLATA, 0xFF)

    def _write(self, chip: int, register: int, value: int) -> None:
        self._two[0] = register
        self._two[1] = value
        self._i2c.writeto(_FIRST_CHIP + chip, self._two)
