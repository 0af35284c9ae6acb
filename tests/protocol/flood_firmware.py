# Runs under MicroPython: the firmware's reader over `flood.bin`. Says how many frames it took, a
# CRC of them all, by how many bytes the heap has grown, and four of its counters.
import gc
from binascii import crc32

from flagfall_clock.codes import FAULT_BAD_CRC, FAULT_BAD_FRAME, FAULT_ECHO, FAULT_TOO_LONG
from flagfall_device import codec, frames

reader = frames.Reader()
data = bytearray(4096)
head = bytearray(2)
body = memoryview(reader.buf)
taken = crc = before = 0
with open("flood.bin", "rb") as file:
    n = file.readinto(data)
    while n:
        for i in range(n):
            if reader.take(data[i]):
                taken += 1
                head[0] = reader.kind
                head[1] = reader.sequence
                crc = crc32(body[codec.BODY : codec.BODY + reader.size], crc32(head, crc))
        if not before:  # every view that it ever makes is made by now
            gc.collect()
            before = gc.mem_alloc()
        n = file.readinto(data)
gc.collect()
growth = gc.mem_alloc() - before
counts = reader.counts
print(taken, crc, growth)
print(counts[FAULT_BAD_CRC], counts[FAULT_BAD_FRAME], counts[FAULT_TOO_LONG], counts[FAULT_ECHO])
