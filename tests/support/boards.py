"""A board without a board: fakes of the modules that only MicroPython's ports have.

`installed(monkeypatch)` puts them in place; pins, buses and time are then driven by hand. The PIO
runs the real program, cycle by cycle.
"""

import importlib
import random
import struct
import sys
import time
import types
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from flagfall_device.store import MemoryStore

MASK32 = 0xFFFFFFFF


class Pin:
    """A pin by its number; all `Pin(5)` are one."""

    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8
    made: ClassVar["dict[int, Pin]"] = {}
    level: int
    handler: Callable[["Pin"], None] | None

    def __new__(cls, number: int, *_: int, value: int | None = None) -> "Pin":
        pin = cls.made.get(number)
        if pin is None:
            pin = cls.made[number] = super().__new__(cls)
            pin.level, pin.handler = 1, None
        if value is not None:
            pin.level = value
        return pin

    def value(self) -> int:
        return self.level

    def __call__(self, level: int | None = None) -> int:
        if level is not None:
            self.level = level
        return self.level

    def irq(self, handler: Callable[["Pin"], None], **_: Any) -> None:
        self.handler = handler

    def drive(self, level: int) -> None:
        """The world changes the pin."""
        if level != self.level:
            self.level = level
            if self.handler:
                self.handler(self)


class Pwm:
    """A buzzer's pin."""

    made: ClassVar["list[Pwm]"] = []

    def __init__(self, pin: Pin, freq: int, duty_u16: int) -> None:
        self.duty = duty_u16
        self.made.append(self)

    def duty_u16(self, duty: int) -> None:
        self.duty = duty


class Adc:
    """An input that always has the same voltage, as the RP2040's reads it: there is `read_u16`."""

    uv = 2_100_000

    def __init__(self, pin: Pin) -> None:
        pass

    def read_u16(self) -> int:
        return self.uv * 65535 // 3_300_000


class Esp32Adc(Adc):
    """As the ESP32's reads it: calibrated, and no more than 1 V unless it is told otherwise."""

    ATTN_11DB = 3
    _most_uv = 950_000

    def atten(self, how: int) -> None:
        self._most_uv = 2_450_000 if how == self.ATTN_11DB else self._most_uv

    def read_uv(self) -> int:
        return min(self.uv, self._most_uv)


class Bus:
    """SPI or I2C that takes everything."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.written = 0

    def writeto(self, address: int, data: bytes) -> None:
        self.written += len(data)

    def writevto(self, address: int, parts: tuple[bytes, ...]) -> None:
        self.written += sum(len(p) for p in parts)

    def write(self, data: bytes) -> None:
        self.written += len(data)

    def readfrom_mem_into(self, address: int, register: int, into: bytearray) -> None:
        into[0] = 0xFF


class Watchdog:
    """Counts how often it was fed."""

    fed = 0

    def __init__(self, timeout: int) -> None:
        self.timeout = timeout

    def feed(self) -> None:
        Watchdog.fed += 1


# ---------------------------------------------------------------- the PIO


class Assembler:
    """Takes down the program that a function decorated with `asm_pio` says."""

    def __init__(self) -> None:
        self.code: list[tuple[Any, ...]] = []
        self.labels: dict[str, int] = {}
        self.wrap_target = self.wrap = 0

    def words(self) -> dict[str, Any]:
        def put(*instruction: Any) -> None:
            self.code.append(instruction)

        names = ("pins", "x", "y", "isr", "osr", "null", "x_dec", "x_not_y", "noblock")
        words: dict[str, Any] = {name: name for name in names}
        words["wrap_target"] = lambda: setattr(self, "wrap_target", len(self.code))
        words["wrap"] = lambda: setattr(self, "wrap", len(self.code) - 1)
        words["label"] = lambda name: self.labels.__setitem__(name, len(self.code))
        words["jmp"] = lambda *a: put("jmp", *a)
        words["mov"] = lambda to, of: put("mov", to, of)
        words["in_"] = lambda of, n: put("in", of, n)
        words["push"] = lambda *a: put("push")
        words["irq"] = lambda *a: put("irq")
        words["rel"] = lambda n: n
        words["nop"] = lambda: put("nop")
        return words


def asm_pio(**_: Any) -> Callable[[Callable[[], None]], Assembler]:
    """The decorator."""

    def take(program: Callable[[], None]) -> Assembler:
        assembler = Assembler()
        words = assembler.words()
        types.FunctionType(program.__code__, {**program.__globals__, **words})()
        return assembler

    return take


class StateMachine:
    """Runs a program a cycle at a time; `run(pins, cycles)`. The queue holds eight words."""

    made: ClassVar["list[StateMachine]"] = []
    depth = 8

    def __init__(self, number: int, program: Assembler, freq: int, in_base: Pin) -> None:
        self.program, self.freq = program, freq
        self.registers = dict.fromkeys(("x", "y", "isr", "osr"), 0)
        self.pc = 0
        self.fifo: list[int] = []
        self.handler: Callable[[Any], None] | None = None
        self.interrupts_on = True
        self.dropped = 0
        self.made.append(self)

    def exec(self, instruction: str) -> None:
        done = {
            "set(y, 3)": lambda r: r.update(y=3),
            "mov(osr, y)": lambda r: r.update(osr=r["y"]),
            "mov(x, invert(null))": lambda r: r.update(x=MASK32),
        }
        done[instruction](self.registers)

    def irq(self, handler: Callable[[Any], None], hard: bool) -> None:
        self.handler = handler

    def active(self, on: int) -> None:
        self.running = bool(on)

    def rx_fifo(self) -> int:
        return len(self.fifo)

    def get(self, into: Any) -> None:
        into[0] = self.fifo.pop(0)

    def run(self, pins: int, cycles: int) -> None:
        """So many cycles with the pins as they are."""
        for _ in range(cycles):
            self._step(pins)

    def _step(self, pins: int) -> None:
        r = self.registers
        operation, *what = self.program.code[self.pc]
        follows = self.program.wrap_target if self.pc == self.program.wrap else self.pc + 1
        if operation == "jmp":
            if len(what) == 1:
                follows = self.program.labels[what[0]]
            elif what[0] == "x_not_y":
                if r["x"] != r["y"]:
                    follows = self.program.labels[what[1]]
            else:
                if r["x"]:
                    follows = self.program.labels[what[1]]
                r["x"] = (r["x"] - 1) & MASK32
        elif operation == "mov":
            r[what[0]] = 0 if what[1] == "null" else r[what[1]]
        elif operation == "in":
            value = pins if what[0] == "pins" else r[what[0]]
            r["isr"] = (r["isr"] << what[1] | value & (1 << what[1]) - 1) & MASK32
        elif operation == "push":
            if len(self.fifo) < self.depth:
                self.fifo.append(r["isr"])
            else:
                self.dropped += 1
            r["isr"] = 0
        elif operation == "irq" and self.handler and self.interrupts_on:
            self.handler(self)
        self.pc = follows


# ---------------------------------------------------------------- in place


class Line:
    """The board's line, in place of standard input and output."""

    def __init__(self) -> None:
        self.inbox = bytearray()
        self.outbox = bytearray()

    def read_into(self, buf: bytearray) -> int:
        n = min(len(buf), len(self.inbox))
        buf[:n] = self.inbox[:n]
        del self.inbox[:n]
        return n

    def write(self, view: memoryview) -> int:
        self.outbox += view
        return len(view)

    def sleep(self, wait_ms: int) -> None:
        pass


