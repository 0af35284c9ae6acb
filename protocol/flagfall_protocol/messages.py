"""The messages of version 1: what host and clock say to each other.

Intent before bytes; the layout is each field's construct, in order, little-endian. Fields may be
appended, never moved; kinds are never reused. `PROTOCOL.md` is generated from this file.

Three lanes. *Commands* go down, one in flight, each with a request id; the clock keeps its last
answers and answers a repeated id without doing the work twice. *Events* come up from an
append-only journal, numbered, until the host's durable cursor acknowledges them. *State* comes up
unacknowledged: what is lost is replaced by the next.
"""

from construct import Int8ul, Int32ul

from flagfall_protocol import codes
from flagfall_protocol.fields import Message, coded, i64, message, raw, row, u8, u16, u32, u64

ABSENT16 = 0xFFFF
ABSENT64 = -(1 << 63)
ANY_REVISION = 0xFFFFFFFF
PART_BYTES = 40
EDGES_PER_ADVANCE = 8
NEVER = (1 << 64) - 1

# ---------------------------------------------------------------- hello: frozen for ever


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


# ---------------------------------------------------------------- events


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
class Event(Message):
    """A record: an act that had an effect, and both times after it."""

    journal_id: int = u32("the journal")
    seq: int = u32("number of the record, from 1, without gaps")
    at_us: int = u64("the clock's time; never decreases within a journal")
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
class BoardEvent(Message):
    """What stood on the board at the press of the next record but this one's own moment."""

    journal_id: int = u32("the journal")
    seq: int = u32("number of the record")
    at_us: int = u64("the clock's time of the snapshot")
    squares: int = u16("how many squares the board has")
    press: int = u8("1: taken at a press; 0: a change between presses")
    occupied: bytes = raw(29, "one bit a square, square 0 first, lowest bit first")


@message(0x14, "event", "up")
class OrderEvent(Message):
    """A ruling as it was ordered; the next `Event` says what came of it."""

    journal_id: int = u32("the journal")
    seq: int = u32("number of the record")
    at_us: int = u64("the clock's time")
    act: codes.Act = coded(codes.Act, "as in `Command`")
    side: codes.Side = coded(codes.Side, "as in `Command`")
    by: codes.By = coded(codes.By, "as in `Command`")
    what: int = u8("as in `Command`")
    why: codes.Why = coded(codes.Why, "as in `Command`")
    flags: codes.OrderFlag = coded(codes.OrderFlag, "as in `Command`")
    amount_us: int = i64("as in `Command`")
    moves: int = u16("as in `Command`")
    period: int = u16("as in `Command`")
    violations: int = u16("as in `Command`")
    carried_us: int = i64("as in `Command`")
    uncollected_us: int = i64("as in `Command`")


@message(0x15, "event", "up")
class RulesEvent(Message):
    """A regulation was laid out: its head; the periods follow as `PeriodEvent`."""

    journal_id: int = u32("the journal")
    seq: int = u32("number of the record")
    at_us: int = u64("the clock's time")
    code: codes.Code = coded(codes.Code, "as in `RulesBegin`")
    flags: codes.RuleFlag = coded(codes.RuleFlag, "as in `RulesBegin`", bits=16)
    violation_limit: int = u8("as in `RulesBegin`")
    correction_floor_us: int = i64("as in `RulesBegin`")
    carry_floor_us: int = i64("as in `RulesBegin`")
    hold_limit_us: int = u32("as in `RulesBegin`")
    forfeit_after_ms: int = u32("as in `RulesBegin`")
    carry_without_control: codes.CarryWithoutControl = coded(
        codes.CarryWithoutControl, "as in `RulesBegin`"
    )
    periods_left: int = u8("as in `RulesBegin`")
    periods_right: int = u8("as in `RulesBegin`")


