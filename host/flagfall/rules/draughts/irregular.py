"""The fourteen irregularities of draughts (D5.4.13.2), and touch-move (D5.4.13.3).

Each is a named value that says who may ask for its correction and until when. All of them: only
the opponent, and only before his own answering move; except a king that was not marked, which may
be put right later. After the game nothing is (D5.4.13.5). None of this holds in renju.

>>> Irregularity.KING_NOT_MARKED.until
'game-end'
>>> Irregularity.TWO_MOVES.number, Irregularity.TWO_MOVES.who, Irregularity.TWO_MOVES.until
(2, 'opponent', 'answer')
>>> Irregularity.of("captured-too-few-or-too-many").number
9
"""

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Literal

from flagfall.rules.draughts.move import DraughtsMove
from flagfall.rules.errors import InvalidMove
from flagfall.rules.face import Piece
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.draughts.position import DraughtsPosition

_, ngettext = words("rules")


def N_(message: str) -> str:
    """Mark a message for the catalogue without translating it yet."""
    return message


class Irregularity(Enum):
    """One kind of irregular move; the order is the code's."""

    WRONG_MOVE = ("wrong-move", N_("a wrong move with a man or a king"))
    TWO_MOVES = ("two-moves", N_("two moves in a row"))
    TOUCHED_ANOTHER = ("touched-another", N_("one piece touched, another moved"))
    TOOK_BACK = ("took-back", N_("a move taken back"))
    OPPONENTS_PIECE = ("opponents-piece", N_("a move with the opponent's piece"))
    MOVED_INSTEAD_OF_CAPTURE = (
        "moved-instead-of-capture",
        N_("a move where a capture was a duty"),
    )
    REMOVED_WITHOUT_CAUSE = (
        "removed-without-cause",
        N_("pieces taken off the board without cause"),
    )
    REMOVED_DURING_CAPTURE = (
        "removed-during-capture",
        N_("pieces taken off wrongly while the capture was not finished"),
    )
    CAPTURED_TOO_FEW_OR_TOO_MANY = (
        "captured-too-few-or-too-many",
        N_("fewer or more pieces taken off than were captured"),
    )
    CAPTURED_OTHERS = (
        "captured-others",
        N_("pieces taken off that were not captured"),
    )
    STOPPED_REMOVING = (
        "stopped-removing",
        N_("a stop while the captured pieces were being taken off"),
    )
    REMOVED_OWN = ("removed-own", N_("own pieces taken off after a capture"))
    KING_NOT_MARKED = ("king-not-marked", N_("a man became a king and was not marked"))
    PLAYED_UNMARKED_KING = (
        "played-unmarked-king",
        N_("a king played that was not marked as the rules ask"),
    )

    def __init__(self, code: str, title: str) -> None:
        self.code = code
        self._title = title

    @classmethod
    def of(cls, code: str) -> "Irregularity":
        """The irregularity with this code. Raises `KeyError`."""
        for kind in cls:
            if kind.code == code:
                return kind
        raise KeyError(code)

    @property
    def number(self) -> int:
        """Its place in the code's list, from 1."""
        return list(type(self)).index(self) + 1

    @property
    def title(self) -> str:
        """What it is, in the reader's language."""
        return _(self._title)

    @property
    def who(self) -> Literal["opponent"]:
        """Who decides whether it is corrected: the opponent alone."""
        return "opponent"

    @property
    def until(self) -> Literal["answer", "game-end"]:
        """Until when it may be asked for: the opponent's answering move, or the game's end."""
        return "game-end" if self is Irregularity.KING_NOT_MARKED else "answer"

    @property
    def law(self) -> str:
        """The article it stands in."""
        return "D5.4.13.2"

    def correctable(self, *, answered: bool, game_over: bool = False) -> bool:
        """Whether the opponent may still ask for it, once he has answered or the game is over.

        >>> Irregularity.TOOK_BACK.correctable(answered=True)
        False
        >>> Irregularity.KING_NOT_MARKED.correctable(answered=True)
        True
        """
        return not game_over and (not answered or self.until == "game-end")