class Fakes:
    """What the test drives: `us` is the board's clock."""

    def __init__(self) -> None:
        self.us = random.Random(5).randrange(1 << 30)
        self.cause = 1


def installed(monkeypatch: Any, tmp_path: Any) -> Fakes:
    """Put the fakes in place and forget every module that has seen others."""
    fakes = Fakes()
    for kind in (Pin.made, Pwm.made, StateMachine.made):
        kind.clear()
    Watchdog.fed = 0
    machine = types.ModuleType("machine")
    machine.__dict__.update(
        Pin=Pin,
        PWM=Pwm,
        ADC=Adc,
        I2C=Bus,
        SPI=Bus,
        UART=Bus,
        WDT=Watchdog,
        PWRON_RESET=1,
        WDT_RESET=3,
        freq=lambda: 125_000_000,
        unique_id=lambda: b"\xe6\x60\x58\x38\x83\x7a\x2b\x21",
        reset_cause=lambda: fakes.cause,
    )
    rp2 = types.ModuleType("rp2")
    rp2.__dict__.update(
        asm_pio=asm_pio,
        PIO=types.SimpleNamespace(SHIFT_LEFT=0, JOIN_RX=1),
        StateMachine=StateMachine,
    )
    uctypes = types.ModuleType("uctypes")
    uctypes.__dict__.update(
        addressof=lambda word: word, bytearray_at=lambda word, n: WordBytes(word)
    )
    micropython = types.ModuleType("micropython")
    micropython.__dict__.update(kbd_intr=lambda code: None, const=int)
    for module in (machine, rp2, uctypes, micropython):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(time, "ticks_us", lambda: fakes.us & 0x3FFFFFFF, raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: fakes.us // 1000 & 0x3FFFFFFF, raising=False)
    monkeypatch.setattr(time, "sleep_us", lambda us: None, raising=False)
    for name in ("lines", "micro", "pico", "esp32", "stamps"):
        sys.modules.pop(f"flagfall_device.boards.{name}", None)
    micro = importlib.import_module("flagfall_device.boards.micro")
    (tmp_path / "flash").mkdir(exist_ok=True)
    monkeypatch.setattr(micro, "_FOLDER", str(tmp_path / "flash"))
    monkeypatch.setattr(micro, "FileStore", lambda folder, name: MemoryStore())
    monkeypatch.setattr(micro, "Usb", Line)
    return fakes


class WordBytes:
    """The four bytes of an array's one word."""

    def __init__(self, word: Any) -> None:
        self._word = word

    def __getitem__(self, i: int) -> int:
        return struct.pack("<I", self._word[0])[i]


def edges_of(seed: int, count: int) -> Iterator[tuple[int, int]]:
    """(microseconds until, pins then): random changes of two pins, some of them close."""
    chance = random.Random(seed)
    pins = 3
    for _ in range(count):
        pins ^= chance.choice((1, 2, 1, 2, 3))
        yield chance.choice((3, 5, 40, 1000, chance.randrange(2, 30_000))), pins
