"""Renju under two laws: the board, forbidden points with recursion, games, pictures.

>>> from flagfall import rules
>>> position = rules.variant("renju").start().play("h8 a1 h9 a3 i7 a5 k7 a7")
>>> position.parse("h7")
Traceback (most recent call last):
...
flagfall.rules.renju.position.ForbiddenMove: h7 is forbidden to black: it makes two threes (R1.4.2).
"""

from flagfall.rules.renju.board import Board, Foul, Law
from flagfall.rules.renju.explain import Explanation, Row
from flagfall.rules.renju.opening import Opening
from flagfall.rules.renju.opening_rules import UnknownOpening, opening_rules
from flagfall.rules.renju.openings import OPENINGS, CanonicalOpening, opening_of
from flagfall.rules.renju.position import (
    PASS,
    ForbiddenMove,
    RenjuMove,
    RenjuOutcome,
    RenjuPosition,
    read_move,
    setup,
)
from flagfall.rules.renju.shapes import BLACK, EMPTY, WHITE
from flagfall.rules.renju.turns import OpeningPosition, OpeningTurn
from flagfall.rules.renju.variant import RENJU, RENJU_RF, RenjuVariant

__all__ = [
    "BLACK",
    "EMPTY",
    "OPENINGS",
    "PASS",
    "RENJU",
    "RENJU_RF",
    "WHITE",
    "Board",
    "CanonicalOpening",
    "Explanation",
    "ForbiddenMove",
    "Foul",
    "Law",
    "Opening",
    "OpeningPosition",
    "OpeningTurn",
    "RenjuMove",
    "RenjuOutcome",
    "RenjuPosition",
    "RenjuVariant",
    "Row",
    "UnknownOpening",
    "opening_of",
    "opening_rules",
    "read_move",
    "setup",
]
