"""A position of column draughts.

>>> from flagfall import rules
>>> position = rules.variant("bashni").start().play("c3-b4 d6-c5")
>>> position.legal_moves[0].text
'b4:d6'
>>> position.push(position.legal_moves[0]).column("d6")
'wb'
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from flagfall.rules import face
from flagfall.rules.columns.moves import Walk, result
from flagfall.rules.errors import IllegalMove
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.columns.variant import ColumnVariant

_, ngettext = words("rules")


class ColumnMove(face.Move):
    """A move of one column. Two are equal if they leave the same board from the same one."""

    __slots__ = ("crowns", "full", "variant", "walk")

    def __init__(self, variant: "ColumnVariant", walk: Walk, *, crowns: bool) -> None:
        self.variant = variant
        self.walk = walk
        self.crowns = crowns
        """A man on top becomes a king or officer."""
        self.full = False
        """Another legal move has the same ends, so the text names every square."""

    @property
    def is_capture(self) -> bool:
        """Whether anything is taken."""
        return bool(self.walk.struck)

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.variant.squares[s] for s in self.walk.path)

    @property
    def captured(self) -> tuple[str, ...]:
        return tuple(self.variant.squares[s] for s in self.walk.struck)

    @property
    def text(self) -> str:
        rules, path = self.variant.rules, self.path
        star = "*" if rules.whole_way and self.crowns else ""
        if not self.walk.struck:
            return f"{path[0]}-{path[1]}{star}"
        whole = self.full or rules.whole_way
        return rules.capture_sign.join(path if whole else (path[0], path[-1])) + star

    @property
    def long_text(self) -> str:
        """The move with every square it stands on."""
        sign = self.variant.rules.capture_sign if self.walk.struck else "-"
        return sign.join(self.path)

    def key(self) -> tuple[object, ...]:
        """What two moves of one position share if they do the same."""
        walk = self.walk
        return walk.path[0], walk.path[-1], tuple(sorted(walk.struck)), walk.column

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ColumnMove)
            and self.variant is other.variant
            and self.key() == other.key()
        )

    def __hash__(self) -> int:
        return hash(self.key())


class ColumnPosition(face.Position):
    """Columns on a board and the side to move. Equality is by identity, as in draughts."""

    __slots__ = ("_last", "_moves", "_ply", "_previous", "_turn", "_variant", "board")

    def __init__(self, variant: "ColumnVariant", board: tuple[str, ...], turn: face.Colour) -> None:
        self._variant = variant
        self.board = board
        self._turn = turn
        self._previous: ColumnPosition | None = None
        self._last: ColumnMove | None = None
        self._ply = 0
        self._moves: tuple[ColumnMove, ...] | None = None

    @property
    def variant(self) -> "ColumnVariant":
        return self._variant

    @property
    def turn(self) -> face.Colour:
        return self._turn

    @property
    def ply(self) -> int:
        return self._ply

    @property
    def previous(self) -> "ColumnPosition | None":
        return self._previous

    @property
    def last_move(self) -> ColumnMove | None:
        return self._last

    @property
    def key(self) -> tuple[object, ...]:
        """What must be equal for a position to count as repeated."""
        return self._turn, self.board

    @property
    def routes(self) -> list[ColumnMove]:
        """Every legal move with every way to make it."""
        variant, board = self._variant, self.board
        return [
            ColumnMove(variant, walk, crowns=walk.column[0] != board[walk.path[0]][0])
            for walk in variant.walkers[self._turn].moves(list(board))
        ]

    @property
    def legal_moves(self) -> tuple[ColumnMove, ...]:
        """Every legal move, each once for what it leaves on the board."""
        if self._moves is None:
            moves = self.routes
            if len(moves) > 1 and moves[0].is_capture:
                moves = _told_apart(moves)
            self._moves = tuple(moves)
        return self._moves

    def push(self, move: ColumnMove) -> "ColumnPosition":
        moves = self.legal_moves
        if not any(known is move for known in moves) and move not in moves:
            face.expect_move(move)
            raise IllegalMove(
                _("The move {move} is not legal here.").format(move=move),
                reason="not-legal",
                hint=_("Take a move from legal_moves, or let parse read it."),
            )
        board = result(self.board, move.walk)
        after = ColumnPosition(self._variant, board, face.other(self._turn))
        after._previous = self
        after._last = move
        after._ply = self._ply + 1
        return after

    def parse(self, text: str, names: dict[str, int] | None = None) -> ColumnMove:
        from flagfall.rules.columns.notation import parse

        return parse(self, text, names)

    def outcome(self) -> face.Outcome | None:
        if self.legal_moves:
            return None
        mine = "wW" if self._turn == "white" else "bB"
        any_left = any(column and column[0] in mine for column in self.board)
        return face.Outcome(face.other(self._turn), "no-moves" if any_left else "no-pieces")

    def claims(self) -> tuple[face.Claim, ...]:
        from flagfall.rules.columns.draws import claims

        return tuple(claims(self))

    @property
    def fen(self) -> str:
        from flagfall.rules.columns.notation import write_fen

        return write_fen(self)

    def column(self, square: str) -> str:
        """The column on a square, top first: `Wbw`; empty for an empty square."""
        return self.board[self._variant.square_index[square]]

    def pieces(self) -> Mapping[str, face.Piece]:
        names = self._variant.squares
        return {names[square]: _piece(column) for square, column in enumerate(self.board) if column}


def _told_apart(routes: list[ColumnMove]) -> list[ColumnMove]:
    """Captures, each once; those with the same ends are written in full."""
    found: dict[tuple[object, ...], ColumnMove] = {}
    ends: dict[tuple[int, int], ColumnMove] = {}
    for move in routes:
        key = move.key()
        if key not in found:
            found[key] = move
            twin = ends.setdefault((move.walk.path[0], move.walk.path[-1]), move)
            if twin is not move:
                twin.full = move.full = True
    return list(found.values())


def _piece(column: str) -> face.Piece:
    top, *below = (
        face.Piece("white" if sign in "wW" else "black", "king" if sign.isupper() else "man")
        for sign in column
    )
    return face.Piece(top.colour, top.rank, tuple(below))
