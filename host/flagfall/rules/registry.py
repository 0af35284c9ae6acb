"""Which games there are: found by name, loaded when first asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, get_args, overload

from flagfall.rules.errors import UnknownVariant, expect_text
from flagfall.rules.face import Variant
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.columns.variant import ColumnVariant
    from flagfall.rules.draughts.variant import DraughtsVariant
    from flagfall.rules.renju.variant import RenjuVariant

_, ngettext = words("rules")

DraughtsName = Literal[
    "international",
    "russian",
    "brazilian",
    "english",
    "frisian",
    "pool",
    "czech",
    "italian",
    "spanish",
    "thai",
    "makhos",
    "turkish",
]
ColumnName = Literal["bashni", "bashni-again", "bashni-1875", "lasca"]
RenjuName = Literal["renju", "renju-rf"]

# name → module and attribute. Loading is lazy: a hall of draughts never loads renju.
_DRAUGHTS: tuple[DraughtsName, ...] = get_args(DraughtsName)
_VARIANTS: dict[str, str] = {
    **{name: f"flagfall.rules.draughts.variants:{name.upper()}" for name in _DRAUGHTS},
    "bashni": "flagfall.rules.columns.variant:BASHNI",
    "bashni-again": "flagfall.rules.columns.variant:BASHNI_AGAIN",
    "bashni-1875": "flagfall.rules.columns.variant:BASHNI_1875",
    "lasca": "flagfall.rules.columns.variant:LASCA",
    "renju": "flagfall.rules.renju.variant:RENJU",
    "renju-rf": "flagfall.rules.renju.variant:RENJU_RF",
}


def variants() -> tuple[str, ...]:
    """The names of all games.

    >>> "russian" in variants()
    True
    """
    return tuple(_VARIANTS)


@cache
def _load(place: str) -> Variant:
    module, attribute = place.split(":")
    found = getattr(import_module(module), attribute)
    assert isinstance(found, Variant)
    return found


@overload
def variant(name: DraughtsName) -> "DraughtsVariant": ...
@overload
def variant(name: ColumnName) -> "ColumnVariant": ...
@overload
def variant(name: RenjuName) -> "RenjuVariant": ...
@overload
def variant(name: str) -> Variant: ...
def variant(name: str) -> Variant:
    """The rules called `name`; the discipline's prefix may stand before it.

    >>> variant("russian") is variant("draughts-russian")
    True

    Raises `UnknownVariant`.
    """
    expect_text(name, UnknownVariant)
    place = _VARIANTS.get(name.strip().lower().removeprefix("draughts-"))
    if place is None:
        raise UnknownVariant(
            _("There is no game called '{name}'.").format(name=name[:40]),
            hint=_("One of: {names}.").format(names=", ".join(variants())),
        )
    return _load(place)
