"""The messages of version 1: what host and clock say to each other.

Intent before bytes; the layout is each field's construct, in order, little-endian. Fields may be
appended, never moved; kinds are never reused. `PROTOCOL.md` is generated from these files.

Three lanes. *Commands* go down, one in flight, each with a request id; the clock keeps its last
answers and answers a repeated id without doing the work twice. *Events* come up from an
append-only journal, numbered, until the host's durable cursor acknowledges them. *State* comes up
unacknowledged: what is lost is replaced by the next.
"""

from flagfall_protocol.messages.commands import (
    Command,
    Outcome,
    Part,
    PartsCommit,
    Period,
    RulesBegin,
    RulesCommit,
    RulesRead,
    Setting,
    SnapRequest,
)
from flagfall_protocol.messages.common import (
    ABSENT16,
    ABSENT64,
    ANY_REVISION,
    EDGES_PER_ADVANCE,
    NEVER,
    PART_BYTES,
)
from flagfall_protocol.messages.events import (
    Ack,
    BoardEvent,
    BootEvent,
    Event,
    Gap,
    OrderEvent,
    PeriodEvent,
    RulesEvent,
    Subscribe,
)
from flagfall_protocol.messages.hello import (
    Busy,
    Hello,
    HelloRequest,
    Release,
    Sync,
    SyncRequest,
)
from flagfall_protocol.messages.rig import (
    ActRequest,
    Advance,
    Advanced,
    AnswerCommon,
    AnswerLeft,
    AnswerRight,
    SetBoard,
)
from flagfall_protocol.messages.state import (
    Fault,
    Faults,
    FaultsRequest,
    Poll,
    Quiet,
    State,
    Turn,
)

__all__ = [
    "ABSENT16",
    "ABSENT64",
    "ANY_REVISION",
    "EDGES_PER_ADVANCE",
    "NEVER",
    "PART_BYTES",
    "Ack",
    "ActRequest",
    "Advance",
    "Advanced",
    "AnswerCommon",
    "AnswerLeft",
    "AnswerRight",
    "BoardEvent",
    "BootEvent",
    "Busy",
    "Command",
    "Event",
    "Fault",
    "Faults",
    "FaultsRequest",
    "Gap",
    "Hello",
    "HelloRequest",
    "OrderEvent",
    "Outcome",
    "Part",
    "PartsCommit",
    "Period",
    "PeriodEvent",
    "Poll",
    "Quiet",
    "Release",
    "RulesBegin",
    "RulesCommit",
    "RulesEvent",
    "RulesRead",
    "SetBoard",
    "Setting",
    "SnapRequest",
    "State",
    "Subscribe",
    "Sync",
    "SyncRequest",
    "Turn",
]
