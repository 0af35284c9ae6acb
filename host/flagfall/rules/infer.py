"""Moves read from a board that only knows which squares are occupied.

The press commits: what stood on the board at that moment is matched against what each legal move
would leave. One fits: that is the move. Several fit, or none: the arbiter is asked, with the
candidates or the nearest legal moves. Nothing that happens between two presses counts, however
pieces are lifted, slid or set down, and nothing counts once the game has ended.

>>> from flagfall import rules
>>> position = rules.variant("russian").start()
>>> after = occupied(position.play("c3-d4"))
>>> read(position, after).move.text
'c3-d4'
>>> read(position, occupied(position)).kind
'unchanged'
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from flagfall.rules.errors import InvalidPosition
from flagfall.rules.face import Colour
from flagfall.words import words

_, ngettext = words("rules")

Kind = Literal["move", "several", "none", "unchanged", "over"]
NEAREST = 3


@dataclass(frozen=True)
class Reading:
    """What a board says at a press.

    `kind`: `move` (one legal move fits), `several`, `none`, `unchanged` (no square changed: a
    mistaken press, or a pass where there are passes), `over` (the game had ended).
    `moves` are those that fit; with `none`, the nearest legal moves, the fewest differing squares
    first. `missing` and `extra` are the squares that differ from the first of those: occupied in
    the move's position and empty on the board, and the other way round.
    """

    kind: Kind
    moves: tuple[Any, ...] = ()
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def move(self) -> Any:
        """The move, if exactly one fits; else None."""
        return self.moves[0] if self.kind == "move" else None

    @property
    def question(self) -> str:
        """What to ask the arbiter; empty if there is nothing to ask."""
        texts = _(" or ").join(getattr(m, "long_text", m.text) for m in self.moves)
        if self.kind == "several":
            return _("Several moves leave this board: {moves}. Which was it?").format(moves=texts)
        if self.kind == "none":
            return _("No legal move leaves this board. Nearest: {moves}.").format(moves=texts)
        if self.kind == "unchanged":
            return _("The clock was pressed and no piece has moved.")
        return ""


def occupied(position: Any) -> frozenset[str]:
    """The squares on which anything stands."""
    return frozenset(position.pieces())


def read(
    position: Any,
    board: Collection[str],
    *,
    colours: Mapping[str, Colour] | None = None,
) -> Reading:
    """The reading of a board at a press.

    `board` holds the occupied squares; `colours`, where the sensors tell them, the colour of what
    stands there. Raises `InvalidPosition` for a square that is none.
    """
    seen = frozenset(board)
    unknown = seen - set(position.variant.squares)
    if unknown:
        raise InvalidPosition(
            _("There is no square {square}.").format(square=min(unknown)[:20]), reason="square"
        )
    if position.outcome() is not None:
        return Reading("over")
    fits: list[Any] = []
    others: list[tuple[int, Any, frozenset[str]]] = []
    for move in position.legal_moves:
        after = position.push(move)
        stands = occupied(after)
        if stands == seen and _same_colours(after, colours):
            fits.append(move)
        else:
            others.append((len(stands ^ seen), move, stands))
    moved = [move for move in fits if not move.is_pass]
    if len(moved) == 1:
        return Reading("move", (moved[0],))
    if moved:
        return Reading("several", tuple(moved))
    if seen == occupied(position):
        return Reading("unchanged")
    others.sort(key=lambda other: other[0])
    if not others:
        return Reading("none")
    first = others[0][2]
    return Reading(
        "none",
        tuple(move for _distance, move, _stands in others[:NEAREST]),
        tuple(sorted(first - seen)),
        tuple(sorted(seen - first)),
    )


def _same_colours(position: Any, colours: Mapping[str, Colour] | None) -> bool:
    if colours is None:
        return True
    return all(piece.colour == colours.get(s) for s, piece in position.pieces().items())


class Follower:
    """A game followed from sensor events and presses.

    After a question it waits: `settle` tells it the move, `restore` the position (a correction, a
    resumption), and it goes on from there with the board as the sensors have it.
    """

    def __init__(self, position: Any) -> None:
        self.position = position
        self.board = set(occupied(position))
        self.asked: Reading | None = None

    def change(self, square: str, on: bool) -> None:
        """A square has become occupied or empty. Raises `InvalidPosition`."""
        if square not in self.position.variant.squares:
            raise InvalidPosition(
                _("There is no square {square}.").format(square=square[:20]), reason="square"
            )
        (self.board.add if on else self.board.discard)(square)

    def press(self) -> Reading:
        """The side to move has pressed its clock."""
        reading = read(self.position, self.board)
        if reading.move is not None:
            self.position = self.position.push(reading.move)
        self.asked = reading if reading.question else None
        return reading

    def settle(self, text: str) -> Any:
        """The arbiter says what the move was. Raises `RulesError`."""
        move = self.position.parse(text)
        self.position = self.position.push(move)
        self.asked = None
        return move

    def restore(self, position: Any) -> None:
        """The arbiter sets the position; the pieces will be put accordingly before play."""
        self.position = position
        self.board = set(occupied(position))
        self.asked = None
