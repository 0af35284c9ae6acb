"""What a session tells its owner: frozen facts, in the order in which they happened."""

from dataclasses import dataclass
from typing import Literal

from flagfall_protocol.codes import FaultKind
from flagfall_protocol.messages import (
    AnswerCommon,
    AnswerLeft,
    AnswerRight,
    BoardEvent,
    BootEvent,
    Event,
    Gap,
    Hello,
    OrderEvent,
    Outcome,
    Period,
    PeriodEvent,
    RulesBegin,
    RulesEvent,
    State,
)


@dataclass(frozen=True)
class UnreadRecord:
    """A journal record of a kind that a later version brought: kept whole, so nothing is lost."""

    kind: int
    journal_id: int
    seq: int
    at_us: int
    data: bytes


Record = Event | BoardEvent | OrderEvent | RulesEvent | PeriodEvent | BootEvent | UnreadRecord


@dataclass(frozen=True)
class Greeted:
    """The clock answered; the link is live. `rebooted`: since this session last spoke to it."""

    hello: Hello
    rebooted: bool


@dataclass(frozen=True)
class Arrived:
    """A record of the journal; in order, each once."""

    record: Record


@dataclass(frozen=True)
class Stated:
    """The clock's state as it stands."""

    state: State


@dataclass(frozen=True)
class Answered:
    """A command was answered; `outcome.status` says how."""

    request: int
    outcome: Outcome


@dataclass(frozen=True)
class TimedOut:
    """A command got no answer. `perhaps_done`: it was sent; the journal will tell."""

    request: int
    perhaps_done: bool


@dataclass(frozen=True)
class Gapped:
    """The journal was overwritten before it was fetched; a snapshot is asked for by itself."""

    gap: Gap
    first_missing: int


@dataclass(frozen=True)
class Snapped:
    """The clock's whole state, as `flagfall_clock` packs it."""

    request: int
    data: bytes


@dataclass(frozen=True)
class RulesTold:
    """The regulation in force, as `RulesRead` asked."""

    request: int
    head: RulesBegin
    periods: tuple[Period, ...]


@dataclass(frozen=True)
class FaultsTold:
    """The clock's fault counters since boot, by `FaultKind`."""

    request: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Acted:
    """The scratch engine's answer to one step of a scenario."""

    request: int
    left: AnswerLeft
    right: AnswerRight
    common: AnswerCommon


@dataclass(frozen=True)
class Faulted:
    """Faults seen since the last notice: `count` more, at the host's end or the clock's."""

    kind: FaultKind
    count: int
    at: Literal["host", "clock"]


@dataclass(frozen=True)
class Synced:
    """Clock's time = host's time + `offset_us`; within `error_us`; `drift_ppb` the clock's gain."""

    at_us: int
    offset_us: int
    error_us: int
    drift_ppb: int


@dataclass(frozen=True)
class Advanced:
    """Virtual time has passed; `next_us`: when something happens by itself, None: never."""

    now_us: int
    next_us: int | None


@dataclass(frozen=True)
class Refused:
    """This clock can't be spoken to; a sentence for people and the way out."""

    code: str
    sentence: str
    hint: str


@dataclass(frozen=True)
class Warned:
    """This clock is spoken to, but its owner should know something."""

    code: str
    sentence: str
    hint: str


@dataclass(frozen=True)
class Held:
    """Another host holds this clock."""

    holder: int
    idle_ms: int


@dataclass(frozen=True)
class Lost:
    """The link is down; it is being taken up again."""

    why: Literal["silent", "unplugged", "closed"]


Notice = (
    Greeted
    | Arrived
    | Stated
    | Answered
    | TimedOut
    | Gapped
    | Snapped
    | RulesTold
    | FaultsTold
    | Acted
    | Faulted
    | Synced
    | Advanced
    | Refused
    | Warned
    | Held
    | Lost
)
