"""What the page asks of a hall: one protocol, and the shape of every JSON object it is given.

The arbiter room's view fulfils `HallSource` by its shape alone (it never imports the page);
tests and the page's own rehearsals use a made-up hall. All moments are the server's hall time in
integer microseconds. Texts meant for people (`text`, `reason`, `message`) are in the language of
`flagfall.words.language()` at the call: the page asks once per language that somebody reads.
Every method may be called from another thread than the hall's own.
"""

from collections.abc import Callable
from typing import Any, Literal, NotRequired, Protocol, TypedDict

SideName = Literal["left", "right"]


class Player(TypedDict):
    """Who sits at one face of the clock, and with which colour."""

    name: str
    colour: Literal["white", "black"]
    id: NotRequired[int]
    title: NotRequired[str]


class SideJson(TypedDict):
    """One face: the engine's segment (a value that runs with a slope until a moment) and counts.

    Drawn is `value_us + slope * (min(now, until_us) - at_us)`. Two objects that describe the same
    line are the same to the page, so a view may put `at_us` at any moment of the segment.
    """

    value_us: int
    at_us: int
    slope: Literal[-1, 0, 1]
    until_us: int | None  # absolute hall time at which the line ends; None or negative: no end
    flag: int | None  # the moment the flag fell
    first: bool  # this side's flag was the first
    period: int  # from 0
    moves: int
    violations: int
    carried_us: int
    uncollected_us: NotRequired[int]
    used_us: NotRequired[int]
    byo_left: NotRequired[int | None]  # stretches (Japanese) or moves (Canadian) left in overtime
    moves_due: NotRequired[int | None]  # moves still to make to the control; None: to the end
    counts_up: NotRequired[bool]


class Answer(TypedDict):
    """One way out that a note offers; taking it is the command `answer`."""

    answer: str  # stable code
    text: str
    rule: NotRequired[str]
    final: NotRequired[bool]  # ends something: the page asks once more


class Note(TypedDict):
    """Something the arbiter should see; with `answers` it is a question to him."""

    code: str
    text: str
    rule: str
    id: NotRequired[int]  # needed where there are answers
    side: NotRequired[SideName | None]
    at_us: NotRequired[int]
    urgent: NotRequired[bool]  # absent: urgent if there are answers
    answers: NotRequired[list[Answer]]


class BoardJson(TypedDict):
    """What stands on the board.

    `pieces`: square → a letter for the piece on top and one for each piece below it, top down:
    `w`/`b` man or stone, `W`/`B` king or officer. Squares are named as the game names them
    (`34`, `c3`, `h8`; numbers count from the top left). `last`: squares of the last move, in
    order. Renju has more: `forbidden`, points black may not take, if they are to be shown;
    `offers`, stones that are offered as fifth moves (they are among `pieces`); `rows`, what won
    or made a foul: `{"kind": "five", "stones": ["e10", …], "open": []}`.
    """

    variant: str
    pieces: dict[str, str]
    last: list[str]
    fen: NotRequired[str]
    forbidden: NotRequired[list[str]]
    offers: NotRequired[list[str]]
    rows: NotRequired[list[dict[str, Any]]]


class OpeningJson(TypedDict):
    """Renju's opening while it lasts: the rule's name, and in words what is to be done now."""

    rule: str
    text: str


class TableJson(TypedDict):
    """One table of the wall."""

    table: int
    variant: str
    players: dict[SideName, Player]
    left: SideJson
    right: SideJson
    running: SideName | None
    turn: SideName | None
    phase: Literal["ready", "armed", "playing", "stopped", "adjourned", "over"]
    result: str | None
    reason: str
    swapped: NotRequired[bool]  # the players have exchanged the colours they began with
    opening: NotRequired[OpeningJson]
    legal: bool
    move_no: int  # moves of both sides together
    last_move: str
    board: NotRequired[BoardJson | None]
    sensors: NotRequired[bool]  # the board tells where pieces stand: moves are read from it
    notes: list[Note]
    clock: str
    firmware: str
    link: Literal["live", "cut", "lost", "none"]
    link_since_us: int
    faults: int
    fault_kinds: NotRequired[dict[str, int]]  # how many of each; the clock's own begin with clock_
    health: list[str]
    source: NotRequired[str]
    regulation: NotRequired[str]  # `40/120m + 60m + 30s`, for people
    both_flags_unknown: NotRequired[bool]  # CL-10: which flag was first can't be said
    record_exempt: NotRequired[list[SideName]]  # CL-30
    revision: NotRequired[int]  # sent back with a command: a decision on an older sight is refused


class AwaitedJson(TypedDict):
    """Who has made no move yet; after `due_us` (hall time) he is late. None: his clock stands."""

    table: int
    side: SideName
    name: str
    due_us: int | None


class HallJson(TypedDict):
    """The whole wall."""

    name: str
    now_us: int
    speed: float  # hall seconds in a second of ours; 0: hall time stands
    events: int
    events_lost: int
    phase: str
    tables: list[TableJson]
    awaited: NotRequired[list[AwaitedJson]]  # CL-04: who has made no move yet
    round: NotRequired[int]
    rounds: NotRequired[int]


class MoveJson(TypedDict):
    """One line of the game's record (CL-37)."""

    ply: int  # from 1
    side: SideName
    text: str
    used_us: int
    left_us: int  # what each face showed after the press
    right_us: int
    at_us: int
    mark: NotRequired[str]  # `pass`, `illegal`, `unclear`, `sealed`: stable codes
    source: NotRequired[str]  # who wrote it: `board`, `arbiter`, …


class ActJson(TypedDict):
    """One ruling or event of a table's log (CL-39)."""

    at_us: int
    who: str
    text: str
    rule: NotRequired[str]


class DetailJson(TypedDict):
    """What the view of one table adds to its card."""

    table: int
    moves: list[MoveJson]
    acts: list[ActJson]
    regulation: NotRequired[str]


class HallSource(Protocol):
    """A hall that can be shown and commanded."""

    def snapshot(self) -> Any:
        """The whole hall as `HallJson`. Called at most ten times a second."""

    def detail(self, table: int) -> Any:
        """One table as `DetailJson`. Raises `FlagfallError` where there is no such table."""

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` (from any thread, any number of times) whenever something changed.

        Answers a function that ends the subscription. Time that merely runs is no change.
        """

    def command(self, order: dict[str, Any]) -> dict[str, Any]:
        """Do what the arbiter says: `{"table": n | "all", "act": …, …}`, fields as in scenarios.

        Answers `{"ok": True, …}` or `{"ok": False, "error": {"code", "message", "hint"}}`;
        a `FlagfallError` raised is answered the same way.
        """
