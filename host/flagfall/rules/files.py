"""Games from any file the house reads: the format is told by name, else by content.

    for game in files.read_file("games.pdn"):
        print(game, game.fault or "every move is legal")

A format is a line in `FORMATS`; its reader is loaded when first needed and answers recorded
games, replayed (`rules.record.Game`).
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TextIO

from flagfall.rules.errors import InvalidFile
from flagfall.rules.record import Game
from flagfall.rules.registry import variant as find_variant
from flagfall.words import words

_, ngettext = words("rules")

SIZE_LIMIT = 512 * 1024 * 1024
CHUNK = 1 << 20
"""More than the longest line of PDN that is read (`pdn.tokens.LINE_LIMIT`)."""
_BLANKS = b"\xef\xbb\xbf \t\r\n"


@dataclass(frozen=True)
class Format:
    """One file format.

    `reader` is `module:function`, taking the file's bytes and the options of `read`.
    `looks` tells by the first bytes whether a file without a telling name may be one.
    """

    name: str
    suffixes: tuple[str, ...]
    reader: str
    looks: Callable[[bytes], bool]


@dataclass(frozen=True)
class Options:
    """What a file can't say of itself: the variant, and where square 1 lies (PDN)."""

    variant: str | None = None
    numbering: str | None = None


def as_text(data: bytes) -> str:
    """Files of the field are UTF-8, or older: one byte a letter, Cyrillic or Western."""
    return data.decode(_encoding([data]), errors="replace")


def _encoding(chunks: Iterable[bytes]) -> str:
    first = next(iter(chunks := iter(chunks)), b"")
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    chunks = chain([first], chunks)
    decoder = codecs.getincrementaldecoder("utf-8")()
    high = runs = 0
    sound = True
    for chunk in chunks:
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError:
            sound = False
        found = re.findall(rb"[\x80-\xff]+", chunk)
        high, runs = high + sum(map(len, found)), runs + len(found)
    if sound and not decoder.getstate()[0]:
        return "utf-8-sig"
    # Cyrillic words are runs of high bytes; a Western name has one here and there.
    return "cp1251" if high >= 2 * runs else "latin-1"


def read_pdn(data: bytes, options: Options) -> Iterator[Game]:
    """PDN, any encoding of the field."""
    from flagfall.rules import pdn

    return pdn.read(as_text(data), variant=options.variant, numbering=options.numbering)


def read_json(data: bytes, options: Options) -> Iterator[Game]:
    """flagfall.game/1."""
    from flagfall.rules import gamefile

    return gamefile.read(as_text(data))


FORMATS = [
    Format(
        "json",
        (".json", ".jsonl"),
        "flagfall.rules.files:read_json",
        lambda head: head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and b"flagfall.game" in head,
    ),
    Format(
        "sgf",
        (".sgf",),
        "flagfall.rules.renju.files.doors:read_sgf",
        lambda head: head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"(",
    ),
    Format(
        "rif",
        (".rif", ".xml"),
        "flagfall.rules.renju.files.doors:read_rif",
        lambda head: head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<",
    ),
    Format(
        "lib",
        (".lib",),
        "flagfall.rules.renju.files.doors:read_lib",
        lambda head: head.startswith(b"\xffRenLib\xff"),
    ),
    Format(
        "psq",
        (".psq",),
        "flagfall.rules.renju.files.doors:read_psq",
        lambda head: head.startswith(b"Piskvorky"),
    ),
    # A list of bytes looks like anything: it goes by its name alone.
    Format("pos", (".pos",), "flagfall.rules.renju.files.doors:read_pos", lambda head: False),
    Format(
        "points",
        (".txt",),
        "flagfall.rules.renju.files.doors:read_plain",
        lambda head: head.lstrip(b"\xef\xbb\xbf \t\r\n")[:3].lower() in (b"h8 ", b"h8\n", b"h8,"),
    ),
    Format("pdn", (".pdn",), "flagfall.rules.files:read_pdn", lambda head: True),
]
"""In the order they are tried on content: PDN is what is left."""


def format_of(name: str, data: bytes, variant: str | None = None) -> Format:
    """The format of a file, by its name, else by its first bytes.

    A `.txt` with tags, or of a game that isn't one of stones, is PDN and no list of points.
    """
    moving = variant is not None and not find_variant(variant).of_stones
    for found in FORMATS:
        if name.lower().endswith(found.suffixes):
            if found.name == "points" and (moving or data.lstrip(_BLANKS)[:1] == b"["):
                break
            return found
    return next(found for found in FORMATS if found.looks(data[:4096]))


def read_file(path: str | Path, options: Options | None = None) -> Iterator[Game]:
    """The games of a file, one by one. PDN is read as it comes, a collection of any size.

    Raises `InvalidFile` where it can't be read as games, `OSError` where not at all.
    """
    path = Path(path)
    options = options or Options()
    with path.open("rb") as source:
        found = format_of(path.name, source.read(4096), options.variant)
        source.seek(0)
        streamed = found.name == "pdn"
        encoding = _encoding(iter(lambda: source.read(CHUNK), b"")) if streamed else ""
        data = b"" if streamed else source.read(SIZE_LIMIT + 1)
    if not streamed:
        yield from read(data, path.name, options)
        return
    from flagfall.rules import pdn

    with path.open(encoding=encoding, errors="replace") as text:
        yield from pdn.read(_lines(text), variant=options.variant, numbering=options.numbering)


def _lines(text: TextIO) -> Iterator[str]:
    """The lines of a text; of one that is too long more than the reader takes, and no more."""
    while line := text.readline(CHUNK):
        yield line
        while len(line) == CHUNK and not line.endswith("\n"):
            line = text.readline(CHUNK)


def read(data: bytes, name: str = "", options: Options | None = None) -> Iterator[Game]:
    """The games of a file, one by one. Raises `InvalidFile` where it can't be read.

    >>> [game.end.fen for game in read(b"1. 34-29 19-23 *")]
    ['W:W29,31-33,35-50:B1-18,20,23']
    """
    if len(data) > SIZE_LIMIT:
        raise InvalidFile(_("The file is too large."), reason="length")
    options = options or Options()
    place, function = format_of(name, data, options.variant).reader.split(":")
    found: Iterator[Game] = getattr(import_module(place), function)(data, options)
    return found
