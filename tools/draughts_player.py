"""A small player of draughts and column draughts, good enough for plausible games: it looks a few
plies ahead, and further while captures last. Seeded, so games can be made again.
"""

from __future__ import annotations

import random
from typing import Any

from flagfall.rules.face import Colour, Piece, other

MAN, KING, BELOW, STEP, NOISE = 100, 280, 22, 3, 6
LOST = 1_000_000
LONGEST_EXCHANGE = 6


def _worth(square: str, piece: Piece) -> int:
    """What one piece, or a column with what lies in it, is worth to the colour on top."""
    row = int(square[1:])
    if piece.rank == "king":
        worth = KING
    else:
        worth = MAN + STEP * (row if piece.colour == "white" else 9 - row)
    # A column's own pieces below keep it alive; prisoners set free are somebody else's gain.
    return worth + sum(BELOW if one.colour == piece.colour else BELOW // 2 for one in piece.below)


class Player:
    """Chooses moves; `depth` is how many plies it looks ahead."""

    def __init__(self, depth: int, lot: random.Random) -> None:
        self.depth = depth
        self.lot = lot

    def choose(self, position: Any) -> Any:
        """The move that looks best; moves that look alike are drawn by lot."""
        moves = list(position.legal_moves)
        if len(moves) == 1:
            return moves[0]
        self.lot.shuffle(moves)
        best, chosen = -2 * LOST, moves[0]
        for move in moves:
            value = -self._value(position.push(move), self.depth - 1, -2 * LOST, NOISE - best)
            value += self.lot.randrange(NOISE)
            if value > best:
                best, chosen = value, move
        return chosen

    def _value(self, position: Any, depth: int, low: int, high: int) -> int:
        """How good the position is for the side to move."""
        moves = position.legal_moves
        if not moves:
            return -LOST - depth
        striking = bool(moves[0].captured)
        if depth <= 0 and not (striking and depth > -LONGEST_EXCHANGE):
            return self._balance(position)
        for move in moves:
            value = -self._value(position.push(move), depth - 1, -high, -low)
            if value >= high:
                return value
            low = max(low, value)
        return low

    def _balance(self, position: Any) -> int:
        mine: Colour = position.turn
        total = {mine: 0, other(mine): 0}
        for square, piece in position.pieces().items():
            total[piece.colour] += _worth(square, piece)
        return total[mine] - total[other(mine)]
