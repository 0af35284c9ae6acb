"""JSON a line in, JSON a line out: the batch form shared by commands."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NoReturn

import typer

from flagfall.cli.files import FileTrouble
from flagfall.errors import FlagfallError
from flagfall.words import words

_, ngettext = words("cli")

LINE_LIMIT = 65_536


class BadLine(FlagfallError):
    """A line that can't be read."""

    code = "line-unreadable"


def quit_with(error: FlagfallError) -> NoReturn:
    """Say what is wrong on standard error and end with code 2."""
    named = error.where in error.sentence.rstrip(".").split()
    where = f"{error.where}: " if error.where and not named else ""
    hint = f"\n  {error.hint}" if error.hint else ""
    typer.echo(f"flagfall: {where}{error.sentence} [{error.code}]{hint}", err=True)
    raise typer.Exit(2)


def answer_lines(path: str, work: Callable[[dict[str, Any]], dict[str, Any]]) -> NoReturn:
    """Answer every line of a file (- for standard input), in order, each with its `id`.

    A line that is wrong is answered by its error; the exit code is then 2.
    """
    worst = 0
    lines = _lines(path)
    while (line := _next(lines)) is not None:
        answer: dict[str, Any] = {}
        try:
            asked = _object(line)
            if "id" in asked:
                answer["id"] = asked["id"]
            answer |= work(asked)
        except FlagfallError as error:
            answer["error"] = error.as_json()
            worst = 2
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    raise typer.Exit(worst)


def _next(lines: Iterator[bytes]) -> bytes | None:
    try:
        return next(lines, None)
    except FileTrouble as error:
        quit_with(error)


def read_lines(path: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a file (- for standard input), one a line. Raises `BadLine`."""
    for number, line in enumerate(_lines(path), 1):
        try:
            yield _object(line)
        except BadLine as error:
            error.where = _("line {n}").format(n=number)
            raise


def _lines(path: str) -> Iterator[bytes]:
    if path == "-":
        yield from _bounded(sys.stdin.buffer)
        return
    try:
        with Path(path).open("rb") as source:
            yield from _bounded(source)
    except OSError as error:
        raise FileTrouble.of(error) from None


def _bounded(source: IO[bytes]) -> Iterator[bytes]:
    # A line longer than the limit comes in pieces: the first is refused, the rest dropped.
    whole = True
    while line := source.readline(LINE_LIMIT + 1):
        starts, whole = whole, line.endswith(b"\n")
        if starts and line.strip():
            yield line


def _object(line: bytes) -> dict[str, Any]:
    if len(line) > LINE_LIMIT:
        raise BadLine(_("The line is longer than {n} bytes.").format(n=LINE_LIMIT))
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLine(_("The line is no JSON.")) from None
    if not isinstance(asked, dict):
        raise BadLine(_("The line is no JSON object."))
    return asked
