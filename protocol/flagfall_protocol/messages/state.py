"""The state lane: how the clock stands now. What is lost is replaced by the next."""

from construct import Int32ul

from flagfall_protocol import codes
from flagfall_protocol.fields import Message, coded, i64, message, row, u8, u16, u32, u64
from flagfall_protocol.messages.common import Request


@message(0x20, "state", "up")
class State(Message):
    """Both times and the turn: on change, five a second while running, and when polled."""

    now_us: int = u64("the clock's time of this state")
    flags: codes.StateFlag = coded(codes.StateFlag, "running, turn, flags, phase", bits=16)
    left_us: int = i64("time left on the left side")
    right_us: int = i64("time left on the right side")
    left_period: int = u8("period of the left side, from 0")
    right_period: int = u8("period of the right side, from 0")
    health: codes.Health = coded(codes.Health, "of the unit")
    revision: int = u32("changes with every act that changed something")
    newest: int = u32("newest journal record")
    game: int = u16("which game")


@message(0x21, "state", "down")
class Poll(Message):
    """Say your state now."""

    cursor: int = u32("durable cursor: works as an acknowledgement")


@message(0x22, "state", "up")
class Fault(Message):
    """A fault was seen; counted since boot."""

    fault: codes.FaultKind = coded(codes.FaultKind, "what")
    count: int = u32("how many of this kind")
    detail: int = u32("kind, address or position, as the fault has it")


@message(0x23, "state", "down")
class FaultsRequest(Request):
    """Say all fault counters."""


@message(0x24, "state", "up")
class Faults(Message):
    """All fault counters since boot."""

    request: int = u32("as asked")
    counts: list[int] = row(Int32ul, 12, "by `FaultKind`")


@message(0x25, "state", "down")
class Turn(Message):
    """On a bus: it is your turn, say what is new. Nobody speaks unless spoken to."""

    cursor: int = u32("durable cursor: works as an acknowledgement")


@message(0x26, "state", "up")
class Quiet(Message):
    """On a bus: nothing is new here. Short, so that a quiet bus goes round quickly."""

    newest: int = u32("newest journal record")
