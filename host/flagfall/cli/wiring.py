"""A `wiring.py` for a board, looked through on the host before it is copied.

What uses a pin twice is said by the same lines that the board asks when it starts
(`flagfall_device.boards.wires`); what a pin can be is in the boards' data sheets.
"""

import ast
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from flagfall_device.boards.wires import DISPLAYS, Wiring
from flagfall_device.sensors import BYTES

from flagfall.cli.files import read_bytes
from flagfall.errors import FlagfallError
from flagfall.words import words

_, _ngettext = words("cli")

MAX_BYTES = 16_384
MATRICES = ("shift", "port")
TIMES = {"debounce_us": (1_000, 200_000), "tenths_s": (0, 600)}


class BadWiring(FlagfallError):
    """This is no `wiring.py` that could be read without running it, or a value is of no use."""

    code = "bad_wiring"


class UnknownKey(BadWiring):
    """A name that a wiring does not have."""

    code = "wiring_unknown_key"


class UnknownDisplay(BadWiring):
    """A display that no driver is for."""

    code = "wiring_unknown_display"


class NoSuchPin(BadWiring):
    """The board has no such pin, or the pin can't be what it is to be."""

    code = "wiring_pin"


class PinTwice(BadWiring):
    """Two things on one pin."""

    code = "wiring_clash"


@dataclass(frozen=True)
class Pins:
    """What a board's pins can be. `outputs` are inputs with a pull-up too; `listens` are inputs
    without one. `fits(name, place, number, pin)`: can the peripheral of that number use the pin?"""

    outputs: frozenset[int]
    listens: frozenset[int]
    analog: frozenset[int]
    peripherals: dict[str, tuple[int, ...]]
    fits: Callable[[str, int, int, int], bool]


def _rp2(name: str, place: int, number: int, pin: int) -> bool:
    # RP2040 and RP2350 data sheets, 'GPIO functions': which port a pin belongs to, and as what.
    if name == "i2c":
        return pin % 2 == place - 1 and pin // 2 % 2 == number
    if name == "spi" and place < 3:
        return pin % 4 == place + 1 and pin // 8 % 2 == number
    if name == "bus" and place < 3:
        return pin % 4 == place - 1 and (pin + 4) // 8 % 2 == number
    return True


_RP2_PINS = frozenset({*range(23), 26, 27, 28})
BOARDS = {
    "pico": Pins(
        _RP2_PINS,
        frozenset(),
        frozenset({26, 27, 28}),
        {"i2c": (0, 1), "spi": (0, 1), "bus": (0, 1)},
        _rp2,
    ),
    # ESP32 data sheet and the WROOM-32 module's: 0 is the boot key, 1 and 3 are the USB line, 6 to
    # 11 the flash memory; 34 to 39 only listen, and have no pull-up.
    "esp32": Pins(
        frozenset({2, 4, 5, *range(12, 20), 21, 22, 23, 25, 26, 27, 32, 33}),
        frozenset({34, 35, 36, 39}),
        frozenset({32, 33, 34, 35, 36, 39}),
        {"i2c": (0, 1), "spi": (1, 2), "bus": (1, 2)},
        lambda name, place, number, pin: True,
    ),
}


def names() -> dict[str, tuple[str, ...]]:
    """What every pin of a wiring is for, in the reader's language: by name, then by place; an empty
    string is no pin."""
    return {
        "keys": (
            _("left key"),
            _("right key"),
            _("key START"),
            _("key ▲"),
            _("key ▼"),
            _("key OK"),
            _("key BACK"),
        ),
        "buzzer": (_("buzzer (passive piezo)"),),
        "running_lamps": (_("left running lamp"), _("right running lamp")),
        "flag_lamps": (_("left flag lamp"), _("right flag lamp")),
        "i2c": ("", _("I²C SDA"), _("I²C SCL")),
        "spi": ("", _("MAX7219 clock"), _("MAX7219 data"), _("MAX7219 select")),
        "tm1637": (_("TM1637 clock"), _("TM1637 data, left"), _("TM1637 data, right")),
        "shift": (
            _("sensor matrix clock"),
            _("sensor row data"),
            _("sensor latch"),
            _("sensor load"),
            _("sensor column data"),
        ),
        "bus": ("", _("RS-485 TX"), _("RS-485 RX"), _("RS-485 driver enable")),
        "battery": (_("battery divider"), "", ""),
    }


