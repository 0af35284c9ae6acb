"""Files of renju games: SGF, RenLib, RenjuNet's XML, Piskvork, positions, plain lists of points."""

from flagfall.rules.renju.files.record import Node, Record

__all__ = ["Node", "Record"]
