"""Reads JSON values into typed fields and collects every fault with its JSON path.

A fault never stops the reading: the reader notes it and goes on with a harmless value, so that
`flagfall event check` can show all of them. Nothing but `EventError` comes out.
"""

import json
import math
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeGuard

from flagfall.pairing.errors import (
    BadValue,
    EventError,
    MissingField,
    NotJson,
    TooLong,
    TooMany,
    WrongType,
)
from flagfall.words import words

_, _plural = words("pairing")


def N_(message: str) -> str:
    """Marks a message for the catalogue; it is translated where it is used."""
    return message


MAX_TEXT = 200
MAX_FAULTS = 100
MAX_BYTES = 64_000_000
MAX_DENOMINATOR = 1000

_NAMES = {
    bool: N_("true/false"),
    int: N_("a whole number"),
    float: N_("a number"),
    str: N_("a text"),
    list: N_("a list"),
    dict: N_("an object"),
    type(None): N_("null"),
}


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise NotJson(
                    _("the key {key} stands twice in one object").format(key=json.dumps(key[:50])),
                    hint=_("remove one of the two"),
                )
            seen.add(key)
    return found


def _constant(name: str) -> Any:
    raise NotJson(_("{name} is not a number").format(name=name), hint=_("write a number or null"))


def _integer(digits: str) -> int:
    if len(digits) > 18:
        raise NotJson(_("a number with {n} digits").format(n=len(digits)))
    return int(digits)


def load_json(text: str | bytes) -> Any:
    """The JSON value of a text; `NotJson` for anything else."""
    if len(text) > MAX_BYTES:
        raise NotJson(_("the file is larger than {n} bytes").format(n=MAX_BYTES))
    try:
        return json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_integer
        )
    except RecursionError:
        raise NotJson(_("the JSON is nested too deeply")) from None
    except UnicodeDecodeError:
        raise NotJson(
            _("the file is not text in UTF-8"), hint=_("save it as UTF-8 without other encodings")
        ) from None
    except json.JSONDecodeError as error:
        raise NotJson(
            _("not JSON: {what}").format(what=error.msg),
            where=_("line {line}, column {column}").format(line=error.lineno, column=error.colno),
        ) from None


# Marks that turn the direction of what follows: a name could print another's.
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class TooManyFaults(Exception):
    """Enough faults for one reading."""