def table(board: str) -> Wiring:
    """The wiring of a board (`pico` or `esp32`) without a `wiring.py`."""
    found: Wiring = import_module(f"flagfall_device.boards.{board}").table()
    return found


def read(path: Path, board: str) -> bytes:
    """A `wiring.py` that fits a board, as it is to be copied.

    Raises:
        BadWiring: or one of its kinds; `where` is the file and the line.
        FileTrouble: it can't be read.
    """
    data = read_bytes(path, MAX_BYTES + 1)
    check(data, board, str(path))
    return data


def check(data: bytes, board: str, path: str = "wiring.py") -> Wiring:
    """The wiring that a board would have with this `wiring.py`. Raises as `read` does."""
    chosen, lines = _parsed(data, path)
    wiring = table(board)
    for name, value in chosen.items():
        where = f"{path}:{lines.get(name, 1)}"
        if not isinstance(name, str) or name not in vars(wiring):
            raise UnknownKey(
                _("A wiring has no {name}.").format(name=_brief(name)),
                hint=_("There are: {names}.").format(names=", ".join(vars(wiring))),
                where=where,
            )
        _shaped(name, value, getattr(wiring, name), where)
        setattr(wiring, name, value)
    bus = "bus" in chosen and wiring.bus[1] >= 0
    _pins(wiring, board, bus, lambda *mine: _line(mine, lines, path))
    return wiring


def _line(mine: Iterable[str], lines: dict[Any, int], path: str) -> str:
    """Where in the file the first of these names is chosen."""
    return next((f"{path}:{lines[name]}" for name in mine if name in lines), path)


def _parsed(data: bytes, path: str) -> tuple[dict[Any, Any], dict[Any, int]]:
    """`WIRING` and the line of each of its keys."""

    def bad(line: int, sentence: str) -> BadWiring:
        return BadWiring(
            sentence,
            hint=_("It holds one line, say: {example}").format(
                example='WIRING = {"display": "tm1637", "lever": True}'
            ),
            where=f"{path}:{line}",
        )

    if len(data) > MAX_BYTES:
        raise bad(1, _("A wiring.py has at most {n} bytes.").format(n=MAX_BYTES))
    try:
        with warnings.catch_warnings(action="ignore"):
            body = ast.parse(data.decode("utf-8")).body
    except SyntaxError as fault:
        raise bad(fault.lineno or 1, _("This is not Python.")) from None
    except (ValueError, RecursionError, MemoryError):
        raise bad(1, _("This is not Python.")) from None
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]  # a docstring
    for node in body:
        named = isinstance(node, ast.Assign) and [ast.unparse(t) for t in node.targets]
        if named != ["WIRING"]:
            raise bad(node.lineno, _("Only WIRING is said here."))
    if len(body) != 1 or not isinstance(body[0], ast.Assign):
        raise bad(1, _("WIRING is said once."))
    value = body[0].value
    try:
        chosen = ast.literal_eval(value)
        if not isinstance(chosen, dict) or not isinstance(value, ast.Dict):
            raise TypeError
        lines = {ast.literal_eval(key): key.lineno for key in value.keys if key}
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise bad(
            value.lineno,
            _("WIRING is a table of names and plain values: {…}, nothing to work out."),
        ) from None
    return chosen, lines


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 30


def _brief(value: object) -> str:
    """A value in a sentence: whatever it is, short and printable."""
    try:
        said = repr(value)
    except ValueError:  # a number of thousands of digits
        return "…"
    return said if len(said) <= 60 else said[:59] + "…"


