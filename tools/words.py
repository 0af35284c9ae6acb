"""Keeps the message catalogues: extract from the code, merge into the .po files, compile the .mo.

`python tools/words.py` updates everything; `--check` changes nothing and fails where a catalogue
is stale, a message has no Russian, or a compiled file differs from its source.
One domain per room: the folder's name under `host/flagfall` (a lone module's name for the rest).
"""

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from flagfall.cli.app import app
from flagfall.cli.translate import sentences

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "host" / "flagfall"
MESSAGES = PACKAGE / "locale" / "ru" / "LC_MESSAGES"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
METHODS = [("**.py", "python"), ("**.js", "javascript")]


def rooms() -> list[str]:
    """Every folder of the package that may hold messages, and `help`: the command tree's own."""
    return [*sorted(p.parent.name for p in PACKAGE.glob("*/__init__.py")), "help"]


def extract(room: str) -> Catalog:
    """The template of one room, from its sources as they stand."""
    found = Catalog(locale="ru", project="flagfall", charset="utf-8", fuzzy=False)
    if room == "help":
        for sentence in sentences(app):
            found.add(sentence)
        return found
    for file, _line, message, comments, _ctx in extract_from_dir(
        PACKAGE / room, METHODS, keywords=KEYWORDS, comment_tags=("Translators:",)
    ):
        found.add(message, locations=[(f"{room}/{file}", None)], auto_comments=comments)
    return found


def merged(room: str) -> Catalog | None:
    """The room's Russian catalogue with today's messages; None if the room says nothing."""
    template = extract(room)
    if not len(template):
        return None
    path = MESSAGES / f"{room}.po"
    catalogue = (
        read_po(io.BytesIO(path.read_bytes()), locale="ru") if path.exists() else Catalog("ru")
    )
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    # The day of extraction in the header would make every run a change.
    catalogue.creation_date = EPOCH
    catalogue.mime_headers = [
        ("Language", "ru"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", f"nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};"),
    ]
    return catalogue


def texts(catalogue: Catalog) -> tuple[bytes, bytes]:
    """The .po and .mo files of a catalogue."""
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, catalogue, width=100, sort_output=True, omit_header=False, include_lineno=False)
    write_mo(mo, catalogue)
    return po.getvalue(), mo.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """Messages without Russian, or with a plural form missing."""
    return [
        str(m.id)
        for m in catalogue
        if m.id and not (all(m.string) if isinstance(m.string, tuple) else m.string)
    ]


def main() -> int:
    check = "--check" in sys.argv[1:]
    faults: list[str] = []
    for room in rooms():
        catalogue = merged(room)
        if catalogue is None:
            continue
        faults += [f"{room}: no Russian for {m!r}" for m in untranslated(catalogue)]
        for suffix, content in zip((".po", ".mo"), texts(catalogue), strict=True):
            path = MESSAGES / f"{room}{suffix}"
            if check:
                if not path.exists() or path.read_bytes() != content:
                    faults.append(f"{path.relative_to(ROOT)} is stale: run python tools/words.py")
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    print("\n".join(faults) or "catalogues are complete")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
