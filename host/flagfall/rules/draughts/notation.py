"""Reading a draughts move from text, and saying what is wrong with it.

>>> from flagfall import rules
>>> position = rules.variant("russian").position("W:Wc3,e3:Bd4,f6")
>>> parse(position, "c3:e5:g7").text
'c3:g7'
>>> parse(position, "e3-f4")
Traceback (most recent call last):
flagfall.rules.errors.IllegalMove: A capture is a duty: c3:g7 or e3:c5.
"""

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from flagfall.rules.draughts.move import DraughtsMove
from flagfall.rules.draughts.reasons import why_illegal
from flagfall.rules.errors import AmbiguousMove, InvalidMove, expect_text
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.draughts.position import DraughtsPosition

_, ngettext = words("rules")

LIMIT = 200
# Cyrillic letters that look like the Latin ones of a board, typed by mistake on a Russian keyboard.
_LOOKALIKES = str.maketrans("асеАСЕ", "aceACE")
_SQUARE = r"[a-l]\d{1,2}|\d{1,2}"
_NAME = re.compile(_SQUARE)
_LONG = re.compile(rf"(?:{_SQUARE})(?:\s*[-x:]\s*(?:{_SQUARE}))+")
_JOINED = re.compile(r"([a-l]\d{1,2})([a-l]\d{1,2})")
_SHORT = re.compile(r"([a-l])([x:])?([a-l]\d{1,2})")
_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "×": "x", "*": "x", "х": "x", "Х": "x"})


def parse(
    position: "DraughtsPosition", text: str, names: dict[str, int] | None = None
) -> DraughtsMove:
    """The legal move that `text` means: `34-29`, `28x19`, `c3:e5:g7`, `c3d4`, `cd4`, `g:e5`.

    `names` says which square each name means, for files that number the squares otherwise.
    """
    expect_text(text, InvalidMove)
    if len(text) > LIMIT:
        raise InvalidMove(
            _("A move of {length} characters is none.").format(length=len(text)), reason="length"
        )
    word = text.strip().translate(_SIGNS).translate(_LOOKALIKES).rstrip("!?+#").strip().lower()
    if names is None:
        names = position.variant.square_index
    if short := _SHORT.fullmatch(word):
        return _one_of(position, text, _by_file(position, short, names))
    if joined := _JOINED.fullmatch(word):
        word = "-".join(joined.groups())
    if not _LONG.fullmatch(word):
        raise InvalidMove(
            _("'{text}' is no move.").format(text=text.strip()[:40]),
            reason="form",
            hint=_("Moves look like {example}.").format(
                example=", ".join(m.text for m in position.legal_moves[:3]) or "34-29"
            ),
        )
    path = tuple(_square(position, name.lstrip("0"), names) for name in _NAME.findall(word))
    capture = "x" in word or ":" in word
    found = _matching(position, path, capture=capture)
    if not found:
        raise why_illegal(position, path, capture=capture)
    return _one_of(position, text, found)


def _square(position: "DraughtsPosition", name: str, names: dict[str, int]) -> int:
    if name in names:
        return names[name]
    if name.isdecimal() and position.variant.rules.algebraic:
        raise InvalidMove(
            _("Square {square}: squares are not numbered in this game.").format(square=name),
            reason="numbering",
            hint=_("Say where square 1 lies, top (b8) or bottom (a1), or write squares as c3."),
        )
    raise InvalidMove(_("There is no square {square}.").format(square=name), reason="square")


def _one_of(position: "DraughtsPosition", text: str, found: list[DraughtsMove]) -> DraughtsMove:
    if not found:
        raise InvalidMove(
            _("'{text}' fits no legal move.").format(text=text.strip()[:40]), reason="no-match"
        )
    if len(found) > 1:
        texts = tuple(move.long_text for move in found)
        raise AmbiguousMove(
            _("'{text}' may be {moves}.").format(
                text=text.strip()[:40], moves=_(" or ").join(texts[:8])
            ),
            candidates=texts,
            hint=_("Write every square the piece stands on."),
        )
    return found[0]


def _by_file(
    position: "DraughtsPosition", short: re.Match[str], names: dict[str, int]
) -> list[DraughtsMove]:
    """Moves in the short form of Russian score sheets: the file left, then the square reached."""
    file, sign, target = short.groups()
    end = names.get(target)
    return [
        move
        for move in position.legal_moves
        if move.squares[-1] == end
        and position.variant.board.algebraic[move.squares[0]][0] == file
        and (move.is_capture or not sign)
    ]


def _matching(
    position: "DraughtsPosition", path: tuple[int, ...], *, capture: bool
) -> list[DraughtsMove]:
    ends = [
        move
        for move in position.legal_moves
        if move.squares[0] == path[0]
        and move.squares[-1] == path[-1]
        and (move.is_capture or not capture)
    ]
    if len(path) == 2:
        return ends
    # Any route to the same end names the move, and so does a route with squares left out.
    by_route = [r for r in position.routes if _within(path, r.squares)]
    found = [move for move in ends if move in by_route]
    if not found:
        taken = _walked(position, path)
        found = [move for move in ends if move.is_capture and move.taken == taken]
    return found


def _within(path: tuple[int, ...], squares: tuple[int, ...]) -> bool:
    """Whether `path` names squares of a route in their order, its ends among them."""
    rest = iter(squares)
    return squares[0] == path[0] and squares[-1] == path[-1] and all(s in rest for s in path)


def _walked(position: "DraughtsPosition", path: tuple[int, ...]) -> int:
    """What a piece walking along `path` passes over: a king may pause where it likes."""
    board, taken = position.variant.board, 0
    prey = position.their_men | position.their_kings
    for a, b in pairwise(path):
        for square in board.between(a, b):
            taken |= board.bits[square] & prey
    return taken
