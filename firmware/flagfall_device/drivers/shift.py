"""A sensor board read by shift registers: 74HC595 choose a row, 74HC165 read its columns.

A switch (reed, Hall) under every square; a closed one reads 0.
"""

from flagfall_device.sensors import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Matrix:
    """`rows` × `columns`; pins: clock, row data, row latch, column load, column data."""

    def __init__(self, rows: int, columns: int, pins: "tuple[Any, Any, Any, Any, Any]") -> None:
        self.rows = rows
        self.columns = columns
        self._clock, self._data, self._latch, self._load, self._read = pins

    def scan(self, raw: bytearray) -> None:
        """Read every square."""
        clock, data, read = self._clock, self._data, self._read
        for row in range(self.rows):
            # One low bit walks along the rows; the registers' last output is the first row.
            for i in range(self.rows - 1, -1, -1):
                data(0 if i == row else 1)
                clock(1)
                clock(0)
            self._latch(1)
            self._latch(0)
            self._load(0)
            self._load(1)
            for column in range(self.columns):
                put(raw, row * self.columns + column, not read())
                clock(1)
                clock(0)
