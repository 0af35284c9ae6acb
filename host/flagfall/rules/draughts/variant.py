"""A draughts variant: its rules, its board, its sides."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from flagfall.rules import face
from flagfall.rules.draughts.board import Board
from flagfall.rules.draughts.draws import DrawRule
from flagfall.rules.draughts.frisian import LimitedKingsPosition
from flagfall.rules.draughts.position import DraughtsPosition
from flagfall.rules.draughts.rules import Rules
from flagfall.rules.draughts.side import Side, sides
from flagfall.rules.errors import InvalidPosition
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.draughts.fen import Setup

_, ngettext = words("rules")


class DraughtsVariant(face.Variant):
    """One variant of the draughts family. Tables are made when first needed."""

    def __init__(
        self,
        name: str,
        title: str,
        rules: Rules,
        *,
        game_type: str,
        draw_rules: tuple[DrawRule, ...],
    ) -> None:
        self.name = name
        self._title = title
        self.rules = rules
        self.first = rules.first
        self.game_type = game_type
        """The PDN tag's full form: `20,W,10,10,N2,0`."""
        self.draw_rules = draw_rules
        self.board = Board(rules.size, mirrored=rules.mirrored, all_squares=rules.turkish)

    @property
    def title(self) -> str:
        return _(self._title)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The squares' numbers, in the variant's own numbering."""
        return self.board.numbers(self.rules.number_one)

    @cached_property
    def squares(self) -> tuple[str, ...]:
        return self.board.algebraic if self.rules.algebraic else self.numbers

    @cached_property
    def square_index(self) -> dict[str, int]:
        """Which square each name means."""
        return {name: i for i, name in enumerate(self.squares)}

    def names_of_squares(self, numbering: str) -> dict[str, int]:
        """Which square each name means where 1 lies at the `top` or the `bottom` left.

        Squares by letter and digit are understood too. Raises `InvalidPosition`.
        """
        if numbering not in ("top", "bottom"):
            raise InvalidPosition(
                _("Numbering is 'top' or 'bottom', not '{word}'.").format(word=numbering[:20]),
                reason="numbering",
            )
        names = {name: i for i, name in enumerate(self.board.algebraic)}
        numbers = self.board.numbers("top-left" if numbering == "top" else "bottom-left")
        names.update({number: i for i, number in enumerate(numbers)})
        return names

    @cached_property
    def sides(self) -> dict[face.Colour, Side]:
        """The two sides' moves."""
        return sides(self)

    @cached_property
    def start_men(self) -> dict[face.Colour, int]:
        """The men of either side before the first move."""
        rows = range(self.rules.rows_of_men)
        skip = 1 if self.rules.turkish else 0
        last = self.rules.size - 1
        return {
            "black": sum(self.board.row_mask(row + skip) for row in rows),
            "white": sum(self.board.row_mask(last - row - skip) for row in rows),
        }

    @cached_property
    def main_road(self) -> int:
        """The long diagonal from White's lower left corner."""
        board = self.board
        return sum(
            bit
            for bit, (row, file) in zip(board.bits, board.cells, strict=True)
            if row + file == board.size - 1
        )

    def start(self) -> DraughtsPosition:
        men = self.start_men
        return self.place(self.first, men, {"white": 0, "black": 0})

    def place(
        self, turn: face.Colour, men: dict[face.Colour, int], kings: dict[face.Colour, int]
    ) -> DraughtsPosition:
        """A position of these pieces, given as bits of the board, with `turn` to move."""
        kind = LimitedKingsPosition if self.rules.king_move_limit else DraughtsPosition
        them = face.other(turn)
        return kind(self.sides[turn], men[turn], kings[turn], men[them], kings[them])

    def position(self, fen: str, *, numbering: str | None = None) -> DraughtsPosition:
        """The position a FEN describes.

        `numbering` says where square 1 of a numeric FEN lies: `top` (b8, or 1 in the top row)
        or `bottom` (in White's first row). Raises `InvalidPosition`.

        >>> from flagfall import rules
        >>> rules.variant("russian").position("W:Wh6:Bg7,c5,d2").legal_moves
        <LegalMoves h6:e1>
        """
        return self.setup(fen, numbering=numbering).position()

    def setup(self, fen: str, *, numbering: str | None = None) -> "Setup":
        """The set-up a FEN describes, legal or not: `faults()` says why no game can stand so.

        >>> from flagfall import rules
        >>> rules.variant("international").setup("W:W3:B").faults()
        ('white has a man on square 3, where it would be a king',)
        """
        from flagfall.rules.draughts.fen import read

        return read(self, fen, numbering=numbering)

    def cells(self) -> list[list[str]]:
        rows = [[""] * self.board.size for _row in range(self.board.size)]
        for square, name in enumerate(self.squares):
            row, file = self.board.cell_seen(square)
            rows[row][file] = name
        return rows

    def picture(self, position: Any, *, last: Any, labels: bool, flipped: bool) -> str:
        from flagfall.rules.draughts.picture import draw

        return draw(position, last=last, labels=labels, flipped=flipped)
