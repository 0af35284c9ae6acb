"""Sensor boards by their chips: every square is read, and what does not answer stops nothing."""

import random
from typing import Any

import pytest
from flagfall_device.drivers.port import Matrix as PortMatrix
from flagfall_device.drivers.shift import Matrix as ShiftMatrix
from flagfall_device.sensors import Sensors

from tests.device.test_drivers import Level


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


def test_sensors_that_do_not_answer_stop_nothing_and_are_begun_again() -> None:
    squares = Squares(8, 8, 1)
    chips = Mcp23017(squares)
    write = chips.writeto

    def refuse(address: int, data: bytes) -> None:
        raise OSError(5, "EIO")

    chips.writeto = refuse  # type: ignore[method-assign]
    sensors = Sensors(64, PortMatrix(chips, 8, 8).scan)
    assert not sensors.settle()
    assert sensors.lost
    chips.writeto = write  # type: ignore[method-assign]
    assert sensors.settle()
    assert not sensors.lost
    assert bytes(sensors.occupied) == squares.bitmap()
    begun = len(chips.setup)
    assert begun > 0
    sensors.read()
    assert len(chips.setup) == begun
