"""An opening followed from sensors: placings, swaps, fifth moves that are offered and chosen.

What a player did at his turn follows from the step the opening rule is at (`Opening.infer`). Once
the rule has no more steps the game goes on as any other.

>>> from flagfall.rules.renju.opening import Opening
>>> follower = OpeningFollower(Opening.begin("rif-1996").play("h8", "h9", "i9", "swap", "j8"))
>>> for point in ("i8", "g7"):
...     follower.change(point, True)
>>> follower.press().acts
('offer g7 i8',)
>>> follower.change("g7", False)
>>> follower.change("c3", True)
>>> follower.press().acts, follower.position.turn
(('i8', 'c3'), 'black')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flagfall.rules.errors import AmbiguousMove, IllegalMove
from flagfall.rules.infer import Follower, Reading
from flagfall.rules.renju.points import find_all, names

if TYPE_CHECKING:
    from flagfall.rules.renju.opening import Opening


class OpeningFollower(Follower):
    """A game of renju followed from the first act of its opening on."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening.position)
        self.opening: Opening | None = None
        self._act(opening)
        self.board = set(names(opening.occupied))

    def _act(self, opening: Opening) -> None:
        self.position = opening.position
        self.opening = None if opening.is_done else opening

    def press(self) -> Reading:
        """The player to act has pressed; what he did is in `acts` while the opening lasts."""
        opening = self.opening
        if opening is None:
            return super().press()
        try:
            after = opening.infer(find_all(" ".join(self.board)) or ())
        except AmbiguousMove as error:
            reading = Reading("several", acts=error.candidates)
        except IllegalMove as error:
            reading = Reading("none", why=error.sentence)
        else:
            acts = after.acts[len(opening.acts) :]
            moves = after.position.history[opening.position.ply :]
            reading = Reading("move", moves, acts=acts)
            if after.step is not None and after.step.kind == "declare":
                # The stones are read; what no board shows is asked.
                reading = Reading("declare", moves, acts=acts, why=after.sentence())
            self._act(after)
        self.asked = reading if reading.question else None
        return reading

    def settle(self, text: str) -> Any:
        """The arbiter says what was done: a move, or acts of the opening with commas between.

        Raises `RulesError`.
        """
        if self.opening is None:
            return super().settle(text)
        self._act(self.opening.play(*text.split(",")))
        self.asked = None
        return self.position.last_move

    def restore(self, position: Any) -> None:
        """The arbiter sets the position: the opening is over."""
        super().restore(position)
        self.opening = None
