"""How a message is written down: a frozen dataclass whose fields carry their construct.

    @message(0x06, "event", "down")
    class Ack:
        journal_id: int = u32("the journal whose records are acknowledged")

gives `Ack.KIND`, `Ack.LAYOUT` (the construct `Struct`), `Ack.SIZE`, and an entry in `KINDS`.

Bodies go through `struct`, with the letters that the constructs say: a hall reads thousands of
frames a second, and construct would take a third of its core.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import IntEnum, IntFlag
from typing import Any, ClassVar, Literal, Self, TypeVar, dataclass_transform

from construct import (
    Adapter,
    Array,
    Bytes,
    Construct,
    FormatField,
    Int8ul,
    Int16ul,
    Int32ul,
    Int64sl,
    Int64ul,
    Renamed,
    Struct,
    Terminated,
)

Lane = Literal["hello", "command", "event", "state", "rig"]
Way = Literal["down", "up", "both"]  # down: host to clock

MAX_BODY = 52  # 63 on the wire, less two delimiters, COBS, header and CRC


class Message:
    """Base of every message; subclasses are made by `message`."""

    KIND: ClassVar[int]
    LANE: ClassVar[Lane]
    WAY: ClassVar[Way]
    LAYOUT: ClassVar[Construct]
    SIZE: ClassVar[int]
    _PACKED: ClassVar[struct.Struct]
    _NAMES: ClassVar[tuple[str, ...]]
    _CODED: ClassVar[tuple[tuple[int, type[IntEnum] | type[IntFlag]], ...]]
    _RAW: ClassVar[tuple[tuple[int, int], ...]]  # which field, how many bytes
    _ROWS: ClassVar[tuple[tuple[int, int], ...]]  # which field, how many numbers

    def body(self) -> bytes:
        """The body's bytes; `construct.ConstructError` where a value does not fit its field."""
        values = [getattr(self, name) for name in self._NAMES]
        fits = all(len(values[at]) == n for at, n in self._RAW + self._ROWS)
        for at, _n in reversed(self._ROWS):
            values[at : at + 1] = values[at]
        try:
            if fits:
                return self._PACKED.pack(*values)
        except struct.error:
            pass
        # construct says which field it is.
        built: bytes = self.LAYOUT.build({name: getattr(self, name) for name in self._NAMES})
        return built

    @classmethod
    def read(cls, body: bytes) -> Self | None:
        """The message of a body of at least `SIZE` bytes; None where a code has no meaning."""
        values = list(cls._PACKED.unpack_from(body))
        for at, n in cls._ROWS:
            values[at : at + n] = [values[at : at + n]]
        try:
            for at, enum in cls._CODED:
                values[at] = enum(values[at])
        except ValueError:
            return None
        return cls(*values)


M = TypeVar("M", bound=Message)
KINDS: dict[int, type[Message]] = {}


class Coded(Adapter):  # type: ignore[misc]
    """An integer field that is read as a member of an enumeration; unknown numbers are refused."""

    def __init__(self, subcon: Construct, enum: type[IntEnum] | type[IntFlag]) -> None:
        super().__init__(subcon)
        self.enum = enum

    def _decode(self, obj: int, context: Any, path: str) -> IntEnum | IntFlag:
        try:
            return self.enum(obj)
        except ValueError as unknown:
            from construct import MappingError

            raise MappingError(str(unknown), path=path) from None

    def _encode(self, obj: int, context: Any, path: str) -> int:
        return int(obj)


def letters_of(subcon: Construct) -> tuple[str, int, type[IntEnum] | type[IntFlag] | None]:
    """`struct` letters, how many numbers, and the enumeration of a field's construct."""
    if isinstance(subcon, Renamed):
        return letters_of(subcon.subcon)
    if isinstance(subcon, Coded):
        letters, count, _ = letters_of(subcon.subcon)
        return letters, count, subcon.enum
    if isinstance(subcon, Array):
        letters, _, enum = letters_of(subcon.subcon)
        return f"{subcon.count}{letters}", subcon.count, enum
    if isinstance(subcon, Bytes):
        return f"{subcon.length}s", 1, None
    if isinstance(subcon, FormatField):
        letter = subcon.fmtstr[-1]
        return ("I" if letter == "L" else letter), 1, None
    raise TypeError(f"no byte layout for {subcon!r}")


