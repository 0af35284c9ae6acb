"""`flagfall rules perft`, `moves` and `show`: one position, or many."""

import json
import sys
import time
from typing import Annotated, Any

import typer

from flagfall.cli.files import write_text
from flagfall.cli.lines import BadLine, answer_lines, quit_with
from flagfall.errors import FlagfallError
from flagfall.words import chosen, use, words

_, ngettext = words("cli")

MOST_LISTED = 60
"""So many moves are listed for people; `moves` has them all."""

VariantName = Annotated[str, typer.Argument(metavar="VARIANT", help="international, russian, …")]
Fen = Annotated[str | None, typer.Argument(metavar="[FEN]", help="A position; else the start.")]
Numbering = Annotated[
    str | None,
    typer.Option(
        metavar="top|bottom", help="Where square 1 of a numeric FEN lies: b8 or a1 on 8 × 8."
    ),
]
Opening = Annotated[
    str | None, typer.Option(metavar="RULE", help="Renju's opening rule: rif-1996, …")
]
Routes = Annotated[bool, typer.Option("--routes", help="Count every way to make a capture.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


def position_of(variant: str, fen: str | None, numbering: str | None) -> Any:
    """The position asked for. Raises `RulesError`."""
    from flagfall import rules

    game: Any = rules.variant(variant)
    if fen is None:
        return game.start()
    # Renju has no numbers to be told about.
    numbered = numbering is not None and hasattr(game, "names_of_squares")
    return game.position(fen, numbering=numbering) if numbered else game.position(fen)


def opened(position: Any, opening: str) -> Any:
    """The start of a game of renju under an opening rule. Raises `RulesError` or `BadLine`."""
    if not position.variant.of_stones or position.history or position.pieces():
        raise BadLine(_("An opening rule is for a game of renju from its start."))
    return position.variant.start(opening=opening)


def perft(
    variant: VariantName,
    depth: Annotated[int, typer.Argument(min=0, max=40, help="Plies.")],
    fen: Annotated[str | None, typer.Option(help="A position; else the start.")] = None,
    numbering: Numbering = None,
    routes: Routes = False,
    divide: Annotated[bool, typer.Option("--divide", help="Also per first move.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of DEPTH plies."""
    from flagfall.rules import perft as counting

    try:
        position = position_of(variant, fen, numbering)
    except FlagfallError as error:
        quit_with(error)
    began = time.perf_counter()
    per_move: dict[str, int] = {}
    if depth > 0:
        first = len(position.routes if routes else position.legal_moves)
        for done, (text, leaves) in enumerate(counting.divide(position, depth, routes=routes), 1):
            per_move[text] = per_move.get(text, 0) + leaves
            if time.perf_counter() - began > 2:
                typer.echo(f"{done}/{first} {text} {leaves}", err=True)
    nodes = sum(per_move.values()) if depth > 0 else 1
    answer: dict[str, Any] = {"nodes": nodes, "seconds": round(time.perf_counter() - began, 6)}
    if divide:
        answer["moves"] = per_move
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False))
        return
    for text, leaves in per_move.items() if divide else ():
        typer.echo(f"{text:12} {leaves:>15,}")
    typer.echo(f"{nodes:,}  ({answer['seconds']:.2f} s)")


def moves(
    variant: VariantName,
    fen: Fen = None,
    numbering: Numbering = None,
    routes: Routes = False,
    jsonl: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="One position a line in (- for standard input)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the legal moves, one for each (from, to, captured pieces), or with --routes all ways.

    With --jsonl each line is {"id": 1, "fen": "W:W12,…:B…", "numbering": "top"} (also "variant"),
    answered by one line with the same id, in order.
    """
    if chosen() is None and (as_json or jsonl is not None):
        use("en")  # an answer for machines depends on the position, not on this machine's locale
    if jsonl is not None:

        def work(asked: dict[str, Any]) -> dict[str, Any]:
            for name in ("fen", "numbering", "variant"):
                if asked.get(name) is not None and not isinstance(asked[name], str):
                    raise BadLine(_("{name} is a text.").format(name=name), where=name)
            position = position_of(
                asked.get("variant") or variant,
                asked.get("fen", fen),
                asked.get("numbering") or numbering,
            )
            return {"moves": [_move_json(move) for move in _listed(position, routes)]}

        answer_lines(jsonl, work)
    try:
        position = position_of(variant, fen, numbering)
        listed = _listed(position, routes)
    except FlagfallError as error:
        quit_with(error)
    if as_json:
        typer.echo(json.dumps({"moves": [_move_json(move) for move in listed]}, ensure_ascii=False))
    else:
        for move in listed:
            typer.echo(getattr(move, "long_text", move.text))


def _listed(position: Any, routes: bool) -> list[Any]:
    return sorted(position.routes if routes else position.legal_moves, key=lambda m: m.path)


def _move_json(move: Any) -> dict[str, Any]:
    path = list(move.path)
    return {
        "from": path[0] if path else None,
        "to": path[-1] if path else None,
        "captured": list(move.captured),
        "path": path,
    }


def show(
    variant: VariantName,
    fen: Fen = None,
    play: Annotated[str, typer.Option(metavar="MOVES", help="Moves to make first.")] = "",
    numbering: Numbering = None,
    opening: Opening = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw it there (- for standard output).")
    ] = None,
    flipped: Annotated[bool, typer.Option("--flipped", help="From Black's side.")] = False,
    labels: Annotated[bool, typer.Option(help="With coordinates.")] = True,
    as_json: AsJson = False,
) -> None:
    """Show a position: the board, the side to move, the moves, the result, draws to be claimed.

    With --opening the turns of MOVES are parted by semicolons: "h8, h9, i9; swap; h10".
    """
    from flagfall.rules import svg as pictures

    try:
        position = position_of(variant, fen, numbering)
        if opening is None:
            position = position.play(play)
        else:
            turns = [turn for turn in play.split(";") if turn.strip()]
            position = opened(position, opening).play(*turns)
    except FlagfallError as error:
        quit_with(error)
    if svg is not None:
        drawn = pictures.board(position, last=position.last_move, labels=labels, flipped=flipped)
        if svg == "-":
            typer.echo(drawn)
            return
        write_text(svg, drawn + "\n")
    outcome = position.outcome()
    claims = position.claims()
    if as_json:
        answer = {
            "variant": position.variant.name,
            "fen": position.fen,
            "turn": position.turn,
            **({"to_do": position.sentence()} if opening and hasattr(position, "rule") else {}),
            "moves": [move.text for move in position.legal_moves],
            "by_rules": outcome and {"result": outcome.result, "reason": outcome.reason},
            "claims": [
                {"rule": c.rule, "law": c.law, "by": c.by or "either", "since": c.since}
                for c in claims
            ],
        }
        typer.echo(json.dumps(answer, ensure_ascii=False))
        return
    sys.stdout.write(_diagram(position, labels) + "\n\n")
    turn = _("White to move.") if position.turn == "white" else _("Black to move.")
    typer.echo(f"{position.variant.title}. {turn}\n{position.fen}")
    if hasattr(position, "rule"):
        typer.echo(position.sentence())
    between = "; " if opening else " "
    listed = [move.text for move in position.legal_moves]
    typer.echo(between.join(listed[:MOST_LISTED]) + (" …" if len(listed) > MOST_LISTED else ""))
    if outcome is not None:
        typer.echo(_("By the rules: {result}.").format(result=outcome.result))
    for claim in claims:
        typer.echo(claim_text(claim))


def _diagram(position: Any, labels: bool) -> str:
    """The board in characters; with ranks and files where squares are named by them."""
    text: str = position.variant.diagram(position)
    cells = position.variant.cells()
    named = [next((name for name in row if name), "") for row in cells]
    if not labels or not all(name[:1].isalpha() for name in named):
        return text
    rows = [f"{name[1:]:>2} {row}" for name, row in zip(named, text.split("\n"), strict=True)]
    files = [next(name[0] for row in cells if (name := row[i])) for i in range(len(cells[0]))]
    return "\n".join([*rows, "   " + "  ".join(files)])


def claim_text(claim: Any) -> str:
    """A draw that may be claimed, for people."""
    by = {"white": _("White"), "black": _("Black"), None: _("either side")}[claim.by]
    if claim.with_move is not None:
        return _("Draw ({rule}, {law}): {by} may claim it by writing down {move}.").format(
            rule=claim.rule, law=claim.law, by=by, move=claim.with_move
        )
    return _("Draw ({rule}, {law}): {by} may claim it since ply {ply}.").format(
        rule=claim.rule, law=claim.law, by=by, ply=claim.since
    )