class Reader:
    """Collects faults; every method answers a value of the asked type whatever it is given."""

    def __init__(self) -> None:
        self.faults: list[EventError] = []
        self.remarks: list[EventError] = []

    def fault(self, error: EventError) -> None:
        """Note a fault; after the hundredth the reading ends."""
        self.faults.append(error)
        if len(self.faults) >= MAX_FAULTS:
            raise TooManyFaults

    def wrong_type(self, value: object, wanted: str, path: str) -> None:
        """Note a value of a wrong type."""
        found = _NAMES.get(type(value), type(value).__name__)
        self.fault(
            WrongType(
                _("{wanted} is wanted here, this is {found}").format(
                    wanted=_(wanted), found=_(found)
                ),
                where=path,
            )
        )

    def obj(self, value: object, path: str) -> dict[str, Any]:
        """An object."""
        if isinstance(value, dict) and all(isinstance(k, str) for k in value):
            return value
        self.wrong_type(value, N_("an object"), path)
        return {}

    def items(
        self, data: dict[str, Any], key: str, path: str, most: int
    ) -> Iterator[tuple[Any, str]]:
        """The entries of a list with their paths; nothing where the field is absent or null."""
        value = data.get(key)
        if value is None:
            return iter(())
        path = f"{path}.{key}"
        if not isinstance(value, list | tuple):
            self.wrong_type(value, N_("a list"), path)
            return iter(())
        if len(value) > most:
            self.fault(
                TooMany(
                    _("{n} entries; at most {most} can be").format(n=len(value), most=most),
                    where=path,
                )
            )
            return iter(())
        return ((entry, f"{path}[{i}]") for i, entry in enumerate(value))

    def integer(
        self,
        data: dict[str, Any],
        key: str,
        path: str,
        *,
        low: int = 0,
        high: int = 10**9,
        required: bool = False,
        below: type[EventError] = BadValue,
    ) -> int | None:
        """A whole number between `low` and `high`, or None where the field is absent or null."""
        value = data.get(key)
        if value is None:
            if required:
                self.missing(key, path)
            return None
        return self.integer_value(value, f"{path}.{key}", low=low, high=high, below=below)

    def integer_value(
        self,
        value: object,
        path: str,
        *,
        low: int = 0,
        high: int = 10**9,
        below: type[EventError] = BadValue,
    ) -> int | None:
        """As `integer`, of a value that is there."""
        if type(value) is not int:
            self.wrong_type(value, N_("a whole number"), path)
            return None
        if not low <= value <= high:
            self.fault(
                (below if value < low else BadValue)(
                    _("{value} is outside {low} … {high}").format(value=value, low=low, high=high),
                    where=path,
                )
            )
            return None
        return value

    def text(
        self, data: dict[str, Any], key: str, path: str, *, required: bool = False
    ) -> str | None:
        """A text of one line that is not blank, or None where the field is absent or null."""
        value = data.get(key)
        if value is None:
            if required:
                self.missing(key, path)
            return None
        return self.text_value(value, f"{path}.{key}", blank=not required)

    def text_value(self, value: object, path: str, *, blank: bool = True) -> str | None:
        """As `text`, of a value that is there."""
        if type(value) is not str:
            self.wrong_type(value, N_("a text"), path)
            return None
        if len(value) > MAX_TEXT:
            self.fault(
                TooLong(
                    _("a text of {n} characters; at most {most} can be printed").format(
                        n=len(value), most=MAX_TEXT
                    ),
                    hint=_("shorten it"),
                    where=path,
                )
            )
            return None
        clean = " ".join(value.split())
        if not clean and not blank:
            self.fault(BadValue(_("the text is blank"), where=path))
            return None
        if any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF or c in _TURNING for c in clean):
            self.fault(BadValue(_("the text holds control characters"), where=path))
            return None
        return clean

    def choice(
        self, data: dict[str, Any], key: str, path: str, options: Collection[str]
    ) -> str | None:
        """One of some words, or None where the field is absent or null."""
        value = data.get(key)
        if value is None:
            return None
        if type(value) is not str:
            self.wrong_type(value, N_("a text"), f"{path}.{key}")
            return None
        if value not in options:
            self.fault(
                BadValue(
                    _("{value} is not known here").format(value=json.dumps(value[:50])),
                    hint=_("known: {words}").format(words=", ".join(options)),
                    where=f"{path}.{key}",
                )
            )
            return None
        return value

    def boolean(self, data: dict[str, Any], key: str, path: str, default: bool) -> bool:
        """True or false."""
        value = data.get(key)
        if value is None:
            return default
        if type(value) is not bool:
            self.wrong_type(value, N_("true/false"), f"{path}.{key}")
            return default
        return value

    def fraction(
        self,
        data: dict[str, Any],
        key: str,
        path: str,
        *,
        low: int = 0,
        high: int = 100,
    ) -> Fraction | None:
        """A number as 1, 0.5, "1/2" or "0.5", exact; None where the field is absent or null."""
        value = data.get(key)
        if value is None:
            return None
        path = f"{path}.{key}"
        found: Fraction | None = None
        if type(value) is int or (type(value) is float and math.isfinite(value)):
            found = Fraction(value)
        elif type(value) is str and len(value) <= 20:
            try:
                found = Fraction(value)
            except (ValueError, ZeroDivisionError):
                found = None
        elif type(value) not in (str, float):
            self.wrong_type(value, N_("a number"), path)
            return None
        if found is None or found.denominator > MAX_DENOMINATOR:
            self.fault(
                BadValue(_("not a number of points"), hint=_('write 1, 0.5 or "1/2"'), where=path)
            )
            return None
        if not low <= found <= high:
            self.fault(
                BadValue(
                    _("{value} is outside {low} … {high}").format(value=found, low=low, high=high),
                    where=path,
                )
            )
            return None
        return found

    def missing(self, key: str, path: str) -> None:
        """Note an absent field."""
        self.fault(MissingField(_("{key} is missing").format(key=key), where=f"{path}.{key}"))

    def unknown_keys(self, data: Iterable[str], known: Collection[str], path: str) -> None:
        """Remark on fields nobody reads (a slip of the pen hides there); `x-…` is anyone's."""
        for key in data:
            if key not in known and not key.startswith("x-"):
                self.remarks.append(
                    BadValue(
                        _("the field {key} is not read by this program").format(
                            key=json.dumps(key[:50])
                        ),
                        hint=_("known: {words}").format(words=", ".join(sorted(known))),
                        where=path,
                    )
                )


def is_id(value: object) -> TypeGuard[int]:
    """Whether a value can be a player's number in the file."""
    return type(value) is int and 1 <= value <= 10**9
