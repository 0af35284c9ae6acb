"""What makes one game of columns differ from another, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ColumnRules:
    """The switches of one variant.

    In all of them a column is moved and captured by its top piece; the captured top goes under
    the captor at once, and what it stood on stays with the colour that is now on top. A piece
    keeps its rank in captivity.
    """

    size: int
    rows_of_men: int
    men_capture_back: bool = True
    flying_kings: bool = True
    crowned_in_passing: bool = True
    """Else a man that reaches the last row stops there."""
    struck_again: bool = False
    """A column may be struck again in one move if another was struck in between."""
    whole_way: bool = False
    """Captures are written with every square, crowning with an asterisk (Lasca)."""
    capture_sign: str = ":"
    no_progress_moves: int = 0
    """Moves of each side without a capture or a crowning after which a draw may be claimed."""
