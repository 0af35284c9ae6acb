"""Real games that demonstrations replay, with where they come from (`catalogue.json`).

The moves of a game are facts; the files keep them as they were published.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Recorded:
    """A stored game: its file's text, the rules it was played by, and the regulation it is replayed
    with (fields as in a scenario's `regulation`). `kind`: games of one kind are much alike."""

    name: str
    file: str
    text: str
    variant: str
    kind: str
    regulation: dict[str, Any]
    origin: str


def catalogue() -> list[Recorded]:
    """All stored games, in the order of the catalogue."""
    folder = files(__name__)
    entries = json.loads((folder / "catalogue.json").read_text(encoding="utf-8"))
    return [
        Recorded(
            name=entry["file"].rsplit(".", 1)[0],
            text=(folder / entry["file"]).read_text(encoding="utf-8"),
            **entry,
        )
        for entry in entries
    ]
