"""Displays and sensors by their chips: what goes over the wires, against the chips' data sheets."""

from typing import Any

import pytest
from flagfall.sim.faces import EXAMPLES
from flagfall_clock.engine import Clock
from flagfall_clock.regulation import Period, Regulation
from flagfall_device.drivers import Lamps
from flagfall_device.drivers.ht16k33 import Display as Ht16k33
from flagfall_device.drivers.max7219 import Display as Max7219
from flagfall_device.drivers.ssd1306 import Display as Oled
from flagfall_device.drivers.tm1637 import Display as Tm1637
from flagfall_device.oled import Screen
from flagfall_device.panel import Panel
from flagfall_device.segments import Eight, Four, spell
from flagfall_device.timebase import Timebase


class Level:
    """A pin: called with a level it takes it, called without it gives it."""

    def __init__(self, level: int = 0) -> None:
        self.level = level
        self.heard: list[Any] = []

    def __call__(self, level: int | None = None) -> int:
        if level is not None:
            self.level = level
            for listener in self.heard:
                listener()
        return self.level


def lamps() -> tuple[Lamps, list[Level]]:
    pins = [Level() for _ in range(4)]
    return Lamps((pins[0], pins[1]), (pins[2], pins[3])), pins


class I2c:
    """A bus that remembers what was written to whom."""

    def __init__(self) -> None:
        self.written: list[tuple[int, bytes]] = []

    def writeto(self, address: int, data: bytes) -> None:
        self.written.append((address, bytes(data)))

    def writevto(self, address: int, parts: tuple[bytes, ...]) -> None:
        self.written.append((address, b"".join(bytes(p) for p in parts)))


# ---------------------------------------------------------------- digits


class Max7219Chips:
    """Two chips in a row: sixteen bits each, taken when the select line rises."""

    def __init__(self) -> None:
        self.select = Level(1)
        self.shifted = b""
        self.registers: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.select.heard.append(self._risen)

    def write(self, data: bytes) -> None:
        self.shifted += bytes(data)

    def _risen(self) -> None:
        if self.select.level:
            far, near = self.shifted[-4:-2], self.shifted[-2:]
            self.registers[0][near[0]] = near[1]
            self.registers[1][far[0]] = far[1]


# The data sheet's segments for the digits 0 to 9, point, a … g from bit 7 down.
CODE = (0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B)


def test_max7219_shows_digits_as_its_data_sheet_has_them() -> None:
    chips = Max7219Chips()
    lights, pins = lamps()
    display = Max7219(chips, chips.select, lights)
    left, right = Eight(), Eight()
    spell("01234567", left.cells)
    spell("8.9", right.cells)
    left.lamp = True
    for side, layout in ((0, left), (1, right)):
        display.begin(side, 8)
        display.send(side, layout)
    near, far = chips.registers
    assert [near[8 - i] for i in range(8)] == list(CODE[:8])
    assert [far[8 - i] for i in range(3)] == [CODE[8] | 0x80, CODE[9], 0]
    for registers in chips.registers:
        assert (registers[0x0C], registers[0x0B], registers[0x09], registers[0x0F]) == (1, 7, 0, 0)
        assert registers[0x0A] == 8
    display.begin(0, 3)
    assert [r[0x0A] for r in chips.registers] == [3, 8]
    display.send(0, left)  # a chip begun again is dark: all of it is sent
    assert [near[8 - i] for i in range(8)] == list(CODE[:8])
    assert [p.level for p in pins] == [1, 0, 0, 0]


def test_max7219_sends_only_what_has_changed() -> None:
    chips = Max7219Chips()
    display = Max7219(chips, chips.select, lamps()[0])
    layout = Eight()
    spell("12345678", layout.cells)
    display.send(0, layout)
    chips.shifted = b""
    display.send(0, layout)
    assert chips.shifted == b""
    spell("12345679", layout.cells)
    display.send(0, layout)
    assert len(chips.shifted) == 4


def test_ht16k33_puts_the_colon_between_two_digits_and_two() -> None:
    i2c = I2c()
    lights, pins = lamps()
    display = Ht16k33(i2c, lights)
    display.begin(0, 8)
    assert i2c.written == [(0x70, b"\x21"), (0x70, b"\x81"), (0x70, b"\xe8")]
    layout = Four()
    layout.show(EXAMPLES["first-flag"](), EXAMPLES["first-flag"]().left, 1)
    display.send(1, layout)
    address, data = i2c.written[-1]
    assert address == 0x71
    assert data[0] == 0
    assert bytes(data[1::2]) == bytes(
        (layout.cells[0], layout.cells[1], 2, layout.cells[2], layout.cells[3])
    )
    assert pins[3].level == 1  # the flag's lamp
    display.begin(1, 15)
    assert i2c.written[-1] == (0x71, b"\xef")


