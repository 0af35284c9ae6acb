"""Players that replay a game: they know what they will play and how long they think about it.

Intent is theirs, edges are the firmware's: a player says at which moment of virtual time which
key goes down and up; what the clock makes of it is up to the clock. A thought is measured on the
player's own clock ("I press when I have used 43.2 s in all"), so an interruption, whatever its
cause, moves the press and never the time used.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from flagfall_protocol.codes import Key

from flagfall.link.virtual import Edge

SideName = Literal["left", "right"]

OTHER: dict[SideName, SideName] = {"left": "right", "right": "left"}
KEYS: dict[SideName, Key] = {"left": Key.LEFT, "right": Key.RIGHT}

PRESS_HOLD_US = 80_000
"""How long a key stays down."""

LEAST_THOUGHT_US = 250_000
"""Nobody moves and presses faster; it leaves the key time to come up between two presses."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One move: whose, its text, and what that side's clock will have used in all at the press."""

    side: SideName
    text: str
    used_us: int


@dataclass(frozen=True, slots=True)
class Interruption:
    """The arbiter steps in after so many turns, when the side to move has used `used_us` in all:
    sets up a position, sets both clocks, and lets `turn` go on."""

    after: int
    used_us: int
    fen: str
    left_us: int
    right_us: int
    turn: SideName


@dataclass(frozen=True, slots=True)
class Script:
    """A game to replay, from the first side to move to the end of the record."""

    source: str
    variant: str
    first: SideName
    turns: tuple[Turn, ...]
    result: str  # as in the record, from white's side; `*`: it breaks off
    left_name: str
    right_name: str
    left_colour: Literal["white", "black"]
    interruptions: tuple[Interruption, ...] = field(default=())

    def interruption(self, made: int) -> Interruption | None:
        """What the arbiter has to do when so many turns were made."""
        return next((i for i in self.interruptions if i.after == made), None)


@dataclass(frozen=True, slots=True)
class Press:
    """A key that will go down at `at_us` of virtual time and come up `PRESS_HOLD_US` later."""

    side: SideName
    at_us: int

    @property
    def up_us(self) -> int:
        """When the key comes up."""
        return self.at_us + PRESS_HOLD_US

    @property
    def edges(self) -> tuple[Edge, Edge]:
        """The key's two edges."""
        key = KEYS[self.side]
        return Edge(self.at_us, key, True), Edge(self.up_us, key, False)


def next_press(turns: Sequence[Turn], made: int, used_us: int, now_us: int) -> Press | None:
    """The press that comes next; None after the last turn.

    `made` turns stand on the clock; the side to move has used `used_us` in all at `now_us` and
    its clock runs. A thought that is already over is pressed at once.
    """
    if made >= len(turns):
        return None
    turn = turns[made]
    return Press(turn.side, now_us + max(0, turn.used_us - used_us))
