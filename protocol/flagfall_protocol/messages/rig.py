"""For rigs: steps of a scenario on a scratch engine, never the live game; and virtual time, which
only the unix board has.
"""

from construct import Int8ul, Int32ul

from flagfall_protocol import codes
from flagfall_protocol.fields import (
    Message,
    coded,
    group,
    i64,
    message,
    raw,
    row,
    u8,
    u16,
    u32,
    u64,
)
from flagfall_protocol.messages.common import EDGES_PER_ADVANCE, Order, Request


@group
class Dated(Request):
    """What happens at a moment of a scenario."""

    at_us: int = u64("the step's moment")


@group
class SideAnswer(Message):
    """How one side stands."""

    request: int = u32("as asked")
    remaining_us: int = i64("time left")
    used_us: int = i64("time that ran")
    carried_us: int = i64("carried penalty")
    uncollected_us: int = i64("uncollected penalty")
    flag_us: int = i64("the moment the flag fell; -1: up")
    moves: int = u16("moves of the game")
    period: int = u16("period")
    byo_left: int = u16("stretches left; canadian: moves left; 0xFFFF: not in overtime")
    violations: int = u16("violations counted")


@message(0x40, "rig", "down")
class ActRequest(Order, Dated):
    """One step of a scenario, on the scratch engine, never on the live game."""


@message(0x41, "rig", "up")
class AnswerLeft(SideAnswer):
    """The left side after the step."""


@message(0x42, "rig", "up")
class AnswerRight(SideAnswer):
    """The right side after the step."""


@message(0x43, "rig", "up")
class AnswerCommon(Message):
    """What is common to both sides; the third and last frame of an answer."""

    request: int = u32("as asked")
    refusal: codes.Refusal = coded(codes.Refusal, "NONE: ok")
    running: codes.Side = coded(codes.Side, "whose clock runs")
    turn: codes.Side = coded(codes.Side, "whose turn it is")
    first_flag: codes.Side = coded(codes.Side, "who flagged first; BOTH: unknown")
    happened: codes.Happened = coded(codes.Happened, "what it brought about", bits=32)


@message(0x70, "rig", "down")
class Advance(Message):
    """Let virtual time pass to `to_us`, with these key edges on the way."""

    to_us: int = u64("virtual time to reach")
    count: int = u8("edges that follow")
    keys: list[int] = row(Int8ul, EDGES_PER_ADVANCE, "key in the low bits, 0x80: pressed")
    after_us: list[int] = row(Int32ul, EDGES_PER_ADVANCE, "since the edge before (the first: now)")


@message(0x71, "rig", "up")
class Advanced(Message):
    """Virtual time has passed; every event of it is journaled."""

    now_us: int = u64("virtual time reached")
    next_us: int = u64("when something happens by itself next; 2^64-1: never")
    newest: int = u32("newest journal record")


@message(0x72, "rig", "down")
class SetBoard(Message):
    """What the simulated board's sensors see from now on."""

    squares: int = u16("how many squares the board has")
    occupied: bytes = raw(29, "one bit a square, square 0 first, lowest bit first")
