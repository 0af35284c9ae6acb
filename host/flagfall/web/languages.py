"""Languages of the page: which one a reader wants, and the whole catalogue as JSON for the page."""

import struct
from functools import cache

from flagfall.words import LANGUAGES, LOCALE_DIR

_MAGIC = 0x950412DE


def preferred(asked: str | None, accept: str | None) -> str:
    """`en` or `ru`: what was asked for by name, else the best of an `Accept-Language` header.

    >>> preferred(None, "de;q=0.9, ru;q=0.8, en;q=0.5")
    'ru'
    """
    if asked in LANGUAGES:
        return asked
    best, weight = "en", 0.0
    for item in (accept or "")[:500].split(","):
        name, _, parameter = item.strip().lower().partition(";")
        base = name.split("-")[0]
        if base not in LANGUAGES:
            continue
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        if quality > weight:
            best, weight = base, quality
    return best


@cache
def catalogue(language: str) -> dict[str, str | list[str]]:
    """Message → translation, plurals as the list of their forms; empty for English.

    Read from the compiled catalogue (GNU gettext's .mo: a table of lengths and offsets), because
    the standard library keeps what it has read to itself.
    """
    path = LOCALE_DIR / language / "LC_MESSAGES" / "web.mo"
    if not path.exists():
        return {}
    data = path.read_bytes()
    order = "<" if struct.unpack_from("<I", data)[0] == _MAGIC else ">"
    count, originals, translations = struct.unpack_from(f"{order}3I", data, 8)

    def text(table: int, index: int) -> str:
        length, offset = struct.unpack_from(f"{order}2I", data, table + 8 * index)
        return data[offset : offset + length].decode()

    found: dict[str, str | list[str]] = {}
    for index in range(count):
        message, translation = text(originals, index), text(translations, index)
        if not message:
            continue
        if "\0" in message:
            found[message.split("\0")[0]] = translation.split("\0")
        else:
            found[message] = translation
    return found
