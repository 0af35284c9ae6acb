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

A game of stones is read stone by stone: one new stone is the move, even one that the rules forbid.

>>> game = rules.variant("renju").start().play("h8")
>>> read(game, {"h8", "i9"}).move.text, read(game, {"h8"}).question
('i9', 'The clock was pressed and no stone was placed: a pass or a mistake?')
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from flagfall.rules.errors import IllegalMove, InvalidPosition
from flagfall.rules.face import Colour
from flagfall.words import words

_, ngettext = words("rules")

Kind = Literal["move", "several", "none", "illegal", "unchanged", "declare", "over"]
NEAREST = 3
MOST_UNSURE = 3


@dataclass(frozen=True)
class Reading:
    """What a board says at a press.

    `kind`: `move` (one legal move fits), `several`, `none`, `illegal` (one stone was put where the
    rules forbid it), `unchanged` (no square changed: a mistaken press, or a pass where there are
    passes), `declare` (an opening waits for a number that no board shows), `over` (the game had
    ended).

    `moves` are those that fit; with `none`, the nearest legal moves, the fewest differing squares
    first; with `unchanged`, the pass or the opening's turn without a stone if there may be one, and
    moves that can't be seen. `missing`
    and `extra` are the squares that differ from the first of the nearest moves (in a game of
    stones: from the position before): empty on the board and expected there, and the other way
    round. With `declare`, `acts` are what was read and `moves` the turns it may be the beginning
    of. `why` is the rules' objection, or what an opening expects.
    """

    kind: Kind
    moves: tuple[Any, ...] = ()
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    why: str = ""

    @property
    def move(self) -> Any:
        """The move, if exactly one fits; else None."""
        return self.moves[0] if self.kind == "move" and self.moves else None

    @property
    def candidates(self) -> tuple[str, ...]:
        """The moves that may be meant, each as a text that is never ambiguous."""
        return tuple(getattr(move, "long_text", move.text) for move in self.moves)

    @property
    def question(self) -> str:
        """What to ask the arbiter; empty if there is nothing to ask."""
        texts = _(" or ").join(self.candidates)
        if self.kind == "several":
            return _("Several moves leave this board: {moves}. Which was it?").format(moves=texts)
        if self.kind == "none" and self.candidates:
            return _("No legal move leaves this board. Nearest: {moves}.").format(moves=texts)
        if self.kind == "none":
            return self.why or _("No legal move leaves this board.")
        if self.kind == "unchanged" and any(move.is_pass for move in self.moves):
            return _("The clock was pressed and no stone was placed: a pass or a mistake?")
        if self.kind == "unchanged" and any(not move.path for move in self.moves):
            return _("The clock was pressed and no stone was placed: a swap or a mistake?")
        if self.kind == "unchanged":
            return _("The clock was pressed and no piece has moved.")
        return self.why if self.kind in ("illegal", "declare") else ""


@cache
def layout(variant: Any, sensors: int) -> tuple[str, ...]:
    """Which square lies over each of a board's sensors; an empty text where none does.

    A board has a sensor under every cell (64, 100, 49, 225) or under the squares that are played
    on (32, 50, 25): in both cases row by row from the top left as White sees the board.
    Raises `InvalidPosition` for another number of sensors.

    >>> from flagfall import rules
    >>> layout(rules.variant("russian"), 64)[:4], layout(rules.variant("international"), 50)[-1]
    (('', 'b8', '', 'd8'), '50')
    """
    cells = tuple(name for row in variant.cells() for name in row)
    for names in (cells, tuple(variant.squares)):
        if sensors == len(names):
            return names
    raise InvalidPosition(
        _("A board of {n} sensors is not of this game.").format(n=sensors), reason="sensors"
    )


def occupied(position: Any) -> frozenset[str]:
    """The squares on which anything stands."""
    return frozenset(position.pieces())


def read(
    position: Any,
    board: Collection[str],
    *,
    colours: Mapping[str, Colour] | None = None,
    unsure: Collection[str] = (),
) -> Reading:
    """The reading of a board at a press.

    `board` holds the occupied squares; `colours`, where the sensors tell them, the colour of what
    stands there. The squares in `unsure` are not looked at (see `unsure_squares`). Raises
    `InvalidPosition` for a square that is none.
    """
    seen, dark = frozenset(board), frozenset(unsure)
    unknown = seen - set(position.variant.squares)
    if unknown:
        raise _no_square(min(unknown))
    if position.outcome() is not None:
        return Reading("over")
    if position.variant.of_stones:
        # While an opening lasts its step drives the reading.
        own = getattr(position, "read_board", None)
        return _stone(position, seen, dark) if own is None else own(seen, dark)
    fits: list[Any] = []
    others: list[tuple[int, Any, frozenset[str]]] = []
    for move in position.legal_moves:
        after = position.push(move)
        differs = (occupied(after) ^ seen) - dark
        if not differs and _same_colours(after, colours, dark):
            fits.append(move)
        else:
            others.append((len(differs), move, differs))
    if not (occupied(position) ^ seen) - dark:
        # A move that leaves the squares as they were can't be told from a press without one.
        return Reading("unchanged", tuple(fits))
    if fits:
        return Reading("several" if len(fits) > 1 else "move", tuple(fits))
    others.sort(key=lambda other: other[0])
    first = others[0][2]
    return Reading(
        "none",
        tuple(move for _distance, move, _differs in others[:NEAREST]),
        tuple(sorted(first - seen)),
        tuple(sorted(first & seen)),
    )


