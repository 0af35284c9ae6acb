"""Writing PDN 3.0: what was read or recorded, in one form only.

Reading what this writes and writing it again gives the same text.
"""

from flagfall.rules.pdn.clocks import write as write_clock
from flagfall.rules.pdn.types import variant_name, write_result
from flagfall.rules.record import Game, Line, Node, expect_game

WIDTH = 80


def write(game: Game) -> str:
    """The game as PDN: every tag in its order, Result and GameType added if they are missing."""
    expect_game(game)
    headers = dict(game.headers)
    result = write_result(game.result, game.variant.name)
    if variant_name(headers) != game.variant.name:
        headers["GameType"] = game_type(game)
    headers["Result"] = result
    start = game.start
    if start is not None and "FEN" not in headers and start.fen != game.variant.start().fen:
        headers["FEN"] = start.fen
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in headers.items())
    first = 0 if start is None or start.turn == game.variant.first else 1
    words = [*_line(game.line, first), result]
    return f"{tags}\n{_wrapped(words)}\n"


def game_type(game: Game) -> str:
    """The GameType tag of the game's variant, in full where PDN has one."""
    return str(getattr(game.variant, "game_type", game.variant.name))


def _escaped(value: str) -> str:
    flat = " ".join(value.split("\n"))
    return flat.replace("\\", "\\\\").replace('"', '\\"')


def _line(line: Line, ply: int) -> list[str]:
    words: list[str] = []
    numbered = False
    for node in line.nodes:
        words += map(_comment, node.before)
        if node.before:
            numbered = False
        if node.setup is not None:
            words.append(f'/FEN "{node.setup}"/')
            ply = _after_setup(node, ply)
            numbered = False
        else:
            # Only Lasca's asterisk belongs to a move: elsewhere it would end the game.
            text = node.move.text if node.move else node.text.rstrip("*")
            text += node.strength
            if ply % 2 == 0:
                text = f"{ply // 2 + 1}. {text}"
            elif not numbered:
                text = f"{ply // 2 + 1}... {text}"
            words.append(text)
            numbered = True
            ply += 1
        words += node.nags
        comments = list(node.after)
        if node.clock is not None:
            comments = [" ".join([write_clock(node.clock), *comments[:1]]), *comments[1:]]
        words += map(_comment, comments)
        for variation in node.variations:
            inner = _line(variation, ply - 1 if node.setup is None else ply)
            if inner:
                inner[0] = "(" + inner[0]
                inner[-1] += ")"
            words += inner
            numbered = False
    words += map(_comment, line.after)
    return words


def _after_setup(node: Node, ply: int) -> int:
    """The ply that fits the side to move after a set-up."""
    position = node.position
    if position is None:
        return ply
    black_to_move = position.turn != position.variant.first
    return ply if ply % 2 == int(black_to_move) else ply + 1


def _comment(text: str) -> str:
    return "{" + text.replace("{", "(").replace("}", ")") + "}"


def _wrapped(words: list[str]) -> str:
    """Words in lines of at most 80 characters; a comment is broken only between its words."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return "\n".join(lines)
