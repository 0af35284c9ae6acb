"""Key edges stamped by an RP2040's PIO: exact to the microsecond whatever the processor does.

A state machine looks at the pins of both big keys once a microsecond and counts the looks. When
they change it pushes the count and the pins as one word. Flash can be written, memory collected
and a display sent meanwhile: the stamps wait in the queue of eight.
"""

from array import array

import rp2
import uctypes
from flagfall_clock.compat import const
from machine import Pin, freq

from flagfall_device.timebase import TICK_MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    # The words of the assembler, which `asm_pio` gives the function below.
    from rp2.asm_pio import *  # noqa: F403

    from flagfall_device.keys import EdgeQueue

PIO_HZ = const(8000000)
_PINS = const(2)


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)
def stamp() -> None:
    """X counts down once a look, OSR holds the pins of the look before. Eight cycles a look,
    sixteen where something changed, which then count as two."""
    wrap_target()
    label("look")
    jmp(x_dec, "counted")
    label("counted")
    mov(isr, null)
    in_(pins, 2)
    mov(y, isr)
    mov(isr, x)
    mov(x, osr)
    jmp(x_not_y, "changed")
    mov(x, isr)
    wrap()
    label("changed")
    mov(x, isr)
    mov(osr, y)
    in_(y, 2)
    push(noblock)
    irq(rel(0))
    jmp(x_dec, "second")
    label("second")
    nop()
    nop()
    jmp("look")


class Stamps:
    """The state machine and what brings its words into the queue of edges."""

    def __init__(self, edges: "EdgeQueue", first_pin: int, ticks: "Any") -> None:
        if freq() * 256 % PIO_HZ:
            raise ValueError("the system clock is no multiple of the stamps' clock")
        self._edges = edges
        self._word = array("I", [0])
        self._bytes: "Any" = uctypes.bytearray_at(uctypes.addressof(self._word), 4)
        for pin in range(first_pin, first_pin + _PINS):
            Pin(pin, Pin.IN, Pin.PULL_UP)
        machine: "Any" = rp2.StateMachine(0, stamp, freq=PIO_HZ, in_base=Pin(first_pin))
        self._machine = machine
        machine.exec("set(y, 3)")
        machine.exec("mov(osr, y)")
        machine.exec("mov(x, invert(null))")
        machine.irq(self._came, hard=True)
        self._start = ticks()
        machine.active(1)

    def _came(self, _: "Any") -> None:
        self.collect()

    def collect(self) -> None:
        """Bring what was stamped into the queue. Allocates nothing: it runs in the interrupt."""
        machine = self._machine
        while machine.rx_fifo():
            machine.get(self._word)
            b = self._bytes
            pins = b[0] & 3
            # Thirty bits of the count, counted down from all ones.
            count = b[0] >> 2 | b[1] << 6 | b[2] << 14 | b[3] << 22
            tick = (self._start - 1 - count) & TICK_MASK
            for key in range(_PINS):
                level = 0 if pins >> key & 1 else 1
                if level != self._edges.levels[key]:
                    self._edges.put(key, level, tick)
