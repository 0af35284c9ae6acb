"""`flagfall clock …`: clocks, and scenarios played on them."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from flagfall.cli.clock_calibrate import calibrate
from flagfall.cli.clock_list import list_clocks
from flagfall.cli.clock_monitor import monitor
from flagfall.cli.clock_replace import replace
from flagfall.cli.clock_set import set_clock
from flagfall.cli.clock_show import show
from flagfall.cli.clock_try import try_clock
from flagfall.cli.files import read_bytes
from flagfall.words import words

_, ngettext = words("cli")

clock = typer.Typer(
    no_args_is_help=True, help="Clocks: found, set, watched, replaced; scenarios played on them."
)

clock.command("list")(list_clocks)
clock.command()(show)
clock.command("try")(try_clock)
clock.command("set")(set_clock)
clock.command()(monitor)
clock.command()(calibrate)
clock.command()(replace)

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="A scenario (JSON); - reads standard input.")
]
On = Annotated[
    str, typer.Option("--on", metavar="engine|micropython|PORT", help="Where to play it.")
]
Pretty = Annotated[bool, typer.Option("--pretty", help="Answers spread over lines, for people.")]


@clock.command()
def run(file: File, on: On = "engine", pretty: Pretty = False) -> None:
    """Play a scenario: one answer (JSON) per step.

    Exits with 2 where the file is not a valid scenario, naming the step and the field.
    On a real clock its scratch engine plays; the game on it is not touched.
    """
    from flagfall.arbiter.scenario import advice, parse, play
    from flagfall.arbiter.scenario.values import MAX_BYTES

    scenario = parse(read_bytes(file, MAX_BYTES + 1))
    for sentence in advice(scenario.regulation):
        typer.echo(f"flagfall: {sentence}", err=True)
    if on == "engine":
        for answer in play(scenario):
            sys.stdout.write(answer.line(pretty) + "\n")
        return
    from flagfall.arbiter.scenario.device import play_on
    from flagfall.link.errors import PortMissing

    try:
        for answer in play_on(scenario, on):
            sys.stdout.write(answer.line(pretty) + "\n")
    except PortMissing as none:
        raise PortMissing(
            none.sentence,
            hint=_(
                "--on takes 'engine', 'micropython' or a port; 'flagfall clock list' shows the "
                "clocks that are connected."
            ),
            where=none.where,
        ) from None


@clock.command()
def scenarios(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="One of them.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """The scenarios that come with Flagfall: all names, or one as a file."""
    from flagfall.arbiter.scenario import library

    if name:
        typer.echo(library.text(name), nl=False)
    elif as_json:
        listed = {found: library.comment(found) for found in library.names()}
        typer.echo(json.dumps(listed, ensure_ascii=False))
    else:
        for found in library.names():
            typer.echo(f"{found}\n    {library.comment(found)}")


@clock.command()
def schema() -> None:
    """The JSON Schema of scenarios."""
    from flagfall.arbiter.scenario.schema import schema as scenario_schema

    typer.echo(json.dumps(scenario_schema(), indent=2))
