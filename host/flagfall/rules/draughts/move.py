"""A draughts move: what goes from where to where, and what it takes."""

from itertools import pairwise
from typing import TYPE_CHECKING

from flagfall.rules import face

if TYPE_CHECKING:
    from flagfall.rules.draughts.variant import DraughtsVariant


class DraughtsMove(face.Move):
    """One move. Two are equal if they bring the same piece to the same square, as man or king,
    with the same pieces taken: the order of the taking does not count.

    `squares` are indices into `variant.squares`; the masks are bits of `variant.board`.
    """

    __slots__ = ("crowns", "full", "king", "king_bits", "man_bits", "squares", "taken", "variant")

    def __init__(
        self,
        variant: "DraughtsVariant",
        squares: tuple[int, ...],
        taken: int,
        king: bool,
        crowns: bool,
    ) -> None:
        self.variant = variant
        self.squares = squares
        self.taken = taken
        self.king = king
        """A king moves."""
        self.crowns = crowns
        """A man becomes a king."""
        self.full = False
        """Another legal move has the same ends, so the text names every square."""
        bits = variant.board.bits
        start, end = bits[squares[0]], bits[squares[-1]]
        # What changes among the own men and the own kings; a capture may end where it began.
        if king:
            self.man_bits, self.king_bits = 0, start ^ end
        elif crowns:
            self.man_bits, self.king_bits = start, end
        else:
            self.man_bits, self.king_bits = start ^ end, 0

    @property
    def is_capture(self) -> bool:
        """Whether anything is taken."""
        return self.taken != 0

    @property
    def path(self) -> tuple[str, ...]:
        names = self.variant.squares
        return tuple(names[s] for s in self.squares)

    @property
    def captured_squares(self) -> tuple[int, ...]:
        """Indices of the squares of the pieces taken, in the order of the capture."""
        if not self.taken:
            return ()
        board, left = self.variant.board, self.taken
        found = []
        for a, b in pairwise(self.squares):
            square = next(s for s in board.between(a, b) if board.bits[s] & left)
            left ^= board.bits[square]
            found.append(square)
        return tuple(found)

    @property
    def captured(self) -> tuple[str, ...]:
        names = self.variant.squares
        return tuple(names[s] for s in self.captured_squares)

    @property
    def text(self) -> str:
        path = self.path
        if not self.taken:
            return f"{path[0]}-{path[1]}"
        sign = self.variant.rules.capture_sign
        return sign.join(path if self.full else (path[0], path[-1]))

    @property
    def long_text(self) -> str:
        """The move with every square it stands on: `c3:e5:g7`."""
        return (self.variant.rules.capture_sign if self.taken else "-").join(self.path)

    def _key(self) -> tuple[object, ...]:
        squares = self.squares
        return self.variant.name, squares[0], squares[-1], self.taken, self.crowns

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DraughtsMove) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())
