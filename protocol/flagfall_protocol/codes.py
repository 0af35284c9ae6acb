"""Every number that means something on the wire and in the engine, named once.

The firmware's `flagfall_clock/codes.py` is generated from this file. Numbers are never reused:
a code that goes leaves its number behind. Acts, errors and events follow the scenario format.
"""

from enum import IntEnum, IntFlag


class Side(IntEnum):
    """A face of the clock. `BOTH` addresses the two at once; as a first flag it is 'unknown'."""

    NONE = 0
    LEFT = 1
    RIGHT = 2
    BOTH = 3


class By(IntEnum):
    """Who did it: a side, the arbiter, or the clock itself."""

    CLOCK = 0
    LEFT = 1
    RIGHT = 2
    ARBITER = 3


class Act(IntEnum):
    """What can be done to a clock."""

    TICK = 0  # nobody's act: time alone changed the state (a flag fell, a stretch was lost)
    START = 1
    PRESS = 2
    STOP = 3
    RESUME = 4
    TAKEBACK = 5
    SWITCH_BACK = 6
    RUN_FOR = 7
    END = 8
    OPEN_SEALED = 9
    VIOLATION = 10
    CORRECT = 11
    CHARGE = 12
    HALF_SPLIT = 13
    COMPENSATE = 14
    SETTLE = 15
    FLAG_VERDICT = 16
    CLAIM = 17
    ADJOURN = 18
    ADJOURN_EARLY = 19
    REPLACE = 20
    POWER_CYCLE = 21
    READ = 22
    # What the device adds to the engine's acts: recorded, and without effect on any time.
    ARM = 23  # CL-05: the opponent's press will begin the game
    HOLD = 24  # CL-20: a key or the lever was held longer than the limit
    CONFIRM = 25  # a side confirms the result with its key
    NEW_GAME = 26  # the regulation last committed is laid out; both sides full, nothing runs


class Method(IntEnum):
    """How a period treats time."""

    SUDDEN = 0
    FISCHER = 1
    BRONSTEIN = 2
    DELAY = 3
    BYOYOMI = 4
    CANADIAN = 5
    HOURGLASS = 6
    UPCOUNT = 7


class Code(IntEnum):
    """The code of rules whose defaults a regulation starts from."""

    PLAIN = 0
    RENJU_RF = 1
    RENJU_RIF = 2
    DRAUGHTS_RF = 3


class CarryWithoutControl(IntEnum):
    """CL-25: what becomes of a carried penalty when no further control comes."""

    ASK = 0
    CHARGE = 1
    DROP = 2


class Refusal(IntEnum):
    """Why the engine refused an act; `NONE` is 'done'."""

    NONE = 0
    NOT_STARTED = 1
    ALREADY_STARTED = 2
    FLAG_DOWN = 3
    NO_FLAG = 4
    ALREADY_FLAGGED = 5
    NOTHING_TO_TAKE_BACK = 6
    RULING_SINCE_PRESS = 7
    COMPENSATION_OUT_OF_RANGE = 8
    CONTROL_NOT_MADE = 9
    NOTHING_TO_SETTLE = 10
    BAD_AMOUNT = 11
    CLAIM_REFUSED = 12
    NOT_STOPPED = 13
    NO_TIME_LEFT = 14
    GAME_OVER = 15
    NOT_ADJOURNED = 16


class Happened(IntFlag):
    """What an act brought about; bit order is the order in which answers list them."""

    MOVE = 1 << 0
    IDLE_PRESS = 1 << 1
    CONTROL_PASSED = 1 << 2
    FLAG = 1 << 3
    STOPPED = 1 << 4
    RESUMED = 1 << 5
    TAKEBACK = 1 << 6
    VIOLATION = 1 << 7
    VIOLATION_LIMIT = 1 << 8
    CHARGED = 1 << 9
    CARRIED = 1 << 10
    UNCOLLECTED = 1 << 11
    SETTLED = 1 << 12
    CORRECTED = 1 << 13
    COMPENSATED = 1 << 14
    CLAIM = 1 << 15
    VERDICT = 1 << 16
    ADJOURNED = 1 << 17
    REPLACED = 1 << 18
    POWERED = 1 << 19
    BYO_LOST = 1 << 20
    BLOCK_RESTORED = 1 << 21
    FLOOR_APPLIED = 1 << 22
    SWITCHED_BACK = 1 << 23
    RAN_FOR = 1 << 24
    ENDED = 1 << 25
    SEALED_OPENED = 1 << 26


class Violation(IntEnum):
    """Kinds of violation; only the first two count towards the limit (CL-22)."""

    OTHER = 0
    IMPOSSIBLE_MOVE = 1
    UNCLEAR_MOVE = 2


class Claim(IntEnum):
    """What a player claims."""

    FLAG = 0
    DRAW = 1
    DEFECT = 2
    REPETITION = 3


class Verdict(IntEnum):
    """CL-07: what the arbiter says of a flag."""

    CONFIRM = 0
    OVERRULE = 1
    DECLARE = 2


