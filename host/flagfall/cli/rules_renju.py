"""`flagfall rules forbidden`: where black may not play, for one position or many."""

import json
from typing import Annotated, Any

import typer

from flagfall.cli.files import write_text
from flagfall.cli.lines import answer_lines, quit_with
from flagfall.errors import FlagfallError
from flagfall.words import chosen, use, words

_, _plural = words("cli")


class BadPosition(FlagfallError):
    """What is given is no position."""

    code = "position-unreadable"


def forbidden(
    black: Annotated[str, typer.Option(help="Black's stones: 'H8 G9 …'.")] = "",
    white: Annotated[str, typer.Option(help="White's stones.")] = "",
    law: Annotated[str, typer.Option(metavar="rif|rf", help="Whose law of threes.")] = "rif",
    explain: Annotated[bool, typer.Option(help="Add the rows behind every point.")] = False,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the position there as well.")
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="One position a line in (- for standard input)."),
    ] = None,
    _as_json: Annotated[bool, typer.Option("--json", help="The answer is always JSON.")] = False,
) -> None:
    """Where black may not play, and where an exact five wins, as JSON.

    Kinds are 3-3, 4-4 and overline. With --jsonl each line is {"id": "p1", "black": ["h8"],
    "white": ["g9"]} (also "law"), answered by one line with the same id, in order.
    """
    if chosen() is None:
        use("en")  # an answer for machines depends on the position, not on this machine's locale
    if jsonl is not None:
        answer_lines(jsonl, lambda asked: _answer({"law": law, **asked}, explain, None))
    try:
        answer = _answer({"black": black, "white": white, "law": law}, explain, svg)
    except FlagfallError as error:
        quit_with(error)
    typer.echo(json.dumps(answer, ensure_ascii=False))


def _answer(asked: dict[str, Any], explain: bool, svg: str | None) -> dict[str, Any]:
    from flagfall.rules import variant
    from flagfall.rules.renju import points, setup
    from flagfall.rules.renju import svg as pictures

    names = {"rif": "renju", "rf": "renju-rf"}
    law = asked["law"]
    if not isinstance(law, str) or law not in names:
        raise BadPosition(_("The law is rif or rf."), where="law")
    rules: Any = variant(names[law])
    position = setup(rules, _points(asked, "black"), _points(asked, "white"), "black")
    top_down = sorted(range(points.POINTS), key=lambda p: (-(p // points.SIZE), p))
    found = {p: position.forbidden[p] for p in top_down if p in position.forbidden}
    wins = position.board.wins()
    answer: dict[str, Any] = {
        "forbidden": {points.name(p): [str(kind) for kind in kinds] for p, kinds in found.items()},
        "wins": [points.name(p) for p in top_down if p in wins],
    }
    if explain:
        answer["rows"] = {
            points.name(p): [row.as_json() for row in position.explain(p).rows]
            for p in top_down
            if p in found or p in wins
        }
    if svg is not None:
        told = [p for p in top_down if p in found or p in wins] if explain else []
        rows = [row for p in told for row in position.explain(p).rows]
        write_text(svg, pictures.board(position, fouls=found, wins=wins, rows=rows or None))
    return answer


def _points(asked: dict[str, Any], colour: str) -> list[int]:
    from flagfall.rules.renju.points import find, find_all

    given = asked.get(colour, [])
    found: list[int | None] | None
    if isinstance(given, str):
        all_found = find_all(given)
        found = None if all_found is None else list(all_found)
    elif isinstance(given, list) and all(isinstance(text, str) for text in given):
        found = [find(text) for text in given]
    else:
        found = None
    points = [point for point in found or () if point is not None]
    if found is None or len(points) < len(found):
        sentence = {
            "black": _("Black's stones are no list of points."),
            "white": _("White's stones are no list of points."),
        }
        raise BadPosition(
            sentence[colour],
            hint=_("Points are a1 to o15."),
            where=colour,
        )
    return points
