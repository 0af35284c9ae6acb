"""The short words of clocks with digits, as tables in the manuals and as a label for the case.

    uv run python tools/short_words.py [--check]

Both are made from the firmware's own tables, so that what a manual says is what a clock shows.
"""

import sys
from html import escape
from pathlib import Path

from flagfall_device import segments, words
from flagfall_device.presets import PRESETS

DOCS = Path(__file__).resolve().parents[1] / "docs"
MANUALS = ("clock.md", "clock.ru.md")
BEGIN, END = "<!-- short words: begin -->", "<!-- short words: end -->"
HEADS = (("shows", "means"), ("видно", "значит"))
COLUMNS = 3
# Words on the faces, in the order of `segments.WORDS`; '': there is nothing to say, or points.
FACES = (
    (
        "",
        "the next press starts",
        "",
        "stopped",
        "call the arbiter",
        "adjourned",
        "game over",
        "defective",
        "battery low",
        "violations: lost",
        "result confirmed",
        "confirm it: your key",
        "",
        "",
        "",
    ),
    (
        "",
        "нажатие начнет партию",
        "",
        "остановлены",
        "позовите судью",
        "отложена",
        "партия окончена",
        "неисправны",
        "мало батареи",
        "нарушений: проигрыш",
        "результат подтвержден",
        "подтвердите кнопкой",
        "",
        "",
        "",
    ),
)
# What has a number of a control (or of an own preset) as its last digit.
NUMBERED = (
    "time/moves/method/increment, s/added/stretches/stretch/block moves/block time/time, right/own"
)


def menu(language: int) -> list[tuple[str, str]]:
    """(short, long) of every word and preset of the menu."""
    found = []
    numbered = NUMBERED.split("/")
    for row in words.TABLE.strip().split("\n"):
        name = row.split("|")[0]
        long, short = words.said(language, name)
        found.append((f"{short[:3]}1…" if name in numbered else short, long))
    for index, preset in enumerate(PRESETS):
        found.append((f"P{index + 1}", preset[language]))
    return [*found, ("En", "English"), ("rUS", "Русский")]


def faces(language: int) -> list[tuple[str, str]]:
    """(short, long) of every word that takes turns with the time."""
    said = zip(segments.WORDS, FACES[language], strict=True)
    return [(word[language].strip(), meaning) for word, meaning in said if meaning]


def both(language: int) -> list[tuple[str, str]]:
    """All of them once, in the order of the alphabet."""
    found = dict(faces(language)) | dict(menu(language))
    return sorted(found.items(), key=lambda pair: _order(pair[0]))


def _order(short: str) -> tuple[str, int, str]:
    # P2 stands before P10.
    letters = short.rstrip("0123456789")
    return letters.casefold(), int(short[len(letters) :] or 0), short


def table(language: int) -> str:
    """The table of a manual."""
    pairs = both(language)
    rows = -(-len(pairs) // COLUMNS)
    lines = ["| " + " | ".join(HEADS[language] * COLUMNS) + " |", "|" + "---|" * (2 * COLUMNS)]
    for row in range(rows):
        cells = []
        for short, long in pairs[row::rows]:
            cells += [f"`{short}`", long]
        lines.append("| " + " | ".join(cells + [""] * (2 * COLUMNS - len(cells))) + " |")
    return "\n".join(lines) + "\n"


def label(language: int) -> str:
    """The same as a label of 160 × 90 mm for the bottom of the case."""
    pairs = both(language)
    columns = 5
    rows = -(-len(pairs) // columns)
    texts = []
    for at, (short, long) in enumerate(pairs):
        x, y = 2 + 31.6 * (at // rows), 4.2 + 3.15 * (at % rows)
        texts.append(
            f'<text x="{x:g}" y="{y:g}" font-family="monospace">{escape(short)}</text>'
            f'<text x="{x + 6.7:g}" y="{y:g}">{escape(long)}</text>'
        )
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="160mm" height="90mm" viewBox="0 0 160 90"'
        ' font-family="sans-serif" font-size="1.95" role="img"'
        f' aria-label="{HEADS[language][0]}, {HEADS[language][1]}">'
    )
    frame = '<rect x=".2" y=".2" width="159.6" height="89.6" rx="2" fill="#fff" stroke="#000"/>'
    return "\n".join([head, frame, *texts, "</svg>"]) + "\n"


def made() -> dict[Path, str]:
    """Every file that has a part made here, as it should be."""
    files = {}
    for language, manual in enumerate(MANUALS):
        text = (DOCS / manual).read_text("utf-8")
        before, rest = text.split(BEGIN)
        after = rest.split(END)[1]
        files[DOCS / manual] = f"{before}{BEGIN}\n{table(language)}{END}{after}"
        name = "clock-label.svg" if not language else "clock-label-ru.svg"
        files[DOCS / "pictures" / name] = label(language)
    return files


def main() -> int:
    """Write them, or say which are stale."""
    stale = 0
    for path, text in made().items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        if "--check" in sys.argv:
            print(f"{path} is stale: uv run python tools/short_words.py")
            stale = 1
        else:
            path.write_text(text, "utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main())