class Settlement(IntEnum):
    """CL-25: what becomes of an uncollected penalty."""

    CHARGE = 0
    DROP = 1


class Why(IntEnum):
    """CL-15, CL-16: why the clock was stopped or an order given."""

    UNSAID = 0
    CALL_ARBITER = 1
    DEFECT = 2
    MISTAKE = 3
    RESIGNS = 4
    OUTSIDE = 5
    CHECK = 6
    DRAW_CLAIM = 7
    POSITION = 8


class Result(IntEnum):
    """Result of a game from the point of view of the left side."""

    UNKNOWN = 0
    LEFT_WINS = 1
    RIGHT_WINS = 2
    DRAW = 3
    BOTH_LOSE = 4


class OrderFlag(IntFlag):
    """Which optional fields of an order are set."""

    OVERRIDE = 1 << 0  # the arbiter insists
    UNCOUNTED = 1 << 1  # take-back that counts no violation (R2.1.7)
    CHARGE_SAID = 1 << 2  # `charge` is given; its value is CHARGE_YES
    CHARGE_YES = 1 << 3
    SINCE_STOP = 1 << 4  # the amount is the time since the clock stopped
    SET = 1 << 5  # `amount_us` is a value to set
    DELTA = 1 << 6  # `amount_us` is a change
    DECLARED = 1 << 7  # `amount_us` is the moment of the declaration


class Status(IntEnum):
    """What became of a command."""

    DONE = 0
    REFUSED = 1  # by the engine; see `refusal`
    STALE = 2  # the state has another revision than the command expected
    BAD = 3  # a field out of range
    UNSUPPORTED = 4  # this board or build can't
    BUSY = 5  # another host holds this clock
    WRONG_CRC = 6  # the parts sent don't add up


class ResetCause(IntEnum):
    """Why the clock (re)started."""

    UNKNOWN = 0
    POWER_ON = 1
    BROWN_OUT = 2
    WATCHDOG = 3
    SOFT = 4
    KEY = 5


class Capability(IntFlag):
    """What this unit can do; bits are never reused."""

    VIRTUAL = 1 << 0  # takes virtual time: a rig's clock, not a real one
    BOARD = 1 << 1  # has board sensors
    BUS = 1 << 2  # speaks RS-485, addressed
    BATTERY = 1 << 3
    BUZZER = 1 << 4
    LEVER = 1 << 5
    SCRATCH = 1 << 6  # runs scenarios on a scratch engine


class Implementation(IntEnum):
    """The Python that runs the firmware."""

    UNKNOWN = 0
    MICROPYTHON = 1
    CPYTHON = 2


class BoardKind(IntEnum):
    """The board the firmware was built for."""

    UNKNOWN = 0
    UNIX = 1
    PICO = 2
    ESP32 = 3


class StateFlag(IntFlag):
    """The state in one word; sides as two-bit numbers at `RUNNING`, `TURN` and `FIRST_FLAG`."""

    RUNNING_LOW = 1 << 0
    RUNNING_HIGH = 1 << 1
    TURN_LOW = 1 << 2
    TURN_HIGH = 1 << 3
    FIRST_FLAG_LOW = 1 << 4
    FIRST_FLAG_HIGH = 1 << 5
    LEFT_FLAG = 1 << 6
    RIGHT_FLAG = 1 << 7
    STARTED = 1 << 8
    ENDED = 1 << 9
    ADJOURNED = 1 << 10
    ARMED = 1 << 11
    LOCKED = 1 << 12
    CONFIRMED_LEFT = 1 << 13
    CONFIRMED_RIGHT = 1 << 14


class Health(IntFlag):
    """What the arbiter should know about the unit."""

    LOW_BATTERY = 1 << 0
    DEFECT = 1 << 1
    JOURNAL_FULL = 1 << 2
    JOURNAL_WORN = 1 << 3
    KEYS_SUSPECT = 1 << 4
    EVENTS_DROPPED = 1 << 5


class RuleFlag(IntFlag):
    """The yes/no fields of a regulation."""

    REPEAT_LAST = 1 << 0
    CARRY_OVER = 1 << 1
    RUN_ON_FLAG = 1 << 2
    REVEAL_AT_ZERO = 1 << 3
    BLITZ = 1 << 4
    CHARGE_TAKEBACK = 1 << 5
    DISCREET = 1 << 6
    BLACK_RIGHT = 1 << 7


class Key(IntEnum):
    """The keys of a clock."""

    LEFT = 0
    RIGHT = 1
    START_STOP = 2
    UP = 3
    DOWN = 4
    OK = 5
    BACK = 6


class FaultKind(IntEnum):
    """Faults a clock counts; each has a counter of its own."""

    BAD_CRC = 0
    BAD_FRAME = 1
    TOO_LONG = 2
    UNKNOWN_KIND = 3
    ECHO = 4
    WRONG_ADDRESS = 5
    BAD_BODY = 6
    OUTPUT_FULL = 7
    EDGES_LOST = 8
    JOURNAL_ERROR = 9
    MISSED = 10  # holes in the sender's sequence: frames lost on the way
