"""The Frisian limit: three quiet moves in a row with the same king while men remain.

After the third, that king may only capture until another piece has moved. Without men there is
no limit; a king that has captured begins anew.
"""

from flagfall.rules.draughts.move import DraughtsMove
from flagfall.rules.draughts.position import DraughtsPosition
from flagfall.rules.draughts.side import Side

Run = tuple[int, int]
"""The king that moved last (its bit; 0: none) and how often in a row."""


class LimitedKingsPosition(DraughtsPosition):
    """A position that remembers how often each side's last king has moved in a row."""

    __slots__ = ("run", "their_run")

    run: Run
    their_run: Run

    def __init__(self, side: Side, men: int, kings: int, their_men: int, their_kings: int) -> None:
        super().__init__(side, men, kings, their_men, their_kings)
        self.run = self.their_run = (0, 0)

    @property
    def held_king(self) -> str | None:
        """The square of the king that may only capture now."""
        bit, moves = self.run
        if not bit or not self.men or moves < self.variant.rules.king_move_limit:
            return None
        return self.variant.squares[self.variant.board.square_of[bit]]

    def _count(self) -> int:
        return len(self._list()) if self.run[1] >= 3 else super()._count()

    def _list(self) -> list[DraughtsMove]:
        moves = self._moves
        if moves is None:
            moves = self._moves = self._within_the_limit(super()._list())
        return moves

    @property
    def routes(self) -> list[DraughtsMove]:
        return self._within_the_limit(super().routes)

    def _within_the_limit(self, moves: list[DraughtsMove]) -> list[DraughtsMove]:
        if self.held_king is None or (moves and moves[0].taken):
            return moves
        start = self.variant.board.square_of[self.run[0]]
        return [move for move in moves if move.squares[0] != start]

    def push(self, move: DraughtsMove) -> "LimitedKingsPosition":
        after = super().push(move)
        assert isinstance(after, LimitedKingsPosition)
        run = (0, 0)
        if move.king and not move.taken:
            bits = self.variant.board.bits
            moved = self.run[1] if bits[move.squares[0]] == self.run[0] else 0
            run = (bits[move.squares[-1]], moved + 1)
        after.their_run = run
        after.run = (0, 0) if self.their_run[0] & move.taken else self.their_run
        return after
