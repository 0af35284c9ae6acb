"""`flagfall rules infer`: sensor events and presses into moves, or into the arbiter's questions."""

import json
from typing import Annotated, Any

import typer

from flagfall.cli.lines import BadLine, quit_with, read_lines
from flagfall.cli.rules_positions import AsJson, Numbering, Opening, opened, position_of
from flagfall.errors import FlagfallError
from flagfall.words import chosen, use, words

_, ngettext = words("cli")


def infer(
    board: Annotated[
        str, typer.Argument(metavar="BOARD.jsonl", help="Events a line; - for standard input.")
    ],
    variant: Annotated[str, typer.Option(help="The game.")] = "russian",
    start: Annotated[str | None, typer.Option(metavar="FEN", help="Else its start.")] = None,
    numbering: Numbering = None,
    opening: Opening = None,
    as_json: AsJson = False,
) -> None:
    """Read a game from its sensors: each line is {"square": "c3", "on": false}, or the whole board
    {"occupied": ["c3", …]}, or {"press": true}, or the arbiter's word {"settle": "c3-d4"} or
    {"restore": "W:…"}.

    Every press is answered by the move, or by the question it would put to the arbiter; presses
    after a question wait for his word. Ends with 1 if a question is left open.
    """

    if chosen() is None and as_json:
        use("en")  # an answer for machines depends on the file, not on this machine's locale
    try:
        follower = _follower(position_of(variant, start, numbering), opening)
        press = 0
        for number, event in enumerate(read_lines(board), 1):
            try:
                if event.get("press"):
                    press += 1
                    _tell({"press": press, **_pressed(follower)}, as_json)
                else:
                    _apply(follower, event)
            except FlagfallError as error:
                error.where = _("line {n}").format(n=number)
                raise
    except FlagfallError as error:
        quit_with(error)
    raise typer.Exit(1 if follower.asked else 0)


def _follower(position: Any, opening: str | None) -> Any:
    from flagfall.rules.infer import Follower

    return Follower(position if opening is None else opened(position, opening))


def _pressed(follower: Any) -> dict[str, Any]:
    if follower.asked is not None:
        return {"waiting": follower.asked.kind}
    reading = follower.press()
    if reading.kind == "move":
        return {"move": reading.move.text, "fen": follower.position.fen}
    if reading.kind == "over":
        return {"over": True}
    return {
        "question": reading.kind,
        "text": reading.question,
        "moves": list(reading.candidates),
        "missing": list(reading.missing),
        "extra": list(reading.extra),
    }


def _apply(follower: Any, event: dict[str, Any]) -> None:
    squares = event.get("occupied")
    if isinstance(event.get("square"), str) and isinstance(event.get("on"), bool):
        follower.change(event["square"].strip().lower(), event["on"])
    elif isinstance(squares, list) and all(isinstance(s, str) for s in squares):
        seen = {square.strip().lower() for square in squares}
        for square in sorted(seen ^ follower.board):
            follower.change(square, square in seen)
    elif isinstance(event.get("settle"), str):
        if follower.asked is None:
            raise BadLine(
                _("No question waits for the arbiter's word: {line}.").format(line=str(event)[:60])
            )
        follower.settle(event["settle"])
    elif isinstance(event.get("restore"), str):
        follower.restore(follower.position.variant.position(event["restore"]))
    else:
        raise BadLine(_("The line is no event of a board: {line}.").format(line=str(event)[:60]))


def _tell(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False))
    elif "move" in answer:
        typer.echo(f"{answer['press']}. {answer['move']}")
    elif "over" in answer:
        typer.echo(_("{press}. the game is over").format(press=answer["press"]))
    elif "waiting" in answer:
        typer.echo(_("{press}. waits for the arbiter").format(press=answer["press"]))
    else:
        typer.echo(f"{answer['press']}. {answer['text']}")
