"""What boards with a `machine` have in common: keys, line, displays, buzzer, battery, flash.

A board's module gives a table of pins and choices (`wires.py`); nothing here knows a pin's number.
"""

import os
import sys
import time

import machine
from flagfall_clock.codes import (
    CAN_BATTERY,
    CAN_BOARD,
    CAN_BUZZER,
    CAN_LEVER,
    CAN_SCRATCH,
    HEALTH_DEFECT,
    IMPL_MICROPYTHON,
    KEY_LEFT,
    KEY_OK,
    KEY_RIGHT,
    RESET_BROWN_OUT,
    RESET_POWER_ON,
    RESET_SOFT,
    RESET_UNKNOWN,
    RESET_WATCHDOG,
)
from flagfall_clock.compat import const
from machine import ADC, I2C, PWM, SPI, WDT, Pin

from flagfall_device.boards import Unit
from flagfall_device.boards.alive import Alive
from flagfall_device.boards.lines import Bus, Usb
from flagfall_device.boards.wires import Wiring
from flagfall_device.device import Device
from flagfall_device.drivers import Lamps
from flagfall_device.keys import KEYS
from flagfall_device.panel import Panel
from flagfall_device.sensors import Sensors
from flagfall_device.store import FileStore
from flagfall_device.timebase import TICK_MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.keys import EdgeQueue

_SLEEP_MS = const(5)  # a key's edge is stamped at once and handled at most so late
_WATCHDOG_MS = const(5000)
_FOLDER = "/flagfall"
_LEAVE = "/flagfall/leave"  # its being there means: not the clock, but the plain REPL
_LAST_WORDS_MS = const(200)
_FLASH_BYTES = const(65536)
_TONE_HZ = const(2700)
_ticks_us: "Any" = time.ticks_us
_ticks_ms: "Any" = time.ticks_ms


def reset_cause() -> int:
    """Why the board started, in the wire's numbers."""
    cause = machine.reset_cause()
    for name, number in (
        ("BROWN_OUT_RESET", RESET_BROWN_OUT),
        ("PWRON_RESET", RESET_POWER_ON),
        ("WDT_RESET", RESET_WATCHDOG),
        ("SOFT_RESET", RESET_SOFT),
        ("HARD_RESET", RESET_POWER_ON),
    ):
        if getattr(machine, name, None) == cause:
            return number
    return RESET_UNKNOWN


