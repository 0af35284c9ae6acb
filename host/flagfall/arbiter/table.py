"""A table: who plays what, on which clock, how it stands, and what the arbiter should see.

Everything here is a fold of the log: `take` takes a clock's record, `decide` a decision. A table
made from the same rows is the same table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from flagfall_protocol import codes
from flagfall_protocol.messages import BoardEvent, BootEvent

from flagfall.arbiter.log import Decision
from flagfall.arbiter.mirror import SIDES, Folded, Mirror, SideName
from flagfall.arbiter.record import Line, Record
from flagfall.link.notices import Record as ClockRecord
from flagfall.rules import Colour

LinkState = Literal["live", "cut", "lost", "none"]
Phase = Literal["ready", "armed", "playing", "stopped", "adjourned", "over"]
SIDE_NAMES: tuple[SideName, SideName] = ("left", "right")
OTHER: dict[SideName, SideName] = {"left": "right", "right": "left"}

HEALTHY = codes.Health(0)
REVERSED = {"1-0": "0-1", "0-1": "1-0", "+-": "-+", "-+": "+-"}

# Acts that a table's history tells of, beside presses.
TOLD = set(codes.Act) - {codes.Act.PRESS, codes.Act.READ}


@dataclass(frozen=True)
class Player:
    """Who sits at a side; `id` is his number in the event, if the game is one of an event."""

    name: str
    colour: Colour
    id: int | None = None


@dataclass(frozen=True)
class Seating:
    """What is set up at a table: the decision `seat` in the log, as data.

    `players` have the colours they begin with. `regulation` has the fields of a scenario's;
    `start` is a FEN, or None for the game's own; `round` is that of the event, or None where there
    is no event; `opening` is renju's opening rule, if any.
    """

    variant: str
    source: str
    clock: str
    players: dict[SideName, Player]
    regulation: dict[str, Any]
    start: str | None = None
    round: int | None = None
    opening: str = ""

    def as_data(self) -> dict[str, Any]:
        """As the log keeps it."""
        return {
            "variant": self.variant,
            "source": self.source,
            "clock": self.clock,
            "regulation": self.regulation,
            "start": self.start,
            "round": self.round,
            **({"opening": self.opening} if self.opening else {}),
            **{
                s: {"name": p.name, "colour": p.colour, "id": p.id} for s, p in self.players.items()
            },
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Seating":
        """From the log's data; raises `KeyError`, `TypeError` or `ValueError` where it is not what
        we wrote."""
        players = {
            s: Player(str(data[s]["name"]), data[s]["colour"], _number(data[s].get("id")))
            for s in SIDE_NAMES
        }
        if sorted(player.colour for player in players.values()) != ["black", "white"]:
            raise ValueError("one side plays white and the other black")
        return cls(
            variant=str(data["variant"]),
            source=str(data["source"]),
            clock=str(data["clock"]),
            players=players,
            regulation=dict(data["regulation"]),
            start=None if data.get("start") is None else str(data["start"]),
            round=_number(data.get("round")),
            opening=str(data.get("opening", "")),
        )


@dataclass(frozen=True)
class Told:
    """A line of the table's history (CL-39): an act of the clock or a decision."""

    at_us: int
    who: str
    what: str
    refusal: codes.Refusal = codes.Refusal.NONE
    side: SideName | None = None
    amount_us: int = 0
    rule: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Unread:
    """A press whose move the board does not tell: which press, why not, what it may have been."""

    journal: int
    seq: int
    kind: str
    moves: tuple[str, ...]
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Unread":
        """From the log's data."""
        lists = (tuple(map(str, data.get(name, ()))) for name in ("moves", "missing", "extra"))
        return cls(int(data["journal"]), int(data["seq"]), str(data["why"]), *lists)


@dataclass
class Link:
    """How the clock's wire stands; of it only the faults are in the log."""

    state: LinkState = "none"
    since_us: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    """How many of each kind were seen, by either end; the clock's kinds begin with `clock_`."""
    health: codes.Health = HEALTHY


