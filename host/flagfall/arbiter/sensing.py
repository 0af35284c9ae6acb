"""Moves read from a table's board: what stood there at the press, matched with what is legal.

The press commits; the rules room says which move it was, or that this can't be told. What can't be
told is a question to the arbiter (CL-17, CL-21), never a guess.
"""

from dataclasses import dataclass

from flagfall_protocol.messages import BoardEvent

from flagfall.rules import IllegalMove, Position, infer
from flagfall.rules.renju import RenjuPosition
from flagfall.rules.renju.points import find_all
from flagfall.rules.renju.sensors import infer as infer_renju


@dataclass(frozen=True)
class Sensed:
    """`kind` as in `rules.infer.Reading`; `moves` are the texts of the moves that may be meant."""

    kind: infer.Kind
    moves: tuple[str, ...] = ()


def sensed(position: Position, board: BoardEvent) -> Sensed | None:
    """What a board says at a press; None: this board is not of this game."""
    squares = position.variant.squares
    if board.squares != len(squares):
        return None
    seen = [
        square
        for index, square in enumerate(squares)
        if board.occupied[index // 8] >> (index % 8) & 1
    ]
    if isinstance(position, RenjuPosition):
        return _renju(position, seen)
    reading = infer.read(position, seen)
    return Sensed(reading.kind, tuple(move.text for move in reading.moves))


def _renju(position: RenjuPosition, seen: list[str]) -> Sensed:
    if position.outcome() is not None:
        return Sensed("over")
    try:
        move = infer_renju(position, find_all(" ".join(seen)) or ())
    except IllegalMove:
        return Sensed("none")
    # R2.1.6, R2.1.7: a press without a stone is a pass or a mistake: that is asked.
    return Sensed("unchanged", (move.text,)) if move.is_pass else Sensed("move", (move.text,))


def picture(position: Position) -> tuple[int, bytes]:
    """What the sensors of a board with this position see: how many squares, and their bits."""
    squares = position.variant.squares
    stands = infer.occupied(position)
    bits = sum(1 << index for index, square in enumerate(squares) if square in stands)
    return len(squares), bits.to_bytes(BOARD_BYTES, "little")


BOARD_BYTES = 29
