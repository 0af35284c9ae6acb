"""A game's record (CL-37): moves with their clock times, checked by the rules as they are written.

The press makes the move count; its text comes from the score sheet, a board or the arbiter, at
the press or later. The rules never block the recording: what they object to is marked and shown.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from flagfall import rules
from flagfall.arbiter.mirror import Made, SideName
from flagfall.rules import Colour, Position, RulesError, other
from flagfall.words import words

_, ngettext = words("arbiter")

Mark = Literal["", "pass", "illegal", "unclear", "unchecked"]


@dataclass(frozen=True)
class Line:
    """One line of the record. `text` is empty until the move is written down."""

    ply: int
    made: Made
    text: str = ""
    mark: Mark = ""
    position: Position | None = None
    """The position after it; None where it is not known."""
    swapped: bool = False
    """After it the players have each other's colours: a swap of the opening."""
    source: str = ""
    """Who wrote it down: the arbiter, a board, a score sheet's reader."""
    written: str = ""
    """As he wrote it; `text` is how the rules write it, in the position it was made in."""


@dataclass(frozen=True)
class SetUp:
    """A position set up before ply `ply` + 1, in place of what stood there."""

    ply: int
    fen: str


@dataclass
class Record:
    """The record of one game. `colours` says who began with which; `start` is None for a game
    whose rules are not known here (it is then kept without checks). While an opening of renju
    lasts a line is a player's whole turn: `stay, h9`, `offer g7 i8`."""

    variant: str
    colours: dict[SideName, Colour]
    start: Position | None
    lines: list[Line] = field(default_factory=list)
    setups: list[SetUp] = field(default_factory=list)
    fault_ply: int = 0
    """The first move that the rules object to; 0: to none."""
    undone: set[tuple[int, int]] = field(default_factory=set)
    """Journal and number of presses that were taken back."""

    @classmethod
    def begin(
        cls,
        variant: str,
        colours: dict[SideName, Colour],
        fen: str | None = None,
        opening: str = "",
    ) -> "Record":
        """An empty record; raises `RulesError` for a start position or an opening rule that is
        none. A game that begins from a position has no opening."""
        if variant not in rules.variants():
            return cls(variant, colours, None)
        game = rules.variant(variant)
        start: Position = game.start() if fen is None else game.position(fen)
        if opening and fen is None:
            start = opened(variant, opening)
        return cls(variant, colours, start)

    @property
    def colours_now(self) -> dict[SideName, Colour]:
        """Who has which colour by now."""
        return self._colours(self.lines[-1].swapped if self.lines else False)

    def _colours(self, swapped: bool) -> dict[SideName, Colour]:
        if not swapped:
            return self.colours
        return {side: other(colour) for side, colour in self.colours.items()}

    @property
    def legal(self) -> bool:
        """Whether the rules object to nothing that was written."""
        return not self.fault_ply

    def objection(self) -> str:
        """What the rules object to, in the reader's language; empty: nothing."""
        if not self.fault_ply:
            return ""
        before = self._before(self.fault_ply - 1)
        assert before is not None, "what can't be checked is not objected to"
        try:
            before.push(before.parse(self.lines[self.fault_ply - 1].text)).outcome()
        except RulesError as error:
            return error.sentence
        return ""

    @property
    def position(self) -> Position | None:
        """The position as far as it is known; None after something the rules can't follow."""
        if self.setups and self.setups[-1].ply == len(self.lines):
            return self._setup_position(self.setups[-1])
        return self.lines[-1].position if self.lines else self.start

    @property
    def shown(self) -> Position | None:
        """The last position that is known."""
        position = self.position
        if position is not None:
            return position
        known = [line.position for line in self.lines if line.position is not None]
        return known[-1] if known else self.start

    def press(self, made: Made) -> Line:
        """A move was completed on the clock; its text is still to come."""
        line = Line(len(self.lines) + 1, made, swapped=self._swapped_before(len(self.lines)))
        self.lines.append(line)
        return line

    def before(self, line: Line) -> Position | None:
        """The position in which a move was made; None where it is not known."""
        return self._before(line.ply - 1)

    def unwritten(self) -> list[Line]:
        """Moves whose text is not known yet, oldest first."""
        return [line for line in self.lines if not line.text]

    def due(self) -> Line | None:
        """The oldest move whose text is still to be written. What was played before a set-up is
        not asked any more: the position is known without it."""
        since = self.setups[-1].ply if self.setups else 0
        return next((line for line in self.lines[since:] if not line.text), None)

    def write(self, journal: int, seq: int, text: str, source: str = "") -> Line | None:
        """Write down the move of that press, or write it anew; None: the press was taken back
        meanwhile. Raises `LookupError` where there never was one."""
        if (journal, seq) in self.undone:
            return None
        at = next(
            (
                i
                for i, line in enumerate(self.lines)
                if (line.made.journal, line.made.seq) == (journal, seq)
            ),
            None,
        )
        if at is None:
            raise LookupError(f"no move was made by record {seq} of journal {journal:#x}")
        self.lines[at] = Line(at + 1, self.lines[at].made, text, source=source, written=text)
        self._check_from(at)
        return self.lines[at]

    def set_up(self, fen: str) -> None:
        """A position was set up on the board. Raises `RulesError` where it is none."""
        if self.start is not None:
            self.start.variant.position(fen)
        self.setups.append(SetUp(len(self.lines), fen))

    def undo(self) -> None:
        """The last move was taken back (CL-21)."""
        if self.lines:
            made = self.lines.pop().made
            self.undone.add((made.journal, made.seq))
            self.setups = [s for s in self.setups if s.ply <= len(self.lines)]
            if self.fault_ply > len(self.lines):
                self.fault_ply = 0

    # ------------------------------------------------------------ inside

    def _setup_position(self, setup: SetUp) -> Position | None:
        if self.start is None:
            return None
        position: Position = self.start.variant.position(setup.fen)
        return position

    def _before(self, at: int) -> Position | None:
        setup = next((s for s in reversed(self.setups) if s.ply == at), None)
        if setup is not None:
            return self._setup_position(setup)
        return self.lines[at - 1].position if at else self.start

    def _check_from(self, at: int) -> None:
        """The rules look at every line from this one on."""
        if self.fault_ply > at:
            self.fault_ply = 0
        for i in range(at, len(self.lines)):
            line = self.lines[i]
            if not line.text:
                self.lines[i] = Line(line.ply, line.made, swapped=self._swapped_before(i))
                continue
            line = replace(line, text=line.written, swapped=self._swapped_before(i))
            self.lines[i] = self._checked(line, self._before(i))

    def _swapped_before(self, at: int) -> bool:
        return self.lines[at - 1].swapped if at else False

    def _checked(self, line: Line, before: Position | None) -> Line:
        if before is None:
            return replace(line, mark="unchecked", position=None)
        if self._colours(line.swapped)[line.made.side] != before.turn:
            # The clock says one side moved, the position says the other was to: nobody guesses.
            return replace(line, mark="unclear", position=None)
        try:
            move: Any = before.parse(line.text)
            after = before.push(move)
            after.outcome()  # of a position that can't be followed this says so here
        except RulesError as error:
            self.fault_ply = self.fault_ply or line.ply
            # A foul that the opponent has to claim stands until he does.
            return replace(line, mark="illegal", position=getattr(error, "stands", None))
        swapped = getattr(move, "swapped", line.swapped)
        mark: Mark = "pass" if move.is_pass else ""
        return replace(line, text=move.text, mark=mark, position=after, swapped=swapped)


def opened(variant: str, rule: str) -> Position:
    """The start of a game under an opening rule. Raises `RulesError` where there is no such
    rule, or where the game has none."""
    from flagfall.rules.renju import RenjuVariant, UnknownOpening

    game = rules.variant(variant)
    if not isinstance(game, RenjuVariant):
        raise UnknownOpening(_("{game} has no opening rules.").format(game=game.title))
    start: Position = game.start(opening=rule)
    return start
