"""The command tree: one Typer application, each group in a file of its own."""

from typing import Annotated

import typer

from flagfall import words
from flagfall.cli.bench import bench
from flagfall.cli.clock import clock
from flagfall.cli.demo import demo
from flagfall.cli.event_wishes import event_app
from flagfall.cli.flash import flash
from flagfall.cli.hall import hall_app
from flagfall.cli.rules import rules_app

# Plain help: drawing it with rich costs a third of a second at every prompt.
app = typer.Typer(
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Language = Annotated[
    str | None, typer.Option("--lang", metavar="en|ru", help="Language of messages.")
]


def _tell_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"flagfall {version('flagfall')}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version."),
]


@app.callback()
def root(lang: Language = None, version: Version = False) -> None:
    """Flagfall: tournament clocks for renju and draughts, and the hall they stand in."""
    if lang is not None:
        words.use(lang)


app.command()(demo)
app.command()(bench)
app.command()(flash)
app.add_typer(hall_app, name="hall")
app.add_typer(event_app, name="event")
app.add_typer(rules_app, name="rules")
app.add_typer(clock, name="clock")