@message(0x16, "event", "up")
class PeriodEvent(Message):
    """One period of the regulation laid out."""

    journal_id: int = u32("the journal")
    seq: int = u32("number of the record")
    at_us: int = u64("the clock's time")
    side: codes.Side = coded(codes.Side, "as in `Period`")
    index: int = u8("as in `Period`")
    moves: int = u16("as in `Period`")
    time_us: int = i64("as in `Period`")
    method: codes.Method = coded(codes.Method, "as in `Period`")
    from_first_move: int = u8("as in `Period`")
    increment_us: int = i64("as in `Period`")
    count: int = u16("as in `Period`")
    byo_us: int = i64("as in `Period`")
    byo_moves: int = u16("as in `Period`")


@message(0x17, "event", "up")
class BootEvent(Message):
    """The clock started. If a game was on, it is stopped, with the times of the checkpoint."""

    journal_id: int = u32("the journal")
    seq: int = u32("number of the record")
    at_us: int = u64("the clock's time")
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


# ---------------------------------------------------------------- state


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
    """Say your state now. On a bus nobody speaks unless polled."""

    cursor: int = u32("durable cursor: works as an acknowledgement")


@message(0x22, "state", "up")
class Fault(Message):
    """A fault was seen; counted since boot."""

    fault: codes.FaultKind = coded(codes.FaultKind, "what")
    count: int = u32("how many of this kind")
    detail: int = u32("kind, address or position, as the fault has it")


@message(0x23, "state", "down")
class FaultsRequest(Message):
    """Say all fault counters."""

    request: int = u32("request id")


@message(0x24, "state", "up")
class Faults(Message):
    """All fault counters since boot."""

    request: int = u32("as asked")
    counts: list[int] = row(Int32ul, 12, "by `FaultKind`")


# ---------------------------------------------------------------- commands


@message(0x30, "command", "down")
class Command(Message):
    """An order to the live clock. Values are absolute, with the revision they were decided on."""

    request: int = u32("request id; repeated: answered again, not done again")
    revision: int = u32("expected revision of the state; 0xFFFFFFFF: any")
    act: codes.Act = coded(codes.Act, "what to do")
    side: codes.Side = coded(codes.Side, "to whom", default=codes.Side.NONE)
    by: codes.By = coded(codes.By, "who asks for it", default=codes.By.ARBITER)
    what: int = u8("violation, claim, verdict, settlement, result; correct: whose turn", default=0)
    why: codes.Why = coded(codes.Why, "why", default=codes.Why.UNSAID)
    flags: codes.OrderFlag = coded(codes.OrderFlag, "which options", default=codes.OrderFlag(0))
    amount_us: int = i64("the time concerned", default=0)
    moves: int = u16("correct: moves made in the game; 0xFFFF: leave", default=ABSENT16)
    period: int = u16("correct: the period; 0xFFFF: leave", default=ABSENT16)
    violations: int = u16("correct: violations counted; 0xFFFF: leave", default=ABSENT16)
    carried_us: int = i64("correct: carried penalty; -2^63: leave", default=ABSENT64)
    uncollected_us: int = i64("correct: uncollected penalty; -2^63: leave", default=ABSENT64)


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
class RulesBegin(Message):
    """A regulation begins: its head. Comes up when read back (`RulesRead`)."""

    request: int = u32("request id")
    scratch: int = u8("1: for the scratch engine; 0: for the live clock")
    code: codes.Code = coded(codes.Code, "the code of rules")
    flags: codes.RuleFlag = coded(codes.RuleFlag, "yes/no fields", bits=16)
    violation_limit: int = u8("CL-22")
    correction_floor_us: int = i64("CL-13")
    carry_floor_us: int = i64("CL-25")
    hold_limit_us: int = u32("CL-20")
    forfeit_after_ms: int = u32("CL-04")
    carry_without_control: codes.CarryWithoutControl = coded(codes.CarryWithoutControl, "CL-25")
    periods_left: int = u8("how many periods the left side has")
    periods_right: int = u8("how many periods the right side has")


