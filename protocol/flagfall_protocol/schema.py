"""The definition as data: its version, each message's byte layout, and a CRC that names it all.

Both ends carry `SCHEMA_CRC` in their hello, so that a clock built from another definition is
noticed at once. Major: another one is refused. Minor: fields or kinds were appended.
"""

import zlib
from dataclasses import dataclass, fields
from enum import IntEnum, IntFlag

from flagfall_protocol import codes, messages
from flagfall_protocol.fields import KINDS, Message, letters_of

MAJOR = 1
MINOR = 0
FRAME_MAX = 63  # 64 fills a USB packet, and some stacks then wait for more
WINDOW = 4  # events sent ahead of the acknowledgement

TYPES = {"B": "u8", "H": "u16", "I": "u32", "L": "u32", "Q": "u64", "q": "i64"}


@dataclass(frozen=True)
class Field:
    """One field on the wire: `offset` in the body, `size` in bytes, `count` of equal numbers."""

    name: str
    offset: int
    size: int
    count: int
    type: str
    letters: str  # as in `struct`
    enum: str
    doc: str


def layout(kind: type[Message]) -> tuple[Field, ...]:
    """The fields of a message in order."""
    found = []
    offset = 0
    for f in fields(kind):  # type: ignore[arg-type]
        subcon = f.metadata["subcon"]
        letters, count, enum = letters_of(subcon)
        size = int(subcon.sizeof())
        name = "bytes" if letters[-1] == "s" else TYPES[letters[-1]]
        coded = enum.__name__ if enum else ""
        found.append(Field(f.name, offset, size, count, name, letters, coded, f.metadata["doc"]))
        offset += size
    return tuple(found)


def struct_format(kind: type[Message]) -> str:
    """The `struct` format of a message's body, little-endian."""
    return "<" + "".join(f.letters for f in layout(kind))


def by_kind() -> list[type[Message]]:
    """Every message, by rising kind."""
    return [KINDS[number] for number in sorted(KINDS)]


def enumerations() -> list[type[IntEnum] | type[IntFlag]]:
    """Every enumeration of the definition, in its order."""
    return [
        found
        for found in vars(codes).values()
        if isinstance(found, type)
        and issubclass(found, (IntEnum, IntFlag))
        and found not in (IntEnum, IntFlag)
    ]


def describe() -> str:
    """The whole definition as canonical text: what must be equal for two ends to agree."""
    lines = [f"flagfall {MAJOR}.{MINOR}"]
    for kind in by_kind():
        parts = " ".join(f"{f.name}:{f.letters}:{f.enum}" for f in layout(kind))
        lines.append(f"{kind.KIND:#04x} {kind.__name__} {kind.LANE} {kind.WAY} {parts}")
    lines += [
        f"{enum.__name__} " + " ".join(f"{m.name}={m.value}" for m in enum)
        for enum in enumerations()
    ]
    return "\n".join(lines) + "\n"


SCHEMA_CRC = zlib.crc32(describe().encode())
CONSTANTS = {
    name: getattr(messages, name)
    for name in (
        "ABSENT16",
        "ABSENT64",
        "ANY_REVISION",
        "PART_BYTES",
        "EDGES_PER_ADVANCE",
        "NEVER",
    )
}
