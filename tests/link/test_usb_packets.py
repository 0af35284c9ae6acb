"""The board's own end of a USB line: bytes are polled, and asked for one at a time.

On a real board this is checked by hand as well (`hardware/`): no stall at multiples of 64 bytes.
"""

import importlib
import select
import sys
import types
from typing import Any

import pytest
from flagfall_device.frames import Reader
from flagfall_protocol import messages
from flagfall_protocol.frames import encode

PACKET = 64


class Usb:
    """A port that, asked for more than has come, waits for ever: the test would never end."""

    def __init__(self) -> None:
        self.waiting = bytearray()
        self.buffer = self
        self.asked: list[int] = []

    def readinto(self, into: bytearray) -> int:
        self.asked.append(len(into))
        assert len(into) <= len(self.waiting), "the main loop stands still until more bytes come"
        into[:] = self.waiting[: len(into)]
        del self.waiting[: len(into)]
        return len(into)

    def fileno(self) -> int:
        return -1


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Usb]:
    """The firmware's line over such a port."""
    machine = types.ModuleType("machine")
    machine.__dict__.update(UART=object, Pin=object)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.delitem(sys.modules, "flagfall_device.boards.lines", raising=False)
    usb = Usb()

    class Poll:
        def register(self, what: Any, events: int) -> None:
            pass

        def ipoll(self, _ms: int) -> list[int]:
            return [1] if usb.waiting else []

    monkeypatch.setattr(sys, "stdin", usb)
    monkeypatch.setattr(select, "poll", Poll)
    lines = importlib.import_module("flagfall_device.boards.lines")
    monkeypatch.delitem(sys.modules, "flagfall_device.boards.lines")
    return lines.Usb(), usb


@pytest.mark.parametrize("extra", [0, 1, PACKET - 1])
def test_nothing_stalls_at_multiples_of_a_usb_packet(port: tuple[Any, Usb], extra: int) -> None:
    """Failure 25: reads stalled where exactly 64 bytes, or 128, had come."""
    line, usb = port
    reader = Reader()
    frames = b"".join(encode(messages.SyncRequest(i), sequence=i) for i in range(40))
    size = len(frames) // PACKET * PACKET + extra - (PACKET if extra else 0)
    taken = 0
    buf = bytearray(PACKET)
    for at in range(0, size, PACKET):
        usb.waiting += frames[at : min(at + PACKET, size)]
        while n := line.read_into(buf):
            taken += sum(reader.take(buf[i]) for i in range(n))
    assert not usb.waiting
    assert set(usb.asked) == {1}
    whole = len(encode(messages.SyncRequest(0)))
    assert taken == size // whole


def test_frame_never_fills_a_packet() -> None:
    """Failure 25: 63 bytes on the wire at most; after 64 some stacks wait for more."""
    from flagfall_protocol.schema import FRAME_MAX

    assert FRAME_MAX < PACKET
