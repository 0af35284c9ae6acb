"""Renju, draughts and column draughts: positions, legal moves, results, notation, files.

>>> from flagfall import rules
>>> position = rules.variant("russian").start()
>>> len(position.legal_moves)
7
>>> position.play("c3-d4 f6-g5 d4-e5").legal_moves
<LegalMoves d6:f4>
"""

from flagfall.rules.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidFile,
    InvalidMove,
    InvalidPosition,
    RulesError,
    UnknownVariant,
)
from flagfall.rules.face import Claim, Colour, Move, Outcome, Piece, Position, Variant, other
from flagfall.rules.registry import variant, variants

__all__ = [
    "AmbiguousMove",
    "Claim",
    "Colour",
    "IllegalMove",
    "InvalidFile",
    "InvalidMove",
    "InvalidPosition",
    "Move",
    "Outcome",
    "Piece",
    "Position",
    "RulesError",
    "UnknownVariant",
    "Variant",
    "other",
    "variant",
    "variants",
]
