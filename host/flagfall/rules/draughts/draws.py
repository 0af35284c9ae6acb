"""Draws that may be claimed: repetition, and the counts of moves in endings.

Each variant has its list of rules. A rule looks at a position and the ones before it and says
since when the draw could be claimed. Nothing here ends a game: a player claims, or the arbiter
fixes the draw himself (D5.4.12.5, D5.4.12.6).

>>> from flagfall import rules
>>> shuttle = "46-5 50-45 5-46 45-50 " * 2
>>> position = rules.variant("international").position("W:WK46:B1,K50").play(shuttle)
>>> [(claim.rule, claim.by, claim.since) for claim in position.claims()]
[('threefold', 'white', 8)]
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from flagfall.rules.face import Claim, Colour, other

if TYPE_CHECKING:
    from flagfall.rules.draughts.move import DraughtsMove
    from flagfall.rules.draughts.position import DraughtsPosition


class DrawRule(Protocol):
    """One way to a draw."""

    def claims(self, position: "DraughtsPosition") -> Iterator[Claim]:
        """The claims this rule allows in this position."""
        ...


def _back(position: "DraughtsPosition") -> Iterator["DraughtsPosition"]:
    """The position and those before it, latest first."""
    at: DraughtsPosition | None = position
    while at is not None:
        yield at
        at = at.previous


@dataclass(frozen=True)
class Threefold:
    """The same pieces on the same squares with the same side to move, three times or more.

    The side to move may claim it before moving, or write down the move that brings it about
    (D5.4.12.2); the right is lost by moving and comes back with the next repetition.
    """

    law: str = "D5.4.12.1.3"

    def claims(self, position: "DraughtsPosition") -> Iterator[Claim]:
        seen = self._since_the_last_change(position)
        if seen.get(position.key, 0) >= 3:
            yield Claim("threefold", self.law, position.turn, position.ply)
            return
        if max(seen.values()) < 2:
            return
        for move in position.legal_moves:
            if _reversible(move) and seen.get(position.push(move).key, 0) >= 2:
                yield Claim("threefold", self.law, position.turn, position.ply, with_move=move)

    def _since_the_last_change(self, position: "DraughtsPosition") -> dict[object, int]:
        seen: dict[object, int] = {}
        for at in _back(position):
            seen[at.key] = seen.get(at.key, 0) + 1
            move = at.last_move
            if move is None or not _reversible(move):
                break
        return seen


def _reversible(move: "DraughtsMove") -> bool:
    """Whether a position may come back after it: a king's step, or a man's along his row
    (Turkish)."""
    if move.taken or move.king:
        return not move.taken
    cells = move.variant.board.cells
    return cells[move.squares[0]][0] == cells[move.squares[-1]][0]


@dataclass(frozen=True)
class KingsOnly:
    """`moves` by each side in a row with kings alone, nothing captured."""

    moves: int
    law: str

    def claims(self, position: "DraughtsPosition") -> Iterator[Claim]:
        quiet = 0
        for at in _back(position):
            move = at.last_move
            if move is None or move.taken or not move.king:
                break
            quiet += 1
        if quiet >= 2 * self.moves:
            yield Claim("kings-only", self.law, None, position.ply - quiet + 2 * self.moves)


# Material of one side: (men, kings).
Material = tuple[int, int]

# The sides in whose favour a relation of forces holds; ("both",) if it favours neither.
Relation = Callable[["DraughtsPosition"], tuple[str, ...]]


@dataclass(frozen=True)
class Ending:
    """A relation of forces that has lasted for `moves`.

    `holds` names the sides in whose favour it holds; the count runs on for a side as long as it
    is among them, so that two pieces against a king that become one don't begin it anew.
    `each`: both sides must have made the moves; else those of the stronger side count, if one is
    stronger. With `unchanged` any change of material begins the count anew.
    """

    name: str
    moves: int
    law: str
    holds: "Relation"
    each: bool = True
    unchanged: bool = False

    def claims(self, position: "DraughtsPosition") -> Iterator[Claim]:
        due = min((self._due(position, side) for side in self.holds(position)), default=None)
        if due is not None and position.ply >= due:
            yield Claim(self.name, self.law, None, due)

    def _due(self, position: "DraughtsPosition", side: str) -> int:
        """The ply at which the moves will have been made, counted for one side."""
        material = _material(position)
        first = position
        for at in _back(position):
            if side not in self.holds(at) or (self.unchanged and _material(at) != material):
                break
            first = at
        begins = not self.each and self.holds(first) == (side,) and first.turn == side
        return first.ply + 2 * self.moves - int(begins)


def _material(position: "DraughtsPosition") -> tuple[Material, Material]:
    white, black = position.masks("white"), position.masks("black")
    return (
        (white[0].bit_count(), white[1].bit_count()),
        (black[0].bit_count(), black[1].bit_count()),
    )


def against_lone_king(
    pieces: range, *, kings: range = range(1, 99), on_main_road: bool = False
) -> Relation:
    """One side has a king and nothing else; the other `pieces` in all, `kings` of them kings."""

    def holds(position: "DraughtsPosition") -> tuple[str, ...]:
        white, black = _material(position)
        found: list[Colour] = []
        sides: list[tuple[Colour, Material, Material]] = [
            ("white", white, black),
            ("black", black, white),
        ]
        for colour, mine, theirs in sides:
            if (
                theirs == (0, 1)
                and sum(mine) in pieces
                and mine[1] in kings
                and (not on_main_road or _on_main_road(position, other(colour)))
            ):
                found.append(colour)
        return tuple(found)

    return holds


def _on_main_road(position: "DraughtsPosition", colour: Colour) -> bool:
    return bool(position.masks(colour)[1] & position.variant.main_road)


def both_have_kings(pieces: range) -> Relation:
    """Both sides have a king, and `pieces` stand on the board in all."""

    def holds(position: "DraughtsPosition") -> tuple[str, ...]:
        white, black = _material(position)
        kings = white[1] and black[1]
        return ("both",) if kings and sum(white) + sum(black) in pieces else ()

    return holds


INTERNATIONAL: tuple[DrawRule, ...] = (
    Threefold(),
    KingsOnly(25, "FMJD 25 moves"),
    # Captures on the way from three pieces to two don't begin the sixteen anew.
    Ending("lone-king-16", 16, "FMJD 16 moves", against_lone_king(range(1, 4))),
    Ending("lone-king-5", 5, "FMJD 5 moves", against_lone_king(range(1, 3))),
)

RUSSIAN: tuple[DrawRule, ...] = (
    Threefold("D5.4.12.1.3, FMJD-64 7.2.3"),
    Ending(
        "three-kings",
        15,
        "FMJD-64 7.2.4",
        against_lone_king(range(3, 99), kings=range(3, 99)),
        each=False,
    ),
    KingsOnly(15, "FMJD-64 7.2.5"),
    Ending("balance-2-3", 5, "FMJD-64 7.2.6", both_have_kings(range(2, 4)), unchanged=True),
    Ending("balance-4-5", 30, "FMJD-64 7.2.6", both_have_kings(range(4, 6)), unchanged=True),
    Ending("balance-6-7", 60, "FMJD-64 7.2.6", both_have_kings(range(6, 8)), unchanged=True),
    Ending(
        "main-road",
        5,
        "FMJD-64 7.2.7",
        against_lone_king(range(3, 4), on_main_road=True),
        each=False,
    ),
    Ending("lone-king-5", 5, "FMJD-64 7.2.8", against_lone_king(range(1, 3)), each=False),
)

ENGLISH: tuple[DrawRule, ...] = (Threefold(), KingsOnly(40, "WCDF 40 moves"))

FRISIAN: tuple[DrawRule, ...] = (
    Ending(
        "two-kings",
        7,
        "WFD 7 moves",
        against_lone_king(range(2, 3), kings=range(2, 3)),
    ),
    Ending("king-and-king", 2, "WFD 2 moves", against_lone_king(range(1, 2))),
)

CZECH: tuple[DrawRule, ...] = (Threefold(), KingsOnly(15, "FMJD Czech 15 moves"))

OTHERS: tuple[DrawRule, ...] = (Threefold(),)
