"""The command lane: one order in flight for each clock, answered by its id."""

from flagfall_protocol import codes
from flagfall_protocol.fields import Message, coded, group, message, raw, u8, u16, u32, u64
from flagfall_protocol.messages.common import PART_BYTES, Order, Request, RulesHead, RulesPeriod


@group
class Revised(Request):
    """An order that counts on the state being as its giver saw it."""

    revision: int = u32("expected revision of the state; 0xFFFFFFFF: any")


@group
class ForWhich(Request):
    """What concerns one of two engines."""

    scratch: int = u8("1: for the scratch engine; 0: for the live clock")


@message(0x30, "command", "down")
class Command(Order, Revised):
    """An order to the live clock. Values are absolute, with the revision they were decided on."""


@message(0x31, "command", "up")
class Outcome(Message):
    """The answer to every command, rule part and restore."""

    request: int = u32("the command's id")
    status: codes.Status = coded(codes.Status, "what became of it")
    refusal: codes.Refusal = coded(codes.Refusal, "the engine's reason")
    revision: int = u32("revision of the state now")
    seq: int = u32("newest journal record now")
    now_us: int = u64("the clock's time")


@message(0x32, "command", "both")
class RulesBegin(RulesHead, ForWhich):
    """A regulation begins: its head. Comes up when read back (`RulesRead`)."""


@message(0x33, "command", "both")
class Period(RulesPeriod, Request):
    """One period of the regulation begun."""


@message(0x34, "command", "both")
class RulesCommit(ForWhich):
    """The regulation is complete: lay it out as a new game. Nothing changes before this."""

    crc: int = u32("CRC-32 over the bodies of the head and periods without their request ids")


@message(0x35, "command", "down")
class RulesRead(Request):
    """Say the regulation in force."""


@message(0x36, "command", "down")
class SnapRequest(Request):
    """Say the whole state, in parts: for a replacement (CL-12) or a host that missed a gap."""


@message(0x37, "command", "both")
class Part(Request):
    """A part of a whole state: up as an answer, down to restore."""

    part: int = u8("from 0")
    parts: int = u8("how many there are")
    length: int = u16("bytes in all")
    data: bytes = raw(PART_BYTES, "padded with zeros in the last part")


@message(0x38, "command", "both")
class PartsCommit(Request):
    """All parts were sent. Down: take the state, stopped (`Outcome` answers)."""

    crc: int = u32("CRC-32 of the whole state")


@message(0x39, "command", "down")
class Setting(Request):
    """A setting of the unit, kept over power-off."""

    setting: int = u8(
        "1: drift in parts per thousand million (signed, offset 2^31); 2: sounds; "
        "3: brightness; 4: bus address; 5: marked defective; "
        "6: 1: restart into the plain REPL, for flashing (not kept; not while a game runs); "
        "7: arbiter's code, 0: none (not while a game runs)"
    )
    value: int = u32("the value")
