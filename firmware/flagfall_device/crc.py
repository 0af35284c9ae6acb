"""CRC-32 in two halves of sixteen bits: the same sum as `binascii.crc32`, and no large integer.

`binascii` is a hundred times faster and costs memory for its answer; this one is for what is
written once a second, whatever else the clock does.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _tables() -> "tuple[Any, Any]":
    low = array("H", bytes(512))
    high = array("H", bytes(512))
    for byte in range(256):
        lo, hi = byte, 0
        for _ in range(8):
            odd = lo & 1
            lo = lo >> 1 | (hi & 1) << 15
            hi >>= 1
            if odd:
                lo ^= 0x8320
                hi ^= 0xEDB8
        low[byte] = lo
        high[byte] = hi
    return low, high


_LOW, _HIGH = _tables()
del _tables


def put_crc(buf: bytearray, size: int) -> None:
    """Write the CRC of `buf[:size]` behind it, little-endian."""
    lo = hi = 0xFFFF
    for i in range(size):
        k = (lo ^ buf[i]) & 0xFF
        lo = (lo >> 8 | (hi & 0xFF) << 8) ^ _LOW[k]
        hi = hi >> 8 ^ _HIGH[k]
    buf[size] = ~lo & 0xFF
    buf[size + 1] = ~lo >> 8 & 0xFF
    buf[size + 2] = ~hi & 0xFF
    buf[size + 3] = ~hi >> 8 & 0xFF
