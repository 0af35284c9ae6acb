"""A frame's bytes in words: which field each byte belongs to and what it says."""

import zlib
from enum import IntFlag

from flagfall_protocol.fields import KINDS, Message
from flagfall_protocol.frames import CRC, HEADER, UP, Frame, cobs_decode
from flagfall_protocol.schema import Field, layout

WIDTH = 8  # bytes in a row


def said(f: Field, msg: Message) -> str:
    """What a field says, for people: names of codes, numbers with their thousands apart."""
    value = getattr(msg, f.name)
    if f.type == "bytes":
        text = value.rstrip(b"\0")
        return f'"{text.decode()}"' if text.isalpha() else ""
    if isinstance(value, list):
        return ", ".join(str(v) for v in value)
    if isinstance(value, IntFlag):
        return " + ".join(m.name or "" for m in value) or "nothing"
    if f.enum:
        return str(value.name)
    if f.type == "u32" and f.name.endswith(("_id", "crc", "nonce", "holder")) and value:
        return f"0x{value:08X}"
    return f"{value:,}".replace(",", " ")


def rows(data: bytes, message: Message | None) -> list[tuple[bytes, str, str]]:
    """(bytes, field, what it says) of a frame without COBS, from its kind to its CRC."""
    kind = KINDS.get(data[0])
    found = [
        (data[:1], "kind", kind.__name__ if kind is not None else "unknown"),
        (data[1:2], "flags", "from the clock" if data[1] & UP else "from the host"),
        (data[2:3], "address", str(data[2])),
        (data[3:4], "sequence", str(data[3])),
    ]
    body, at = data[HEADER:-CRC], 0
    if message is not None:
        for f in layout(type(message)):
            found.append((body[f.offset : f.offset + f.size], f.name, said(f, message)))
            at = f.offset + f.size
    if body[at:]:
        found.append((body[at:], "?", "unknown to this version"))
    found.append((data[-CRC:], "CRC-32", f"0x{int.from_bytes(data[-CRC:], 'little'):08X}"))
    return found


def lines(data: bytes, message: Message | None) -> list[str]:
    """The rows as text, bytes in hexadecimal on the left."""
    out = []
    for raw, name, words in rows(data, message):
        pieces = [raw[i : i + WIDTH].hex(" ") for i in range(0, len(raw), WIDTH)]
        out.append(f"{pieces[0]:<{3 * WIDTH - 1}}  {name} {words}".rstrip())
        out += pieces[1:]
    return out


def content(wire: bytes) -> bytes:
    """A sealed frame's bytes without delimiters and COBS; empty where they are broken."""
    return cobs_decode(wire.strip(b"\0")) or b""


def frame_lines(frame: Frame) -> list[str]:
    """A received frame, explained."""
    head = bytes((frame.kind, frame.flags, frame.address, frame.sequence))
    data = head + frame.body
    return lines(data + zlib.crc32(data).to_bytes(CRC, "little"), frame.message)
