"""The event lane: the journal's records on their way up, and what moves them on.

Records come in order, until the host's durable cursor acknowledges them.
"""

from flagfall_protocol import codes
from flagfall_protocol.fields import Message, coded, i64, message, raw, u8, u16, u32
from flagfall_protocol.messages.common import Order, Record, RulesHead, RulesPeriod


@message(0x10, "event", "down")
class Subscribe(Message):
    """Send the journal after this record. Repeating it makes the clock go back: that is the
    whole of retransmission, and the host owns it."""

    journal_id: int = u32("the journal the cursor belongs to; another one: from the beginning")
    after: int = u32("the durable cursor: the last record safely kept; 0: all")


@message(0x11, "event", "down")
class Ack(Message):
    """Everything up to `seq` is durably kept; the window moves on."""

    journal_id: int = u32("the journal")
    seq: int = u32("the durable cursor")


@message(0x12, "event", "up")
class Event(Record):
    """A record: an act that had an effect, and both times after it."""

    game: int = u16("which game since the journal began, from 1; 0: before the first")
    act: codes.Act = coded(codes.Act, "what was done")
    side: codes.Side = coded(codes.Side, "by or to whom")
    refusal: codes.Refusal = coded(codes.Refusal, "NONE, or why the act had no effect")
    aux: int = u8("press: counts the edges of this key; claim, verdict, result: its code")
    amount_us: int = i64("the time concerned, as it was really done")
    left_us: int = i64("time left on the left side after it")
    right_us: int = i64("time left on the right side after it")
    happened: codes.Happened = coded(codes.Happened, "what it brought about", bits=32)


@message(0x13, "event", "up")
class BoardEvent(Record):
    """What stood on the board at the press of the next record but this one's own moment."""

    squares: int = u16("how many squares the board has")
    press: int = u8("1: taken at a press; 0: a change between presses")
    occupied: bytes = raw(29, "one bit a square, square 0 first, lowest bit first")


@message(0x14, "event", "up")
class OrderEvent(Order, Record):
    """A ruling as it was ordered; the next `Event` says what came of it."""


@message(0x15, "event", "up")
class RulesEvent(RulesHead, Record):
    """A regulation was laid out: its head; the periods follow as `PeriodEvent`."""


@message(0x16, "event", "up")
class PeriodEvent(RulesPeriod, Record):
    """One period of the regulation laid out."""


@message(0x17, "event", "up")
class BootEvent(Record):
    """The clock started. If a game was on, it is stopped, with the times of the checkpoint."""

    game: int = u16("the game that was on; 0: none")
    boot_id: int = u32("as in `Hello`")
    reset_cause: codes.ResetCause = coded(codes.ResetCause, "why it started")
    left_us: int = i64("time left on the left side")
    right_us: int = i64("time left on the right side")


@message(0x1F, "event", "up")
class Gap(Message):
    """Records before `oldest` were overwritten: said explicitly, followed by a snapshot."""

    journal_id: int = u32("the journal")
    oldest: int = u32("oldest record kept")
    newest: int = u32("newest record")
