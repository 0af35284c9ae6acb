"""Draws clock faces and boards for the documents: `uv run python tools/pictures.py [--check]`."""

import sys
from pathlib import Path

import boards
import boards_renju
from flagfall.sim.faces import EXAMPLES, menu_svg, svg
from flagfall_device import words

TARGET = Path(__file__).resolve().parents[1] / "docs/pictures"


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    drawn = {f"clock-{name}.svg": svg(made()) for name, made in EXAMPLES.items()}
    drawn |= {f"clock-{name}-ru.svg": svg(made(), "oled", 1) for name, made in EXAMPLES.items()}
    drawn["clock-four-digits.svg"] = svg(EXAMPLES["running"](), "four")
    for name, value in (("set-up", "OK"), ("1. moves", "40"), ("left: time", "0:14:08")):
        file = "clock-menu-" + name.replace(". ", "-").replace(": ", "-")
        drawn[f"{file}.svg"] = menu_svg(name, value)
        number, _, word = name.rpartition(". ")
        said = words.said(1, word)[0]
        named = f"{number}. {said}" if number else said
        drawn[f"{file}-ru.svg"] = menu_svg(
            named, words.said(1, value)[0] if value == "OK" else value
        )
    drawn["clock-eight-digits.svg"] = svg(EXAMPLES["byo-yomi"](), "eight")
    return drawn | boards.pictures() | boards_renju.pictures()


def main() -> int:
    """Write them, or say whether they are as the firmware draws them now."""
    stale = [
        name
        for name, picture in pictures().items()
        if not (TARGET / name).exists() or (TARGET / name).read_text("utf-8") != picture
    ]
    if "--check" in sys.argv:
        for name in stale:
            print(f"docs/pictures/{name} is stale: uv run python tools/pictures.py")
        return 1 if stale else 0
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (TARGET / name).write_text(pictures()[name], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
