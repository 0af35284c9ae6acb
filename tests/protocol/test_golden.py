"""Both codecs say and read the golden vectors: the host's, and the firmware's on both Pythons."""

import json
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from flagfall_protocol import frames, messages
from flagfall_protocol.fields import KINDS, Message
from flagfall_protocol.schema import layout

from tests.protocol import golden
from tests.support import micropython, micropython32

VECTORS = golden.vectors()
FIRMWARE_SCRIPT = Path(__file__).with_name("golden_firmware.py").read_text("utf-8")


def textbook_cobs(encoded: bytes) -> bytes:
    """COBS as its paper decodes it, block by block: an oracle apart from both codecs."""
    out = bytearray()
    while encoded:
        code = encoded[0]
        block, encoded = encoded[1:code], encoded[code:]
        assert len(block) == code - 1
        out += block
        if encoded and code < 0xFF:
            out.append(0)
    return bytes(out)


def message_of(vector: dict[str, Any]) -> Message:
    kind = KINDS[vector["kind"]]
    values = {
        f.name: bytes.fromhex(vector["values"][f.name])
        if f.type == "bytes"
        else vector["values"][f.name]
        for f in layout(kind)
    }
    return kind(**values)


def test_every_message_has_vectors_for_its_story_and_both_ends_of_its_fields() -> None:
    names = {v["name"] for v in VECTORS}
    for kind in KINDS.values():
        way = "up" if kind.WAY == "up" else "down"
        for story in ("", " smallest", " largest"):
            assert f"{kind.__name__}{story}, {way}" in names


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_host_says_the_golden_bytes_and_reads_them_back(vector: dict[str, Any]) -> None:
    wire = bytes.fromhex(vector["wire"])
    told = message_of(vector)
    assert wire == frames.encode(
        told, sequence=vector["sequence"], address=vector["address"], up=vector["up"]
    )
    reader = frames.FrameReader(up=vector["up"])
    (frame,) = reader.feed(wire)
    assert frame.message is not None
    assert golden.plain(frame.message) == vector["values"]
    assert (frame.address, frame.sequence) == (vector["address"], vector["sequence"])
    assert reader.faults == [0] * len(reader.faults)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_golden_bytes_hold_by_the_textbook(vector: dict[str, Any]) -> None:
    """COBS by its definition, CRC-32 by zlib, the numbers by `struct`."""
    wire = bytes.fromhex(vector["wire"])
    assert wire[0] == wire[-1] == 0
    assert 0 not in wire[1:-1]
    assert len(wire) <= 63
    data = textbook_cobs(wire[1:-1])
    assert zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
    assert data[:4] == bytes(
        (vector["kind"], int(vector["up"]), vector["address"], vector["sequence"])
    )
    at = 4
    for f in layout(KINDS[vector["kind"]]):
        (first, *_) = struct.unpack_from("<" + f.letters, data, at)
        value = vector["values"][f.name]
        if f.type == "bytes":
            assert first.hex() == value
        else:
            assert first == (value[0] if isinstance(value, list) else value)
        at += f.size


def firmware_vectors() -> str:
    rows = []
    for v in VECTORS:
        fields = layout(KINDS[v["kind"]])
        values = [
            {"hex": v["values"][f.name]} if f.type == "bytes" else v["values"][f.name]
            for f in fields
        ]
        rows.append(
            [v["name"], v["message"], v["up"], v["address"], v["sequence"], values, v["wire"]]
        )
    return json.dumps(rows)


@pytest.mark.parametrize("python", ["cpython", "micropython", "micropython32"])
def test_firmware_says_and_reads_the_golden_bytes(python: str, tmp_path: Path) -> None:
    micropython.stage(tmp_path)
    (tmp_path / "vectors.json").write_text(firmware_vectors(), "utf-8")
    command: tuple[str | Path, ...] = ()
    if python == "cpython":
        command = (sys.executable,)
    elif python == "micropython32":
        command = micropython32.command()
    out = micropython.run(FIRMWARE_SCRIPT, tmp_path, python=command)
    assert out.split() == ["checked", str(len(VECTORS))]


def test_state_and_record_fit_the_frame_budget() -> None:
    assert messages.State.SIZE <= 40
    assert all(kind.SIZE <= 52 for kind in KINDS.values())


ALLOCATION = """
import gc
from flagfall_device import codec, frames
gc.disable()
reader, writer = frames.Reader(), frames.Writer()
wire = bytes.fromhex("{wire}")
uid = bytes(29)


def take(n):
    for _ in range(n):
        for byte in wire:
            reader.take(byte)


def seal(n):
    for _ in range(n):
        writer.seal(codec.pack_board_event(writer.buf, 77, 1, 5, 50, 1, uid))


for use in (take, seal):
    use(1)
    before = gc.mem_alloc()
    use(100)
    print((gc.mem_alloc() - before) // 100)
assert reader.counts == [0] * 12, reader.counts
"""


def test_frame_allocates_at_most_64_bytes_on_a_32_bit_board(tmp_path: Path) -> None:
    micropython.stage(tmp_path)
    wire = next(v["wire"] for v in VECTORS if v["name"] == "Ack, down")
    address = bytes.fromhex(wire)
    host = frames.FrameReader(up=False).feed(address)[0]
    script = ALLOCATION.format(wire=frames.seal(host.kind, host.body).hex())
    out = micropython.run(script, tmp_path, python=micropython32.command())
    taken, sealed = (int(n) for n in out.split())
    assert 0 <= taken <= 64
    assert 0 <= sealed <= 64
