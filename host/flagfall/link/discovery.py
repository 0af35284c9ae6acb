"""Finds clocks: by the USB identity of their ports and by what they say, never by a port's name.

A name (`/dev/ttyACM0`, `COM7`) changes with the order of plugging. What stays is the USB serial
number, and the unit's id in its hello.
"""

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flagfall_protocol.messages import Hello

from flagfall.link.bus_port import line_of
from flagfall.link.errors import ClockHeld, ClockRefused, LinkError, NoAnswer, PortMissing
from flagfall.link.notices import Greeted, Held, Refused
from flagfall.link.session import Session
from flagfall.link.transport import Transport, open_transport
from flagfall.link.visit import Visit
from flagfall.words import words

_, _ngettext = words("link")

ANSWER_S = 1.5  # a hello comes within 100 ms; the rest is for a board that is just starting

# USB vendors whose boards and bridges clocks are built with, and the line policy each needs.
VENDORS = {
    0x2E8A: "pico",  # Raspberry Pi
    0xF055: "pico",  # MicroPython's own
    0x303A: "esp32",  # Espressif, native USB
    0x10C4: "esp32",  # Silicon Labs CP210x
    0x1A86: "esp32",  # WCH CH340, CH9102
    0x0403: "rs485",  # FTDI: RS-485 adapters
}


@dataclass(frozen=True)
class Candidate:
    """A port a clock may stand at. `usb` names it for good, whatever port it gets next time."""

    address: str
    board: str
    usb: str
    description: str


def _ports() -> Iterable[Any]:
    from serial.tools import list_ports

    found: Iterable[Any] = list_ports.comports()
    return found


def find(
    ports: Callable[[], Iterable[Any]] = _ports, platform: str = sys.platform
) -> list[Candidate]:
    """The ports of this machine that may have a clock, by rising USB identity.

    Ports without a USB vendor, and vendors that build no clocks, are left alone: to open a
    stranger's port may disturb it.
    """
    found = []
    for port in ports():
        board = VENDORS.get(port.vid) if port.vid is not None else None
        if board is None:
            continue
        device = port.device
        if platform == "darwin":
            # The tty.* twin waits for a carrier that never comes; cu.* opens at once.
            device = device.replace("/dev/tty.", "/dev/cu.")
        usb = f"{port.vid:04x}:{port.pid or 0:04x}:{port.serial_number or port.location or ''}"
        found.append(Candidate(f"serial:{device}", board, usb, port.description or ""))
    unique = {c.address: c for c in found}
    return sorted(unique.values(), key=lambda c: (c.usb, c.address))


def open_usb(
    usb: str,
    candidates: Callable[[], Iterable[Candidate]] = find,
    open_line: Callable[[str, str], Transport] = open_transport,
) -> Transport:
    """Open the port at which the unit with this USB identity stands now."""
    for candidate in candidates():
        if candidate.usb == usb:
            return open_line(candidate.address, candidate.board)
    raise PortMissing(
        _("The clock {usb} is not connected.").format(usb=usb),
        hint=_("'flagfall clock list' shows the clocks that are connected."),
    )


def probe(
    address: str,
    host_id: int = 0,
    *,
    board: str = "",
    answer_s: float = ANSWER_S,
    open_line: Callable[[str, str], Transport] = open_transport,
) -> Hello:
    """Ask who stands at an address, and let it go again.

    Raises what opening raises, `NoAnswer` where nobody speaks, `ClockHeld`, `ClockRefused`.
    """
    if line_of(address) != address:  # on a bus a clock is asked in its turn
        with Visit(address, greet_s=answer_s) as clock:
            return clock.hello
    session = Session(host_id or secrets_id())
    line = open_line(address, board)
    try:
        return _greet(session, line, address, answer_s)
    finally:
        if session.live:
            session.release()
            _write(line, session)
        line.close()


def secrets_id() -> int:
    """A host id for a short conversation: random, never 0."""
    import secrets

    return secrets.randbits(31) + 1


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def _write(line: Transport, session: Session) -> None:
    out = session.outgoing(_now_us())
    if out:
        line.write(out)


def _greet(session: Session, line: Transport, address: str, answer_s: float) -> Hello:
    end_us = _now_us() + int(answer_s * 1_000_000)
    session.greet(_now_us())
    while (now_us := _now_us()) < end_us:
        said = session.tick(now_us)
        _write(line, session)
        wait_us = min(session.wake_us(now_us), end_us) - now_us
        said += session.feed(line.read(max(wait_us, 1_000) / 1_000_000), _now_us())
        for notice in said:
            if isinstance(notice, Greeted):
                return notice.hello
            if isinstance(notice, Refused):
                raise ClockRefused(notice.sentence, hint=notice.hint, where=address)
            if isinstance(notice, Held):
                raise ClockHeld.by(notice.holder, notice.idle_ms, address)
    raise NoAnswer(
        _("No clock answers at {address}.").format(address=address),
        hint=_("If it is a board without firmware: 'flagfall flash {port}'.").format(
            port=address.partition(":")[2] or address
        ),
        where=address,
    )


def survey(candidates: Iterable[Candidate]) -> list[tuple[Candidate, Hello | LinkError]]:
    """Probe every candidate at once; what each said, or why it could not be asked."""
    from concurrent.futures import ThreadPoolExecutor

    def ask(candidate: Candidate) -> Hello | LinkError:
        try:
            return probe(candidate.address, board=candidate.board)
        except LinkError as refused:
            return refused

    listed = list(candidates)
    if not listed:
        return []
    with ThreadPoolExecutor(max_workers=min(32, len(listed))) as pool:
        return list(zip(listed, pool.map(ask, listed), strict=True))
