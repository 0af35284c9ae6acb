"""TM1637: four digits and a colon a side, one clock line and a data line a side; layout `Four`.

The chip speaks a bus of its own: data change while the clock is low, the lowest bit first.
"""

from flagfall_clock.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.drivers import Lamps

_DATA = const(0x40)
_FIRST = const(0xC0)
_CONTROL = const(0x88)
_COLON = const(0x80)  # it hangs on the second digit's point


class Display:
    """Both sides. `sleep_us` is the system's."""

    def __init__(
        self, clock: "Any", data: "tuple[Any, Any]", sleep_us: "Any", lamps: "Lamps"
    ) -> None:
        self._clock = clock
        self._data = data
        self._sleep_us = sleep_us
        self._lamps = lamps
        self._level = 4
        clock(1)

    def begin(self, side: int, level: int) -> None:
        """The chip needs no waking; of sixteen steps it has eight."""
        self._level = level >> 1

    def send(self, side: int, layout: "Any") -> None:
        """Light a side."""
        data = self._data[side]
        cells = layout.cells
        self._start(data)
        self._byte(data, _DATA)
        self._stop(data)
        self._start(data)
        self._byte(data, _FIRST)
        for i in range(4):
            cell = cells[i] & 0x7F
            if i == 1 and cells[4]:
                cell |= _COLON
            self._byte(data, cell)
        self._stop(data)
        self._start(data)
        self._byte(data, _CONTROL | self._level)
        self._stop(data)
        self._lamps.show(side, layout)

    def _start(self, data: "Any") -> None:
        data(1)
        self._clock(1)
        self._sleep_us(5)
        data(0)
        self._sleep_us(5)
        self._clock(0)

    def _stop(self, data: "Any") -> None:
        self._clock(0)
        data(0)
        self._sleep_us(5)
        self._clock(1)
        self._sleep_us(5)
        data(1)

    def _byte(self, data: "Any", byte: int) -> None:
        for _ in range(8):
            data(byte & 1)
            byte >>= 1
            self._sleep_us(5)
            self._clock(1)
            self._sleep_us(5)
            self._clock(0)
        data(1)  # the chip answers here by pulling low; with an open line nothing is hurt
        self._sleep_us(5)
        self._clock(1)
        self._sleep_us(5)
        self._clock(0)
