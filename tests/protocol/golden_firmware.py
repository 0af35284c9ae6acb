# Runs under MicroPython and CPython: the firmware's frames and codec against the golden vectors.
# `vectors.json` holds [name, message, up, address, sequence, values, wire as hex]; bytes in the
# values are {"hex": ...}; lists are spread where the codec gives them flat.
import binascii
import json

from flagfall_device import codec, frames


def snake(name):
    out = ""
    for c in name:
        out += "_" + c.lower() if "A" <= c <= "Z" else c
    return out[1:]


def value(v):
    if isinstance(v, dict):
        return binascii.unhexlify(v["hex"])
    return v


def flat(values):
    out = []
    for v in values:
        if isinstance(v, list):
            out.extend(v)
        else:
            out.append(v)
    return tuple(out)


def check_up(name, message, address, sequence, values, wire):
    writer = frames.Writer(address)
    writer._sequence = sequence
    size = getattr(codec, "pack_" + snake(message))(writer.buf, *values)
    kept = bytes(writer.buf)
    length = writer.seal(size)
    assert bytes(writer.buf[:length]) == wire, (name, bytes(writer.buf[:length]), wire)
    read_back = getattr(codec, "unpack_" + snake(message), None)
    if read_back is not None:  # records of the journal, and what goes both ways
        assert read_back(kept) == flat(values), (name, read_back(kept), values)


def check_down(name, message, address, sequence, values, wire):
    reader = frames.Reader(address)
    taken = [reader.take(b) for b in wire]
    assert taken == [False] * (len(wire) - 1) + [True], (name, taken, reader.counts)
    assert reader.sequence == sequence
    got = getattr(codec, "unpack_" + snake(message))(reader.buf)
    assert got == flat(values), (name, got, values)
    assert reader.counts == [0] * 12


n = 0
with open("vectors.json") as f:
    vectors = json.load(f)
for name, message, up, address, sequence, values, wire in vectors:
    check = check_up if up else check_down
    check(name, message, address, sequence, [value(v) for v in values], binascii.unhexlify(wire))
    n += 1
print("checked", n)