@message(0x33, "command", "both")
class Period(Message):
    """One period of the regulation begun."""

    request: int = u32("request id")
    side: codes.Side = coded(codes.Side, "whose; BOTH: the same for both")
    index: int = u8("from 0, in order")
    moves: int = u16("moves of the control; 0xFFFF: to the end")
    time_us: int = i64("main time")
    method: codes.Method = coded(codes.Method, "how time is treated")
    from_first_move: int = u8("fischer: 1: only after each completed move")
    increment_us: int = i64("increment, delay or the most that is given back")
    count: int = u16("byoyomi: stretches")
    byo_us: int = i64("a stretch or block")
    byo_moves: int = u16("canadian: moves in a block")


@message(0x34, "command", "both")
class RulesCommit(Message):
    """The regulation is complete: lay it out as a new game. Nothing changes before this."""

    request: int = u32("request id")
    scratch: int = u8("1: for the scratch engine; 0: for the live clock")
    crc: int = u32("CRC-32 over the bodies of the head and periods without their request ids")


@message(0x35, "command", "down")
class RulesRead(Message):
    """Say the regulation in force."""

    request: int = u32("request id")


@message(0x36, "command", "down")
class SnapRequest(Message):
    """Say the whole state, in parts: for a replacement (CL-12) or a host that missed a gap."""

    request: int = u32("request id")


@message(0x37, "command", "both")
class Part(Message):
    """A part of a whole state: up as an answer, down to restore."""

    request: int = u32("request id")
    part: int = u8("from 0")
    parts: int = u8("how many there are")
    length: int = u16("bytes in all")
    data: bytes = raw(PART_BYTES, "padded with zeros in the last part")


@message(0x38, "command", "both")
class PartsCommit(Message):
    """All parts were sent. Down: take the state, stopped (`Outcome` answers)."""

    request: int = u32("request id")
    crc: int = u32("CRC-32 of the whole state")


@message(0x39, "command", "down")
class Setting(Message):
    """A setting of the unit, kept over power-off."""

    request: int = u32("request id")
    setting: int = u8(
        "1: drift in parts per thousand million (signed, offset 2^31); 2: sounds; "
        "3: brightness; 4: bus address; 5: marked defective; "
        "6: 1: restart into the plain REPL, for flashing (not kept; not while a game runs)"
    )
    value: int = u32("the value")


# ---------------------------------------------------------------- scenarios on a scratch engine


@message(0x40, "rig", "down")
class ActRequest(Message):
    """One step of a scenario, on the scratch engine, never on the live game."""

    request: int = u32("request id")
    at_us: int = u64("the step's moment")
    act: codes.Act = coded(codes.Act, "as in `Command`")
    side: codes.Side = coded(codes.Side, "as in `Command`", default=codes.Side.NONE)
    by: codes.By = coded(codes.By, "as in `Command`", default=codes.By.ARBITER)
    what: int = u8("as in `Command`", default=0)
    why: codes.Why = coded(codes.Why, "as in `Command`", default=codes.Why.UNSAID)
    flags: codes.OrderFlag = coded(codes.OrderFlag, "as in `Command`", default=codes.OrderFlag(0))
    amount_us: int = i64("as in `Command`; power_cycle: how long power is off", default=0)
    moves: int = u16("as in `Command`", default=ABSENT16)
    period: int = u16("as in `Command`", default=ABSENT16)
    violations: int = u16("as in `Command`", default=ABSENT16)
    carried_us: int = i64("as in `Command`", default=ABSENT64)
    uncollected_us: int = i64("as in `Command`", default=ABSENT64)


@message(0x41, "rig", "up")
class AnswerLeft(Message):
    """The left side after the step."""

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


@message(0x42, "rig", "up")
class AnswerRight(Message):
    """The right side after the step."""

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


@message(0x43, "rig", "up")
class AnswerCommon(Message):
    """What is common to both sides; the third and last frame of an answer."""

    request: int = u32("as asked")
    refusal: codes.Refusal = coded(codes.Refusal, "NONE: ok")
    running: codes.Side = coded(codes.Side, "whose clock runs")
    turn: codes.Side = coded(codes.Side, "whose turn it is")
    first_flag: codes.Side = coded(codes.Side, "who flagged first; BOTH: unknown")
    happened: codes.Happened = coded(codes.Happened, "what it brought about", bits=32)


# ---------------------------------------------------------------- virtual time (unix board only)


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
