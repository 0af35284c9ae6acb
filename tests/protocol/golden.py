"""Golden vectors: messages as they stood on the wire when this version was fixed.

`python -m tests.protocol.golden` appends vectors for examples that have none; it never changes one.
A vector that no longer holds means that the wire was changed under clocks that are in the field.
"""

import json
from pathlib import Path
from typing import Any

from flagfall_protocol import frames
from flagfall_protocol.examples import examples
from flagfall_protocol.fields import KINDS, Message
from flagfall_protocol.schema import layout

FOLDER = Path(__file__).resolve().parents[1] / "data" / "golden"
FILE = FOLDER / "messages.json"


def plain(msg: Message) -> dict[str, Any]:
    """A message's fields as JSON: numbers, hex of bytes, lists."""
    values = {f.name: getattr(msg, f.name) for f in layout(type(msg))}
    return {
        name: value.hex()
        if isinstance(value, bytes)
        else [int(v) for v in value]
        if isinstance(value, list)
        else int(value)
        for name, value in values.items()
    }


def edges(kind: type[Message]) -> list[Message]:
    """The smallest and the largest message of a kind: every field at its end."""
    found = []
    for high in (False, True):
        values: dict[str, Any] = {}
        for f in layout(kind):
            bits = 8 * f.size // f.count
            if f.type == "bytes":
                values[f.name] = (b"\xff" if high else b"\0") * f.size
            elif f.enum:
                enum = kind.LAYOUT._subcons[f.name].subcon.enum
                members = sorted(int(m) for m in enum)
                values[f.name] = enum(members[-1] if high else 0)
            elif f.type == "i64":
                values[f.name] = (1 << 63) - 1 if high else -(1 << 63)
            else:
                number = (1 << bits) - 1 if high else 0
                values[f.name] = [number] * f.count if f.count > 1 else number
        found.append(kind(**values))
    return found


def vectors() -> list[dict[str, Any]]:
    """The committed vectors."""
    read: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return read


def _vector(msg: Message, name: str, up: bool, sequence: int) -> dict[str, Any]:
    address = 17 if sequence % 5 == 0 else 0
    wire = frames.encode(msg, sequence=sequence, address=address, up=up)
    return {
        "name": name,
        "kind": msg.KIND,
        "message": type(msg).__name__,
        "up": up,
        "address": address,
        "sequence": sequence,
        "values": plain(msg),
        "wire": wire.hex(),
    }


def main() -> None:
    """Append what is missing."""
    kept = vectors() if FILE.exists() else []
    names = {v["name"] for v in kept}
    wanted = [(type(e).__name__, e) for e in examples()]
    for number in sorted(KINDS):
        low, high = edges(KINDS[number])
        wanted += [(f"{type(low).__name__} smallest", low), (f"{type(low).__name__} largest", high)]
    for name, msg in wanted:
        for way in ("down", "up") if type(msg).WAY == "both" else (type(msg).WAY,):
            if f"{name}, {way}" not in names:
                kept.append(_vector(msg, f"{name}, {way}", way == "up", len(kept) & 0xFF))
    FILE.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
