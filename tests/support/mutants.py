"""Game files spoiled at random: bytes changed, dropped, doubled, pieces of other files put in."""

import random
from collections.abc import Iterator

TRICKS = (b"(", b")", b"{", b"[", b"]", b'"', b"\\", b"\0", b"\xff", b"<", b"&#0;", b"99999999999")


def mutants(seeds: list[bytes], seed: int, count: int) -> Iterator[bytes]:
    """So many spoiled files made of the sound ones; the same for the same seed."""
    lot = random.Random(seed)
    for _ in range(count):
        data = bytearray(lot.choice(seeds))
        for _change in range(lot.choice((1, 1, 2, 4, 12))):
            _spoil(data, seeds, lot)
        yield bytes(data)


def _spoil(data: bytearray, seeds: list[bytes], lot: random.Random) -> None:
    at = lot.randrange(len(data) + 1)
    end = min(len(data), at + lot.choice((1, 2, 8, 40)))
    what = lot.randrange(6)
    if what == 0 and at < len(data):
        data[at] = lot.randrange(256)
    elif what == 1:
        del data[at:end]
    elif what == 2:
        data[at:at] = data[at:end] * lot.choice((1, 3, 30))
    elif what == 3:
        data[at:at] = lot.choice(TRICKS) * lot.choice((1, 1, 60))
    elif what == 4:
        other = lot.choice(seeds)
        start = lot.randrange(len(other))
        data[at:end] = other[start : start + 40]
    else:
        del data[at:]
