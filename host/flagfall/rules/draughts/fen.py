"""Set-ups as text: the FEN of PDN, read and written.

A set-up is any arrangement of pieces; it becomes a position only if a game could stand so.

>>> from flagfall import rules
>>> setup = read(rules.variant("international"), "W:W1,K7:B50")
>>> setup.faults()
('white has a man on square 1, where it would be a king', ...)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flagfall.rules.draughts.board import squares_in
from flagfall.rules.draughts.position import DraughtsPosition
from flagfall.rules.errors import InvalidPosition, expect_text
from flagfall.rules.face import Colour, Piece
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.draughts.variant import DraughtsVariant

_, ngettext = words("rules")

LIMIT = 2000
_COLOURS: dict[str, Colour] = {"W": "white", "B": "black"}
# Fields other programs append: move counters, king-move counters, ghosts.
_FOREIGN = re.compile(r"[HF]\d{1,6}|[WB]?\+\d\+\d|G.*")


@dataclass(frozen=True)
class Setup:
    """Pieces put on a board, legal or not. Masks are bits of `variant.board`."""

    variant: "DraughtsVariant"
    turn: Colour
    men: dict[Colour, int]
    kings: dict[Colour, int]

    @classmethod
    def of(cls, variant: "DraughtsVariant", pieces: Mapping[str, Piece], turn: Colour) -> "Setup":
        """What stands on a real board, by square. Raises `InvalidPosition` for a square that is
        none.

        >>> from flagfall import rules
        >>> Setup.of(rules.variant("russian"), {"c3": Piece("white")}, "black").position().fen
        'B:Wc3:B'
        """
        men: dict[Colour, int] = {"white": 0, "black": 0}
        kings: dict[Colour, int] = {"white": 0, "black": 0}
        for name, piece in pieces.items():
            if name not in variant.square_index:
                raise InvalidPosition(
                    _("There is no square {square}.").format(square=name[:20]), reason="square"
                )
            rank = kings if piece.rank == "king" else men
            rank[piece.colour] |= variant.board.bits[variant.square_index[name]]
        return cls(variant, turn, men, kings)

    def faults(self) -> tuple[str, ...]:
        """Why no game can stand so, as sentences; empty if one can."""
        board, names = self.variant.board, self.variant.squares
        found = []
        for colour in ("white", "black"):
            on_last_row = self.men[colour] & self.variant.sides[colour].promotion
            found += [
                _("{colour} has a man on square {square}, where it would be a king").format(
                    colour=_colour_word(colour), square=names[square]
                )
                for square in squares_in(on_last_row, board)
            ]
            count = (self.men[colour] | self.kings[colour]).bit_count()
            most = self.variant.start_men[colour].bit_count()
            if count > most:
                found.append(
                    _("{colour} has {count} pieces, more than the {most} of the start").format(
                        colour=_colour_word(colour), count=count, most=most
                    )
                )
        return tuple(found)

    def position(self) -> DraughtsPosition:
        """The position to play on from. Raises `InvalidPosition` with every fault."""
        faults = self.faults()
        if faults:
            raise InvalidPosition(
                _("No game can stand so: {faults}.").format(faults="; ".join(faults)),
                reason="impossible",
            )
        for turn in ("black", "white") if self.turn == "white" else ("white", "black"):
            position = self.variant.place(turn, self.men, self.kings)
            position.possible_captures()  # whoever is to move, his captures can be counted
        return position


def _colour_word(colour: Colour) -> str:
    return _("white") if colour == "white" else _("black")


def read(variant: "DraughtsVariant", fen: str, *, numbering: str | None = None) -> Setup:
    """The set-up a FEN describes: `W:W31-50:B1-20`, `B:Wa1,Kc3:Bb8`.

    Numeric squares of an 8 × 8 game that is written algebraically are read only when `numbering`
    says where square 1 lies, because programs differ. Raises `InvalidPosition`.
    """
    expect_text(fen, InvalidPosition)
    text = fen.strip().strip('"').rstrip(".").strip()
    if not text or len(text) > LIMIT:
        raise InvalidPosition(
            _("A set-up of {length} characters can't be read.").format(length=len(text)),
            reason="length",
            hint=_("A FEN looks like {example}.").format(example=write(variant.start())),
        )
    turn_field, *fields = (field.strip() for field in text.split(":"))
    turn = _COLOURS.get(turn_field.upper())
    if turn is None:
        raise InvalidPosition(
            _("A set-up begins with the side to move, W or B, not '{field}'.").format(
                field=turn_field[:20]
            ),
            reason="turn",
        )
    names = _square_names(variant, fields, numbering)
    men: dict[Colour, int] = {"white": 0, "black": 0}
    kings: dict[Colour, int] = {"white": 0, "black": 0}
    seen: set[Colour] = set()
    for field in fields:
        if not field or _FOREIGN.fullmatch(field):
            continue
        colour = _COLOURS.get(field[0].upper())
        if colour is None or colour in seen:
            raise InvalidPosition(
                _("'{field}' is not one side's pieces.").format(field=field[:20]),
                reason="side",
                hint=_("Each side stands once: W… and B…, apart by a colon."),
            )
        seen.add(colour)
        men[colour], kings[colour] = _side(variant, field[1:], names)
    twice = (men["white"] | kings["white"]) & (men["black"] | kings["black"])
    twice |= (men["white"] & kings["white"]) | (men["black"] & kings["black"])
    if twice:
        square = variant.squares[squares_in(twice, variant.board)[0]]
        raise InvalidPosition(
            _("Two pieces stand on {square}.").format(square=square), reason="twice"
        )
    return Setup(variant, turn, men, kings)


def _square_names(
    variant: "DraughtsVariant", fields: list[str], numbering: str | None
) -> dict[str, int]:
    """Which square each name means; algebraic names are understood everywhere."""
    if numbering is not None:
        return variant.names_of_squares(numbering)
    names = {name: i for i, name in enumerate(variant.board.algebraic)}
    if not variant.rules.algebraic:
        names.update({number: i for i, number in enumerate(variant.numbers)})
    elif any(re.match(r"[WBwb]\s*[Kk]?\d", field) for field in fields):
        raise InvalidPosition(
            _("Square numbers of {game} mean one thing here and another there.").format(
                game=variant.title
            ),
            reason="numbering",
            hint=_("Say where square 1 lies, top (b8) or bottom (a1), or write squares as c3."),
        )
    return names


def _side(variant: "DraughtsVariant", text: str, names: dict[str, int]) -> tuple[int, int]:
    bits = variant.board.bits
    men = kings = 0
    for item in text.split(","):
        word = item.strip()
        if not word:
            continue
        king = word[0] in "Kk"
        first, dash, last = word.lstrip("Kk").strip().lower().partition("-")
        if dash and first.isdecimal() and last.isdecimal() and len(first + last) < 6:
            squares = [str(n) for n in range(int(first), int(last) + 1)]
        else:
            squares = [first + dash + last]
        for square in squares or [word]:
            if square not in names:
                raise InvalidPosition(
                    _("There is no square {square}.").format(square=square[:20]),
                    reason="square",
                )
            if king:
                kings |= bits[names[square]]
            else:
                men |= bits[names[square]]
    return men, kings


def write(position: DraughtsPosition) -> str:
    """The position's FEN, White's pieces first, in the variant's own names of squares.

    >>> from flagfall import rules
    >>> write(rules.variant("international").start())
    'W:W31-50:B1-20'
    """
    sides = ":".join(
        colour[0].upper() + _pieces(position, *position.masks(colour))
        for colour in ("white", "black")
    )
    return f"{position.turn[0].upper()}:{sides}"


def _pieces(position: DraughtsPosition, men: int, kings: int) -> str:
    variant = position.variant
    names = variant.squares
    men_squares, king_squares = (squares_in(mask, variant.board) for mask in (men, kings))
    written = ["K" + names[square] for square in king_squares]
    if variant.rules.algebraic:
        return ",".join([*(names[s] for s in men_squares), *written])
    numbers = sorted(int(names[s]) for s in men_squares)
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    out = []
    for run in runs:
        # Two neighbours are no shorter as a range.
        out += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(n) for n in run]
    return ",".join(out + written)
