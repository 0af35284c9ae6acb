"""Fields that several messages share, and the values that mean 'none' or 'any'.

Of several bases a dataclass takes the fields from the last base to the first: `class Command(Order,
Revised)` is `Revised`'s fields, then `Order`'s.
"""

from flagfall_protocol import codes
from flagfall_protocol.fields import Message, coded, group, i64, u8, u16, u32, u64

ABSENT16 = 0xFFFF
ABSENT64 = -(1 << 63)
ANY_REVISION = 0xFFFFFFFF
PART_BYTES = 40
EDGES_PER_ADVANCE = 8
NEVER = (1 << 64) - 1


@group
class Request(Message):
    """What is answered by the same id."""

    request: int = u32("request id; repeated: answered again, not done again")


@group
class Record(Message):
    """How every record of the journal begins."""

    journal_id: int = u32("the journal")
    seq: int = u32("number of the record, from 1, without gaps")
    at_us: int = u64("the clock's time; never decreases within a journal")


@group
class Order(Message):
    """What is to be done to a game, and why."""

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


@group
class RulesHead(Message):
    """A regulation without its periods."""

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


@group
class RulesPeriod(Message):
    """One period of a regulation."""

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
