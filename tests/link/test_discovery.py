"""Clocks are found by what they are, on every system; lines keep a board from being reset."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import flagfall.link
import pytest
import serial
from flagfall.link import discovery, serial_port
from flagfall.link.discovery import Candidate, find, open_usb, probe, survey
from flagfall.link.errors import (
    ClockHeld,
    ClockRefused,
    LineLost,
    NoAnswer,
    PortBusy,
    PortForbidden,
    PortMissing,
)
from flagfall.link.port import now_us

from tests.link.test_port import served
from tests.support.fake_clock import FakeClock
from tests.support.lines import memory_line, pty_line


@dataclass
class Info:
    """A port as pyserial lists it."""

    device: str
    vid: int | None = None
    pid: int | None = None
    serial_number: str | None = None
    location: str | None = None
    description: str | None = "n/a"


def listed(*ports: Info) -> Any:
    return lambda: ports


def test_linux_ports_are_found_by_vendor_and_named_by_usb_serial() -> None:
    found = find(
        listed(
            Info("/dev/ttyS0"),
            Info("/dev/ttyACM1", 0x2E8A, 0x0005, "E66178C1", description="Board in FS mode"),
            Info("/dev/ttyACM0", 0x2E8A, 0x0005, "A0000001"),
            Info("/dev/ttyUSB0", 0x1A86, 0x7523, None, "1-1.4"),
            Info("/dev/ttyACM2", 0x1234, 0x0001, "a modem"),
        ),
        "linux",
    )
    assert found == [
        Candidate("serial:/dev/ttyUSB0", "esp32", "1a86:7523:1-1.4", "n/a"),
        Candidate("serial:/dev/ttyACM0", "pico", "2e8a:0005:A0000001", "n/a"),
        Candidate("serial:/dev/ttyACM1", "pico", "2e8a:0005:E66178C1", "Board in FS mode"),
    ]


def test_macos_takes_the_twin_that_opens_at_once() -> None:
    found = find(
        listed(
            Info("/dev/cu.Bluetooth-Incoming-Port"),
            Info("/dev/tty.usbmodem1101", 0x2E8A, 5, "E66178C1"),
            Info("/dev/cu.usbmodem1101", 0x2E8A, 5, "E66178C1"),
        ),
        "darwin",
    )
    assert [c.address for c in found] == ["serial:/dev/cu.usbmodem1101"]


def test_windows_ports_are_named_com() -> None:
    found = find(listed(Info("COM3"), Info("COM17", 0x10C4, 0xEA60, "0001")), "win32")
    assert found == [Candidate("serial:COM17", "esp32", "10c4:ea60:0001", "n/a")]


def test_renumbered_port_is_found_again() -> None:
    """Failure 29."""
    opened = []
    now = [Candidate("serial:/dev/ttyACM0", "pico", "2e8a:0005:A", "")]

    def open_line(address: str, board: str) -> Any:
        opened.append((address, board))

    open_usb("2e8a:0005:A", lambda: now, open_line)
    now[0] = Candidate("serial:/dev/ttyACM5", "pico", "2e8a:0005:A", "")
    open_usb("2e8a:0005:A", lambda: now, open_line)
    assert opened == [("serial:/dev/ttyACM0", "pico"), ("serial:/dev/ttyACM5", "pico")]
    with pytest.raises(PortMissing):
        open_usb("2e8a:0005:B", lambda: now, open_line)


def test_probe_asks_who_is_there_and_lets_go() -> None:
    clock = FakeClock()
    with pty_line() as far, served(clock, far):
        assert probe(far.address).uid == b"fakeclok"
        assert probe(far.address).uid == b"fakeclok"  # not held by the first
    with memory_line() as far, pytest.raises(NoAnswer) as silent:
        probe(far.address, answer_s=0.1)
    assert "flagfall flash" in silent.value.hint


def test_probe_says_who_holds_and_what_is_too_old() -> None:
    clock = FakeClock()
    clock.holder, clock.heard_us = 99, now_us()
    with memory_line() as far, served(clock, far), pytest.raises(ClockHeld):
        probe(far.address)
    clock = FakeClock()
    clock.major = 0
    with memory_line() as far, served(clock, far), pytest.raises(ClockRefused):
        probe(far.address)


def test_survey_asks_all_at_once() -> None:
    clock = FakeClock()
    with pty_line() as far, served(clock, far):
        found = survey(
            [Candidate(far.address, "pty", "1", ""), Candidate("serial:/dev/none", "", "2", "")]
        )
    (_a, hello), (_b, missing) = found
    assert not isinstance(hello, Exception)
    assert hello.uid == b"fakeclok"
    assert isinstance(missing, PortMissing)
    assert survey([]) == []


# ---------------------------------------------------------------- lines


class FakeSerial:
    """pyserial's port as its source has it: lines set on opening, DTR first, then RTS."""

    history: list[tuple[bool, bool]]
    fails: BaseException | None = None

    def __init__(self) -> None:
        FakeSerial.history = []
        self._dtr = self._rts = True
        self._open = False
        self.timeout: float | None = None
        self.in_waiting = 0
        self.incoming = b""
        self.cancelled = threading.Event()
        self.exclusive = False

    def _level(self) -> None:
        if self._open:
            FakeSerial.history.append((self._dtr, self._rts))

    @property
    def dtr(self) -> bool:
        return self._dtr

    @dtr.setter
    def dtr(self, on: bool) -> None:
        self._dtr = on
        self._level()

    @property
    def rts(self) -> bool:
        return self._rts

    @rts.setter
    def rts(self, on: bool) -> None:
        self._rts = on
        self._level()

    def open(self) -> None:
        if FakeSerial.fails is not None:
            raise FakeSerial.fails
        self._open = True
        FakeSerial.history.append((True, True))  # the kernel raises both
        FakeSerial.history.append((self._dtr, True))
        FakeSerial.history.append((self._dtr, self._rts))

    def read(self, count: int) -> bytes:
        data, self.incoming = self.incoming[:count], self.incoming[count:]
        self.in_waiting = len(self.incoming)
        return data

    def write(self, data: bytes) -> None:
        if not self._open:
            raise serial.PortNotOpenError
        self.incoming += data
        self.in_waiting = len(self.incoming)

    def cancel_read(self) -> None:
        self.cancelled.set()

    def close(self) -> None:
        self._open = False

    def reset_input_buffer(self) -> None: ...


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    FakeSerial.fails = None
    monkeypatch.setattr(serial_port.serial, "Serial", FakeSerial)
    monkeypatch.setattr(serial_port, "on_posix", lambda: False)
    yield
    FakeSerial.fails = None


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("board", ["esp32", ""])
def test_opening_never_resets_an_esp32(board: str) -> None:
    """Failure 27: its circuit pulls EN while RTS is on and DTR off."""
    serial_port.open_serial("COM3", board)
    assert (False, True) not in FakeSerial.history
    assert FakeSerial.history[-1] == (True, True)


