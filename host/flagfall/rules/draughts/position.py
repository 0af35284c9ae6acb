"""A position of any draughts variant.

>>> from flagfall import rules
>>> position = rules.variant("international").position("W:W28,32:B11,22")
>>> [move.text for move in position.legal_moves]
['28x6']
>>> position.push(position.parse("28x6")).turn
'black'
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, overload

from flagfall.rules import face
from flagfall.rules.draughts.board import squares_in
from flagfall.rules.draughts.captures import Route
from flagfall.rules.draughts.move import DraughtsMove
from flagfall.rules.draughts.side import Side
from flagfall.rules.errors import IllegalMove
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.draughts.variant import DraughtsVariant

_, ngettext = words("rules")


class LegalMoves(Sequence[DraughtsMove]):
    """The legal moves of one position; counted without being made, made when looked at."""

    __slots__ = ("_position",)

    def __init__(self, position: "DraughtsPosition") -> None:
        self._position = position

    def __len__(self) -> int:
        return self._position._count()

    def __iter__(self) -> Iterator[DraughtsMove]:
        return iter(self._position._list())

    def __contains__(self, move: object) -> bool:
        return move in self._position._list()

    @overload
    def __getitem__(self, index: int) -> DraughtsMove: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[DraughtsMove]: ...
    def __getitem__(self, index: Any) -> Any:
        return self._position._list()[index]

    def __repr__(self) -> str:
        texts = [move.text for move in islice(self, 13)]
        more = " …" if len(texts) > 12 else ""
        return f"<LegalMoves {' '.join(texts[:12])}{more}>"


class DraughtsPosition(face.Position):
    """Where the pieces stand, whose turn it is, and how it came about.

    Equality is by identity: compare `fen` or `key` to ask whether two positions look alike.
    """

    __slots__ = (
        "_last",
        "_moves",
        "_ply",
        "_previous",
        "_side",
        "kings",
        "men",
        "their_kings",
        "their_men",
    )

    _side: Side
    _moves: list[DraughtsMove] | None
    _previous: "DraughtsPosition | None"
    _last: DraughtsMove | None
    _ply: int
    men: int
    kings: int
    their_men: int
    their_kings: int

    def __init__(self, side: Side, men: int, kings: int, their_men: int, their_kings: int) -> None:
        self._side = side
        self.men = men
        self.kings = kings
        self.their_men = their_men
        self.their_kings = their_kings
        self._moves = None
        self._previous = None
        self._last = None
        self._ply = 0

    def _count(self) -> int:
        if self._moves is not None:
            return len(self._moves)
        return self._side.count(self.men, self.kings, self.their_men, self.their_kings)

    def _list(self) -> list[DraughtsMove]:
        moves = self._moves
        if moves is None:
            side = self._side
            moves = self._moves = side.moves(self.men, self.kings, self.their_men, self.their_kings)
        return moves

    @property
    def variant(self) -> "DraughtsVariant":
        return self._side.variant

    @property
    def turn(self) -> face.Colour:
        return self._side.colour

    @property
    def ply(self) -> int:
        return self._ply

    @property
    def previous(self) -> "DraughtsPosition | None":
        return self._previous

    @property
    def last_move(self) -> DraughtsMove | None:
        return self._last

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move, one for each (from, to, set of captured pieces, crowned or not)."""
        return LegalMoves(self)

    @property
    def routes(self) -> list[DraughtsMove]:
        """Every legal move with every way to make it: two orders of the same capture are two."""
        return self._side.routes(self.men, self.kings, self.their_men, self.their_kings)

    def possible_captures(self) -> list[Route]:
        """Every capture there is, whether or not the majority rule allows it."""
        return self._side.search(self.men, self.kings, self.their_men, self.their_kings)

    @property
    def key(self) -> tuple[object, ...]:
        """What must be equal for a position to count as repeated."""
        return self._side.colour, self.men, self.kings, self.their_men, self.their_kings

    def push(self, move: DraughtsMove) -> "DraughtsPosition":
        for known in self._list():
            if known is move:
                break
        else:
            move = self._checked(move)
        after = _new(self.__class__)
        after._side = self._side.opponent
        after.men = self.their_men & ~move.taken
        after.kings = self.their_kings & ~move.taken
        after.their_men = self.men ^ move.man_bits
        after.their_kings = self.kings ^ move.king_bits
        after._moves = None
        after._previous = self
        after._last = move
        after._ply = self._ply + 1
        return after

    def _checked(self, move: DraughtsMove) -> DraughtsMove:
        """The legal move that equals `move`; any route to a legal end will do."""
        for known in self._list():
            if known == move:
                return known
        face.expect_move(move)
        raise IllegalMove(
            _("The move {move} is not legal here.").format(move=move),
            reason="not-legal",
            hint=_("Take a move from legal_moves, or let parse read it."),
        )

    def parse(self, text: str, names: dict[str, int] | None = None) -> DraughtsMove:
        from flagfall.rules.draughts.notation import parse

        return parse(self, text, names)

    def claims(self) -> tuple[face.Claim, ...]:
        """Draws that may be claimed now: each with its rule, who may, and since which ply."""
        return tuple(c for rule in self.variant.draw_rules for c in rule.claims(self))

    def outcome(self) -> face.Outcome | None:
        if self._count():
            return None
        reason = "no-moves" if self.men | self.kings else "no-pieces"
        return face.Outcome(face.other(self.turn), reason)

    @property
    def fen(self) -> str:
        from flagfall.rules.draughts.fen import write

        return write(self)

    def pieces(self) -> Mapping[str, face.Piece]:
        names, board = self.variant.squares, self.variant.board
        mine, theirs = self.turn, face.other(self.turn)
        found: dict[str, face.Piece] = {}
        for mask, piece in (
            (self.men, face.Piece(mine, "man")),
            (self.kings, face.Piece(mine, "king")),
            (self.their_men, face.Piece(theirs, "man")),
            (self.their_kings, face.Piece(theirs, "king")),
        ):
            for square in squares_in(mask, board):
                found[names[square]] = piece
        return found

    def masks(self, colour: face.Colour) -> tuple[int, int]:
        """The men and the kings of one colour, as bits of the board."""
        if colour == self.turn:
            return self.men, self.kings
        return self.their_men, self.their_kings


_new = object.__new__
