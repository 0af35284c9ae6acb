"""The two games of renju that the registry knows: international law and the Russian code."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, overload

from flagfall.rules import face
from flagfall.rules.errors import IllegalMove, InvalidPosition, expect_text
from flagfall.rules.renju import openings, svg
from flagfall.rules.renju.board import Board, Law
from flagfall.rules.renju.points import CENTRE, COLUMNS, SIZE, find_all, name
from flagfall.rules.renju.position import RenjuMove, RenjuPosition, setup
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.renju.turns import OpeningPosition

_, ngettext = words("rules")


class RenjuVariant(face.Variant):
    """Renju under one law.

    `rif` leaves the opening to an opening rule (`opening_rules`), which drives the game until it
    is over; `rf` has its own: the first three moves make a canonical opening (R1.4.5).
    """

    first: face.Colour = "black"
    of_stones = True

    def __init__(self, name: str, law: Law) -> None:
        self.name = name
        self.law = law

    @property
    def title(self) -> str:
        """The game's name in the reader's language."""
        if self.law is Law.RF:
            return _("Renju (Russian code)")
        return _("Renju (international)")

    @property
    def squares(self) -> tuple[str, ...]:
        """Every point, row by row from a15."""
        return tuple(f"{column}{row}" for row in range(SIZE, 0, -1) for column in COLUMNS)

    @overload
    def start(self, opening: None = None) -> RenjuPosition: ...
    @overload
    def start(self, opening: str) -> OpeningPosition: ...
    def start(self, opening: str | None = None) -> RenjuPosition | OpeningPosition:
        """The empty board, black to begin: a `RenjuPosition`, or under an opening rule
        (`opening_rules()` names them) an `OpeningPosition`. Raises `UnknownOpening`.

        >>> RENJU.start(opening="rif-1996").play("h8, h9, i9").sentence()
        'White may swap colours.'
        """
        if opening is not None:
            from flagfall.rules.renju.turns import OpeningPosition

            return OpeningPosition.begin(opening, self)
        return RenjuPosition(self, Board(self.law), "black")

    def position(self, fen: str) -> RenjuPosition:
        """The position of a line such as `B:Wh9,i7:Bh8,i9`; any stones anywhere.

        Raises `InvalidPosition`.
        """
        expect_text(fen, InvalidPosition)
        fields = fen.strip().split(":")
        stones: dict[str, list[int]] = {}
        for field in fields[1:]:
            found = find_all(field[1:])
            if not field or field[0] not in "BW" or field[0] in stones or found is None:
                raise InvalidPosition(
                    _("'{text}' is not a list of stones.").format(text=field[:40]),
                    hint=_("A position reads like B:Wh9,i7:Bh8,i9."),
                )
            stones[field[0]] = found
        if fields[0] not in ("B", "W") or len(fields) > 3:
            raise InvalidPosition(
                _("A position begins with B or W, the side to move."),
                hint=_("A position reads like B:Wh9,i7:Bh8,i9."),
            )
        turn: face.Colour = "black" if fields[0] == "B" else "white"
        return setup(self, stones.get("B", ()), stones.get("W", ()), turn)

    def check_pass(self, position: RenjuPosition) -> None:
        """Raise `IllegalMove` if the side to move has no right to pass yet."""
        first = 3 if self.law is Law.RF else 1
        if position.ply < first and _from_the_start(position):
            raise IllegalMove(
                _("Nobody may pass before the opening is on the board."), reason="opening"
            )

    def opening_points(self, position: RenjuPosition) -> Collection[int] | None:
        """The points the opening leaves for the next stone; None if it doesn't say."""
        if position.is_opening_move:
            return (CENTRE,)
        if self.law is Law.RF and position.ply < 3 and _from_the_start(position):
            second = position.history[1].point if position.ply == 2 else None
            allowed = openings.seconds() if second is None else openings.thirds(second)
            return sorted(allowed)
        return None

    def check_opening(self, position: RenjuPosition, point: int) -> None:
        """Raise `IllegalMove` if the stone leaves the canonical openings (R1.4.5)."""
        points = self.opening_points(position)
        if points is not None and point not in points:
            raise IllegalMove(
                _("With {point} the first three stones make no canonical opening (R1.4.5).").format(
                    point=name(point)
                ),
                reason="opening",
                where=name(point),
            )

    def picture(
        self,
        position: Any,
        *,
        last: Any,
        labels: bool,
        flipped: bool,
    ) -> str:
        """The position as SVG, with the rows that ended the game, the fifths that are offered, and
        black's forbidden points where he is to move."""
        if last is not None and not isinstance(last, RenjuMove):
            # A turn of an opening: its last stone, if it put one down that counts.
            last = position.game.last_move if last.path and not position.offers else None
        offers = find_all(" ".join(position.offers)) or ()
        game = position.game
        fouls = game.forbidden if game.turn == "black" and game.outcome() is None else {}
        return svg.board(
            game, last=last, fouls=fouls, offers=offers, labels=labels, flipped=flipped
        )


def _from_the_start(position: RenjuPosition) -> bool:
    return sum(map(bool, position.board.cells)) == sum(
        move.point is not None for move in position.history
    )


RENJU = RenjuVariant("renju", Law.RIF)
RENJU_RF = RenjuVariant("renju-rf", Law.RF)