def _spec(subcon: Construct, doc: str, *, default: Any = ...) -> Any:
    meta = {"subcon": subcon, "doc": doc}
    return field(metadata=meta) if default is ... else field(default=default, metadata=meta)


def u8(doc: str, *, default: Any = ...) -> Any:
    """An unsigned byte."""
    return _spec(Int8ul, doc, default=default)


def u16(doc: str, *, default: Any = ...) -> Any:
    """An unsigned 16-bit number, little-endian."""
    return _spec(Int16ul, doc, default=default)


def u32(doc: str, *, default: Any = ...) -> Any:
    """An unsigned 32-bit number, little-endian."""
    return _spec(Int32ul, doc, default=default)


def u64(doc: str, *, default: Any = ...) -> Any:
    """An unsigned 64-bit number, little-endian."""
    return _spec(Int64ul, doc, default=default)


def i64(doc: str, *, default: Any = ...) -> Any:
    """A signed 64-bit number, little-endian; every time is one, in microseconds."""
    return _spec(Int64sl, doc, default=default)


def raw(length: int, doc: str, *, default: Any = ...) -> Any:
    """Exactly `length` bytes."""
    return _spec(Bytes(length), doc, default=default)


def coded(
    enum: type[IntEnum] | type[IntFlag], doc: str, *, default: Any = ..., bits: int = 8
) -> Any:
    """A member of `enum` in `bits` bits."""
    width = {8: Int8ul, 16: Int16ul, 32: Int32ul}[bits]
    return _spec(Coded(width, enum), doc, default=default)


def row(subcon: Construct, length: int, doc: str, *, default: Any = ...) -> Any:
    """`length` numbers of one width."""
    return _spec(Array(length, subcon), doc, default=default)


@dataclass_transform(
    frozen_default=True, field_specifiers=(_spec, u8, u16, u32, u64, i64, raw, coded, row)
)
def group(cls: type[M]) -> type[M]:
    """Fields that several messages share: a base for them, no message itself."""
    return dataclass(frozen=True)(cls)


@dataclass_transform(
    frozen_default=True, field_specifiers=(_spec, u8, u16, u32, u64, i64, raw, coded, row)
)
def message(kind: int, lane: Lane, way: Way) -> Callable[[type[M]], type[M]]:
    """Make a message class: freeze it, build its construct, enter it in `KINDS`."""

    def make(cls: type[M]) -> type[M]:
        cls = dataclass(frozen=True, slots=False)(cls)
        parts = [f.name / f.metadata["subcon"] for f in fields(cls)]  # type: ignore[arg-type]
        cls.KIND, cls.LANE, cls.WAY = kind, lane, way
        cls.LAYOUT = Struct(*parts, Terminated)
        subcons = [f.metadata["subcon"] for f in fields(cls)]  # type: ignore[arg-type]
        shapes = [letters_of(subcon) for subcon in subcons]
        cls._NAMES = tuple(f.name for f in fields(cls))  # type: ignore[arg-type]
        cls._PACKED = struct.Struct("<" + "".join(letters for letters, _n, _enum in shapes))
        cls.SIZE = cls._PACKED.size
        cls._CODED = tuple((i, e) for i, (_l, _n, e) in enumerate(shapes) if e is not None)
        cls._ROWS = tuple((i, n) for i, (_l, n, _e) in enumerate(shapes) if n > 1)
        cls._RAW = tuple((i, s.length) for i, s in enumerate(subcons) if isinstance(s, Bytes))
        if kind in KINDS:
            raise ValueError(f"kind {kind:#04x} is taken by {KINDS[kind].__name__}")
        if cls.SIZE > MAX_BODY:
            raise ValueError(f"{cls.__name__} has {cls.SIZE} bytes, {MAX_BODY} fit")
        KINDS[kind] = cls
        return cls

    return make
