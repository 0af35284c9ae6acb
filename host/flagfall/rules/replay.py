"""A recorded game made on the board: each step gets its move and its position."""

from typing import Any

from flagfall.rules.errors import IllegalMove, RulesError
from flagfall.rules.record import Game, Line, Node
from flagfall.words import words

_, ngettext = words("rules")


def replay(
    game: Game,
    *,
    fen: str | None = None,
    numbering: str | None = None,
    opening: str | None = None,
) -> None:
    """Fill in `game.start` and the move and position of every step, as far as the rules go.

    `fen` is the set-up the game starts from (None or empty: the variant's own start).
    `numbering` (`top`, `bottom`) says how a draughts file numbers its squares if not as the
    variant does. `opening` is an opening rule of renju. The first fault of the game itself ends up
    in `game.fault` and `game.fault_at`; a fault in a variation ends that variation only.
    """
    variant: Any = game.variant
    game.start = variant.start()
    try:
        player = _Player(variant, numbering)
        if opening:
            game.start = variant.start(opening=opening)
        if fen:
            game.start = _position(variant, fen, game.start, player.numbering)
        player.line(game.line, game.start, main=True)
    except _Stopped as stopped:
        game.fault, game.fault_at = stopped.error, stopped.node
    except RulesError as error:
        game.fault = error


class _Stopped(Exception):
    """The game can't go on."""

    def __init__(self, error: RulesError, node: Node) -> None:
        super().__init__()
        self.error, self.node = error, node


def _position(variant: Any, fen: str, before: Any, numbering: str | None) -> Any:
    if fen.upper() in ("W::", "B::"):
        # A null move: only the turn changes.
        return variant.position(fen[0].upper() + before.fen[1:])
    if numbering is None:
        return variant.position(fen)
    return variant.position(fen, numbering=numbering)


class _Player:
    def __init__(self, variant: Any, numbering: str | None) -> None:
        # Renju has no numbers to be told about.
        self.variant = variant
        self.numbering = numbering if hasattr(variant, "names_of_squares") else None
        self.names = None if self.numbering is None else variant.names_of_squares(self.numbering)

    def line(self, line: Line, position: Any, *, main: bool) -> None:
        step = 1  # the number of the move: positions set up in between don't count
        for node in line.nodes:
            before = position
            try:
                position = self._step(node, before)
            except RulesError as error:
                if not main:
                    return
                error.where = error.where or _("step {step}, {text}").format(
                    step=step, text=node.text[:40]
                )
                raise _Stopped(error, node) from None
            node.position = position
            step += node.setup is None
            for variation in node.variations:
                self.line(variation, before, main=False)

    def _step(self, node: Node, before: Any) -> Any:
        if node.setup is not None:
            return _position(self.variant, node.setup, before, self.numbering)
        parse = before.parse
        try:
            node.move = parse(node.text) if self.names is None else parse(node.text, self.names)
            return before.push(node.move)
        except IllegalMove as error:
            if error.stands is None:
                raise
            node.move = error.stands.last_move
            return error.stands
