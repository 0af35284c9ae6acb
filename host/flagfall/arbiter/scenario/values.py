"""Reading JSON exactly: numbers without floats, every field checked, every fault placed."""

import json
import re
from decimal import Decimal
from typing import Any, NoReturn

from flagfall.arbiter.scenario.errors import (
    Missing,
    NotJson,
    OutOfRange,
    TooLarge,
    Unknown,
    WrongType,
)
from flagfall.words import words

_, ngettext = words("arbiter")

MAX_BYTES = 32 << 20
MAX_AT_US = 1 << 60
MAX_TIME_US = 1 << 56
MAX_COUNT = 0xFFFE
MAX_TEXT = 1000
_MAX_DIGITS = 40
_DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,6})?", re.ASCII)

Fields = dict[str, Any]


def loads(text: str | bytes) -> Any:
    """The value of a JSON text; `NotJson` or `TooLarge` where it has none that is exact."""
    if len(text) > MAX_BYTES:
        raise TooLarge(
            _("the file has more than {n} bytes").format(n=MAX_BYTES),
            hint=_("split the scenario"),
        )
    hint = _("an example: `flagfall clock scenarios cl-01-sudden`")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if not text.strip():
            raise NotJson(_("the file is empty"), hint=hint)
        return json.loads(
            text,
            parse_int=_integer,
            parse_float=_decimal,
            parse_constant=_constant,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError:
        raise NotJson(_("the file is not text in UTF-8"), hint=_("save it as UTF-8")) from None
    except json.JSONDecodeError as fault:
        raise NotJson(
            _("not JSON: {fault}").format(fault=fault.msg),
            where=_("line {line}, column {column}").format(line=fault.lineno, column=fault.colno),
            hint=hint,
        ) from None
    except (ValueError, RecursionError) as fault:
        raise NotJson(_("not JSON: {fault}").format(fault=fault), hint=hint) from None


def _integer(digits: str) -> int | Decimal:
    # A number too long for any field is kept as a Decimal, which every check refuses by range.
    return int(digits) if len(digits) <= _MAX_DIGITS else Decimal("Infinity")


def _decimal(digits: str) -> Decimal:
    value = Decimal(digits) if len(digits) <= _MAX_DIGITS else Decimal("Infinity")
    return value if -_MAX_DIGITS < value.adjusted() < _MAX_DIGITS else Decimal("Infinity")


def _constant(name: str) -> NoReturn:
    raise ValueError(name)


def _object(pairs: list[tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)[:80]
        raise ValueError(_("the field {name!r} stands twice").format(name=twice))
    return fields


def fields_of(value: Any, where: str, allowed: tuple[str, ...]) -> Fields:
    """The object at `where`, none of whose fields is unknown."""
    if not isinstance(value, dict):
        raise WrongType(_("an object is wanted, not {kind}").format(kind=kind(value)), where=where)
    for name in value:
        if name not in allowed:
            raise Unknown(
                _("there is no field {name!r} here").format(name=str(name)[:80]),
                where=below(where, str(name)[:80]),
                hint=_("fields: {names}").format(names=", ".join(allowed)),
            )
    return value


def below(where: str, name: str) -> str:
    """The path of a field inside `where`."""
    return f"{where}.{name}" if where else name


def need(fields: Fields, name: str, where: str) -> Any:
    """The field's value; `Missing` if it is not there."""
    if name not in fields:
        raise Missing(
            _("the field {name!r} is missing").format(name=name), where=below(where, name)
        )
    return fields[name]


def integer(value: Any, where: str, least: int, most: int) -> int:
    """An integer in a range."""
    if isinstance(value, Decimal) and value.is_infinite():
        raise _out_of_range(where, value, least, most)
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongType(
            _("a whole number is wanted, not {kind}").format(kind=kind(value)), where=where
        )
    if not least <= value <= most:
        raise _out_of_range(where, value, least, most)
    return value


def seconds(value: Any, where: str, most_s: int = MAX_TIME_US // 1_000_000) -> int:
    """Seconds, as a number or a string with at most six decimals, in µs; exact."""
    if isinstance(value, str):
        if not _DECIMAL.fullmatch(value):
            raise WrongType(
                _("{text!r} is not a number of seconds").format(text=value[:40]),
                where=where,
                hint=_("digits, and after a point at most six more"),
            )
        value = Decimal(value)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise WrongType(
            _("a number of seconds is wanted, not {kind}").format(kind=kind(value)), where=where
        )
    if not 0 <= value <= most_s:
        raise _out_of_range(where, value, 0, most_s)
    numerator, denominator = value.as_integer_ratio()
    amount_us, rest = divmod(numerator * 1_000_000, denominator)
    if rest:
        raise OutOfRange(
            _("seconds have at most six decimals"),
            where=where,
            hint=_("the clock counts whole microseconds"),
        )
    return amount_us


def boolean(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise WrongType(
            _("true or false is wanted, not {kind}").format(kind=kind(value)), where=where
        )
    return value


def text(value: Any, where: str) -> str:
    """A string of bounded length."""
    if not isinstance(value, str):
        raise WrongType(_("a string is wanted, not {kind}").format(kind=kind(value)), where=where)
    if len(value) > MAX_TEXT:
        raise TooLarge(_("a string of more than {n} characters").format(n=MAX_TEXT), where=where)
    return value


def word(value: Any, where: str, words_: tuple[str, ...]) -> str:
    """One of a few words."""
    if not isinstance(value, str):
        raise WrongType(_("a string is wanted, not {kind}").format(kind=kind(value)), where=where)
    if value not in words_:
        raise Unknown(
            _("{word!r} is not known here").format(word=value[:80]),
            where=where,
            hint=_("one of: {words}").format(words=", ".join(words_)),
        )
    return value


def kind(value: Any) -> str:
    """What a JSON value is, in the reader's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return _("true or false")
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, int):
        return _("a number")
    if isinstance(value, str):
        return _("a string")
    return _("a list") if isinstance(value, list) else _("an object")


def _out_of_range(where: str, value: int | Decimal, least: int, most: int) -> OutOfRange:
    given = str(value) if -MAX_AT_US * 100 < value < MAX_AT_US * 100 else _("such a number")
    return OutOfRange(
        _("{given} is out of range: {least} to {most}").format(given=given, least=least, most=most),
        where=where,
    )
