"""Both readers under a flood of damaged frames and random bytes: they judge alike, raise nothing,
take nothing false, miss no whole frame, and hold no more memory at its end than at its beginning.
"""

import tracemalloc
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from zlib import crc32

import pytest
from flagfall_device.frames import Reader
from flagfall_protocol import frames
from flagfall_protocol.codes import FaultKind

from tests.support import micropython
from tests.support.damage import DOWN, Taken, firmware_takes, host_takes, noise, stream

Flood = Iterable[tuple[bytes, Taken | None]]
SCRIPT = Path(__file__).with_name("flood_firmware.py").read_text("utf-8")
SAME = (FaultKind.BAD_CRC, FaultKind.BAD_FRAME, FaultKind.TOO_LONG, FaultKind.ECHO)
GROWTH = 4_096  # bytes: counters become longer numbers


def judge(flood: Flood) -> tuple[int, int]:
    """Both readers over a flood; how many frames were taken, and a CRC of them all."""
    host, clock = frames.FrameReader(up=False), Reader()
    bodies = {(m.KIND, m.body()) for m in DOWN}
    taken = crc = 0
    for wire, whole in flood:
        by_host, by_clock = host_takes(host, wire), firmware_takes(clock, wire)
        assert by_host == by_clock, wire.hex()
        for kind, sequence, body in by_host:
            assert (kind, body) in bodies, wire.hex()
            crc = crc32(bytes((kind, sequence)) + body, crc)
        if whole is not None:
            assert by_host[-1:] == [whole], wire.hex()
        taken += len(by_host)
    assert [host.faults[k] for k in SAME] == [clock.counts[k] for k in SAME]
    assert host.faults[FaultKind.BAD_FRAME]
    assert host.faults[FaultKind.TOO_LONG]
    return taken, crc


def judge_on_micropython(flood: Flood, folder: Path) -> None:
    """The firmware's reader under MicroPython takes what the host's takes."""
    micropython.stage(folder)
    host = frames.FrameReader(up=False)
    taken = crc = 0
    with (folder / "flood.bin").open("wb") as file:
        for wire, _whole in flood:
            file.write(wire)
            for kind, sequence, body in host_takes(host, wire):
                taken += 1
                crc = crc32(bytes((kind, sequence)) + body, crc)
    said = micropython.run(SCRIPT, folder, timeout=600).split()
    assert [int(n) for n in said[:2]] == [taken, crc]
    assert [int(n) for n in said[3:]] == [host.faults[k] for k in SAME]
    assert int(said[2]) < GROWTH


def test_hundred_thousand_mutated_frames_are_judged_alike_by_both_readers() -> None:
    judge(stream(1, 100_000))


def test_hundred_thousand_random_bytes_hide_no_frame() -> None:
    judge(noise(1, 100_000))


@pytest.mark.micropython
def test_hundred_thousand_mutated_frames_are_judged_alike_by_micropython(tmp_path: Path) -> None:
    judge_on_micropython(chain(stream(2, 100_000), noise(2, 100_000)), tmp_path)


def test_readers_hold_no_more_memory_after_a_flood() -> None:
    host, clock = frames.FrameReader(up=False), Reader()
    wires = [wire for wire, _whole in chain(stream(3, 8_000), noise(3, 100_000))]

    def flood() -> int:
        for wire in wires:
            host.feed(wire)
            for byte in wire:
                clock.take(byte)
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = flood()
        assert flood() - before < GROWTH
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_million_mutated_frames_are_judged_alike_by_both_readers() -> None:
    judge(stream(4, 1_000_000))


@pytest.mark.slow
def test_ten_million_random_bytes_hide_no_frame() -> None:
    judge(noise(4, 10_000_000))


@pytest.mark.slow
@pytest.mark.micropython
def test_million_mutated_frames_and_ten_million_bytes_pass_micropython(tmp_path: Path) -> None:
    judge_on_micropython(chain(stream(5, 1_000_000), noise(5, 10_000_000)), tmp_path)
