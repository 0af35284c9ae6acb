"""GameType and Result: which variant a PDN file speaks of, and how it writes a result."""

from collections.abc import Mapping

from flagfall.rules.record import Result
from flagfall.rules.registry import variants

# GameType number → variant.
VARIANT_OF = {
    "20": "international",
    "21": "english",
    "22": "italian",
    "23": "pool",
    "24": "spanish",
    "25": "russian",
    "26": "brazilian",
    "29": "czech",
    "30": "turkish",
    "31": "makhos",
    "40": "frisian",
}
_INTERNATIONAL = {"1-0": "2-0", "0-1": "0-2", "1/2": "1-1", "0-0": "0-0", "*": "*"}
_DEFAULT = {"1-0": "1-0", "0-1": "0-1", "1/2": "1/2-1/2", "0-0": "0-0", "*": "*"}
_READ: dict[str, Result] = {
    "1-0": "1-0",
    "2-0": "1-0",
    "0-1": "0-1",
    "0-2": "0-1",
    "1/2-1/2": "1/2",
    "1/2": "1/2",
    "1-1": "1/2",
    "0-0": "0-0",
    "*": "*",
}


def variant_name(headers: Mapping[str, str]) -> str | None:
    """The variant a game's tags name; None if they name none we know.

    Games that PDN has no number for stand there by our name: `[GameType "bashni"]`.
    """
    word = headers.get("GameType", "").split(",")[0].strip()
    return word if word in variants() else VARIANT_OF.get(word)


def told_numbering(headers: Mapping[str, str]) -> str | None:
    """Where square 1 lies by the tag's notation field, for games we write with letters.

    `25,W,8,8,N2,0` numbers Russian squares from the top left, N0 from the bottom left.
    """
    fields = [field.strip() for field in headers.get("GameType", "").split(",")]
    return {"N2": "top", "N0": "bottom"}.get(fields[4]) if len(fields) > 4 else None


def read_result(text: str) -> Result | None:
    """A result of any form as ours, from White's side."""
    return _READ.get(text.replace(" ", ""))


def write_result(result: str, variant: str) -> str:
    """A result as the variant's PDN has it."""
    return (_INTERNATIONAL if variant == "international" else _DEFAULT)[result]