def unsure_squares(position: Any, board: Collection[str]) -> frozenset[str]:
    """The squares whose sensors were wrong at a press, now that the position after it is known.

    They are not to be trusted at the next press: a dead sensor, or a piece that was still in the
    hand. Where there are many, something else is wrong, and nothing is left out.
    """
    wrong = occupied(position) ^ frozenset(board)
    return wrong if len(wrong) <= MOST_UNSURE else frozenset()


def _no_square(name: str) -> InvalidPosition:
    sentence = _("There is no square {square}.").format(square=name[:20])
    return InvalidPosition(sentence, reason="square")


def _stone(position: Any, seen: frozenset[str], dark: frozenset[str]) -> Reading:
    """A placing is never ambiguous, and its colour follows from the turn."""
    before = occupied(position)
    extra, missing = tuple(sorted(seen - before - dark)), tuple(sorted(before - seen - dark))
    if missing or len(extra) > 1:
        parts = [_("missing: {points}").format(points=", ".join(missing))] if missing else []
        if extra:
            parts.append(_("new: {points}").format(points=", ".join(extra)))
        sentence = _("The stones on the board are no single move ({what}).")
        return Reading("none", (), missing, extra, why=sentence.format(what="; ".join(parts)))
    if extra:
        try:
            return Reading("move", (position.parse(extra[0]),))
        except IllegalMove as error:
            return Reading("illegal", (), (), extra, why=error.sentence)
    # Nothing new is seen: a pass, a mistake, or a stone where no sensor would see it.
    unseen: list[Any] = []
    for text in ("pass", *sorted(dark - before)):
        with suppress(IllegalMove):
            unseen.append(position.parse(text))
    return Reading("unchanged", tuple(unseen))


def _same_colours(
    position: Any, colours: Mapping[str, Colour] | None, dark: frozenset[str]
) -> bool:
    if colours is None:
        return True
    pieces = position.pieces().items()
    return all(piece.colour == colours.get(s) for s, piece in pieces if s not in dark)


class Follower:
    """A game followed from sensor events and presses.

    After a question it waits: `settle` tells it the move, `restore` the position (a take-back, a
    correction, a resumption), and it goes on from there with the board as that position has it.
    Sensors that were wrong at a press are not believed at the next one.
    """

    def __init__(self, position: Any) -> None:
        self.position = position
        self.board = set(occupied(position))
        self.asked: Reading | None = None
        self.unsure: frozenset[str] = frozenset()
        self._pressed: frozenset[str] = frozenset()

    def change(self, square: str, on: bool) -> None:
        """A square has become occupied or empty. Raises `InvalidPosition`."""
        if square not in self.position.variant.squares:
            raise _no_square(square)
        (self.board.add if on else self.board.discard)(square)

    def press(self) -> Reading:
        """The side to move has pressed its clock."""
        self._pressed = frozenset(self.board)
        reading = read(self.position, self._pressed, unsure=self.unsure)
        if reading.move is not None:
            self._go_on(self.position.push(reading.move))
        self.asked = reading if reading.question else None
        return reading

    def settle(self, text: str) -> Any:
        """The arbiter says what the move was. Raises `RulesError`.

        A foul that the opponent has to claim (renju under `rif`) stands. To a reading that waits
        for a number of fifth moves the number is answer enough.
        """
        if self.asked is not None and self.asked.kind == "declare" and text.strip().isdigit():
            text = ", ".join((*self.asked.acts, text))
        try:
            self._go_on(self.position.push(self.position.parse(text)))
        except IllegalMove as error:
            if error.stands is None:
                raise
            self._go_on(error.stands)
        self.asked = None
        return self.position.last_move

    def _go_on(self, position: Any) -> None:
        self.position = position
        self.unsure = unsure_squares(position, self._pressed)

    def restore(self, position: Any) -> None:
        """The arbiter sets the position; the pieces will be put accordingly before play."""
        self.position = position
        self.board = set(occupied(position))
        self.asked, self.unsure = None, frozenset()
