"""Renju's formats behind the house's one door for game files (`rules.files`)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from flagfall.rules.errors import UnknownVariant
from flagfall.rules.files import Options, as_text
from flagfall.rules.record import Game
from flagfall.rules.registry import variant as find_variant
from flagfall.rules.renju.files import plain, psq, renlib, rif, sgf
from flagfall.rules.renju.files.record import Record
from flagfall.rules.renju.variant import RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

_CHARSET = re.compile(
    rb"\bCA\s*\[((?:utf|iso|latin|cp|windows|koi8|gb|big5|shift|euc|us-ascii)[\w.:-]{0,20})\]",
    re.IGNORECASE,
)


def _variant(options: Options) -> RenjuVariant | None:
    if options.variant is None:
        return None
    found = find_variant(options.variant)
    if not isinstance(found, RenjuVariant):
        raise UnknownVariant(_("This file holds renju, not {name}.").format(name=options.variant))
    return found


def _games(records: Iterable[Record]) -> Iterator[Game]:
    for record in records:
        yield record.as_game()


def read_sgf(data: bytes, options: Options) -> Iterator[Game]:
    """SGF in the charset that it names, else in one of the field's."""
    named = _CHARSET.search(data, 0, 4096)
    text = as_text(data)
    if named is not None:
        try:
            codec = codecs.lookup(named[1].decode("ascii"))
            text = data.decode(codec.name, errors="replace")
        except (LookupError, UnicodeError, AttributeError):
            pass
    return _games(sgf.read(text, variant=_variant(options)))


def read_rif(data: bytes, options: Options) -> Iterator[Game]:
    """RenjuNet's XML."""
    return _games(rif.read(data, variant=_variant(options)))


def read_lib(data: bytes, options: Options) -> Iterator[Game]:
    """A library of RenLib: its first line of moves."""
    return _games([renlib.read(data, variant=_variant(options))])


def read_pos(data: bytes, options: Options) -> Iterator[Game]:
    """A list of points as bytes."""
    return _games([plain.read_pos(data, variant=_variant(options))])


def read_psq(data: bytes, options: Options) -> Iterator[Game]:
    """Piskvork's game."""
    return _games([psq.read(as_text(data), variant=_variant(options))])


def read_plain(data: bytes, options: Options) -> Iterator[Game]:
    """A game a line."""
    return _games(plain.read(as_text(data), variant=_variant(options)))