class Tm1637Chip:
    """Decodes the bus: start, bytes with the lowest bit first, stop."""

    def __init__(self, clock: Level, data: Level) -> None:
        self.clock, self.data = clock, data
        self.messages: list[list[int]] = []
        self._bits: list[int] | None = None
        self._was = (clock.level, data.level)
        clock.heard.append(self._moved)
        data.heard.append(self._moved)

    def _moved(self) -> None:
        clock, data = self.clock.level, self.data.level
        was_clock, was_data = self._was
        self._was = (clock, data)
        if clock and was_clock and was_data and not data:
            self._bits = []
        elif clock and was_clock and data and not was_data and self._bits is not None:
            whole = self._bits
            # Nine pulses a byte: eight bits and the chip's acknowledgement.
            self.messages.append(
                [
                    sum(b << n for n, b in enumerate(whole[i : i + 8]))
                    for i in range(0, len(whole), 9)
                ]
            )
            self._bits = None
        elif clock and not was_clock and self._bits is not None:
            self._bits.append(data)


def test_tm1637_is_spoken_to_in_its_own_way() -> None:
    clock, left, right = Level(1), Level(1), Level(1)
    chips = [Tm1637Chip(clock, left), Tm1637Chip(clock, right)]
    display = Tm1637(clock, (left, right), lambda us: None, lamps()[0])
    display.begin(0, 15)
    layout = Four()
    spell("1234", layout.cells)
    layout.cells[4] = 1
    display.send(0, layout)
    # The stop's last pulse is seen as one more bit, as on the chip.
    command, digits, control = ([m[0], *m[1:5]] for m in chips[0].messages)
    assert command[0] == 0x40
    assert digits[:5] == [0xC0, 0x06, 0x5B | 0x80, 0x4F, 0x66]
    assert control[0] == 0x8F
    assert chips[1].messages == []


# ---------------------------------------------------------------- dots


class OledChip:
    """Page addressing: command bytes set page and column, data bytes fill the memory."""

    def __init__(self, columns: int) -> None:
        self.memory = [bytearray(columns) for _ in range(8)]
        self.page = self.column = 0

    def write(self, data: bytes) -> None:
        if data[0] == 0x40:
            for byte in data[1:]:
                self.memory[self.page][self.column] = byte
                self.column += 1
        elif len(data) == 4:
            for command in data[1:]:
                if command & 0xF0 == 0xB0:
                    self.page = command & 7
                elif command & 0xF0 == 0x00:
                    self.column = self.column & 0xF0 | command & 0xF
                elif command & 0xF0 == 0x10:
                    self.column = self.column & 0xF | (command & 0xF) << 4


@pytest.mark.parametrize(("sh1106", "columns", "first"), [(False, 128, 0), (True, 132, 2)])
def test_oled_memory_is_the_screens(sh1106: bool, columns: int, first: int) -> None:
    i2c = I2c()
    display = Oled(i2c, lamps()[0], sh1106)
    screen = Screen()
    both = EXAMPLES["running"]()
    chip = OledChip(columns)
    for step in range(3):
        if step == 2:
            both.right.anchor(1000_000, 0, -1, 0, False)
            both.right.refresh(0, 0)
        screen.show(both, both.right, 0, step == 0)
        i2c.written.clear()
        display.send(1, screen)
        assert {address for address, _ in i2c.written} == {0x3D}
        for _, data in i2c.written:
            chip.write(data)
        got = b"".join(bytes(page[first : first + 128]) for page in chip.memory)
        assert got == bytes(screen.buf[1:])
    assert len(i2c.written) == 2 * 4  # only the pages of the time
    display.send(1, screen)
    assert len(i2c.written) == 2 * 4


class Loose(I2c):
    """A bus on which one chip may not answer."""

    def __init__(self) -> None:
        super().__init__()
        self.dead = 0

    def writeto(self, address: int, data: bytes) -> None:
        if address == self.dead:
            raise OSError(5, "EIO")
        super().writeto(address, data)


def test_display_that_does_not_answer_stops_neither_the_other_nor_the_clock() -> None:
    """A loose cable: the right display is lost, woken again when it answers, and drawn whole."""
    i2c = Loose()
    panel = Panel(Four(), Four(), Ht16k33(i2c, lamps()[0]))
    clock = Clock(Regulation([Period(300_000_000)]))
    time = Timebase(0)
    i2c.dead = 0x71
    for step in range(6):
        panel.game(clock, 0)
        panel.refresh(time)
        assert panel.lost == 2
        assert [a for a, _ in i2c.written] == ([0x70] * 3 if step == 0 else []) + [0x70]
        i2c.written.clear()
        time.advance(time.tick + 700_000)
    i2c.dead = 0
    panel.refresh(time)
    assert panel.lost == 0
    assert [data[0] for a, data in i2c.written if a == 0x71] == [0x21, 0x81, 0xE8, 0]
