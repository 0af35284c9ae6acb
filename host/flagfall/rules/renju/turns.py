"""An opening as positions of the common face: a move is all that a player does until he presses.

A player may swap and put a stone down, or put several, before the clock goes over to the other:
one turn, one line of the record. After the last turn of the opening the game goes on from a
`RenjuPosition`.

>>> position = OpeningPosition.begin("rif-1996").play("h8, h9, i9", "swap", "h10")
>>> position.turn, position.player, position.swapped
('black', 'second', True)
>>> offered = position.play("offer i8 g7")
>>> offered.offers, offered.pieces()["i8"].colour, offered.sentence()
(('g7', 'i8'), 'black', 'White chooses one of the fifth moves.')
>>> after = offered.play("i8, c3")
>>> after.turn, sorted(after.pieces())
('black', ['c3', 'h10', 'h8', 'h9', 'i8', 'i9'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from flagfall.rules import face
from flagfall.rules.errors import AmbiguousMove, IllegalMove, InvalidMove, expect_text
from flagfall.rules.infer import Reading
from flagfall.rules.renju.opening import Opening, Player
from flagfall.rules.renju.opening_rules import OpeningRule
from flagfall.rules.renju.points import find_all, name, names
from flagfall.rules.renju.position import RenjuPosition
from flagfall.rules.renju.variant import RENJU, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

LONGEST_TURN = 1_000
MOST_WAYS = 12
"""So many numbers of fifths are put to the arbiter; another one he writes himself."""


@dataclass(frozen=True, slots=True, repr=False)
class OpeningTurn(face.Move):
    """What a player did at his turn, as `Opening` names it: `stay`, `h9`, `offer g7 i8` …"""

    acts: tuple[str, ...]
    after: Opening = field(compare=False)
    """The opening after it."""

    @property
    def text(self) -> str:
        """The acts with commas between: `stay, h9`. Which way was taken follows from the rest."""
        return _told(self.acts)

    @property
    def path(self) -> tuple[str, ...]:
        """The points of the stones that were put down, chosen or offered; none for a swap."""
        points = (find_all(act.removeprefix("offer ")) for act in self.acts)
        return tuple(name(point) for found in points for point in found or ())

    @property
    def captured(self) -> tuple[str, ...]:
        """Nothing is ever captured in renju."""
        return ()

    @property
    def is_pass(self) -> bool:
        """A swap puts nothing on the board and is no pass."""
        return False

    @property
    def swapped(self) -> bool:
        """Whether the colours are exchanged after it, seen from how the game began."""
        return self.after.black == "second"


class OpeningPosition(face.Position):
    """A game of renju while its opening lasts."""

    __slots__ = ("_last_move", "_previous", "opening", "ply")

    ply: int

    def __init__(
        self,
        opening: Opening,
        previous: OpeningPosition | None = None,
        last_move: OpeningTurn | None = None,
    ) -> None:
        self.opening = opening
        self._previous = previous
        self._last_move = last_move
        self.ply = 0 if previous is None else previous.ply + 1

    @classmethod
    def begin(cls, rule: str | OpeningRule, variant: RenjuVariant = RENJU) -> OpeningPosition:
        """The empty board under an opening rule. Raises `UnknownOpening`."""
        return cls(Opening.begin(rule, variant))

    @property
    def variant(self) -> RenjuVariant:
        """The law the game is played under."""
        return self.opening.position.variant

    @property
    def rule(self) -> str:
        """The opening rule's name."""
        return self.opening.rule.name

    @property
    def player(self) -> Player:
        """Who is to act: `first` opened the game, wherever the colours are by now."""
        return self.opening.player

    @property
    def turn(self) -> face.Colour:
        """The colour that the player who is to act has now."""
        return self.opening.colours[self.player]

    @property
    def swapped(self) -> bool:
        """Whether the player who opened the game has white now."""
        return self.opening.black == "second"

    @property
    def game(self) -> RenjuPosition:
        """The stones that count, as a position of the game."""
        return self.opening.position

    @property
    def offers(self) -> tuple[str, ...]:
        """The fifth moves that are offered now."""
        return tuple(sorted(names(self.opening.offers)))

    @property
    def previous(self) -> OpeningPosition | None:
        """The position before the last turn; None at the start."""
        return self._previous

    @property
    def last_move(self) -> OpeningTurn | None:
        """The turn that led here."""
        return self._last_move

    @property
    def fen(self) -> str:
        """The stones that count as a line of text; what is offered is not among them."""
        return self.game.fen

    def sentence(self) -> str:
        """What is to be done now, for people."""
        return self.opening.sentence()

    def pieces(self) -> Mapping[str, face.Piece]:
        """Every stone on the board, the offered fifths (black) among them."""
        offered = {point: face.Piece("black", "stone") for point in self.offers}
        return {**self.game.pieces(), **offered}

    def outcome(self) -> None:
        """Nobody has won before the opening is over."""

    @property
    def legal_moves(self) -> Sequence[OpeningTurn]:
        """Every legal turn that can be listed. Those that offer several fifths are too many;
        `opening.points()` tells where these may go."""
        return tuple(self._turns(self.opening))

    def _turns(self, opening: Opening) -> Iterator[OpeningTurn]:
        for after in opening.continuations():
            if after.is_done or after.player != self.player:
                yield OpeningTurn(after.acts[len(self.opening.acts) :], after)
            else:
                yield from self._turns(after)

    def push(self, move: Any) -> Any:
        """The position after a turn; the last one leads to a `RenjuPosition`. Raises
        `IllegalMove`."""
        face.expect_move(move)
        if not isinstance(move, OpeningTurn) or move.after.acts[: -len(move.acts)] != (
            self.opening.acts
        ):
            move = self.parse(move.text)
        return (
            move.after.position if move.after.is_done else OpeningPosition(move.after, self, move)
        )

    def parse(self, text: str) -> OpeningTurn:
        """The turn that `text` names: acts with commas between.

        `stay` may be left out before a stone. Raises `InvalidMove` for what is no act, or
        `IllegalMove` for acts out of place, and for a turn that is not finished.
        """
        expect_text(text, InvalidMove)
        opening = self.opening
        for act in text[:LONGEST_TURN].split(","):
            if opening.is_done or opening.player != self.player:
                raise IllegalMove(
                    _("After '{acts}' the turn is over.").format(
                        acts=_told(opening.acts[len(self.opening.acts) :])
                    ),
                    reason="opening-turn",
                    where=act.strip(),
                )
            opening = _implied(opening, act.strip().lower()).act(act)
        if not opening.is_done and opening.player == self.player:
            raise IllegalMove(
                _("The turn is not finished: {sentence}").format(sentence=opening.sentence()),
                reason="opening-turn",
                where=text[:40],
            )
        return OpeningTurn(opening.acts[len(self.opening.acts) :], opening)

    def play(self, *texts: str) -> Any:
        """The position after several turns, a text each: acts have commas between them."""
        position: Any = self
        for text in texts:
            position = position.push(position.parse(text))
        return position

    def read_board(self, seen: frozenset[str], dark: frozenset[str]) -> Reading:
        """What a board says at a press, as `infer.read` has it; `dark` squares are not believed.

        A press without a stone is never taken for a swap by itself: a sensor may be dead.
        """
        stands = frozenset(self.pieces())
        board = (seen - dark) | (stands & dark)
        missing, extra = tuple(sorted(stands - board)), tuple(sorted(board - stands))
        if board == stands:
            boards = [board, *(board | {point} for point in sorted(dark - stands))]
            turns = map(self._after, boards)
            return Reading("unchanged", tuple(turn for turn in turns if turn is not None))
        try:
            after = self.opening.infer(find_all(" ".join(board)) or ())
        except AmbiguousMove as error:
            return Reading("several", tuple(map(self.parse, error.candidates)))
        except IllegalMove as error:
            return Reading("none", (), missing, extra, why=error.sentence)
        acts = after.acts[len(self.opening.acts) :]
        if after.step is not None and after.step.kind == "declare" and after.player == self.player:
            # The stones are read; what no board shows is asked.
            ways = tuple(islice(self._turns(after), MOST_WAYS))
            return Reading("declare", ways, acts=acts, why=after.sentence())
        return Reading("move", (OpeningTurn(acts, after),))

    def _after(self, board: frozenset[str]) -> OpeningTurn | None:
        """The one finished turn that leaves this board."""
        try:
            after = self.opening.infer(find_all(" ".join(board)) or ())
        except (AmbiguousMove, IllegalMove):
            return None
        if not after.is_done and after.player == self.player:
            return None
        return OpeningTurn(after.acts[len(self.opening.acts) :], after)


def _told(acts: Sequence[str]) -> str:
    """Acts as people write them: which way was taken follows from the rest."""
    return ", ".join(act for act in acts if act not in ("swap-on", "offer"))


def _implied(opening: Opening, act: str) -> Opening:
    """The opening after what goes without saying before this act."""
    step = opening.step
    if step is not None and step.kind == "branch" and act not in dict(step.ways):
        opening = opening.branch("offer" if act.startswith("offer ") else "swap-on")
        step = opening.step
    if step is not None and step.kind == "swap" and act not in ("swap", "stay"):
        opening = opening.swap(False)
    return opening
