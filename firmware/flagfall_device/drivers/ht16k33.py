"""HT16K33: four large digits and a colon a side, two addresses on one I2C; layout `Four`."""

from flagfall_clock.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.drivers import Lamps

LEFT = const(0x70)
RIGHT = const(0x71)
_ON = const(0x21)
_SHOW = const(0x81)
_DIM = const(0xE0)
_COLON = const(0x02)


class Display:
    """Both sides."""

    def __init__(self, i2c: "Any", lamps: "Lamps") -> None:
        self._i2c = i2c
        self._lamps = lamps
        self._one = bytearray(1)
        self._rows = bytearray(11)  # address 0, then two bytes for each of five places

    def begin(self, side: int, level: int) -> None:
        """Wake a side's chip."""
        for command in (_ON, _SHOW, _DIM | level):
            self._one[0] = command
            self._i2c.writeto(RIGHT if side else LEFT, self._one)

    def send(self, side: int, layout: "Any") -> None:
        """Light a side."""
        rows = self._rows
        cells = layout.cells
        rows[1] = cells[0]
        rows[3] = cells[1]
        rows[5] = _COLON if cells[4] else 0
        rows[7] = cells[2]
        rows[9] = cells[3]
        self._i2c.writeto(RIGHT if side else LEFT, rows)
        self._lamps.show(side, layout)
