"""Columns as text: positions, and moves read.

A position is `W:` or `B:` for the side to move, then every column as its square and its pieces,
top first: `B:e1w,b2w,e3BwWw`. Plain draughts FEN (`W:Wa1,Kc3:Bb8`) is read as well, with numbers
(`W:W21-32:B1-12`) if it is told where square 1 lies.
"""

import re
from typing import TYPE_CHECKING

from flagfall.rules.columns.position import ColumnMove, ColumnPosition
from flagfall.rules.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    expect_text,
)
from flagfall.rules.face import Colour, other
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.columns.variant import ColumnVariant

_, ngettext = words("rules")

LIMIT = 1000
_COLUMN = re.compile(r"([a-h][1-8]|[1-9]\d?)([wWbB]+)")
_PLAIN = re.compile(r"([WB]):W([^:]*):B([^:]*)")
_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "×": "x", "х": "x", ":": "x"})
_SQUARE = r"(?:[a-h][1-8]|[1-9]\d?)"
_MOVE = re.compile(rf"{_SQUARE}(?:[-x]{_SQUARE})+")


def write_fen(position: ColumnPosition) -> str:
    """The position as text, square by square from the top left."""
    names = position.variant.squares
    columns = ",".join(
        names[square] + column for square, column in enumerate(position.board) if column
    )
    return f"{position.turn[0].upper()}:{columns}"


def read_fen(
    variant: "ColumnVariant", text: str, *, numbering: str | None = None
) -> ColumnPosition:
    """The position a text describes. Raises `InvalidPosition`."""
    expect_text(text, InvalidPosition)
    names = variant.square_index if numbering is None else variant.names_of_squares(numbering)
    line = text.strip()
    if len(line) > LIMIT or line[:2] not in ("W:", "B:"):
        raise InvalidPosition(
            _("'{text}' is no position of columns.").format(text=line[:40]),
            reason="form",
            hint=_("A position reads like {example}.").format(example="W:e1w,e3BwWw,c5wb"),
        )
    turn: Colour = "white" if line[0] == "W" else "black"
    plain = _PLAIN.fullmatch(line)
    items = _plain_items(plain) if plain else [i for i in re.split(r"[,\s]+", line[2:]) if i]
    board = [""] * len(variant.squares)
    for item in items:
        found = _COLUMN.fullmatch(item)
        if found is None or found[1] not in names:
            raise InvalidPosition(
                _("'{text}' is no column on a square.").format(text=item[:40]), reason="square"
            )
        square = names[found[1]]
        if board[square]:
            raise InvalidPosition(
                _("Two pieces stand on {square}.").format(square=found[1]), reason="twice"
            )
        board[square] = found[2]
    _check(variant, board)
    for side in (other(turn), turn):
        position = ColumnPosition(variant, tuple(board), side)
        len(position.routes)  # whoever is to move, his captures can be counted
    return position


def _plain_items(plain: re.Match[str]) -> list[str]:
    items = []
    for letter, field in (("w", plain[2]), ("b", plain[3])):
        for word in field.split(","):
            square = word.strip()
            sign = letter.upper() if square[:1] in ("K", "k") else letter
            run = re.fullmatch(r"(\d{1,2})-(\d{1,2})", square)
            if run:
                items += [f"{n}{sign}" for n in range(int(run[1]), int(run[2]) + 1)]
            elif square:
                items.append(square.lstrip("Kk") + sign)
    return items


def _check(variant: "ColumnVariant", board: list[str]) -> None:
    """Raise `InvalidPosition` where no game can stand so."""
    for square, column in enumerate(board):
        last = {"w": variant.last_row["white"], "b": variant.last_row["black"]}
        if column and square in last.get(column[0], ()):
            raise InvalidPosition(
                _("A man stands on {square}, where it would be a king.").format(
                    square=variant.squares[square]
                ),
                reason="impossible",
            )
    pieces = "".join(board).lower()
    for sign in "wb":
        if pieces.count(sign) > variant.men_each:
            raise InvalidPosition(
                _("There are more than {n} pieces of a colour.").format(n=variant.men_each),
                reason="impossible",
            )


def parse(position: ColumnPosition, text: str, names: dict[str, int] | None = None) -> ColumnMove:
    """The legal move that `text` means: `c3-d4`, `d2xb4xd6`, `d4:b6`.

    `names` says which square each name means, for files that number the squares.
    """
    expect_text(text, InvalidMove)
    known = position.variant.square_index if names is None else names
    word = text.strip().rstrip("!?*").lower().translate(_SIGNS)
    if len(text) > LIMIT or not _MOVE.fullmatch(word):
        raise InvalidMove(
            _("'{text}' is no move.").format(text=text.strip()[:40]),
            reason="form",
            hint=_("Moves look like {example}.").format(
                example=", ".join(m.text for m in position.legal_moves[:3])
            ),
        )
    written = re.split("[-x]", word)
    for name in written:
        if name not in known:
            raise InvalidMove(
                _("There is no square {square}.").format(square=name), reason="square"
            )
    path = tuple(position.variant.squares[known[name]] for name in written)
    ends = [
        move
        for move in position.legal_moves
        if move.path[0] == path[0]
        and move.path[-1] == path[-1]
        and (move.is_capture or "x" not in word)
    ]
    if len(path) > 2:
        by_way = [route for route in position.routes if _within(path, route.path)]
        ends = [move for move in ends if move in by_way]
    if not ends:
        raise _why(position, path)
    if len(ends) > 1:
        texts = tuple(move.long_text for move in ends)
        raise AmbiguousMove(
            _("'{text}' may be {moves}.").format(
                text=text.strip()[:40], moves=_(" or ").join(texts[:8])
            ),
            candidates=texts,
            hint=_("Write every square the piece stands on."),
        )
    return ends[0]


def _within(path: tuple[str, ...], route: tuple[str, ...]) -> bool:
    rest = iter(route)
    return path[0] == route[0] and path[-1] == route[-1] and all(name in rest for name in path)


def _why(position: ColumnPosition, path: tuple[str, ...]) -> IllegalMove:
    column, end = position.column(path[0]), position.column(path[-1])
    moves = _(" or ").join(move.text for move in position.legal_moves[:4])
    mine = "wW" if position.turn == "white" else "bB"
    capture = bool(position.legal_moves) and position.legal_moves[0].is_capture
    if not position.legal_moves:
        reason, sentence = "game-over", _("The side to move has no move: the game is over.")
    elif not column:
        reason = "no-piece"
        sentence = _("There is no piece on {square}.").format(square=path[0])
    elif column[0] not in mine:
        reason = "not-yours"
        sentence = _("The piece on {square} is the opponent's.").format(square=path[0])
    elif capture and any(
        move.path[0] == path[0] and path[-1] in move.path[1:-1] for move in position.legal_moves
    ):
        reason = "capture-unfinished"
        sentence = _("The capture goes on from {square}: {moves}.").format(
            square=path[-1], moves=moves
        )
    elif capture:
        reason, sentence = "must-capture", _("A capture is a duty: {moves}.").format(moves=moves)
    elif end:
        reason = "occupied"
        sentence = _("The square {square} is taken.").format(square=path[-1])
    else:
        reason = "no-way"
        sentence = _("The piece on {start} can't go to {end}.").format(start=path[0], end=path[-1])
    return IllegalMove(sentence, reason=reason)
