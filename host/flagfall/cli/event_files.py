"""`flagfall event new · import · export · report`: what makes an event, and other files of it."""

import json
import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from flagfall.cli.event import dump, error_text, event_app, save
from flagfall.cli.file_lock import changing
from flagfall.cli.files import read_bytes, write_text
from flagfall.errors import FlagfallError
from flagfall.words import words

_, ngettext = words("cli")

__all__ = ["event_app"]

Source = Annotated[str, typer.Argument(help="A file, or - for standard input.")]
Target = Annotated[str, typer.Option("--to", help="Where to write, - for standard output.")]


def refuse(error: FlagfallError) -> typer.Exit:
    """Say what was wrong with the input."""
    typer.echo(error_text(error.as_json()), err=True)
    return typer.Exit(2)


def read_json(path: str) -> Any:
    """The JSON of a file."""
    from flagfall.pairing.reader import load_json

    return load_json(read_bytes(path))


def put(target: str, data: object) -> None:
    """Write an event to a file or to standard output."""
    if target == "-":
        typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        save(target, data)


@event_app.command("new")
def new_command(
    target: Annotated[str, typer.Argument(help="The file to write, - for standard output.")],
    kind: Annotated[str, typer.Option(help="The system, e.g. swiss-individual, round-robin.")],
    name: Annotated[str, typer.Option(help="The event's name.")] = "",
    discipline: Annotated[str, typer.Option(help="renju, draughts-russian …")] = "draughts-russian",
    rounds: Annotated[int | None, typer.Option(help="How many rounds.")] = None,
    first_colour: Annotated[
        str | None, typer.Option(help="Colour of the first board: white, black or lot.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of all lots; drawn if absent.")] = None,
    players: Annotated[str | None, typer.Option(help="A list of players as CSV.")] = None,
    date: Annotated[str | None, typer.Option(help="When it is played, as on the sheets.")] = None,
    place: Annotated[str | None, typer.Option(help="Where it is played.")] = None,
    regulation: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The clocks' regulation, or a scenario that has one."),
    ] = None,
) -> None:
    """Make an event file."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.files.lists import players_of
    from flagfall.pairing.new import new_event

    if target != "-" and Path(target).exists():
        typer.echo(_("flagfall: {file} is there already").format(file=target), err=True)
        raise typer.Exit(2)
    try:
        listed = read_bytes(players) if players else b""
        found = players_of(listed) if players else []
        data = new_event(
            kind,
            name=name,
            discipline=discipline,
            seed=secrets.randbelow(10**9) if seed is None else seed,
            rounds=rounds,
            first_colour=first_colour,
            players=found,
            date=date,
            place=place,
            regulation=_regulation(regulation) if regulation else None,
        )
        parse_event(data)
    except FlagfallError as error:
        raise refuse(error) from None
    put(target, data)
    if players:
        _unused(listed)


def _unused(content: bytes) -> None:
    """Say which columns of a list nobody reads: a misspelt heading is seen."""
    from flagfall.pairing.files.lists import unknown_headings

    unknown = unknown_headings(content)
    if unknown:
        text = _("columns that are not used: {names}").format(names=", ".join(unknown))
        typer.echo(text, err=True)


def _regulation(path: str) -> Any:
    """The regulation of a file that is one, or of a scenario."""
    from flagfall.arbiter.scenario import parse_regulation

    found = read_json(path)
    if isinstance(found, dict):
        found = found.get("regulation", found)
    parse_regulation(found)
    return found


@event_app.command("import")
def import_command(
    source: Source,
    to: Annotated[
        str | None,
        typer.Option("--to", help="Where to write, else --into, else standard output."),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", help="trf, csv (players), ratings; else by name.")
    ] = None,
    into: Annotated[
        str | None, typer.Option(help="The event that players or ratings are added to.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="The system of a new event, else what TRF says.")
    ] = None,
    discipline: Annotated[str | None, typer.Option(help="Its discipline.")] = None,
    first_round: Annotated[
        int | None,
        typer.Option("--from-round", help="Where players who are added begin; else the next."),
    ] = None,
) -> None:
    """Make an event from TRF or CSV, or add players or ratings to one."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.files.trf import DISCIPLINE, KIND, read_trf
    from flagfall.pairing.new import new_event

    form = form or ("csv" if source.lower().endswith(".csv") else "trf")
    if form not in ("trf", "csv", "ratings") or (form == "ratings") > (into is not None):
        typer.echo("flagfall event import: --format trf | csv | ratings --into EVENT", err=True)
        raise typer.Exit(2)
    target = to or into or "-"
    try:
        content = read_bytes(source)
        with changing(target):
            if form == "trf":
                data = read_trf(content, kind, discipline)
            elif into is None:
                seed = secrets.randbelow(10**9)
                data = new_event(
                    kind or KIND, name="", discipline=discipline or DISCIPLINE, seed=seed
                )
                data = _with_players(data, content, first_round)
            elif form == "csv":
                data = _with_players(read_json(into), content, first_round)
            else:
                data = _with_ratings(read_json(into), content)
            parse_event(data)
            put(target, data)
    except FlagfallError as error:
        raise refuse(error) from None


