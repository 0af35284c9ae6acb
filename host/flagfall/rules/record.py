"""A recorded game, from whatever file: its headers, its moves with what belongs to them, its
positions. Readers fill in headers and texts; `replay` adds moves and positions by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from flagfall.rules.errors import RulesError
from flagfall.rules.face import Colour, Move, Position, Variant
from flagfall.words import words

_, ngettext = words("rules")

Result = Literal["1-0", "0-1", "1/2", "0-0", "*"]


@dataclass(frozen=True, slots=True)
class Clock:
    """What a clock showed after a move, in microseconds.

    `command` keeps which kind of time it is, in PDN's words: `clock` and `clk` are what remains,
    `mct` and `egt` what was used in the game, `emt` what the move took. A form with one unnamed
    time speaks of the side that moved: `mover_us`. `running` is the side whose clock ran, where
    that is told.
    """

    white_us: int | None = None
    black_us: int | None = None
    mover_us: int | None = None
    running: Colour | None = None
    command: str = "clock"

    def of(self, colour: Colour, mover: Colour) -> int | None:
        """The time of one colour, given who moved."""
        named = self.white_us if colour == "white" else self.black_us
        return self.mover_us if named is None and colour == mover else named


@dataclass(repr=False)
class Node:
    """One step of a game: a move, or a position set up in its place (`setup`, a FEN).

    `move` is None where the rules would not have it; `text` is what the file says.
    `before` are comments that stand in front of the step, `after` those behind it.
    """

    text: str
    move: Move | None = None
    setup: str | None = None
    strength: str = ""
    nags: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    clock: Clock | None = None
    variations: list["Line"] = field(default_factory=list)
    position: Position | None = None
    """The position after the step, where it could be made."""

    def __repr__(self) -> str:
        return f"<Node {self.text or self.setup}>"


@dataclass
class Line:
    """A run of steps: the game itself, or a variation; `after` are comments without a step."""

    nodes: list[Node] = field(default_factory=list)
    after: list[str] = field(default_factory=list)


def expect_game(game: object) -> None:
    """Raise `RulesError` for what is no `Game`, such as the record of a renju file."""
    if not isinstance(game, Game):
        raise RulesError(
            _("A game is expected, not {what}.").format(what=repr(game)[:60]),
            reason="no-game",
            hint=_("A renju file's record makes one: record.as_game()."),
        )


@dataclass(repr=False)
class Game:
    """One game as a file has it.

    `headers` keep their order and every tag, known or not. `fault` is the first thing the rules
    object to and `fault_at` the step it lies in (None: the start); the moves before are sound.
    """

    variant: Variant
    headers: dict[str, str] = field(default_factory=dict)
    line: Line = field(default_factory=Line)
    result: Result = "*"
    start: Any = None
    fault: RulesError | None = None
    fault_at: Node | None = None

    def __repr__(self) -> str:
        names = f"{self.headers.get('White', '?')} – {self.headers.get('Black', '?')}"
        fault = ", faulty" if self.fault else ""
        return f"<Game {self.variant.name} {names}, {len(self.moves)} moves{fault}, {self.result}>"

    @property
    def moves(self) -> list[Any]:
        """The moves of the game itself, up to the first fault."""
        return [node.move for node in self.played()]

    @property
    def clocks(self) -> list[Clock | None]:
        """What the clock showed after each of `moves`."""
        return [node.clock for node in self.played()]

    def played(self) -> Iterator[Node]:
        """The steps that are moves, up to the first fault."""
        for node in self.line.nodes:
            if node.position is None:
                return
            if node.move is not None:
                yield node

    def positions(self) -> Iterator[Any]:
        """Every position of the game, the start first, set-ups included."""
        yield self.start
        for node in self.line.nodes:
            if node.position is None:
                return
            yield node.position

    @property
    def end(self) -> Any:
        """The last position that was reached."""
        last = self.start
        for position in self.positions():
            last = position
        return last
