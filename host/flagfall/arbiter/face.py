"""What a hall shows to its faces (the page, the reports, the commands): data, changes, orders.

A face never touches a table or a clock. It reads `view()`, is told by `subscribe` which tables
changed, and gives orders through `command`. Every time is in whole microseconds of hall time.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypedDict

SideName = Literal["left", "right"]
TablePhase = Literal["ready", "armed", "playing", "stopped", "over"]
HallPhase = Literal["opening", "ready", "playing", "over"]
LinkState = Literal["live", "cut", "lost", "none"]


class SideView(TypedDict):
    """One face of a clock as a line of time: `value_us` at hall time `at_us`, changing by `slope`
    (−1, 0, +1) until `until_us` (null: without end). The engine computed it; a page draws it."""

    value_us: int
    at_us: int
    slope: int
    until_us: int | None
    flag: int | None
    first: bool
    period: int
    moves: int
    violations: int
    carried_us: int
    uncollected_us: int


class PlayerView(TypedDict):
    """Who sits at a side and with which colour."""

    name: str
    colour: str


class PlayersView(TypedDict):
    """Both players of a table."""

    left: PlayerView
    right: PlayerView


class BoardView(TypedDict):
    """What stands on the board: the position as text, and the squares of the last move."""

    variant: str
    fen: str
    last: list[str]


class Note(TypedDict):
    """A question or remark for the arbiter, with its rule."""

    code: str
    text: str
    rule: str


class TableView(TypedDict):
    """A table, whole."""

    table: int
    variant: str
    source: str
    clock: str
    firmware: str
    link: LinkState
    link_since_us: int
    faults: int
    health: list[str]
    players: PlayersView
    left: SideView
    right: SideView
    running: SideName | None
    turn: SideName | None
    phase: TablePhase
    result: str | None
    reason: str
    legal: bool
    move_no: int
    last_move: str
    board: BoardView
    notes: list[Note]


class HallView(TypedDict):
    """The hall, whole. `now_us` is hall time; it passes `speed` times as fast as life."""

    name: str
    now_us: int
    speed: float
    events: int
    events_lost: int
    phase: HallPhase
    tables: list[TableView]


class HallFace(Protocol):
    """The hall as its faces know it. Every method may be called from any thread."""

    def view(self) -> HallView:
        """The hall as it stands."""

    def table_views(self, tables: frozenset[int]) -> list[TableView]:
        """Some tables as they stand, by number; unknown numbers are left out."""

    def subscribe(self, changed: Callable[[frozenset[int]], None]) -> Callable[[], None]:
        """Be told which tables changed (an empty set: the hall's own fields did).

        Called from the hall's thread: return at once. The answer ends the subscription.
        """

    def command(self, order: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a face orders; see `arbiter.orders`.

        Answers `{"ok": true}` or `{"ok": false, "error": {"code", "message", "hint"}}`. May take
        seconds (the clock must answer): call it outside an event loop.
        """
