"""What a line does to bytes, in any amount; and what each of the two readers takes of it."""

import random
from collections.abc import Iterator
from typing import Any

from flagfall_device import codec
from flagfall_protocol import frames
from flagfall_protocol.examples import examples

DOWN = [m for m in examples() if type(m).WAY != "up"]
UP = [m for m in examples() if type(m).WAY != "down"]
Taken = tuple[int, int, bytes]


def damaged(wire: bytes, rng: random.Random) -> bytes:
    """One of the things a line does to bytes."""
    data = bytearray(wire)
    kind = rng.randrange(8)
    at = rng.randrange(len(data))
    if kind == 0:
        data[at] ^= 1 << rng.randrange(8)
    elif kind == 1:
        data[at] = rng.randrange(256)
    elif kind == 2:
        del data[at : at + rng.randrange(1, 8)]
    elif kind == 3:
        data[at:at] = rng.randbytes(rng.randrange(1, 8))
    elif kind == 4:
        data = data[:at]
    elif kind == 5:
        data = data[at:]
    elif kind == 6:
        data *= 2
    else:
        data[:] = rng.randbytes(rng.randrange(1, 90))
    return bytes(data)


def firmware_takes(reader: Any, data: bytes) -> list[Taken]:
    """The frames the firmware's reader takes of these bytes."""
    taken = []
    for byte in data:
        if reader.take(byte):
            body = bytes(reader.buf[codec.BODY : codec.BODY + reader.size])
            taken.append((reader.kind, reader.sequence, body))
    return taken


def host_takes(reader: frames.FrameReader, data: bytes) -> list[Taken]:
    """The same of the host's, judged as the firmware judges: by kind and length alone."""
    return [
        (f.kind, f.sequence, f.body)
        for f in reader.feed(data)
        if f.address == 0 and len(f.body) >= codec.SIZES.get(f.kind, 1 << 30)
    ]


def stream(seed: int, count: int) -> Iterator[tuple[bytes, Taken | None]]:
    """So many frames to a clock, four in five damaged; with each whole one what it must be
    read as. Between them, now and then, bytes that nobody said."""
    rng = random.Random(seed)
    for i in range(count):
        msg = rng.choice(DOWN)
        wire = frames.encode(msg, sequence=i & 0xFF)
        if rng.random() < 0.8:
            yield damaged(wire, rng), None
        else:
            yield wire, (msg.KIND, i & 0xFF, msg.body())


def noise(seed: int, count: int) -> Iterator[tuple[bytes, Taken | None]]:
    """So many random bytes in pieces, a whole frame behind each."""
    rng = random.Random(seed)
    while count > 0:
        piece = rng.randbytes(rng.randrange(1, 2_000))
        count -= len(piece)
        yield piece, None
        msg = rng.choice(DOWN)
        yield (
            frames.encode(msg, sequence=len(piece) & 0xFF),
            (
                msg.KIND,
                len(piece) & 0xFF,
                msg.body(),
            ),
        )
