"""`flagfall event`: an event as a file, with or without clocks."""

import json
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from flagfall.cli.file_lock import changing
from flagfall.cli.files import read_bytes, write_text
from flagfall.errors import FlagfallError
from flagfall.words import chosen, use, words

_, _plural = words("cli")

event_app = typer.Typer(no_args_is_help=True, help="An event as a file: pairings, results, places.")

File = Annotated[str, typer.Argument(help="An event (flagfall.event/1), or - for standard input.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Jsonl = Annotated[
    str | None,
    typer.Option("--jsonl", metavar="FILE", help="One event a line in (- for standard input)."),
]
Answer = tuple[Any, int]


class ProgramFault(FlagfallError):
    """Something that no event should be able to bring about."""

    code = "program_fault"

    @classmethod
    def of(cls, fault: Exception) -> "ProgramFault":
        """The fault as a sentence, with its place in the program."""
        where = traceback.extract_tb(fault.__traceback__)[-1]
        return cls(
            _("the program failed at this event: {fault}").format(fault=repr(fault)[:200]),
            hint=_("Please report it with the event."),
            where=f"{Path(where.filename).name}:{where.lineno}",
        )


def save(path: str, data: object) -> None:
    """Write an event back, at once or not at all."""
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def dump(value: object) -> str:
    """An answer as one line of JSON, the same on every machine."""
    return json.dumps(value, ensure_ascii=False)


def answer_of(work: Callable[[Any], Answer], text: bytes) -> Answer:
    """What `work` says of a JSON text, and the exit code; an error is an answer too."""
    from flagfall.pairing.errors import CannotPair
    from flagfall.pairing.reader import load_json

    try:
        return work(load_json(text))
    except FlagfallError as error:
        return {"error": error.as_json()}, 1 if isinstance(error, CannotPair) else 2


def answer_of_line(work: Callable[[Any], Answer], text: bytes) -> Answer:
    """As `answer_of`, and a fault of the program is the answer to its line: others follow."""
    try:
        return answer_of(work, text)
    except Exception as fault:
        return {"error": ProgramFault.of(fault).as_json()}, 2


def lines_of(path: str) -> Iterator[bytes]:
    """The lines of a file that are not blank, as they come."""
    if path == "-":
        yield from (line for line in sys.stdin.buffer if line.strip())
    else:
        yield from (line for line in read_bytes(path).splitlines() if line.strip())


def run(
    work: Callable[[Any], Answer],
    show: Callable[[Any], str],
    file: str | None,
    as_json: bool,
    jsonl: str | None,
) -> None:
    """One event or one a line; the exit code is the worst of the answers."""
    if (file is None) == (jsonl is None):
        typer.echo("flagfall event: name a FILE or --jsonl FILE", err=True)
        raise typer.Exit(2)
    if chosen() is None and (as_json or jsonl is not None):
        use("en")  # an answer for machines depends on the file, not on this machine's locale
    if jsonl is not None:
        worst = 0
        for line in lines_of(jsonl):
            answer, code = answer_of_line(work, line)
            worst = max(worst, code)
            sys.stdout.write(dump(answer) + "\n")
            sys.stdout.flush()
        raise typer.Exit(worst)
    assert file is not None
    answer, code = answer_of(work, read_bytes(file))
    if as_json:
        typer.echo(dump(answer))
    elif isinstance(answer, dict) and "error" in answer:
        typer.echo(error_text(answer["error"]), err=True)
    else:
        typer.echo(show(answer))
    raise typer.Exit(code)


def error_text(error: dict[str, str]) -> str:
    """An error for a person: where, what, and the way out."""
    where = f"{error['where']}: " if "where" in error else ""
    hint = f"\n  {error['hint']}" if "hint" in error else ""
    return f"flagfall: {where}{error['message']} [{error['code']}]{hint}"


@event_app.command("pair")
def pair_command(
    file: Annotated[str | None, typer.Argument(help="An event, or -.")] = None,
    as_json: AsJson = False,
    jsonl: Jsonl = None,
    explain: Annotated[bool, typer.Option(help="Say why each pair and each colour.")] = False,
    again: Annotated[
        str | None,
        typer.Option(metavar="REASON", help="Pair the last round again; what was played stands."),
    ] = None,
    anew: Annotated[
        bool, typer.Option(help="With --again: keep no pair without a result.")
    ] = False,
    write: Annotated[bool, typer.Option(help="Write the round into the file.")] = False,
) -> None:
    """Pair the next round. The answer depends on the file alone."""
    from flagfall.cli.event_text import round_text
    from flagfall.pairing import pair, pair_again, parse_event
    from flagfall.pairing.edit import with_round
    from flagfall.pairing.numbering import start_numbers
    from flagfall.pairing.rounds import labels_of

    shown: list[Any] = []
    asked = chosen()

    def work(data: Any) -> Answer:
        event = parse_event(data)
        found = pair(event) if again is None else pair_again(event, again, anew=anew)
        shown[:] = [event, found]
        lang = asked or event.language or "en"
        answer = found.as_json(labels_of(event), lang=lang, explain=explain)
        if explain:
            answer["numbers"] = {str(k): v for k, v in start_numbers(event).items()}
        if write and file is not None:
            save(file, with_round(data, answer, again))
        return answer, 0

    with changing(file) if write and file is not None else nullcontext():
        run(work, lambda _answer: round_text(shown[0], shown[1], explain), file, as_json, jsonl)


@event_app.command("check")
def check_command(
    file: Annotated[str | None, typer.Argument(help="An event, or -.")] = None,
    as_json: AsJson = False,
    jsonl: Jsonl = None,
) -> None:
    """Find what is wrong with a file, or with pairings made by other hands."""
    from flagfall.cli.event_text import faults_text
    from flagfall.pairing.check import check_data

    def work(data: Any) -> Answer:
        _event, faults = check_data(data)
        wrong = any(f.grave for f in faults)
        return {"ok": not wrong, "faults": [f.as_json() for f in faults]}, int(wrong)

    run(work, faults_text, file, as_json, jsonl)


@event_app.command("standings")
def standings_command(
    file: Annotated[str | None, typer.Argument(help="An event, or -.")] = None,
    as_json: AsJson = False,
    jsonl: Jsonl = None,
    by: Annotated[
        str | None,
        typer.Option(help="One table each: class, age_group, sex, club, team, title, city."),
    ] = None,
    best: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Teams by the points of their N best members."),
    ] = None,
) -> None:
    """The table so far: points, coefficients, places and what parted them."""
    from flagfall.cli.event_text import standings_text, teams_text
    from flagfall.pairing import parse_event
    from flagfall.scoring.tables import FIELDS, standings_by, team_sums

    shown: list[Any] = []
    if by is not None and by not in FIELDS:
        typer.echo(f"flagfall event standings: --by {' | '.join(FIELDS)}", err=True)
        raise typer.Exit(2)

    def sums(data: Any) -> Answer:
        event = parse_event(data)
        found = team_sums(event, best)
        shown[:] = [event, found]
        return [t.as_json() for t in found], 0

    if best is not None:
        run(sums, lambda _answer: teams_text(shown[0], shown[1]), file, as_json, jsonl)

    def work(data: Any) -> Answer:
        event = parse_event(data)
        tables = standings_by(event, by)
        shown[:] = [event, tables]
        lines = [
            s.as_json(event) | ({by: name} if by else {}) for name, rows in tables for s in rows
        ]
        return lines, 0

    run(work, lambda _answer: standings_text(shown[0], shown[1]), file, as_json, jsonl)


@event_app.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of flagfall.event/1."""
    from flagfall.pairing.schema import event_schema

    typer.echo(json.dumps(event_schema(), ensure_ascii=False, indent=1))
