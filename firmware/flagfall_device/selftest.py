"""The board's self-test, run from the REPL after flashing: does what was copied work here?

    import flagfall_device.selftest
    flagfall_device.selftest.main()

Prints one line of JSON: `{"ok": true, "free": 148320, "failed": []}`.
"""

import gc
import json
import os

from flagfall_clock.codes import ACT_START, METHOD_FISCHER, SIDE_LEFT, SIDE_RIGHT
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation

from flagfall_device import codec
from flagfall_device.entries import Entries
from flagfall_device.frames import Reader, Writer
from flagfall_device.store import FileStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_FILE = "selftest"
_HOUR_US = 3600000000  # beyond what a small board's small integers hold
# `Ack` of record 257 in journal 0x5EEDC10C, as PROTOCOL.md has it.
_ACK = "0002110108070cc1ed5e01010105e1ff4b2100"


def engine() -> bool:
    """A game of four moves to the microsecond, with times that need large numbers."""
    last = Period(_HOUR_US, None, METHOD_FISCHER, 30000000)
    clock = Clock(Regulation([Period(2 * _HOUR_US, 40), last]))
    at_us = 1 << 40
    clock.do(at_us, Order(ACT_START, SIDE_LEFT))
    for side in (SIDE_LEFT, SIDE_RIGHT, SIDE_LEFT, SIDE_RIGHT):
        at_us += 1234567
        clock.press(at_us, side)
    clock.settle(at_us)
    left = clock.left.remaining_us
    return left == 2 * _HOUR_US - 2 * 1234567 and clock.right.remaining_us == left


def frames() -> bool:
    """A frame that is known is read, and one that is sealed has the bytes it must have."""
    reader = Reader()
    wire = bytes.fromhex(_ACK)
    taken = [reader.take(byte) for byte in wire]
    if not taken[-1] or codec.unpack_ack(reader.buf) != (0x5EEDC10C, 257):
        return False
    writer = Writer()
    length = writer.seal(codec.pack_gap(writer.buf, 7, 1, 2))
    return length == codec.BODY + 12 + 5 and bytes(writer.buf[:length]).count(b"\0") == 2


def journal() -> bool:
    """What is written to the flash is found again."""
    store = FileStore(".", _FILE)
    entries = Entries(store, 512)
    entries.begin(5, 1)
    at = entries.append(0x12, b"kept", 0, 4)
    good = entries.read(entries.slot, at) > at and bytes(entries.buf[2:6]) == b"kept"
    store.close()
    for slot in (0, 1):
        os.remove("{}.{}".format(_FILE, slot))
    return good


def run() -> "list[str]":
    """The names of what failed."""
    tests: "tuple[Callable[[], bool], ...]" = (engine, frames, journal)
    failed = []
    for test in tests:
        try:
            good = test()
        except Exception as fault:
            good = False
            print(test.__name__, repr(fault))
        if not good:
            failed.append(test.__name__)
    return failed


def main() -> None:
    """Run everything and say how it went."""
    failed = run()
    gc.collect()
    free = gc.mem_free() if hasattr(gc, "mem_free") else -1
    print(json.dumps({"ok": not failed, "free": free, "failed": failed}))
