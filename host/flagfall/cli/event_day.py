"""`flagfall event result · leave · sanction`: what happens while the rounds are played."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flagfall.cli.event import dump, event_app, save
from flagfall.cli.event_files import read_json, refuse
from flagfall.cli.file_lock import changing
from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.pairing import Event

_, ngettext = words("cli")

__all__ = ["event_app"]


@event_app.command("result")
def result_command(
    file: Annotated[str, typer.Argument(help="An event file.")],
    results: Annotated[
        list[str] | None,
        typer.Argument(help="TABLE=RESULT …; a micro-match 3=1-0,1/2; 3= takes away."),
    ] = None,
    from_log: Annotated[
        Path | None,
        typer.Option(metavar="LOG", help="Take the round's results from the log of its hall."),
    ] = None,
    round_no: Annotated[int | None, typer.Option("--round", help="Another than the last.")] = None,
    reason: Annotated[str, typer.Option(help="Why a result is corrected; kept in the file.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer with the round as JSON.")] = False,
) -> None:
    """Enter, correct or take away results in the file, or take them from a hall's log."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.edit import with_result
    from flagfall.pairing.errors import BadValue

    if bool(results) == (from_log is not None):
        typer.echo("flagfall event result: TABLE=RESULT … | --from-log LOG", err=True)
        raise typer.Exit(2)
    with changing(file):
        try:
            data = read_json(file)
            parse_event(data)
            if from_log is not None:
                data, round_no = _from_log(data, from_log, round_no)
            for text in results or ():
                table, sign, value = text.partition("=")
                if not sign or not (table.isascii() and table.isdecimal() and len(table) < 8):
                    raise BadValue(f"{text!r}: TABLE=RESULT")
                parts = value.split(",")
                result = None if not value else parts[0] if len(parts) == 1 else parts
                data = with_result(data, int(table), result, round_no, reason)
            event = parse_event(data)
        except FlagfallError as error:
            raise refuse(error) from None
        save(file, data)
    number = round_no or len(event.rounds)
    if results and number < len(event.rounds):
        typer.echo(
            _(
                "Round {n} was paired from what stood before. To pair it again: "
                "flagfall event pair {file} --again REASON --write (with --anew all of its pairs, "
                "else only those that can't stay)"
            ).format(n=number + 1, file=shlex.quote(file)),
            err=True,
        )
    if as_json:
        typer.echo(dump(data["rounds"][number - 1]))
    else:
        missing = sum(not g.finished for g in event.rounds[number - 1].games)
        typer.echo(
            _("Round {n}: every game has a result").format(n=number)
            if not missing
            else ngettext(
                "Round {n}: {count} game without a result",
                "Round {n}: {count} games without a result",
                missing,
            ).format(n=number, count=missing)
        )


def _from_log(data: Any, place: Path, round_no: int | None) -> tuple[Any, int]:
    """The event with the results of a hall's log; says on standard error what was new."""
    from flagfall.arbiter.log import Log
    from flagfall.arbiter.returning import bring_back

    with Log(place, make=False) as log:
        brought = bring_back(data, log, round_no)
    new = " ".join(f"{table}={result}" for table, result in brought.written)
    typer.echo(
        _("From the log: {new}").format(new=new) if new else _("From the log: nothing new"),
        err=True,
    )
    return brought.event, brought.round