class Board:
    """What a board gives; see `boards/__init__.py`."""

    virtual = False
    shows = True
    journal_bytes = _FLASH_BYTES

    def __init__(self, wiring: Wiring, kind: int) -> None:
        clash = wiring.clash()
        if clash:
            _show_unfit(wiring)
            raise ValueError("wiring.py: " + clash)
        self._wiring = wiring
        self.lever = wiring.lever
        self.debounce_us = wiring.debounce_us
        self.tenths_s = wiring.tenths_s
        self.battery_curve = wiring.battery_curve
        self._pins: "list[Any]" = [Pin(number, Pin.IN, Pin.PULL_UP) for number in wiring.keys]
        self.stamps: "Any" = None
        self._buzzer: "Any" = None
        if wiring.buzzer >= 0:
            self._buzzer = PWM(Pin(wiring.buzzer), freq=_TONE_HZ, duty_u16=0)
        self._i2c: "Any" = None
        pin, _, _ = wiring.battery
        self._adc: "Any" = ADC(Pin(pin)) if pin >= 0 else None
        if self._adc and hasattr(self._adc, "atten"):
            self._adc.atten(ADC.ATTN_11DB)  # without it an ESP32 reads 1 V at most
        self.sensors = self._sensors()
        which: "Any" = sys.implementation
        self.unit = Unit(
            (machine.unique_id() + bytes(8))[:8],
            int.from_bytes(os.urandom(4), "little"),
            reset_cause(),
            self._capabilities(),
            (IMPL_MICROPYTHON, which.version[0], which.version[1]),
            kind,
        )
        try:
            os.mkdir(_FOLDER)
        except OSError:
            pass  # it is there already
        self._line: "Any" = Usb()
        self._alive: "Alive | None" = None  # from the first `watch` on
        self._defect = 0
        self._watchdog: "Any" = None
        self.leaving = False

    def _capabilities(self) -> int:
        can = CAN_SCRATCH
        if self._buzzer:
            can |= CAN_BUZZER
        if self._wiring.lever:
            can |= CAN_LEVER
        if self._adc:
            can |= CAN_BATTERY
        return can | CAN_BOARD if self.sensors else can

    # ------------------------------------------------------------ time and keys

    def ticks(self) -> int:
        """Microseconds modulo 2^30."""
        return _ticks_us() & TICK_MASK

    def link_ms(self) -> int:
        """Milliseconds modulo 2^30."""
        return _ticks_ms() & TICK_MASK

    def watch(self, edges: "EdgeQueue", stamped: int = 0) -> None:
        """Stamp the edges of every key from number `stamped` on in an interrupt of its own."""
        self._alive = Alive(edges, self.level, min(KEYS, len(self._pins)))
        for key in range(stamped, min(KEYS, len(self._pins))):
            if self.lever and key == KEY_RIGHT:
                continue
            self._pins[key].irq(_Stamp(edges, key, self.lever and key == KEY_LEFT).edge, **_IRQ)

    def collect(self, edges: "EdgeQueue") -> bool:
        """Edges come by interrupt; the keys are alive if their pins say what was told."""
        return self._alive is not None and self._alive.look(self.ticks())

    def level(self, key: int) -> int:
        """1: the key is closed."""
        if self.lever and key == KEY_RIGHT:
            return 1 - self.level(KEY_LEFT)
        return 0 if key >= len(self._pins) or self._pins[key].value() else 1

    # ------------------------------------------------------------ the line

    def use_bus(self) -> bool:
        """Speak on the RS-485 bus from now on; False: another part has its pins."""
        if self._wiring.bus[1] < 0 or self._wiring.clash(True):
            self._defect = HEALTH_DEFECT
            return False
        self._line = Bus(*self._wiring.bus)
        return True

    def read_into(self, buf: bytearray) -> int:
        """Bytes that have arrived; 0: none."""
        return int(self._line.read_into(buf))

    def write(self, view: memoryview) -> int:
        """How many bytes the line took."""
        return int(self._line.write(view))

    def sleep(self, wait_us: int) -> None:
        """Sleep until a byte comes, but never long: edges must be handled."""
        self._line.sleep(min(wait_us // 1000, _SLEEP_MS))

    # ------------------------------------------------------------ what hangs on it

    def store(self, name: str) -> FileStore:
        """A log in the flash's file system."""
        return FileStore(_FOLDER, name)

    def new_id(self) -> int:
        """A random number below 2^30, not 0."""
        return int.from_bytes(os.urandom(4), "little") % TICK_MASK + 1

    def sound(self, on: bool) -> None:
        """The buzzer."""
        if self._buzzer:
            self._buzzer.duty_u16(32768 if on else 0)

    def battery_mv(self) -> int:
        """Millivolts at the cells, or -1: there are none."""
        if not self._adc:
            return -1
        _, multiplied, divided = self._wiring.battery
        if hasattr(self._adc, "read_uv"):
            mv = int(self._adc.read_uv()) // 1000
        else:  # an RP2040 measures against its 3.3 V
            mv = int(self._adc.read_u16()) * 3300 // 65535
        mv = mv * multiplied // divided
        # Cells so far below empty could not run the clock: they are out, and it is on USB.
        return mv if mv * 2 > self.battery_curve[-1][0] else -1

    def health(self) -> int:
        """What the device itself can't see: a bus that can't be used."""
        return self._defect

    def start_watchdog(self) -> None:
        """From now on a loop that hangs is reset."""
        self._watchdog = WDT(timeout=_WATCHDOG_MS)

    def leave(self) -> "bool | None":
        """The watchdog can't be stopped, so the way to the REPL leads through a restart."""
        open(_LEAVE, "w").close()
        self.leaving = True
        return True

    def feed(self) -> None:
        """The loop is alive, and so are time and keys."""
        if self._watchdog:
            self._watchdog.feed()

    def _bus_i2c(self) -> "Any":
        if self._i2c is None:
            number, sda, scl = self._wiring.i2c
            self._i2c = I2C(number, sda=Pin(sda), scl=Pin(scl), freq=400000)
        return self._i2c

    def _lamps(self) -> Lamps:
        wiring = self._wiring
        pins = []
        for number in wiring.running_lamps + wiring.flag_lamps:
            pins.append(Pin(number, Pin.OUT, value=0) if number >= 0 else None)
        return Lamps((pins[0], pins[1]), (pins[2], pins[3]))

    def panel(self, language: int) -> Panel:
        """The displays this clock was built with."""
        name = self._wiring.display
        if name == "max7219":
            from flagfall_device.drivers.max7219 import Display as Max7219
            from flagfall_device.segments import Eight

            number, sck, mosi, select_pin = self._wiring.spi
            spi = SPI(number, baudrate=1000000, sck=Pin(sck), mosi=Pin(mosi))
            driver: "Any" = Max7219(spi, Pin(select_pin, Pin.OUT, value=1), self._lamps())
            return Panel(Eight(language), Eight(language), driver)
        if name in ("ssd1306", "sh1106"):
            from flagfall_device.drivers.ssd1306 import Display as Oled
            from flagfall_device.oled import Screen

            driver = Oled(self._bus_i2c(), self._lamps(), name == "sh1106")
            return Panel(Screen(language), Screen(language), driver)
        from flagfall_device.segments import Four

        if name == "tm1637":
            from flagfall_device.drivers.tm1637 import Display as Tm1637

            clock, left, right = [Pin(n, Pin.OUT, value=1) for n in self._wiring.tm1637]
            driver = Tm1637(clock, (left, right), time.sleep_us, self._lamps())
        else:
            from flagfall_device.drivers.ht16k33 import Display as Ht16k33

            driver = Ht16k33(self._bus_i2c(), self._lamps())
        return Panel(Four(language), Four(language), driver)

    def _sensors(self) -> "Sensors | None":
        if not self._wiring.sensors:
            return None
        matrix, rows, columns = self._wiring.sensors
        if matrix == "port":
            from flagfall_device.drivers.port import Matrix as Port

            read: "Any" = Port(self._bus_i2c(), rows, columns)
        else:
            from flagfall_device.drivers.shift import Matrix as Shift

            pins = [Pin(n, Pin.OUT, value=0) for n in self._wiring.shift[:4]]
            pins.append(Pin(self._wiring.shift[4], Pin.IN))
            read = Shift(rows, columns, (pins[0], pins[1], pins[2], pins[3], pins[4]))
        return Sensors(rows * columns, read.scan)


def _show_unfit(wiring: Wiring) -> None:
    """Both red lamps: this wiring would drive two things by one pin. Nothing else is touched."""
    pins = [pin for _, _, pin in wiring.uses()]
    for pin in wiring.flag_lamps:
        if pins.count(pin) == 1:
            Pin(pin, Pin.OUT, value=1)


_IRQ: "dict[str, Any]" = {"trigger": Pin.IRQ_FALLING | Pin.IRQ_RISING}
if sys.platform == "rp2":
    _IRQ["hard"] = True


class _Stamp:
    """One key's interrupt: its edges with their ticks, nothing else. A lever is one switch: when
    it opens on the left it lies on the right."""

    def __init__(self, edges: "EdgeQueue", key: int, lever: bool) -> None:
        self._edges = edges
        self._key = key
        self._lever = lever
        self.edge = self._edge  # bound once: binding allocates, and an interrupt must not

    def _edge(self, pin: "Any") -> None:
        tick = _ticks_us() & TICK_MASK
        level = 0 if pin.value() else 1
        self._edges.put(self._key, level, tick)
        if self._lever:
            self._edges.put(KEY_RIGHT, 1 - level, tick)


def run(board: Board, stamps: "Any" = None) -> None:
    """The clock's life. OK held at power-up leaves the board to mpremote instead, and so does
    an order from the laptop before the restart."""
    from micropython import kbd_intr

    if board.level(KEY_OK) or _told_to_leave():
        return
    device = Device(board)
    if device.settings.address and not board.use_bus():
        device.session.reader.address = device.session.writer.address = 0  # as one on USB
    stamped = 0
    if stamps and not board.lever:
        try:
            stamps(device.edges)
            stamped = 2
        except (OSError, ValueError):
            pass  # no state machine, or a clock it can't divide: interrupts stamp all keys
    board.watch(device.edges, stamped)
    kbd_intr(-1)  # 0x03 is data
    board.start_watchdog()
    try:
        while not board.leaving:
            board.sleep(device.turn())
        time.sleep_ms(_LAST_WORDS_MS)  # the answer must be out
        machine.reset()
    finally:
        kbd_intr(3)


def _told_to_leave() -> bool:
    try:
        os.remove(_LEAVE)
    except OSError:
        return False
    return True
