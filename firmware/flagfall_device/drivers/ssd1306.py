"""SSD1306 and SH1106: 128 × 64 dots a side, two addresses on one I2C; layout `oled.Screen`."""

from flagfall_clock.compat import const

from flagfall_device.oled import PAGES, WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.drivers import Lamps

LEFT = const(0x3C)
RIGHT = const(0x3D)
_COMMANDS = const(0x00)
_DATA = b"\x40"
_CONTRAST_AT = const(18)

# Off, clock, 64 rows, no offset, first line, charge pump, page addressing, turned upright, pins,
# contrast, precharge, level, from memory, not inverted, on. A chip skips what it doesn't know.
_SET_UP = (
    b"\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12"
    b"\x81\x7f\xd9\xf1\xdb\x40\xa4\xa6\xaf"
)


class Display:
    """Both sides; a chip with 132 columns (SH1106) has the picture two dots in."""

    def __init__(self, i2c: "Any", lamps: "Lamps", sh1106: bool = False) -> None:
        self._i2c = i2c
        self._lamps = lamps
        self._first = 2 if sh1106 else 0
        self._three = bytearray((_COMMANDS, 0, 0, 0))
        self._set_up = bytearray((_COMMANDS,)) + _SET_UP
        self._pages: "list[list[Any] | None]" = [None, None]

    def begin(self, side: int, level: int) -> None:
        """Wake a side's chip."""
        self._set_up[_CONTRAST_AT] = level * 17
        self._i2c.writeto(RIGHT if side else LEFT, self._set_up)

    def send(self, side: int, layout: "Any") -> None:
        """Send the pages of a screen that have changed."""
        pages = self._pages[side]
        if pages is None:
            pages = self._pages[side] = _views(layout.buf)
        address = RIGHT if side else LEFT
        three = self._three
        for page in range(PAGES):
            if layout.dirty >> page & 1:
                three[1] = 0xB0 | page
                three[2] = self._first
                three[3] = 0x10
                self._i2c.writeto(address, three)
                self._i2c.writevto(address, pages[page])
        layout.dirty = 0
        self._lamps.show(side, layout)


def _views(buf: bytearray) -> "list[Any]":
    # For each page the pieces of its message, made once.
    whole = memoryview(buf)
    return [(_DATA, whole[1 + page * WIDTH : 1 + (page + 1) * WIDTH]) for page in range(PAGES)]