def bound_by_touch(position: "DraughtsPosition", touched: str) -> list[DraughtsMove]:
    """The moves a player owes after touching the piece on `touched` first (D5.4.13.3).

    He owes a move with that piece if it has one. If a capture is a duty and that piece has none,
    he captures as the rules have it, with whatever piece; if it can't move, nothing binds him.
    Raises `InvalidMove` for a square that is none.

    >>> from flagfall import rules
    >>> start = rules.variant("russian").start()
    >>> [move.text for move in bound_by_touch(start, "c3")]
    ['c3-b4', 'c3-d4']
    >>> len(bound_by_touch(start, "a1")) == len(start.legal_moves)
    True
    """
    if touched not in position.variant.squares:
        raise InvalidMove(
            _("There is no square {square}.").format(square=touched[:20]), reason="square"
        )
    moves = list(position.legal_moves)
    return [move for move in moves if move.path[0] == touched] or moves


def observed(position: "DraughtsPosition", board: Mapping[str, Piece]) -> tuple[Irregularity, ...]:
    """Which irregularities may explain the pieces found on the board after a press.

    `board` is what stands there, by square. Empty if a legal move leads to it. Several kinds may
    fit one board; the arbiter decides (only what a board can show is told: a touch is not).
    """
    found = dict(board)
    if any(position.push(move).pieces() == found for move in position.legal_moves):
        return ()
    before = dict(position.pieces())
    mine = position.turn
    own_gone = _gone(before, found, mine)
    own_new = [s for s, p in found.items() if p.colour == mine and before.get(s) != p]
    theirs_gone = [s for s, p in before.items() if p.colour != mine and s not in found]
    theirs_new = [s for s, p in found.items() if p.colour != mine and before.get(s) != p]
    kinds = [
        Irregularity.KING_NOT_MARKED if move.crowns else Irregularity.PLAYED_UNMARKED_KING
        for move in position.legal_moves
        if _unmarked(position, move, found)
    ]
    if theirs_new:
        kinds.append(Irregularity.OPPONENTS_PIECE)
    if not own_new and not theirs_new and (own_gone or theirs_gone):
        kinds.append(Irregularity.REMOVED_WITHOUT_CAUSE)
    if len(own_new) == 2 and len(own_gone) == 2:
        kinds.append(Irregularity.TWO_MOVES)
    if len(own_new) == 1 and not theirs_new:
        kinds += _after_one_move(position, found, own_new[0], own_gone, set(theirs_gone))
    return tuple(dict.fromkeys(kinds)) or (Irregularity.WRONG_MOVE,)


def _gone(before: dict[str, Piece], found: dict[str, Piece], colour: str) -> list[str]:
    return [s for s, p in before.items() if p.colour == colour and s not in found]


def _unmarked(position: "DraughtsPosition", move: DraughtsMove, found: dict[str, Piece]) -> bool:
    """Whether the board is what `move` leaves, but for the mark of the king that moved."""
    after = dict(position.push(move).pieces())
    if after[move.path[-1]].rank != "king":
        return False
    after[move.path[-1]] = Piece(position.turn, "man")
    return after == found


def _after_one_move(
    position: "DraughtsPosition",
    found: dict[str, Piece],
    end: str,
    own_gone: list[str],
    taken: set[str],
) -> list[Irregularity]:
    kinds = []
    ending_there = [m for m in position.legal_moves if m.path[-1] == end and m.path[0] in own_gone]
    captures = [m for m in ending_there if m.is_capture]
    if position.legal_moves and position.legal_moves[0].is_capture and not taken:
        kinds.append(Irregularity.MOVED_INSTEAD_OF_CAPTURE)
    for move in captures:
        due = set(move.captured)
        if len(taken) != len(due):
            kinds.append(Irregularity.CAPTURED_TOO_FEW_OR_TOO_MANY)
        if taken and taken < due:
            kinds.append(Irregularity.STOPPED_REMOVING)
        if taken - due:
            kinds.append(Irregularity.CAPTURED_OTHERS)
        if taken == due and len(own_gone) > 1:
            kinds.append(Irregularity.REMOVED_OWN)
    if ending_there and not captures and (taken or len(own_gone) > 1):
        kinds.append(Irregularity.REMOVED_WITHOUT_CAUSE)
    passing = [
        r for r in position.possible_captures() if _stopped_at(position, r.path, end, own_gone)
    ]
    if passing and taken:
        kinds.append(Irregularity.REMOVED_DURING_CAPTURE)
    return kinds


def _stopped_at(
    position: "DraughtsPosition", path: tuple[int, ...], end: str, own_gone: list[str]
) -> bool:
    """Whether a capture along `path` was left unfinished on `end`."""
    names = position.variant.squares
    return names[path[0]] in own_gone and end in [names[s] for s in path[1:-1]]
