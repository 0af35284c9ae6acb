"""What makes one draughts variant differ from another, as data."""

from dataclasses import dataclass
from typing import Literal

from flagfall.rules.draughts.board import DIAGONAL, ORTHOGONAL, Corner, Step
from flagfall.rules.face import Colour

Majority = Literal["none", "most", "value", "king-first", "most-then-kings", "italian"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of one variant.

    `majority`: which captures are a duty. `none`: any; `most`: the most pieces; `value`: Frisian,
    a king counts a little less than a man and a half, a king captures before a man; `king-first`:
    Czech, a king captures before a man; `most-then-kings`: Spanish, the most pieces, then the
    most kings; `italian`: the most pieces, with the king, the most kings, the king met first.
    """

    size: int
    rows_of_men: int
    first: Colour = "white"
    mirrored: bool = False
    turkish: bool = False
    """Played on all squares along rows and files, captured pieces leaving at once."""
    orthogonal_captures: bool = False
    men_capture_back: bool = False
    flying_kings: bool = True
    king_lands_behind: bool = False
    """A king must stop right behind the piece it took (Thai)."""
    men_take_kings: bool = True
    crowned_in_passing: bool = False
    """A man that reaches the last row in a capture goes on as a king (Russian)."""
    crowning_ends_move: bool = False
    """A man that reaches the last row in a capture stops there (English)."""
    majority: Majority = "none"
    king_move_limit: int = 0
    """Moves in a row with the same king while men remain (Frisian: 3); 0 is no limit."""
    algebraic: bool = False
    number_one: Corner = "top-left"
    capture_sign: str = "x"

    @property
    def quiet_steps(self) -> tuple[Step, ...]:
        """Directions in which pieces move without capturing."""
        return ORTHOGONAL if self.turkish else DIAGONAL

    @property
    def capture_steps(self) -> tuple[Step, ...]:
        """Directions in which pieces capture."""
        if self.turkish:
            return ORTHOGONAL
        return DIAGONAL + ORTHOGONAL if self.orthogonal_captures else DIAGONAL

    def man_steps(self, colour: Colour) -> tuple[Step, ...]:
        """Directions in which a man moves."""
        forward = -1 if colour == "white" else 1
        return tuple(s for s in self.quiet_steps if s[0] in (forward, 0))

    def man_capture_steps(self, colour: Colour) -> tuple[Step, ...]:
        """Directions in which a man captures."""
        if self.men_capture_back:
            return self.capture_steps
        forward = -1 if colour == "white" else 1
        return tuple(s for s in self.capture_steps if s[0] in (forward, 0))
