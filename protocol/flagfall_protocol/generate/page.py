"""PROTOCOL.md: intent first, then every message as a table of bytes with one worked example."""

from enum import IntFlag
from pathlib import Path

from flagfall_protocol import explain, frames
from flagfall_protocol.examples import examples
from flagfall_protocol.fields import Message
from flagfall_protocol.schema import (
    FRAME_MAX,
    MAJOR,
    MINOR,
    SCHEMA_CRC,
    WINDOW,
    Field,
    by_kind,
    enumerations,
    layout,
)

INTENT = Path(__file__).with_name("intent.md")
WAYS = {"down": "host → clock", "up": "clock → host", "both": "both ways"}
SEQUENCE = 7


def _paragraph(doc: str | None) -> str:
    return " ".join((doc or "").split())


def _type(f: Field) -> str:
    name = f"{f.size} bytes" if f.type == "bytes" else f.type
    if f.count > 1:
        name = f"{f.count} × {name}"
    return f"{name}, [{f.enum}](#{f.enum.lower()})" if f.enum else name


def _table(kind: type[Message]) -> list[str]:
    rows = ["| at | bytes | field | type | meaning |", "|---:|---:|---|---|---|"]
    rows += [
        f"| {f.offset} | {f.size} | `{f.name}` | {_type(f)} | {f.doc.replace('|', chr(92) + '|')} |"
        for f in layout(kind)
    ]
    return rows


def _dump(msg: Message) -> list[str]:
    """The example before COBS, field by field, then as it goes over the wire."""
    wire = frames.encode(msg, sequence=SEQUENCE, up=type(msg).WAY != "down")
    lines = explain.lines(explain.content(wire), msg)
    lines += ["", "on the wire:"]
    lines += [wire[i : i + 24].hex(" ") for i in range(0, len(wire), 24)]
    return ["```", *lines, "```"]


def text() -> str:
    """The page's content."""
    intent = INTENT.read_text("utf-8").format(
        major=MAJOR,
        minor=MINOR,
        schema=f"{SCHEMA_CRC:08x}",
        frame_max=FRAME_MAX,
        window=WINDOW,
    )
    shown = {type(m): m for m in examples()}
    lines = [intent, "## Messages", ""]
    for kind in by_kind():
        lines += [
            f"### 0x{kind.KIND:02X} {kind.__name__}",
            "",
            f"*{WAYS[kind.WAY]}, {kind.LANE} lane, {kind.SIZE} bytes.* {_paragraph(kind.__doc__)}",
            "",
            *_table(kind),
            "",
            *_dump(shown[kind]),
            "",
        ]
    lines += ["## Codes", "", "Numbers are never reused.", ""]
    for enum in enumerations():
        names = ", ".join(
            f"{m.name} {m.value.bit_length() - 1 if issubclass(enum, IntFlag) else m.value}"
            for m in enum
        )
        what = "bits: " if issubclass(enum, IntFlag) else ""
        lines += [f"### {enum.__name__}", "", f"{_paragraph(enum.__doc__)} ({what}{names})", ""]
    return "\n".join(lines).rstrip() + "\n"
