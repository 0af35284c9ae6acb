"""The face every game shows: variants, positions, moves, outcomes, and draws that may be claimed.

Positions are values: `push` gives the position after a move and leaves the old one as it was,
`pop` gives back the one before. Programs written against this face play renju, draughts and
column draughts alike.

>>> from flagfall import rules
>>> position = rules.variant("international").start()
>>> position.turn
'white'
>>> move = position.parse("34-29")
>>> after = position.push(move)
>>> after.turn, after.ply, after.last_move.text
('black', 1, '34-29')
>>> after.pop() is position
True
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from flagfall.rules.errors import InvalidMove
from flagfall.words import words

_, ngettext = words("rules")

Colour = Literal["white", "black"]


def other(colour: Colour) -> Colour:
    """The opponent's colour."""
    return "black" if colour == "white" else "white"


@dataclass(frozen=True, slots=True)
class Piece:
    """What a player sees on a square: its colour, its rank, and (columns) what lies under it.

    `below` lists the lower pieces of a column from the top down, each with its own colour.
    """

    colour: Colour
    rank: Literal["man", "king", "stone"] = "man"
    below: tuple["Piece", ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended by the rules alone: who won (None is a draw), why, and by which rule.

    >>> Outcome("black", "no-moves").result
    '0-1'
    """

    winner: Colour | None
    reason: str
    law: str = ""

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2`: always from white's side, whoever begins."""
        return {"white": "1-0", "black": "0-1", None: "1/2"}[self.winner]


@dataclass(frozen=True, slots=True)
class Claim:
    """A draw that may be claimed.

    `rule` is a stable word (`threefold`, `kings-only` …), `law` the article it stands in.
    `by` names the side that may claim (None: either). `since` is the number of plies that had
    been played when this right first arose and has stood without a break; `with_move` is the
    move that must be written down, not made, to claim it (None: the right stands already).
    """

    rule: str
    law: str
    by: Colour | None
    since: int
    with_move: "Move | None" = None


class Move(ABC):
    """One move of one game. Moves are equal if they do the same; they can be hashed and sorted."""

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The move as it stands on a score sheet, never ambiguous: `34-29`, `c3:e5`, `h8`."""

    @property
    @abstractmethod
    def path(self) -> tuple[str, ...]:
        """The squares the piece stood on, first to last; one point for a stone that is placed;
        none for a pass."""

    @property
    @abstractmethod
    def captured(self) -> tuple[str, ...]:
        """The squares where pieces were captured, in the order of the capture."""

    @property
    def is_pass(self) -> bool:
        """Whether nothing was put on the board (renju)."""
        return not self.path

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"

    def __lt__(self, other: "Move") -> bool:
        return self.text < other.text


class Position(ABC):
    """A position of one game, with the moves that led to it.

    Nothing here changes a position: `push` and `pop` answer other positions.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def variant(self) -> "Variant":
        """The rules this position is played under."""

    @property
    @abstractmethod
    def turn(self) -> Colour:
        """The colour of the side to move."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """How many moves were pushed since the start or the set-up."""

    @property
    @abstractmethod
    def previous(self) -> Self | None:
        """The position before the last move; None at the start or after a set-up."""

    @property
    @abstractmethod
    def last_move(self) -> Move | None:
        """The move that led here."""

    @property
    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, each once. `len()` of it is cheaper than a walk through it.

        Only while an opening of renju lasts some can't be listed: where several fifth moves are
        due it is empty, and `opening.points()` tells where they may go.
        """

    @abstractmethod
    def push(self, move: Any) -> Self:
        """The position after `move`. Raises `IllegalMove` for a move that is not legal here."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The legal move that `text` names.

        Raises `InvalidMove` (no move at all), `IllegalMove` (with the reason) or
        `AmbiguousMove` (with the candidates).
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game stands ended by the rules alone; None while it goes on."""

    @property
    @abstractmethod
    def fen(self) -> str:
        """The position as one line of text that `variant.position` reads."""

    @abstractmethod
    def pieces(self) -> Mapping[str, Piece]:
        """What stands on the board, by square."""

    def claims(self) -> tuple[Claim, ...]:
        """Draws that may be claimed now, each with since when. None unless the game has them."""
        return ()

    def pop(self) -> Self:
        """The position before the last move. Raises `LookupError` at the start."""
        if self.previous is None:
            raise LookupError("no move to take back")
        return self.previous

    def play(self, *texts: str) -> Self:
        """The position after several moves given as text; move numbers are not read.

        >>> from flagfall import rules
        >>> rules.variant("russian").start().play("c3-d4 d6-c5", "b2-c3").turn
        'black'
        """
        position = self
        for text in texts:
            for word in text.split():
                position = position.push(position.parse(word))
        return position

    def __repr__(self) -> str:
        return f"<{self.variant.name} {self.fen}>"

    def __reduce__(self) -> Any:
        root: Position = self
        while root.previous is not None:
            root = root.previous
        texts = tuple(getattr(move, "long_text", move.text) for move in self.history)
        opening = getattr(root, "rule", None)
        return _played, (self.variant, root.fen, opening, texts)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    @property
    def history(self) -> tuple[Any, ...]:
        """The moves pushed since the start or the set-up, first to last."""
        moves = []
        position: Position | None = self
        while position is not None and position.last_move is not None:
            moves.append(position.last_move)
            position = position.previous
        return tuple(reversed(moves))


def _played(variant: Any, fen: str, opening: str | None, texts: Sequence[str]) -> Any:
    """The game again from its start: what a pickled position is made of."""
    start = variant.start(opening=opening) if opening else variant.start()
    position = start if start.fen == fen else variant.position(fen)
    for text in texts:
        position = position.push(position.parse(text))
    return position


class Variant(ABC):
    """The rules of one game; one object each, found by `rules.variant(name)`."""

    name: str
    """Stable and lower case: `international`, `renju`."""
    first: Colour
    """Who moves first."""
    of_stones: bool = False
    """Stones are put down and stay where they are; nothing moves."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The game's name in the reader's language."""

    @property
    @abstractmethod
    def squares(self) -> tuple[str, ...]:
        """Every square or point by its own name, row by row from the top left."""

    @abstractmethod
    def start(self) -> Position:
        """The position a game starts from."""

    @abstractmethod
    def position(self, fen: str) -> Position:
        """The position a text describes. Raises `InvalidPosition` with what is wrong in it."""

    def diagram(self, position: Any) -> str:
        """The position in plain characters, White's side below: a man `o` or `x`, a king `O` or
        `X` (white or black), the height of a column behind it, `.` an empty square."""
        signs = {"white": "oO", "black": "xX"}
        pieces = position.pieces()
        rows: list[str] = []
        for row in self.cells():
            cells = []
            for name in row:
                piece = pieces.get(name) if name else None
                sign = "." if name else " "
                if piece is not None:
                    sign = signs[piece.colour][piece.rank == "king"]
                    sign += str(len(piece.below) + 1) if piece.below else ""
                cells.append(f"{sign:2}")
            rows.append(" ".join(cells).rstrip())
        return "\n".join(rows)

    def cells(self) -> list[list[str]]:
        """The board row by row from the top, as White sees it: the names of its squares, an
        empty text for a cell that is not played on."""
        files = sorted({name[0] for name in self.squares})
        ranks = sorted({int(name[1:]) for name in self.squares}, reverse=True)
        known = set(self.squares)
        named = [[f"{file}{rank}" for file in files] for rank in ranks]
        return [[name if name in known else "" for name in row] for row in named]

    @abstractmethod
    def picture(self, position: Any, *, last: Any, labels: bool, flipped: bool) -> str:
        """An SVG picture; called through `rules.svg.board`."""

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"

    def __reduce__(self) -> Any:
        # There is one object for each game: copies and other processes find it by its name.
        from flagfall.rules.registry import variant

        return variant, (self.name,)


def expect_move(move: object) -> None:
    """Raise `InvalidMove` where a text was given in a move's place."""
    if isinstance(move, Move):
        return
    raise InvalidMove(
        _("A move is expected, not {what}.").format(what=repr(move)[:40]),
        reason="no-move",
        hint=_("push takes a move (from legal_moves or parse); play takes its text."),
    )
