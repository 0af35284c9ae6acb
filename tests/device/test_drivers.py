"""Displays and sensors by their chips: what goes over the wires, against the chips' data sheets."""

import random
from typing import Any

import pytest
from flagfall.sim.faces import EXAMPLES
from flagfall_device.drivers import Lamps
from flagfall_device.drivers.ht16k33 import Display as Ht16k33
from flagfall_device.drivers.max7219 import Display as Max7219
from flagfall_device.drivers.port import Matrix as PortMatrix
from flagfall_device.drivers.shift import Matrix as ShiftMatrix
from flagfall_device.drivers.ssd1306 import Display as Oled
from flagfall_device.drivers.tm1637 import Display as Tm1637
from flagfall_device.oled import Screen
from flagfall_device.segments import Eight, Four, spell


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
    display.send(0, left)
    display.send(1, right)
    near, far = chips.registers
    assert [near[8 - i] for i in range(8)] == list(CODE[:8])
    assert [far[8 - i] for i in range(3)] == [CODE[8] | 0x80, CODE[9], 0]
    for registers in chips.registers:
        assert (registers[0x0C], registers[0x0B], registers[0x09], registers[0x0F]) == (1, 7, 0, 0)
        assert registers[0x0A] == 8
    display.brightness(3)
    assert [r[0x0A] for r in chips.registers] == [3, 3]
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
    assert i2c.written[:4] == [(0x70, b"\x21"), (0x71, b"\x21"), (0x70, b"\x81"), (0x71, b"\x81")]
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
    display.brightness(15)
    assert i2c.written[-2:] == [(0x70, b"\xef"), (0x71, b"\xef")]


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
    display.brightness(15)
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


# ---------------------------------------------------------------- sensor boards


class Squares:
    """Which squares are closed."""

    def __init__(self, rows: int, columns: int, seed: int) -> None:
        chance = random.Random(seed)
        self.rows, self.columns = rows, columns
        self.closed = [[chance.random() < 0.4 for _ in range(columns)] for _ in range(rows)]

    def bitmap(self) -> bytes:
        flat = [square for row in self.closed for square in row]
        whole = bytearray(29)
        for i, square in enumerate(flat):
            whole[i // 8] |= square << i % 8
        return bytes(whole)


class ShiftChips:
    """74HC595s that choose rows, 74HC165s that read columns, on one clock."""

    def __init__(self, squares: Squares) -> None:
        self.squares = squares
        self.clock, self.data, self.latch, self.load = Level(), Level(), Level(), Level(1)
        self._rows = [1] * squares.rows
        self._chosen = [1] * squares.rows
        self._columns: list[int] = []
        self.clock.heard.append(self._clocked)
        self.latch.heard.append(self._latched)
        self.load.heard.append(self._loaded)

    def pins(self) -> tuple[Any, Any, Any, Any, Any]:
        return (self.clock, self.data, self.latch, self.load, self.read)

    def read(self) -> int:
        return self._columns[0]

    def _clocked(self) -> None:
        if self.clock.level:
            self._rows = [self.data.level, *self._rows[:-1]]
            self._columns = [*self._columns[1:], 1]

    def _latched(self) -> None:
        if self.latch.level:
            # The bit sent first has gone furthest.
            self._chosen = list(self._rows)

    def _loaded(self) -> None:
        if not self.load.level:
            low = [row for row, level in enumerate(self._chosen) if not level]
            self._columns = [
                0 if any(self.squares.closed[row][column] for row in low) else 1
                for column in range(self.squares.columns)
            ]


class Mcp23017:
    """A row of port expanders: rows on port A, columns on port B."""

    def __init__(self, squares: Squares) -> None:
        self.squares = squares
        self.rows: dict[int, int] = {}
        self.setup: list[tuple[int, int, int]] = []

    def writeto(self, address: int, data: bytes) -> None:
        chip, register, value = address - 0x20, data[0], data[1]
        if register == 0x14:
            self.rows[chip] = value
        else:
            self.setup.append((chip, register, value))

    def readfrom_mem_into(self, address: int, register: int, into: bytearray) -> None:
        assert register == 0x13
        low = [
            chip * 8 + bit
            for chip, value in self.rows.items()
            for bit in range(8)
            if not value >> bit & 1
        ]
        seen = 0
        for bit in range(8):
            column = (address - 0x20) * 8 + bit
            closed = column < self.squares.columns and any(
                self.squares.closed[row][column] for row in low
            )
            seen |= (not closed) << bit
        into[0] = seen


BOARDS = [(8, 8), (10, 10), (7, 7), (15, 15)]


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_matrix_by_shift_registers_reads_every_square(rows: int, columns: int) -> None:
    for seed in range(5):
        squares = Squares(rows, columns, seed)
        raw = bytearray(29)
        ShiftMatrix(rows, columns, ShiftChips(squares).pins()).scan(raw)
        assert bytes(raw) == squares.bitmap()


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_matrix_by_port_expanders_reads_every_square(rows: int, columns: int) -> None:
    for seed in range(5):
        squares = Squares(rows, columns, seed)
        chips = Mcp23017(squares)
        matrix = PortMatrix(chips, rows, columns)
        raw = bytearray(b"\xff" * 29)
        raw[(rows * columns + 7) // 8 :] = bytes(29 - (rows * columns + 7) // 8)
        matrix.scan(raw)
        last = rows * columns % 8
        if last:
            raw[rows * columns // 8] &= (1 << last) - 1
        assert bytes(raw) == squares.bitmap()
        assert (0, 0x00, 0x00) in chips.setup  # port A drives
        assert (0, 0x0D, 0xFF) in chips.setup  # port B pulls up