def _with_players(base: Any, content: bytes, first_round: int | None) -> Any:
    """The event with the players of a list after its own; says how many they are."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.files.lists import players_of

    parse_event(base)
    there = base["players"]
    last = max((p["id"] for p in there), default=0)
    entry = first_round or len(base.get("rounds") or []) + 1
    late = {"late_entry": entry} if entry > 1 else {}
    new = [{**p, **late} for p in players_of(content, last)]
    _unused(content)
    if there:
        said = ngettext("{count} player added", "{count} players added", len(new))
        typer.echo(said.format(count=len(new)), err=True)
    return {**base, "players": there + new}


def _with_ratings(base: Any, content: bytes) -> Any:
    """The event with the ratings of a list; says who is not in it."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.files.lists import with_ratings
    from flagfall.pairing.rounds import labels_of

    labels = labels_of(parse_event(base))
    rated = with_ratings(base, content)
    for missing in rated.missing:
        typer.echo(_("not in the list: {id}").format(id=labels.get(missing, missing)), err=True)
    return rated.event


@event_app.command("export")
def export_command(
    file: Source,
    to: Target = "-",
    form: Annotated[str, typer.Option("--format", help="csv or trf.")] = "csv",
    what: Annotated[
        str, typer.Option(help="For csv: standings, crosstable, players, round.")
    ] = "standings",
    round_no: Annotated[int | None, typer.Option("--round", help="Another than the last.")] = None,
) -> None:
    """Write an event as TRF, or a table of it as CSV."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.files import tables
    from flagfall.pairing.files.trf_write import write_trf
    from flagfall.scoring import standings
    from flagfall.scoring.tables import cross_table, standings_table

    try:
        data = read_json(file)
        event = parse_event(data)
        if form == "trf":
            lines = standings(event)
            places = {s.id: s.first or 0 for s in lines}
            text = write_trf(event, places, {s.id: s.points for s in lines}, data)
        elif form != "csv" or what not in ("standings", "crosstable", "players", "round"):
            typer.echo(
                "flagfall event export: --format trf | csv --what standings | crosstable | "
                "players | round",
                err=True,
            )
            raise typer.Exit(2)
        elif what == "standings":
            text = tables.as_csv(standings_table(event))
        elif what == "crosstable":
            text = tables.as_csv(cross_table(event))
        elif what == "players":
            text = tables.as_csv(tables.players_table(event))
        else:
            text = tables.as_csv(tables.round_table(event, round_no or len(event.rounds)))
    except FlagfallError as error:
        raise refuse(error) from None
    if to == "-":
        typer.echo(text, nl=False)
    else:
        write_text(to, text)


@event_app.command("report")
def report_command(
    file: Annotated[str, typer.Argument(help="An event file.")],
    to: Annotated[
        str | None, typer.Option("--to", help="The file to write, .xlsx or .pdf; else FILE.xlsx.")
    ] = None,
    parts: Annotated[
        str | None,
        typer.Option(
            help="pairings, names, standings, table, players, groups, decisions, cards, tables "
            "with commas between; else what is due."
        ),
    ] = None,
    round_no: Annotated[int | None, typer.Option("--round", help="Another than the last.")] = None,
    url: Annotated[
        str, typer.Option(help="The page's address, for the codes on the cards of the tables.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Write sheets to print: pairings, places, tables, players' cards, cards for the tables."""
    from flagfall.pairing import parse_event
    from flagfall.reports.event import PARTS, write_event_report
    from flagfall.words import chosen, use

    wanted = tuple(filter(None, (p.strip() for p in (parts or "").split(","))))
    if not set(wanted) <= set(PARTS):
        typer.echo(f"flagfall event report: --parts {','.join(PARTS)}", err=True)
        raise typer.Exit(2)
    target = Path(to) if to else Path("event" if file == "-" else file).with_suffix(".xlsx")
    try:
        event = parse_event(read_json(file))
        if chosen() is None and event.language:
            use(event.language)
        titles = write_event_report(event, target, wanted, round_no=round_no, url=url)
    except FlagfallError as error:
        raise refuse(error) from None
    if as_json:
        typer.echo(dump({"file": str(target), "sheets": titles}))
    else:
        typer.echo(str(target))
