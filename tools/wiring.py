"""Keeps what `hardware/` shows of pins and sizes true: the tables in both pages, every drawing.

`python tools/wiring.py` writes them from the boards' tables in the firmware; `--check` changes
nothing and fails where a page or a drawing differs. A pin told wrong here is a burnt clock.
"""

import sys
from pathlib import Path

import case_svg
import wiring_svg
from flagfall.cli.wiring import names, table
from flagfall.words import use
from flagfall_device.boards.wires import DISPLAYS

HARDWARE = Path(__file__).resolve().parent.parent / "hardware"
BEGIN, END = "<!-- pins: begin -->", "<!-- pins: end -->"
PAGES = (("README.md", "en", "what"), ("README.ru.md", "ru", "что"))


def pins(board: str) -> dict[str, int]:
    """What each pin of a board is for, in the language in force."""
    wiring = table(board)
    found = {}
    for name, whats in names().items():
        value = getattr(wiring, name)
        numbers = value if isinstance(value, tuple) else (value,)
        found.update({w: pin for w, pin in zip(whats, numbers, strict=True) if w})
    return found


def rows(head: str) -> str:
    """The table as Markdown: a row for each thing, a column for each board."""
    pico, esp32 = pins("pico"), pins("esp32")
    body = [f"| {what} | GP{pico[what]} | GPIO {esp32[what]} |" for what in pico]
    return "\n".join([f"| {head} | Pico | ESP32 |", "|---|---|---|", *body])


def files() -> dict[Path, str]:
    """Everything this tool keeps, as it must be."""
    wanted = {}
    for language, (page, code, head) in enumerate(PAGES):
        use(code)
        path = HARDWARE / page
        before, rest = path.read_text("utf-8").split(BEGIN)
        _, after = rest.split(END)
        wanted[path] = f"{before}{BEGIN}\n{rows(head)}\n{END}{after}"
        for name, drawn in (wiring_svg.diagrams(language) | case_svg.drawings(language)).items():
            wanted[HARDWARE / name] = drawn
    return wanted


def untold() -> list[str]:
    """Names a `wiring.py` may have that a page does not tell."""
    known = [f"`{name}`" for name in vars(table("pico"))] + [f'`"{name}"`' for name in DISPLAYS]
    pages = {page: (HARDWARE / page).read_text("utf-8") for page, *_ in PAGES}
    return [f"{page}: {name}" for page, text in pages.items() for name in known if name not in text]


def main() -> int:
    wanted = files()
    for missing in untold():
        print(f"hardware/{missing} is not told")
    stale = [p for p, text in wanted.items() if not p.exists() or p.read_text("utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"hardware/{path.name} differs from the firmware: run python tools/wiring.py")
        print("pins and drawings agree" if not stale else f"{len(stale)} files are stale")
        return 1 if stale or untold() else 0
    for path in stale:
        path.write_text(wanted[path], "utf-8")
        print(f"hardware/{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
