"""`flagfall rules forbidden`: where black may not play, for one position or many."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from flagfall.errors import FlagfallError
from flagfall.words import chosen, use, words

_, _plural = words("cli")

#: A position of 225 points written as JSON takes some 1,500 characters.
LINE_LIMIT = 65_536


class BadPosition(FlagfallError):
    """A line that is no position."""

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
        worst = 0
        for line in _lines(jsonl):
            answer, code = _answer_line(line, law, explain)
            worst = max(worst, code)
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            sys.stdout.flush()
        raise typer.Exit(worst)
    try:
        answer = _answer({"black": black, "white": white, "law": law}, explain, svg)
    except FlagfallError as error:
        typer.echo(f"flagfall: {error.sentence} {error.hint}".strip(), err=True)
        raise typer.Exit(2) from None
    typer.echo(json.dumps(answer, ensure_ascii=False))


def _lines(path: str) -> Iterator[bytes]:
    if path == "-":
        yield from _bounded(sys.stdin.buffer)
        return
    try:
        with Path(path).open("rb") as file:
            yield from _bounded(file)
    except OSError as error:
        typer.echo(f"flagfall: {path}: {error.strerror}", err=True)
        raise typer.Exit(2) from None


def _bounded(source: BinaryIO) -> Iterator[bytes]:
    """Lines that aren't blank; of one beyond the limit only the beginning, to be refused."""
    whole = True
    while line := source.readline(LINE_LIMIT + 1):
        starts, whole = whole, line.endswith(b"\n")
        if starts and line.strip():
            yield line


def _answer_line(line: bytes, law: str, explain: bool) -> tuple[dict[str, Any], int]:
    answer: dict[str, Any] = {}
    try:
        if len(line) > LINE_LIMIT:
            raise BadPosition(_("The line is longer than {n} bytes.").format(n=LINE_LIMIT))
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            raise BadPosition(_("The line is no JSON.")) from None
        if not isinstance(asked, dict):
            raise BadPosition(_("The line is no JSON object."))
        if "id" in asked:
            answer["id"] = asked["id"]
        answer |= _answer({"law": law, **asked}, explain, None)
    except FlagfallError as error:
        return answer | {"error": error.as_json()}, 2
    return answer, 0


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
        try:
            Path(svg).write_text(pictures.board(position, fouls=found, wins=wins), "utf-8")
        except OSError as error:
            raise BadPosition(f"{svg}: {error.strerror}") from None
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
