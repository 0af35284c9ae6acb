"""Writes the pin tables of `hardware/README.md` from the boards' own tables in the firmware.

`python tools/wiring.py` rewrites the part between the marks; `--check` changes nothing and fails
where the page and the firmware differ. A pin told wrong here is a burnt clock.
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "hardware" / "README.md"
BOARDS = ROOT / "firmware" / "flagfall_device" / "boards"
BEGIN, END = "<!-- pins: begin -->", "<!-- pins: end -->"

NAMES = {
    "keys": ("left key", "right key", "start/stop", "up", "down", "OK", "back"),
    "running_lamps": ("left running lamp", "right running lamp"),
    "flag_lamps": ("left flag lamp", "right flag lamp"),
    "buzzer": ("buzzer (passive piezo)",),
    "i2c": (None, "I²C SDA", "I²C SCL"),
    "spi": (None, "MAX7219 clock", "MAX7219 data", "MAX7219 select"),
    "tm1637": ("TM1637 clock", "TM1637 data, left", "TM1637 data, right"),
    "shift": (
        "sensor matrix clock",
        "sensor row data",
        "sensor latch",
        "sensor load",
        "sensor column data",
    ),
    "bus": (None, "RS-485 TX", "RS-485 RX", "RS-485 driver enable"),
    "battery": ("battery divider", None, None),
}


def pins(board: str) -> dict[str, int]:
    """What each pin of a board is for, read from its source without running it."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse((BOARDS / f"{board}.py").read_text("utf-8"))):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Attribute):
            continue
        names = NAMES.get(node.targets[0].attr)
        if names is None:
            continue
        value = ast.literal_eval(node.value)
        numbers = value if isinstance(value, tuple) else (value,)
        found.update(
            (name, number) for name, number in zip(names, numbers, strict=True) if name is not None
        )
    return found


def table() -> str:
    """The table as Markdown: a row for each thing, a column for each board."""
    pico, esp32 = pins("pico"), pins("esp32")
    rows = [f"| {name} | GP{pico[name]} | GPIO {esp32[name]} |" for name in pico]
    return "\n".join(["| what | Pico | ESP32 |", "|---|---|---|", *rows])


def main() -> int:
    text = PAGE.read_text("utf-8")
    head, rest = text.split(BEGIN)
    _, tail = rest.split(END)
    wanted = f"{head}{BEGIN}\n{table()}\n{END}{tail}"
    if "--check" in sys.argv[1:]:
        if wanted != text:
            print("hardware/README.md and the firmware differ: run python tools/wiring.py")
            return 1
        print("pins agree")
        return 0
    PAGE.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
