"""Runs under MicroPython: what checkpoints and records cost a flash with littlefs on it.

A flash in memory counts what littlefs does to it; the device's own files are on it. Prints JSON.
"""

import json
import os
import sys

import vfs
from flagfall_device.entries import Entries
from flagfall_device.marks import Marks
from flagfall_device.store import FileStore
from flagfall_device.timebase import Timebase

BLOCK = 4096
COUNT = 2000


class Flash:
    """A block device as MicroPython's file systems want it; erased blocks are counted."""

    def __init__(self, blocks):
        self.data = bytearray(BLOCK * blocks)
        self.erased = [0] * blocks

    def readblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        buf[:] = self.data[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        self.data[at : at + len(buf)] = buf

    def ioctl(self, operation, block):
        if operation == 4:
            return len(self.erased)
        if operation == 5:
            return BLOCK
        if operation == 6:
            self.erased[block] += 1
            self.data[block * BLOCK : (block + 1) * BLOCK] = b"\xff" * BLOCK
        return 0


def main():
    """Write many of each; blocks erased for a thousand of them, and the most worn block."""
    flash = Flash(int(sys.argv[1]))
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    os.mkdir("/flash/flagfall")
    time = Timebase(0)
    marks = Marks(FileStore("/flash/flagfall", "marks"))
    records = Entries(FileStore("/flash/flagfall", "journal"), 65536)
    records.begin(1, 1)
    body = bytes(50)

    def mark():
        time.s += 1
        marks.keep(time)

    def record():
        if records.room() < 100:
            records.rotate(1)
        records.append(0x12, body, 0, len(body))

    found = {}
    for name, work in (("mark", mark), ("record", record)):
        before = sum(flash.erased)
        for _ in range(COUNT):
            work()
        found[name] = (sum(flash.erased) - before) * 1000 // COUNT
    print(json.dumps(found))


main()