def _shaped(name: str, value: Any, usual: Any, where: str) -> None:
    """Is this a value for that name? `usual` is the board's own."""
    if name == "display":
        if not isinstance(value, str) or value not in DISPLAYS:
            raise UnknownDisplay(
                _("There is no driver for a display {display}.").format(display=_brief(value)),
                hint=_("There are: {names}.").format(names=", ".join(DISPLAYS)),
                where=where,
            )
        return
    if name == "lever":
        good, wanted = isinstance(value, bool), "True, False"
    elif name == "sensors":
        good = value is None or (
            isinstance(value, tuple)
            and len(value) == 3
            and value[0] in MATRICES
            and all(_whole(n) and n > 0 for n in value[1:])
            and value[1] * value[2] <= BYTES * 8
        )
        wanted = 'None, ("shift", 10, 10), ("port", 8, 8)'
    elif name in TIMES:
        least, most = TIMES[name]
        good, wanted = _whole(value) and least <= value <= most, f"{least} … {most}"
    elif name == "battery_curve":
        good = (
            isinstance(value, tuple)
            and len(value) > 0
            and all(isinstance(p, tuple) and len(p) == 2 and all(map(_whole, p)) for p in value)
            and all(a[0] > b[0] and a[1] >= b[1] for a, b in pairwise(value))
        )
        wanted = "((4500, 70), (3450, 10), (3150, 0))"
    elif isinstance(usual, tuple):
        good = isinstance(value, tuple) and len(value) == len(usual) and all(map(_whole, value))
        if good and name == "battery":
            good = value[1] > 0 and value[2] > 0
        wanted = str(usual)
    else:
        good, wanted = _whole(value), str(usual)
    if not good:
        raise BadWiring(
            _("'{name}' can't be {value}.").format(name=name, value=_brief(value)),
            hint=_("It looks like this: {wanted}.").format(wanted=wanted),
            where=where,
        )


def _pins(wiring: Wiring, board: str, bus: bool, where: Callable[..., str]) -> None:
    """Every pin is one of the board's, can be what it is to be, and is used once."""
    _complete(wiring, bus, where)
    pins = BOARDS[board]
    every = pins.outputs | pins.listens
    called = names()
    owners: dict[int, tuple[str, int]] = {}
    uses = wiring.uses(bus)
    free = sorted(pins.outputs - {pin for _name, _place, pin in uses})
    for name, place, pin in uses:
        what = called[name][place]
        if pin not in every:
            raise NoSuchPin(
                _("This board has no pin {pin}, which is to be: {what}.").format(
                    pin=pin, what=what
                ),
                hint=_("Pins that nothing uses yet: {free}.").format(free=_listed(free)),
                where=where(name),
            )
        if not _able(pins, wiring, name, place, pin):
            raise NoSuchPin(
                _("Pin {pin} can't be: {what}.").format(pin=pin, what=what),
                hint=_("The board's own wiring: {usual}.").format(
                    usual=getattr(table(board), name)
                ),
                where=where(name),
            )
        if pin in owners:
            first, at = owners[pin]
            raise PinTwice(
                _("Pin {pin} is to serve two things: {first} and {second}.").format(
                    pin=pin, first=called[first][at], second=what
                ),
                hint=_("Give one of them another pin; nothing uses {free} yet.").format(
                    free=_listed(free)
                ),
                where=where(name, first, "display", "sensors"),
            )
        owners[pin] = (name, place)
    if board == "pico" and not wiring.lever and wiring.keys[1] != wiring.keys[0] + 1:
        raise NoSuchPin(
            _("The left and the right key must be neighbours: one program reads both pins."),
            hint=_("The right key's pin is the left key's and one, say 2 and 3."),
            where=where("keys"),
        )


def _complete(wiring: Wiring, bus: bool, where: Callable[..., str]) -> None:
    """Only what a clock can do without may have no pin."""
    for name in wiring.parts(bus):
        if name in ("buzzer", "running_lamps", "flag_lamps", "battery"):
            continue
        for place, what in enumerate(names()[name]):
            spare = wiring.lever and (name, place) == ("keys", 1)
            if what and not spare and getattr(wiring, name)[place] < 0:
                raise NoSuchPin(
                    _("This clock needs a pin for: {what}.").format(what=what),
                    hint=_("Only buzzer, lamps and battery may be -1, which is no pin."),
                    where=where(name),
                )


def _able(pins: Pins, wiring: Wiring, name: str, place: int, pin: int) -> bool:
    """Can this pin be that?"""
    if name == "battery":
        return pin in pins.analog
    if (name, place) in (("shift", 4), ("bus", 2)):
        return True  # they only listen, and are driven from outside
    if pin not in pins.outputs:
        return False
    if name not in pins.peripherals:
        return True
    number = getattr(wiring, name)[0]
    return number in pins.peripherals[name] and pins.fits(name, place, number, pin)


def _listed(pins: Iterable[int]) -> str:
    return ", ".join(map(str, pins)) or _("none")
