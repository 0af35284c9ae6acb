"""Both readers on damaged, hostile and plain foolish bytes: nothing raises, nothing false passes.

The firmware's reader is run here under CPython beside the host's: on the same bytes they must take
the same frames.
"""

import random
import zlib
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest
from construct import ConstructError
from flagfall_device import codec
from flagfall_device.frames import Reader
from flagfall_protocol import frames, messages
from flagfall_protocol.codes import FaultKind
from flagfall_protocol.fields import KINDS, Message
from hypothesis import given
from hypothesis import strategies as st

from tests.protocol import golden
from tests.support.damage import DOWN, UP, damaged, firmware_takes, host_takes


def test_mutated_frames_from_a_clock_raise_nothing_at_the_host() -> None:
    rng = random.Random(4)
    reader = frames.FrameReader(up=True)
    sent = {(m.KIND, m.body()) for m in UP}
    for i in range(30_000):
        for frame in reader.feed(damaged(frames.encode(UP[i % len(UP)], up=True), rng)):
            assert (frame.kind, frame.body) in sent


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_any_bytes_raise_nothing_and_are_kept_bounded(parts: list[bytes]) -> None:
    host, clock = frames.FrameReader(up=False), Reader()
    for part in parts:
        assert host_takes(host, part) == firmware_takes(clock, part)
        assert len(host._buffer) <= frames.ENCODED_MAX


@given(st.integers(0, 255), st.binary(max_size=60), st.booleans())
def test_any_body_of_any_kind_under_a_good_crc_raises_nothing(
    kind: int, body: bytes, up: bool
) -> None:
    body = body[:52]
    wire = frames.seal(kind, body, up=up)
    (frame,) = frames.FrameReader(up=up).feed(wire)
    assert (frame.kind, frame.body) == (kind, body)
    if frame.message is not None:
        known = KINDS[kind]
        assert isinstance(frame.message, known)
        assert frame.message.body() == body[: known.SIZE]


def any_message() -> st.SearchStrategy[Message]:
    """A message with every field anywhere between its ends."""

    def of(kind: type[Message]) -> st.SearchStrategy[Message]:
        from flagfall_protocol.schema import layout

        values: dict[str, st.SearchStrategy[Any]] = {}
        for f in layout(kind):
            bits = 8 * f.size // f.count
            if f.type == "bytes":
                values[f.name] = st.binary(min_size=f.size, max_size=f.size)
            elif f.enum:
                enum = kind.LAYOUT._subcons[f.name].subcon.enum
                values[f.name] = st.sampled_from(list(enum))
            else:
                low = -(1 << 63) if f.type == "i64" else 0
                number = st.integers(low, (1 << (63 if low else bits)) - 1)
                values[f.name] = (
                    st.lists(number, min_size=f.count, max_size=f.count) if f.count > 1 else number
                )
        return st.builds(kind, **values)

    return st.sampled_from(list(KINDS.values())).flatmap(of)


@given(any_message(), st.randoms(use_true_random=False))
def test_bodies_are_read_and_written_as_their_constructs_say(
    msg: Message, rng: random.Random
) -> None:
    known = type(msg)
    values = {f.name: getattr(msg, f.name) for f in fields(msg)}  # type: ignore[arg-type]
    assert msg.body() == known.LAYOUT.build(values)
    body = rng.randbytes(known.SIZE)
    try:
        parsed = known.LAYOUT.parse(body)
    except ConstructError:
        assert known.read(body) is None
    else:
        read = known.read(body)
        assert all(getattr(read, name) == parsed[name] for name in values)


@pytest.mark.parametrize(
    "unfit",
    [
        messages.Ack(1 << 32, 0),
        messages.Ack(-1, 0),
        messages.Part(0, 0, 1, 1, b"short"),
        messages.SetBoard(64, bytes(30)),
        messages.Advance(0, 0, [0] * 9, [0] * 7),
    ],
)
def test_value_that_does_not_fit_its_field_is_refused(unfit: Message) -> None:
    with pytest.raises(ConstructError):
        unfit.body()


@given(any_message(), st.lists(st.integers(1, 63), max_size=8), st.integers(0, 255))
def test_message_survives_the_wire_in_any_portions(
    msg: Message, cuts: list[int], sequence: int
) -> None:
    up = type(msg).WAY == "up"
    wire = frames.encode(msg, sequence=sequence, address=9, up=up)
    assert len(wire) <= 63
    reader = frames.FrameReader(up=up)
    got = []
    edges = [0, *sorted(cuts), len(wire)]
    for a, b in pairwise(edges):
        got += reader.feed(wire[a:b])
    (frame,) = got
    assert (frame.message, frame.sequence, frame.address, frame.up) == (msg, sequence, 9, up)


