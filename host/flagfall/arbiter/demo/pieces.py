"""The pieces of a table with sensors: what a player does with them before he presses.

The players move on the board as their record says; what the hall makes of it comes from the board
alone, and the record is only the check.
"""

from dataclasses import dataclass, field

from flagfall.arbiter.sensing import picture
from flagfall.arbiter.table import Table
from flagfall.rules import Position, RulesError
from flagfall.sim.hands import Step, steps


@dataclass(frozen=True)
class Place:
    """What the board's sensors see from now on."""

    squares: int
    occupied: bytes


@dataclass
class Pieces:
    """One board. What was shown is forgotten when its clock restarts: it is shown again."""

    seed: str
    _made: int = -1
    _steps: list[Step] = field(default_factory=list)
    _expected: str = ""
    _shown: tuple[int, int, int] = (-1, -1, -1)

    def next(
        self, table: Table, text: str, press_us: int, now_us: int, boots: int
    ) -> Place | int | None:
        """What comes next before a press at `press_us`: pieces to show now, the moment when there
        will be some, or None: everything is as it will be at the press."""
        made = len(table.record.lines)
        if made != self._made:
            self._plan(table, made, text)
        due = [i for i, step in enumerate(self._steps) if press_us - step.lead_us <= now_us]
        shown = self._shown[2] if self._shown[:2] == (boots, made) else -1
        if due and due[-1] > shown:
            self._shown = (boots, made, due[-1])
            occupied = sum(1 << cell for cell in self._steps[due[-1]].occupied)
            return Place(self._cells, occupied.to_bytes(29, "little"))
        if len(due) < len(self._steps):
            return press_us - self._steps[len(due)].lead_us
        return None

    def misread(self, table: Table) -> int:
        """The number of a move that was read from the board otherwise than the record has it; 0:
        none was."""
        if not table.record.lines or self._made + 1 != len(table.record.lines):
            return 0
        line = table.record.lines[-1]
        if line.source != "board" or line.position is None or not self._expected:
            return 0
        return 0 if line.position.fen == self._expected else line.ply

    def _plan(self, table: Table, made: int, text: str) -> None:
        self._made, self._steps, self._expected = made, [], ""
        position = table.record.position
        if position is None:
            return
        try:
            move = position.parse(text)
            after = position.push(move)
        except RulesError:
            return
        self._expected = after.fen
        self._cells = picture(position)[0]
        names = [name for row in position.variant.cells() for name in row]
        number = {name: i for i, name in enumerate(names) if name}
        path = [number[name] for name in move.path]

        def stands(at: Position) -> frozenset[int]:
            return frozenset(number[name] for name in at.pieces())

        self._steps = steps(
            stands(position), stands(after), path, cells=len(names), seed=f"{self.seed}|{made}"
        )
