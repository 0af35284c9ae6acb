"""`flagfall clock show`: what both players would see, as text and as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flagfall.cli.clock_list import is_port, show_port
from flagfall.cli.files import read_bytes, write_text
from flagfall.errors import FlagfallError
from flagfall.words import language, words

if TYPE_CHECKING:
    from flagfall_device.faces import Faces

_, ngettext = words("cli")
DISPLAYS = ("en", "ru")


class BadChoice(FlagfallError):
    """None of the things there are to choose from."""

    code = "bad_choice"

    def __init__(self, given: str, allowed: tuple[str, ...]) -> None:
        super().__init__(
            _("'{given}' is none of: {allowed}.").format(given=given, allowed=", ".join(allowed))
        )


def show(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE|PORT", help="A scenario (- reads it), or a port."),
    ] = None,
    example: Annotated[
        str, typer.Option(help="Without a file: running, tenths, first-flag, byo-yomi, stopped.")
    ] = "running",
    step: Annotated[int, typer.Option(help="The step whose state is shown; -1: the last.")] = -1,
    layout: Annotated[
        str, typer.Option(metavar="oled|four|eight", help="The displays of the picture.")
    ] = "oled",
    display: Annotated[
        str | None, typer.Option(metavar="en|ru", help="The language the clock speaks.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture to this file; - writes it out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Of a PORT: answer as JSON.")] = False,
) -> None:
    """Draw the faces of a clock: of a scenario's state, or of one of the examples.

    Of a PORT: who the clock is and how it stands.
    """
    if file is not None and is_port(file):
        show_port(file, as_json)
        return
    from flagfall.sim.faces import EXAMPLES, LAYOUTS
    from flagfall.sim.faces import svg as drawn
    from flagfall.sim.faces import text as written

    chosen = next((name for name in LAYOUTS if name == layout), None)
    spoken = language() if display is None else display
    if chosen is None:
        raise BadChoice(layout, LAYOUTS)
    if spoken not in DISPLAYS:
        raise BadChoice(spoken, DISPLAYS)
    if file is not None:
        both = _scenario(file, step)
    elif example in EXAMPLES:
        both = EXAMPLES[example]()
    else:
        raise BadChoice(example, tuple(EXAMPLES))
    number = DISPLAYS.index(spoken)
    answer = written(both, number) if svg is None else drawn(both, chosen, number)
    if svg is None or str(svg) == "-":
        typer.echo(answer, nl=False)
    else:
        write_text(svg, answer)


def _scenario(file: str, step: int) -> "Faces":
    from flagfall_clock.engine import Clock

    from flagfall.arbiter.scenario import parse
    from flagfall.sim.faces import faces_of

    scenario = parse(read_bytes(file))
    count = len(scenario.steps)
    clock = Clock(scenario.regulation)
    if not count and step == -1:
        return faces_of(clock, 0)
    if not -count <= step < count:
        raise BadChoice(str(step), (f"{-count}…{count - 1}",) if count else ("-1",))
    for each in scenario.steps[: step % count + 1]:
        clock.do(each.at_us, each.order)
    return faces_of(clock, scenario.steps[step].at_us)
