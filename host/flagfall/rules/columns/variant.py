"""The games of columns, one object each."""

from functools import cached_property
from typing import Any

from flagfall.rules import face
from flagfall.rules.columns.grid import Grid
from flagfall.rules.columns.moves import Walker
from flagfall.rules.columns.position import ColumnPosition
from flagfall.rules.columns.rules import ColumnRules
from flagfall.rules.errors import InvalidPosition
from flagfall.words import words

_, ngettext = words("rules")


def N_(message: str) -> str:
    """Mark a message for the catalogue without translating it yet."""
    return message


class ColumnVariant(face.Variant):
    """One game of columns."""

    first: face.Colour = "white"

    def __init__(self, name: str, title: str, rules: ColumnRules) -> None:
        self.name = name
        self._title = title
        self.rules = rules
        self.grid = Grid(rules.size)
        last = rules.size - 1
        self.last_row: dict[face.Colour, frozenset[int]] = {
            "white": self.grid.row(0),
            "black": self.grid.row(last),
        }

    @property
    def title(self) -> str:
        return _(self._title)

    @property
    def squares(self) -> tuple[str, ...]:
        return self.grid.names

    @cached_property
    def square_index(self) -> dict[str, int]:
        """Which square each name means."""
        return {name: i for i, name in enumerate(self.squares)}

    @cached_property
    def men_each(self) -> int:
        """The pieces of one colour."""
        return sum(len(self.grid.row(row)) for row in range(self.rules.rows_of_men))

    @cached_property
    def walkers(self) -> dict[face.Colour, Walker]:
        """What finds either side's moves."""
        return {
            "white": Walker(self.rules, self.grid, "white"),
            "black": Walker(self.rules, self.grid, "black"),
        }

    def start(self) -> ColumnPosition:
        rows, size = self.rules.rows_of_men, self.rules.size
        board = tuple(
            "b" if row < rows else "w" if row >= size - rows else ""
            for row, _file in self.grid.cells
        )
        return ColumnPosition(self, board, self.first)

    def names_of_squares(self, numbering: str) -> dict[str, int]:
        """Which square each name means where 1 lies at the `top` or the `bottom` left.

        Lasker numbers from the bottom. Raises `InvalidPosition`.
        """
        if numbering not in ("top", "bottom"):
            raise InvalidPosition(
                _("Numbering is 'top' or 'bottom', not '{word}'.").format(word=numbering[:20]),
                reason="numbering",
            )
        cells = self.grid.cells
        order = sorted(
            range(len(cells)),
            key=lambda i: cells[i] if numbering == "top" else (-cells[i][0], cells[i][1]),
        )
        return {**self.square_index, **{str(n): square for n, square in enumerate(order, 1)}}

    def position(self, fen: str, *, numbering: str | None = None) -> ColumnPosition:
        """The position a text describes; `numbering` is for squares with numbers.

        >>> from flagfall import rules
        >>> rules.variant("lasca").position("W:e1w,e3BwWw,c5wb").column("e3")
        'BwWw'
        """
        from flagfall.rules.columns.notation import read_fen

        return read_fen(self, fen, numbering=numbering)

    def picture(self, position: Any, *, last: Any, labels: bool, flipped: bool) -> str:
        from flagfall.rules.columns.picture import draw

        return draw(position, last=last, labels=labels, flipped=flipped)


BASHNI = ColumnVariant(
    "bashni", N_("Bashni"), ColumnRules(size=8, rows_of_men=3, no_progress_moves=15)
)

# Readings of the rules that differ: a column struck again after another, men forward only (1875).
BASHNI_AGAIN = ColumnVariant(
    "bashni-again",
    N_("Bashni, columns struck again"),
    ColumnRules(size=8, rows_of_men=3, struck_again=True, no_progress_moves=15),
)
BASHNI_1875 = ColumnVariant(
    "bashni-1875",
    N_("Bashni of 1875"),
    ColumnRules(size=8, rows_of_men=3, men_capture_back=False, no_progress_moves=15),
)

LASCA = ColumnVariant(
    "lasca",
    N_("Lasca"),
    ColumnRules(
        size=7,
        rows_of_men=3,
        men_capture_back=False,
        flying_kings=False,
        crowned_in_passing=False,
        whole_way=True,
        capture_sign="x",
    ),
)
