"""Who is there, how late is it there, and who holds the clock. The hello is frozen for ever."""

from flagfall_protocol import codes
from flagfall_protocol.fields import Message, coded, message, raw, u8, u32, u64


@message(0x01, "hello", "down")
class HelloRequest(Message):
    """Who is there? The first thing a host says; the clock is silent until asked."""

    major: int = u8("the host's protocol, major: another one is refused")
    minor: int = u8("the host's protocol, minor: the smaller of two is spoken")
    host_id: int = u32("who asks; the clock keeps to one host until it is released or silent")
    nonce: int = u32("comes back in the answer, so that an old answer is not taken for a new one")


@message(0x02, "hello", "up")
class Hello(Message):
    """Who the clock is, what it can do, and what its journal holds. Frozen for ever."""

    major: int = u8("the clock's protocol, major")
    minor: int = u8("the clock's protocol, minor")
    nonce: int = u32("as asked")
    firmware_major: int = u8("firmware version")
    firmware_minor: int = u8("firmware version")
    firmware_patch: int = u8("firmware version")
    uid: bytes = raw(8, "unique id of the unit")
    boot_id: int = u32("a new number at each start: shows resets")
    reset_cause: codes.ResetCause = coded(codes.ResetCause, "why it started")
    capabilities: codes.Capability = coded(codes.Capability, "what it can do", bits=32)
    frame_max: int = u8("longest frame it takes, in bytes on the wire")
    window: int = u8("events it sends ahead of the acknowledgement")
    journal_id: int = u32("the journal now written")
    oldest: int = u32("oldest record kept; 0: none yet")
    newest: int = u32("newest record; 0: none yet")
    schema_crc: int = u32("CRC-32 of the definition both ends were built from")
    implementation: codes.Implementation = coded(codes.Implementation, "the Python it runs on")
    implementation_major: int = u8("its version")
    implementation_minor: int = u8("its version")
    board: codes.BoardKind = coded(codes.BoardKind, "the board")
    holder: int = u32("the host that holds this clock; 0: none")


@message(0x03, "hello", "down")
class SyncRequest(Message):
    """Four time stamps make the host's line of time; also the heartbeat of a quiet link."""

    host_us: int = u64("the host's monotonic time at sending")


@message(0x04, "hello", "up")
class Sync(Message):
    """The answer to a sync request. Tells the newest record, so that a lost tail is noticed."""

    host_us: int = u64("as asked")
    received_us: int = u64("the clock's time when the request came")
    sent_us: int = u64("the clock's time at sending")
    newest: int = u32("newest journal record")


@message(0x05, "hello", "down")
class Release(Message):
    """The host lets the clock go: another may take it at once."""

    host_id: int = u32("who held it")


@message(0x06, "hello", "up")
class Busy(Message):
    """Another host holds this clock."""

    holder: int = u32("its id")
    idle_ms: int = u32("how long it has been silent")
