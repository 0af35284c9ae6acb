"""Why a move is not legal: one stable reason and one sentence each."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from flagfall.rules.errors import IllegalMove
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.rules.draughts.captures import Route
    from flagfall.rules.draughts.position import DraughtsPosition

_, ngettext = words("rules")


def why_illegal(
    position: "DraughtsPosition", path: tuple[int, ...], *, capture: bool
) -> IllegalMove:
    """The error for a move along `path` that is not among the legal ones."""
    reason, sentence = next(_faults(position, path, capture=capture))
    return IllegalMove(sentence, reason=reason)


def _faults(
    position: "DraughtsPosition", path: tuple[int, ...], *, capture: bool
) -> Iterator[tuple[str, str]]:
    variant = position.variant
    board, names = variant.board, variant.squares
    start, end = board.bits[path[0]], board.bits[path[-1]]
    mine, theirs = position.men | position.kings, position.their_men | position.their_kings
    legal = position.legal_moves
    if not legal:
        yield "game-over", _("The side to move has no move: the game is over.")
    if start & theirs:
        yield (
            "not-yours",
            _("The piece on {square} is the opponent's.").format(square=names[path[0]]),
        )
    if not start & mine:
        yield "no-piece", _("There is no piece on {square}.").format(square=names[path[0]])
    possible = position.possible_captures()
    moves = _(" or ").join(move.text for move in legal[:4])
    if possible:
        if any(_begins(path, route) for route in possible):
            yield (
                "capture-unfinished",
                _("The capture goes on from {square}: {moves}.").format(
                    square=names[path[-1]], moves=moves
                ),
            )
        if any(r.path[0] == path[0] and r.path[-1] == path[-1] for r in possible):
            yield "capture-more", _("Another capture is a duty: {moves}.").format(moves=moves)
        if not (capture or _passes_over(position, path)):
            yield "must-capture", _("A capture is a duty: {moves}.").format(moves=moves)
    if end & (mine | theirs) and path[0] != path[-1]:
        yield "occupied", _("The square {square} is taken.").format(square=names[path[-1]])
    if capture and not possible:
        yield "no-capture", _("Nothing can be captured.")
    if getattr(position, "held_king", None) == names[path[0]]:
        yield (
            "king-limit",
            _("The king on {square} has moved three times in a row.").format(square=names[path[0]]),
        )
    if start & position.men and not capture and _backwards(position, path):
        yield "backwards", _("A man does not move backwards.")
    yield (
        "no-way",
        _("The piece on {start} can't go to {end}.").format(
            start=names[path[0]], end=names[path[-1]]
        ),
    )


def _begins(path: tuple[int, ...], route: "Route") -> bool:
    """Whether `path` is the beginning of a longer route, squares left out or not."""
    return (
        route.path[0] == path[0]
        and path[-1] in route.path[1:-1]
        and route.path[-1] != path[-1]
        and len(path) < len(route.path)
    )


def _passes_over(position: "DraughtsPosition", path: tuple[int, ...]) -> bool:
    prey = position.their_men | position.their_kings
    board = position.variant.board
    return any(
        board.bits[square] & prey for a, b in pairwise(path) for square in board.between(a, b)
    )


def _backwards(position: "DraughtsPosition", path: tuple[int, ...]) -> bool:
    cells = position.variant.board.cells
    down = cells[path[-1]][0] - cells[path[0]][0]
    return down > 0 if position.turn == "white" else down < 0