@given(st.binary(max_size=60))
def test_cobs_takes_every_zero_out_and_gives_the_bytes_back(data: bytes) -> None:
    encoded = frames.cobs_encode(data)
    assert 0 not in encoded
    assert len(encoded) == len(data) + 1
    assert frames.cobs_decode(encoded) == data


def test_no_damage_of_up_to_four_bits_passes_the_crc() -> None:
    """Of a frame's longest content no two pairs of bits have the same effect on its CRC-32."""
    size = frames.HEADER + 52
    zero = zlib.crc32(bytes(size))
    effects = [1 << bit for bit in range(32)]
    for bit in range(8 * size):
        data = bytearray(size)
        data[bit // 8] ^= 1 << bit % 8
        effects.append(zlib.crc32(data) ^ zero)
    pairs = {a ^ b for i, a in enumerate(effects) for b in effects[:i]}
    assert len(set(effects)) == len(effects)  # one and two
    assert pairs.isdisjoint(effects)  # three
    assert len(pairs) == len(effects) * (len(effects) - 1) // 2  # four


def test_stray_print_between_two_frames_costs_neither() -> None:
    first, second = frames.encode(DOWN[0]), frames.encode(DOWN[1], sequence=1)
    reader = frames.FrameReader(up=False)
    assert len(reader.feed(first + b"Traceback (most recent call last):\r\n" + second)) == 2


def test_link_recovers_within_one_frame_of_the_last_fault() -> None:
    rng = random.Random(9)
    for _ in range(2_000):
        reader, clock = frames.FrameReader(up=False), Reader()
        good = frames.encode(rng.choice(DOWN), sequence=5)
        broken = damaged(frames.encode(rng.choice(DOWN), sequence=4), rng)
        reader.feed(broken)
        firmware_takes(clock, broken)
        assert [f.sequence for f in reader.feed(good)][-1:] == [5]
        assert [s for _k, s, _b in firmware_takes(clock, good)][-1:] == [5]


def test_longer_body_of_a_later_version_is_read_as_far_as_known() -> None:
    body = messages.Ack(7, 9).body() + b"new field"
    (frame,) = frames.FrameReader(up=False).feed(frames.seal(messages.Ack.KIND, body))
    assert frame.message == messages.Ack(7, 9)
    clock = Reader()
    assert firmware_takes(clock, frames.seal(messages.Ack.KIND, body))
    assert codec.unpack_ack(clock.buf) == (7, 9)


def test_faults_are_counted_by_kind() -> None:
    good = frames.encode(messages.Ack(1, 2))
    faults = {
        FaultKind.TOO_LONG: b"\0" + b"x" * 80 + b"\0",
        FaultKind.BAD_FRAME: b"\0\xf0abc\0",
        FaultKind.BAD_CRC: good[:8] + bytes([good[8] ^ 1 or 2]) + good[9:],
        FaultKind.ECHO: frames.encode(messages.Ack(1, 2), up=True),
        FaultKind.UNKNOWN_KIND: frames.seal(0xEE, b"what"),
        FaultKind.BAD_BODY: frames.seal(messages.Ack.KIND, b"ab"),
        FaultKind.WRONG_ADDRESS: frames.encode(messages.Ack(1, 2), address=3),
    }
    for kind, wire in faults.items():
        clock = Reader()
        assert firmware_takes(clock, wire) == []
        assert [k for k in FaultKind if clock.counts[k]] == [kind]
        reader = frames.FrameReader(up=False)
        reader.feed(wire)
        counted = [k for k in FaultKind if reader.faults[k]]
        assert counted == ([] if kind is FaultKind.WRONG_ADDRESS else [kind])


def test_holes_in_the_sequence_are_counted_and_repeats_are_not() -> None:
    reader, clock = frames.FrameReader(up=False), Reader()
    for sequence in (250, 251, 253, 253, 2, 3):
        wire = frames.encode(messages.Ack(1, 2), sequence=sequence)
        reader.feed(wire)
        firmware_takes(clock, wire)
    assert reader.faults[FaultKind.MISSED] == clock.counts[FaultKind.MISSED] == 1 + 4


def test_golden_edges_cover_both_ends_of_every_field() -> None:
    for kind in KINDS.values():
        low, high = golden.edges(kind)
        assert frames.decode(kind.KIND, low.body()) == low
        assert frames.decode(kind.KIND, high.body()) == high
