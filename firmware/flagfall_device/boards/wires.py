"""A board's wiring: which pin is for what, and whether a clock so wired uses any pin twice.

Nothing here touches a pin, so the host asks the same lines before it puts a `wiring.py` on a board.
"""

from flagfall_device.faces import TENTHS_S
from flagfall_device.keys import DEBOUNCE_US

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A display by its name, and the pins it hangs on by theirs.
DISPLAYS = {
    "ht16k33": "i2c",
    "ssd1306": "i2c",
    "sh1106": "i2c",
    "tm1637": "tm1637",
    "max7219": "spi",
}
_NUMBERED = ("i2c", "spi", "bus")  # their first number is the peripheral's, not a pin's


class Wiring:
    """Every pin and port of a board, and which displays and sensors hang on them.

    A pin of -1 is nothing. `keys`: pins by `Key` number; they close to ground. With a `lever` the
    first is its switch, closed when it lies on the left, and the second is not used. `display`: one
    of `DISPLAYS`. `sensors`: None, or (matrix, rows, columns), matrix shift or port.
    """

    def __init__(self) -> None:
        self.keys: "tuple[int, ...]" = ()
        self.lever = False
        self.debounce_us = DEBOUNCE_US
        self.tenths_s = TENTHS_S
        self.display = "ht16k33"
        self.sensors: "tuple[str, int, int] | None" = None
        self.buzzer = -1
        self.running_lamps: "tuple[int, int]" = (-1, -1)
        self.flag_lamps: "tuple[int, int]" = (-1, -1)
        self.i2c: "tuple[int, int, int]" = (0, -1, -1)  # number, SDA, SCL
        # Number, SCK, MOSI, select.
        self.spi: "tuple[int, int, int, int]" = (0, -1, -1, -1)
        self.tm1637: "tuple[int, int, int]" = (-1, -1, -1)  # clock, left data, right data
        # Clock, row data, latch, load, column data.
        self.shift: "tuple[int, int, int, int, int]" = (-1, -1, -1, -1, -1)
        # RS-485: UART number, TX, RX, driver enable.
        self.bus: "tuple[int, int, int, int]" = (0, -1, -1, -1)
        # ADC pin; millivolts at the cells = reading × second / third.
        self.battery: "tuple[int, int, int]" = (-1, 1, 1)
        self.battery_curve: "tuple[tuple[int, int], ...]" = ((0, 0),)

    def chosen(self) -> "Wiring":
        """This table with what the builder of this clock chose differently."""
        try:
            from wiring import WIRING  # type: ignore[import-not-found]

            self.override(WIRING)
        except ImportError:
            pass
        return self

    def override(self, chosen: "dict[str, Any]") -> None:
        """Change what is named (`WIRING` of the board's `wiring.py`)."""
        for name, value in chosen.items():
            if not hasattr(self, name):
                raise ValueError("wiring.py: " + name)
            setattr(self, name, value)

    def parts(self, bus: bool = False) -> "list[str]":
        """The names whose pins a clock so wired drives or reads; with `bus`, RS-485 too."""
        names = ["keys", "buzzer", "running_lamps", "flag_lamps", "battery"]
        if self.display not in DISPLAYS:
            raise ValueError("wiring.py: display " + self.display)
        names.append(DISPLAYS[self.display])
        if self.sensors:
            by = "i2c" if self.sensors[0] == "port" else "shift"
            if by not in names:
                names.append(by)
        if bus:
            names.append("bus")
        return names

    def uses(self, bus: bool = False) -> "list[tuple[str, int, int]]":
        """(name, place in it, pin) of every pin of those parts."""
        found = []
        for name in self.parts(bus):
            value = getattr(self, name)
            pins = (value,) if name == "buzzer" else value[:1] if name == "battery" else value
            for place in range(1 if name in _NUMBERED else 0, len(pins)):
                absent = pins[place] < 0 or (self.lever and name == "keys" and place == 1)
                if not absent:
                    found.append((name, place, pins[place]))
        return found

    def clash(self, bus: bool = False) -> str:
        """The first pin that is to serve two things, in words; empty: there is none."""
        owners: "dict[int, str]" = {}
        for name, place, pin in self.uses(bus):
            mine = "{}[{}]".format(name, place)
            if pin in owners:
                return "pin {}: {} and {}".format(pin, owners[pin], mine)
            owners[pin] = mine
        return ""