@event_app.command("leave")
def leave_command(
    file: Annotated[str, typer.Argument(help="An event file.")],
    players: Annotated[list[int], typer.Argument(help="Start numbers, as the sheets have them.")],
    after: Annotated[
        int | None,
        typer.Option(min=0, help="The last round they take part in; else the last they played."),
    ] = None,
    absent: Annotated[
        list[int] | None, typer.Option(help="Only absent from this round (again for more).")
    ] = None,
) -> None:
    """Let players leave the event, or be absent from rounds."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.edit import with_absence, with_leave

    told = []
    with changing(file):
        try:
            data = read_json(file)
            event = parse_event(data)
            for number in players:
                id_ = by_number(event, number)
                name = event.by_id[id_].name
                if absent:
                    data = with_absence(data, id_, absent)
                    rounds = ", ".join(map(str, sorted(absent)))
                    told.append(
                        _("№{n} {name}: absent from round {rounds}").format(
                            n=number, name=name, rounds=rounds
                        )
                    )
                else:
                    last = _last_played(event, id_) if after is None else after
                    data = with_leave(data, id_, last)
                    told.append(
                        _("№{n} {name}: leaves after round {last}").format(
                            n=number, name=name, last=last
                        )
                    )
            told += _seated_still(parse_event(data), file)
        except FlagfallError as error:
            raise refuse(error) from None
        save(file, data)
    typer.echo("\n".join(told))


def _last_played(event: "Event", id_: int) -> int:
    """The last round that has begun and in which he has nothing left to play."""
    from flagfall.scoring import stage

    last = stage(event).begun
    games = event.rounds[last - 1].games if last else ()
    waits = any(id_ in (g.white, g.black) and not g.finished for g in games)
    return last - 1 if waits else last


def _seated_still(event: "Event", file: str) -> list[str]:
    """What to do about games of the last round whose players are not there any more."""
    if not event.rounds:
        return []
    last = event.rounds[-1]
    gone = [
        str(g.table)
        for g in last.games
        if not g.finished
        and not all(event.by_id[p].plays_in(last.number) for p in (g.white, g.black))
    ]
    if not gone:
        return []
    return [
        _(
            "Round {n} is paired with them: table {tables}. Pair it again: "
            "flagfall event pair {file} --again REASON --write; or enter the games as lost (+- -+)."
        ).format(n=last.number, tables=", ".join(gone), file=shlex.quote(file))
    ]


@event_app.command("sanction")
def sanction_command(
    file: Annotated[str, typer.Argument(help="An event file.")],
    player: Annotated[int, typer.Argument(help="His start number, as the sheets have it.")],
    step: Annotated[
        str | None,
        typer.Option("--as", metavar="STEP", help="Which sanction; else the ladder's next step."),
    ] = None,
    gross: Annotated[bool, typer.Option(help="A gross breach: a warning at once.")] = False,
    reason: Annotated[str, typer.Option(help="What for.")] = "",
    round_no: Annotated[int | None, typer.Option("--round", help="Another than the last.")] = None,
) -> None:
    """Write down a sanction; the ladder proposes which one follows those given before."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.edit import with_sanction
    from flagfall.pairing.event import GAME_LOST
    from flagfall.scoring.sanctions import EVERY, following

    known = {s.code: s for s in EVERY}
    if step is not None and step not in known:
        typer.echo(f"flagfall event sanction: --as {' | '.join(known)}", err=True)
        raise typer.Exit(2)
    with changing(file):
        try:
            data = read_json(file)
            event = parse_event(data)
            id_ = by_number(event, player)
            before = tuple(s.sanction for s in event.sanctions if s.player == id_)
            given = following(before, gross=gross) if step is None else known[step]
            number = round_no or len(event.rounds)
            data = with_sanction(data, id_, given.code, number, reason)
            parse_event(data)
        except FlagfallError as error:
            raise refuse(error) from None
        save(file, data)
    said = _("№{n} {name}: {sanction} ({rule})").format(
        n=player, name=event.by_id[id_].name, sanction=given.sentence(), rule=given.rule
    )
    past = ", ".join(known[code].sentence() for code in before)
    typer.echo(said + ("; " + _("before: {past}").format(past=past) if past else ""))
    if given.code in GAME_LOST:
        for g in event.rounds[number - 1].games if 0 < number <= len(event.rounds) else ():
            if id_ in (g.white, g.black):
                typer.echo(
                    _(
                        "His game is at table {table}; if there was no play: flagfall event result "
                        "{file} {table}={lost} --round {n} (it counts as played for him, R2.9.3)"
                    ).format(
                        table=g.table,
                        file=shlex.quote(file),
                        n=number,
                        lost="-+" if id_ == g.white else "+-",
                    )
                )


def by_number(event: "Event", number: int) -> int:
    """The id of the player with a start number."""
    from flagfall.pairing.errors import UnknownPlayer
    from flagfall.pairing.numbering import start_numbers

    if event.system.entrants == "players":
        for id_, n in start_numbers(event).items():
            if n == number and isinstance(id_, int):
                return id_
    raise UnknownPlayer(_("There is no player №{n}.").format(n=number))
