"""Runs under the 32-bit MicroPython: the board's line over pipes. Echoes what comes, then a report.

Standard input: frames of 63 bytes. Standard output: the same bytes. `report.json`: bytes allocated
by idle turns, and how many frames a host that does not read was sent before the line was full.
"""

import gc
import json
import sys


class Machine:
    """What boards have and the unix port has not; the line needs none of it."""

    UART = Pin = None


sys.modules["machine"] = Machine

from flagfall_device.boards.lines import Usb  # noqa: E402

COUNT = 10_000


def idle(count, line, buf):
    """Turns of the loop in which nothing comes."""
    for _ in range(count):
        line.read_into(buf)
        line.sleep(0)


def main():
    """Echo, then be silent, then talk to a wall."""
    line = Usb()
    buf = bytearray(64)
    whole = memoryview(buf)
    echoed = 0
    total = int(sys.argv[1])
    while echoed < total:
        line.sleep(100)
        n = line.read_into(buf)
        sent = 0
        while sent < n:
            sent += line.write(whole[sent:n])
        echoed += n
    idle(100, line, buf)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    idle(COUNT, line, buf)
    spent = gc.mem_alloc() - before
    gc.enable()
    view = whole[:63]
    full = 0
    while line.write(view) == 63:
        full += 1
    with open("report.json", "w") as file:
        json.dump({"idle": spent, "frames": full}, file)


main()
