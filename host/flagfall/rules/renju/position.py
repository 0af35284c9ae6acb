"""A game of renju move by move: turn, placing, passing, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flagfall.rules import face
from flagfall.rules.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    expect_text,
)
from flagfall.rules.renju import dead
from flagfall.rules.renju.board import Board, Foul, Law
from flagfall.rules.renju.explain import Explanation, Row, explain_black, explain_white
from flagfall.rules.renju.points import CENTRE, POINTS, find, find_all, name
from flagfall.rules.renju.shapes import BLACK, EMPTY, WHITE
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.renju.variant import RenjuVariant

_, ngettext = words("rules")

#: How a pass may be written; the code's score sheet has a dash (R2.2.1).
PASS_TEXTS = frozenset({"pass", "-", "--", "–", "—"})


@dataclass(frozen=True, slots=True, repr=False)
class RenjuMove(face.Move):
    """A stone on a point (0…224), or a pass (`point` is None), which is a move too (R1.4.4).

    Raises `InvalidMove` for a number that is no point.
    """

    point: int | None

    def __post_init__(self) -> None:
        if self.point is not None and not 0 <= self.point < POINTS:
            raise InvalidMove(_("There is no such point on the board."), reason="point")

    @property
    def text(self) -> str:
        """`h8`, or `pass`."""
        return "pass" if self.point is None else name(self.point)

    @property
    def path(self) -> tuple[str, ...]:
        """The point by name; nothing for a pass."""
        return () if self.point is None else (name(self.point),)

    @property
    def captured(self) -> tuple[str, ...]:
        """Nothing is ever captured in renju."""
        return ()


PASS = RenjuMove(None)


@dataclass(frozen=True, slots=True)
class RenjuOutcome(face.Outcome):
    """An outcome with the rows that decided it.

    Reasons: `five`, `overline` (white's longer row), `foul` (claimed), `two-passes`,
    `dead-position`, `agreement`.
    """

    rows: tuple[Row, ...] = ()


class ForbiddenMove(IllegalMove):
    """Black's move that R1.4.2 forbids; `explanation` has its rows. It `stands` under `rif`."""

    code = "move-forbidden"

    def __init__(self, explanation: Explanation, stands: RenjuPosition | None) -> None:
        super().__init__(
            foul_sentence(explanation.point, explanation.fouls),
            reason="foul",
            where=name(explanation.point),
        )
        self.explanation = explanation
        self.stands = stands


class RenjuPosition(face.Position):
    """A position of a game of renju; moves make new ones and leave it as it is.

    >>> from flagfall import rules
    >>> position = rules.variant("renju").start().play("H8 h9")
    >>> position.turn, position.ply, position.last_move.text
    ('black', 2, 'h9')
    """

    __slots__ = (
        "_forbidden",
        "_foul",
        "_outcome",
        "_previous",
        "_variant",
        "board",
        "history",
        "turn",
    )

    turn: face.Colour
    history: tuple[RenjuMove, ...]

    def __init__(
        self,
        variant: RenjuVariant,
        board: Board,
        turn: face.Colour,
        previous: RenjuPosition | None = None,
        history: tuple[RenjuMove, ...] = (),
    ) -> None:
        self._variant = variant
        self.board = board
        self.turn = turn
        self.history = history
        self._previous = previous
        self._foul: Explanation | None = None
        self._outcome: RenjuOutcome | None = None
        self._forbidden: dict[int, tuple[Foul, ...]] | None = None

    @property
    def variant(self) -> RenjuVariant:
        """The rules this position is played under."""
        return self._variant

    @property
    def ply(self) -> int:
        """Moves made so far, passes among them."""
        return len(self.history)

    @property
    def previous(self) -> RenjuPosition | None:
        """The position before the last move; None at the start or after a set-up."""
        return self._previous

    @property
    def last_move(self) -> RenjuMove | None:
        """The move that led here."""
        return self.history[-1] if self.history else None

    @property
    def game(self) -> RenjuPosition:
        """The stones that count: these (while an opening lasts, `OpeningPosition` has others)."""
        return self

    @property
    def offers(self) -> tuple[str, ...]:
        """Fifth moves that are offered: only while an opening lasts."""
        return ()

    @property
    def is_opening_move(self) -> bool:
        """Whether the game's very first stone is to come: nothing stands and nothing was set up."""
        return not self.history and not any(self.board.cells)

    @property
    def fen(self) -> str:
        """The position as one line, such as `B:Wh9:Bh8`: the side to move, then the stones."""
        stones: dict[str, list[str]] = {"white": [], "black": []}
        for point, colour in self.stones():
            stones[colour].append(name(point))
        turn = "B" if self.turn == "black" else "W"
        return f"{turn}:W{','.join(stones['white'])}:B{','.join(stones['black'])}"

    def stones(self) -> Iterator[tuple[int, face.Colour]]:
        """Every stone as (point, colour), by rows from a1."""
        for point, cell in enumerate(self.board.cells):
            if cell != EMPTY:
                yield point, "black" if cell == BLACK else "white"

    def pieces(self) -> Mapping[str, face.Piece]:
        """The stones by the names of their points."""
        return {name(point): face.Piece(colour, "stone") for point, colour in self.stones()}

    @property
    def forbidden(self) -> Mapping[int, tuple[Foul, ...]]:
        """Black's forbidden points with the kinds of foul, whoever is to move."""
        if self._forbidden is None:
            self._forbidden = self._thinking().forbidden()
        return self._forbidden

    def explain(self, point: int) -> Explanation:
        """What the side to move would make on this empty point, with the rows."""
        if self.turn == "black":
            return explain_black(self._thinking(), point)
        return explain_white(self._thinking(), point)

    def _thinking(self) -> Board:
        """A board to try stones on: a position is a value, others may be reading it."""
        return self.board.copy()

    def parse(self, text: str) -> RenjuMove:
        """The legal move that `text` names: `h8`, `I9`, or `pass` (also a dash).

        Raises `InvalidMove` (no such point), `AmbiguousMove` (several points) or `IllegalMove`.
        """
        move = read_move(text)
        self.check(move)
        return move

    def check(self, move: RenjuMove) -> None:
        """Raise `IllegalMove` with the reason if the move can't be made here."""
        _expect_stone(move)
        if self.outcome() is not None:
            raise IllegalMove(_("The game is over."), reason="over", where=move.text)
        if move.point is None:
            self._variant.check_pass(self)
            return
        if self.board.cells[move.point] != EMPTY:
            raise IllegalMove(
                _("There is a stone on {point} already.").format(point=move.text),
                reason="taken",
                where=move.text,
            )
        if self.is_opening_move and move.point != CENTRE:
            raise IllegalMove(
                _("Black begins with a stone in the centre, h8 (R1.4.1)."),
                reason="centre",
                where=move.text,
            )
        self._variant.check_opening(self, move.point)
        if self.turn == "black" and self._thinking().is_foul(move.point):
            stands = self._after(move) if self._variant.law is Law.RIF else None
            raise ForbiddenMove(self.explain(move.point), stands)

    def is_legal(self, move: RenjuMove) -> bool:
        """Whether `push` would take the move."""
        try:
            self.check(move)
        except IllegalMove:
            return False
        return True

    @property
    def legal_moves(self) -> Sequence[RenjuMove]:
        """Every legal placing in the order of the points, then the pass; none after the end."""
        if self.outcome() is not None:
            return ()
        points = self._variant.opening_points(self)
        if points is None:
            points = [point for point, cell in enumerate(self.board.cells) if cell == EMPTY]
        fouls = self.forbidden if self.turn == "black" else {}
        moves = [RenjuMove(point) for point in points if point not in fouls]
        if self.is_legal(PASS):
            moves.append(PASS)
        return moves

    def push(self, move: RenjuMove) -> RenjuPosition:
        """The position after a legal move; raises `IllegalMove` with the reason otherwise."""
        self.check(move)
        return self._after(move)

    def record(self, move: RenjuMove) -> RenjuPosition:
        """The position after a move that was made on the board, legal or not.

        Only what can't have happened is refused (a stone on a stone): a foul is recorded and
        `foul` tells of it, because the arbiter needs the position as it stands.
        """
        _expect_stone(move)
        if move.point is not None and self.board.cells[move.point] != EMPTY:
            raise IllegalMove(
                _("There is a stone on {point} already.").format(point=move.text),
                reason="taken",
                where=move.text,
            )
        return self._after(move)

    def _after(self, move: RenjuMove) -> RenjuPosition:
        board = self.board.copy()
        after = RenjuPosition(
            self._variant, board, face.other(self.turn), self, (*self.history, move)
        )
        if move.point is None:
            if self.last_move == PASS:
                after._outcome = RenjuOutcome(None, "two-passes", "R1.8.1")
            return after
        black = self.turn == "black"
        if black and board.is_foul(move.point):
            after._foul = explain_black(board, move.point)
        board.place(move.point, BLACK if black else WHITE)
        after._outcome = _won(board, move.point)
        return after

    def __reduce__(self) -> Any:
        # What was recorded need not be legal, so a copy is made by recording it again.
        root = self
        while root._previous is not None:
            root = root._previous
        return _recorded, (self._variant, root.fen, tuple(move.text for move in self.history))

    def agreed_draw(self) -> RenjuOutcome:
        """The draw that both players agree on (R1.8.1). Raises `IllegalMove` after the end."""
        if self.outcome() is not None:
            raise IllegalMove(_("The game is over."), reason="over")
        return RenjuOutcome(None, "agreement", "R1.8.1")

    @property
    def foul(self) -> Explanation | None:
        """Black's last move as a foul with its rows, if it was one.

        Under `rf` the opponent declares it and the position is corrected (R2.8.2); under `rif`
        white may claim the game with `claim_foul`.
        """
        return self._foul

    def claim_foul(self) -> RenjuOutcome:
        """White's win by black's foul just made (`rif`).

        Raises `IllegalMove` if there is none, or under `rf`, where the position is corrected and
        play goes on.
        """
        if self._foul is None:
            raise IllegalMove(_("Black's last move was no foul."), reason="no-foul")
        if self._variant.law is Law.RF:
            raise IllegalMove(
                foul_sentence(self._foul.point, self._foul.fouls),
                reason="foul",
                hint=_("The stone is taken back and black plays on (R2.8.2)."),
                where=name(self._foul.point),
            )
        return RenjuOutcome("white", "foul", "R1.4.2", self._foul.rows)

    def claims(self) -> tuple[face.Claim, ...]:
        """White's win by black's foul just made, under `rif`; renju has no draws to claim."""
        if self._foul is None or self._variant.law is Law.RF:
            return ()
        return (face.Claim("foul", "R1.4.2", "white", self.ply),)

    def outcome(self) -> RenjuOutcome | None:
        """How the game ended by the rules, or None while it goes on.

        A position that was set up with a finished row is over too (R1.7): the side that is not to
        move is taken to have made it, if both have one.
        """
        if self._outcome is None and self._previous is None and not self.history:
            self._outcome = self._won_before()
        if self._outcome is None and self._foul is None and self.history and self._is_dead():
            self._outcome = RenjuOutcome(None, "dead-position", "R1.8.1")
        return self._outcome

    def _won_before(self) -> RenjuOutcome | None:
        """The win that a set-up already holds."""
        stones = sorted(self.stones(), key=lambda stone: stone[1] == self.turn)
        wins = (_won(self.board, point) for point, _colour in stones)
        return next((won for won in wins if won is not None), None)

    def _is_dead(self) -> bool:
        return dead.is_dead(self.board)


def _recorded(variant: RenjuVariant, fen: str, texts: tuple[str, ...]) -> RenjuPosition:
    """The game again, move by move as it was recorded: what a pickled position is made of."""
    start = variant.start()
    position = start if start.fen == fen else variant.position(fen)
    for text in texts:
        position = position.record(read_move(text))
    return position


def setup(
    variant: RenjuVariant,
    black: Iterable[int],
    white: Iterable[int],
    turn: face.Colour | None = None,
) -> RenjuPosition:
    """Stones put down without a game: any set of points, however it came about.

    `turn`: who is to move; left out, black if white has as many stones, else white.
    Raises `InvalidPosition` for a point named twice or off the board.
    """
    board = Board(variant.law)
    counts = {BLACK: 0, WHITE: 0}
    for colour, points in ((BLACK, black), (WHITE, white)):
        for point in points:
            if not 0 <= point < POINTS:
                raise InvalidPosition(_("There is no such point on the board."), where=str(point))
            if board.cells[point] != EMPTY:
                raise InvalidPosition(
                    _("{point} is given twice.").format(point=name(point)), where=name(point)
                )
            board.place(point, colour)
            counts[colour] += 1
    if turn is None:
        turn = "black" if counts[BLACK] <= counts[WHITE] else "white"
    return RenjuPosition(variant, board, turn)


def read_move(text: str) -> RenjuMove:
    """The move that `text` names, whether or not it can be made anywhere.

    Raises `InvalidMove` or `AmbiguousMove`.
    """
    expect_text(text, InvalidMove)
    text = text.strip()
    if text.lower() in PASS_TEXTS:
        return PASS
    point = find(text)
    if point is not None:
        return RenjuMove(point)
    several = find_all(text) if len(text) <= 32 else None
    if several is not None and len(several) > 1:
        raise AmbiguousMove(
            _("'{text}' names several points; a move is one stone.").format(text=text),
            candidates=tuple(name(point) for point in several),
        )
    raise InvalidMove(
        _("'{text}' is not a point of the board.").format(text=text[:16]),
        reason="point",
        hint=_("Points are a1 to o15, and a pass is written 'pass'."),
    )


def _expect_stone(move: object) -> None:
    """Raise `InvalidMove` for what is no move of renju."""
    face.expect_move(move)
    if not isinstance(move, RenjuMove):
        raise InvalidMove(
            _("The move {move} is of another game.").format(move=str(move)[:40]), reason="no-move"
        )


def _won(board: Board, point: int) -> RenjuOutcome | None:
    rows = board.winning_rows(point)
    if not rows:
        return None
    told = tuple(Row("five" if len(row) == 5 else "overline", tuple(row)) for row in rows)
    if board.cells[point] == BLACK:
        return RenjuOutcome("black", "five", "R1.7.1", told)
    if any(row.kind == "five" for row in told):
        return RenjuOutcome("white", "five", "R1.7.1", told)
    return RenjuOutcome("white", "overline", "R1.7.2", told)


def foul_sentence(point: int, fouls: tuple[Foul, ...]) -> str:
    """Why the point is forbidden to black, as a sentence."""
    reasons = {
        Foul.THREES: _("two threes"),
        Foul.FOURS: _("two fours"),
        Foul.OVERLINE: _("a row of more than five"),
    }
    return _("{point} is forbidden to black: it makes {what} (R1.4.2).").format(
        point=name(point), what=_(" and ").join(reasons[foul] for foul in fouls)
    )
