"""The steps of a read game made on the board: each gets its move and its position."""

from typing import Any

from flagfall.rules.errors import RulesError
from flagfall.rules.pdn.game import Game, Line, Node
from flagfall.words import words

_, _n = words("rules")


def replay(game: Game, numbering: str | None) -> None:
    """Fill in `game.start` and every step. Raises the first fault of the game itself; a fault in
    a variation ends that variation only."""
    names = _names(game, numbering)
    game.start = game.variant.start()
    fen = game.headers.get("FEN")
    if fen:
        game.start = _position(game, fen, game.start, numbering)
    _line(game, game.line, game.start, numbering, names, main=True)


def _names(game: Game, numbering: str | None) -> dict[str, int] | None:
    """What the file calls the squares, if not what the variant calls them."""
    variant: Any = game.variant
    if numbering is None:
        return None
    corner = "top-left" if numbering == "top" else "bottom-left"
    names = {name: i for i, name in enumerate(variant.board.algebraic)}
    names.update({name: i for i, name in enumerate(variant.board.numbers(corner))})
    return names


def _position(game: Game, fen: str, before: Any, numbering: str | None) -> Any:
    if fen.upper() in ("W::", "B::"):
        # A null move: only the turn changes.
        fen = fen[0] + before.fen[1:]
        numbering = None
    variant: Any = game.variant
    return variant.position(fen, numbering=numbering)


def _line(
    game: Game,
    line: Line,
    position: Any,
    numbering: str | None,
    names: dict[str, int] | None,
    *,
    main: bool,
) -> None:
    for step, node in enumerate(line.nodes, 1):
        before = position
        try:
            if node.setup is not None:
                position = _position(game, node.setup, before, numbering)
            else:
                node.move = before.parse(node.text, names)
                position = before.push(node.move)
            node.position = position
        except RulesError as error:
            if not main:
                return
            error.where = error.where or _where(before, node, step)
            raise
        for variation in node.variations:
            _line(game, variation, before, numbering, names, main=False)


def _where(position: Any, node: Node, step: int) -> str:
    return _("step {step}, {text}").format(step=step, text=node.text[:40])