@pytest.mark.usefixtures("windows")
def test_pico_sends_because_dtr_is_on() -> None:
    serial_port.open_serial("COM3", "pico")
    assert FakeSerial.history[-1][0]


@pytest.mark.usefixtures("windows")
def test_windows_line_reads_writes_wakes_and_closes() -> None:
    line = serial_port.open_serial("COM12")
    assert line.address == "serial:COM12"
    line.write(b"abc")
    assert line.read(5) == b"abc"
    assert line.read(0) == b""
    port = line._port  # type: ignore[attr-defined]
    assert port.timeout <= serial_port.WINDOWS_READ_S
    assert port.exclusive
    line.wake()
    assert port.cancelled.is_set()
    line.close()
    line.close()
    for call in (lambda: line.read(0), lambda: line.write(b"x")):
        with pytest.raises(LineLost):
            call()


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)", PortBusy),
        ("could not open port 'COM3': FileNotFoundError(2, 'cannot find')", PortMissing),
    ],
)
def test_windows_refusals_are_told_apart(said: str, error: type[Exception]) -> None:
    FakeSerial.fails = serial.SerialException(said)
    with pytest.raises(error):
        serial_port.open_serial("COM3")


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("number", "error"), [(16, PortBusy), (11, PortBusy), (13, PortForbidden), (2, PortMissing)]
)
def test_posix_refusals_are_told_apart(number: int, error: type[Exception]) -> None:
    FakeSerial.fails = serial.SerialException(number, "refused")
    with pytest.raises(error) as refused:
        serial_port.open_serial("/dev/ttyACM0")
    assert refused.value.hint  # type: ignore[attr-defined]


def test_udev_rule_names_every_vendor_and_keeps_modem_manager_away() -> None:
    """Failure 28."""
    rule = (Path(flagfall.link.__file__).parent / "70-flagfall.rules").read_text("utf-8")
    for vendor in discovery.VENDORS:
        assert f'ATTRS{{idVendor}}=="{vendor:04x}"' in rule
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule
    lines = [x for x in rule.splitlines() if x and not x.startswith("#")]
    assert all(x.count('"') % 2 == 0 for x in lines)
    assert lines[-1] == 'LABEL="flagfall_end"'