@dataclass
class Table:
    """One table of the hall."""

    number: int
    seating: Seating
    record: Record
    mirror: Mirror = field(default_factory=Mirror)
    firmware: str = ""
    """What runs the clock's firmware, as it said when it last said hello."""
    result: str | None = None
    reason: str = ""
    history: list[Told] = field(default_factory=list)
    stopped_by: SideName | None = None
    """CL-16: a player stopped the clock, and the arbiter has not answered yet."""
    stopper: str = ""
    """Who ordered the stop or the adjournment that stands; empty: the clock runs, or it came back
    from a loss of power."""
    held: SideName | None = None
    """CL-20: a key was held, and the arbiter has not seen it yet."""
    sensors: bool = False
    """Its board tells where pieces stand."""
    unread: Unread | None = None
    """CL-17: the arbiter is asked which move a press was."""
    verdicts: set[SideName] = field(default_factory=set)
    """CL-07: flags on which the arbiter has given his verdict."""
    late: set[SideName] = field(default_factory=set)
    """CL-04: who came too late or not at all; the arbiter is asked whether there was a reason."""
    asked_late: set[SideName] = field(default_factory=set)
    """CL-04: of whom that was asked in this game."""
    offset_us: int = 0
    """Hall time less the clock's own time."""
    link: Link = field(default_factory=Link)

    @classmethod
    def seat(cls, number: int, seating: Seating) -> "Table":
        """A table with a fresh game."""
        return cls(number, seating, _empty_record(seating))

    @property
    def clock(self) -> str:
        """The id of its clock."""
        return self.seating.clock

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        clock = self.mirror.clock
        if self.result is not None or (clock is not None and clock.ended):
            return "over"
        if clock is None or not clock.started:
            return "armed" if self.mirror.armed else "ready"
        if clock.running:
            return "playing"
        return "adjourned" if clock.adjourned else "stopped"

    @property
    def players(self) -> dict[SideName, Player]:
        """Who sits where, with the colours they have now: a swap of renju's opening exchanges
        these, never the clocks."""
        colours = self.record.colours_now
        return {s: replace(p, colour=colours[s]) for s, p in self.seating.players.items()}

    @property
    def swapped(self) -> bool:
        """Whether the players have exchanged their colours since they sat down."""
        return self.record.colours_now != self.record.colours

    @property
    def seated_result(self) -> str | None:
        """The result from the side of who sat down as white: the event knows nothing of a swap."""
        return (
            REVERSED.get(self.result, self.result) if self.result and self.swapped else self.result
        )

    def side_of(self, colour: Colour) -> SideName:
        """Where that colour sits now."""
        return "left" if self.record.colours_now["left"] == colour else "right"

    def change_clock(self, clock: str) -> None:
        """CL-12: another unit takes this one's place."""
        self.seating = replace(self.seating, clock=clock)
        self.link.faults = {}

    def leave_clock(self) -> None:
        """Its clock goes to another table."""
        self.change_clock("")
        self.mirror = Mirror()

    # ------------------------------------------------------------ folding

    def take(self, record: ClockRecord) -> Folded | None:
        """Fold a record of this table's clock."""
        ran = self.mirror.clock is not None and bool(self.mirror.clock.running)
        folded = self.mirror.fold(record)  # type: ignore[arg-type]
        if isinstance(record, BoardEvent):
            self.sensors = True
        if folded is None:
            return None
        at_us = record.at_us + self.offset_us
        if folded.act == codes.Act.NEW_GAME:
            self._begin()
        if folded.made is not None:
            self.record.press(folded.made)
        elif folded.undone:
            self.record.undo()
            self.unread = None
        if folded.act in TOLD and not isinstance(record, BootEvent):
            self.history.append(
                Told(
                    at_us,
                    folded.by.name.lower(),
                    folded.act.name.lower(),
                    folded.refusal,
                    folded.side,
                    folded.amount_us,
                )
            )
        elif isinstance(record, BootEvent):
            if ran:
                self.stopper = ""
            self.history.append(Told(at_us, "clock", "boot"))
        if folded.refusal == codes.Refusal.NONE:
            self._questions(folded)
        return folded

    def decide(self, said: Decision, hall_us: int) -> None:
        """Fold a decision. Raises `KeyError`, `TypeError`, `ValueError` or `LookupError` where
        its data is not what we write."""
        data = said.data
        if said.kind == "move":
            journal, seq, text = int(data["journal"]), int(data["seq"]), str(data["text"])
            line = self.record.write(journal, seq, text, said.who)
            self._answered(journal, seq, line)
            if said.who == "arbiter" or (said.who == "board" and said.rule):
                self.history.append(Told(hall_us, said.who, "write", rule=said.rule, reason=text))
            return
        if said.kind == "unread":
            self.unread = Unread.from_data(data)
            return
        if said.kind == "faults":
            for kind, count in data["counts"].items():
                self.link.faults[str(kind)] = self.link.faults.get(str(kind), 0) + int(count)
            return
        if said.kind == "setup":
            self.record.set_up(str(data["fen"]))
            self.unread = None
        elif said.kind == "result":
            self.result, self.reason = str(data["result"]), said.reason
        elif said.kind == "hello":
            self.firmware = str(data["firmware"])
        elif said.kind == "restore":
            self.mirror.expect(bytes.fromhex(data["state"]))
        elif said.kind == "snapshot":
            self.mirror.adopt(bytes.fromhex(data["state"]))
        elif said.kind == "late":
            side = SIDE_NAMES[SIDE_NAMES.index(data["side"])]
            self.late.add(side)
            self.asked_late.add(side)
        elif said.kind == "seen" and "late" in data:
            self.late.discard(data["late"])
        elif said.kind == "seen":
            self.held = None
            self.stopped_by = None
        what = str(data.get("act", said.kind))
        if what in ("stop", "adjourn", "adjourn_early"):
            self.stopper = said.who
        self.history.append(Told(hall_us, said.who, what, rule=said.rule, reason=said.reason))

    def _answered(self, journal: int, seq: int, line: Line | None) -> None:
        """The question about a press is answered, or what it was asked from has changed: a move
        before it was written anew, and its board is read again."""
        if self.unread is None:
            return
        asked = self.unread.journal, self.unread.seq
        plies = [n.ply for n in self.record.lines if (n.made.journal, n.made.seq) == asked]
        if asked == (journal, seq) or (line is not None and plies and line.ply < plies[0]):
            self.unread = None

    def _begin(self) -> None:
        self.record = _empty_record(self.seating)
        self.result, self.reason = None, ""
        self.stopped_by = self.held = self.unread = None
        self.verdicts, self.late, self.asked_late = set(), set(), set()

    def _questions(self, folded: Folded) -> None:
        """What the arbiter is to be asked, and what answers it."""
        if folded.act == codes.Act.STOP:
            self.stopped_by = SIDES.get(folded.by)
            self.stopper = self.stopped_by or self.stopper
        elif folded.act in (codes.Act.START, codes.Act.RUN_FOR, codes.Act.OPEN_SEALED):
            self.stopper = ""
        elif folded.act in (codes.Act.RESUME, codes.Act.END):
            self.stopped_by, self.stopper = None, ""
        elif folded.act in (codes.Act.ADJOURN, codes.Act.ADJOURN_EARLY):
            self.stopped_by = None
        elif folded.act == codes.Act.HOLD:
            self.held = folded.side
        elif folded.act == codes.Act.FLAG_VERDICT and folded.side is not None:
            if folded.aux == codes.Verdict.OVERRULE:
                self.verdicts.discard(folded.side)
            else:
                self.verdicts.add(folded.side)


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


def _empty_record(seating: Seating) -> Record:
    colours = {side: player.colour for side, player in seating.players.items()}
    return Record.begin(seating.variant, colours, seating.start, seating.opening)
