"""`flagfall clock set`: a new game, times, settings of one clock, without an event."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flagfall.cli.clock_list import Json, Port, clock_time, told_state
from flagfall.cli.clock_orders import (
    ADDRESS,
    BRIGHTNESS,
    CODE,
    DEFECTIVE,
    SOUNDS,
    change,
    done,
    game_runs,
)
from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall_protocol.messages import Outcome

    from flagfall.link.visit import Visit

_, ngettext = words("cli")

MILLION = 1_000_000


class BadTime(FlagfallError):
    """That is no time of a clock."""

    code = "bad_time"


def time_us(text: str) -> int:
    """Microseconds of '1:30:00', '5:00', '0:05.25'; at most six decimals."""
    whole, _dot, part = text.partition(".")
    pieces = whole.split(":")
    if (
        not 2 <= len(pieces) <= 3
        or not all(p.isascii() and p.isdigit() and len(p) <= 4 for p in pieces)
        or any(int(p) > 59 for p in pieces[1:])
        or len(part) > 6
        or (part and not (part.isascii() and part.isdigit()))
    ):
        raise BadTime(
            _("'{text}' is no time.").format(text=text),
            hint=_("Say for example 1:30:00 (hours) or 5:00 (minutes)."),
        )
    seconds = 0
    for piece in pieces:
        seconds = seconds * 60 + int(piece)
    return seconds * MILLION + int(part.ljust(6, "0") or 0)


def set_clock(
    port: Port,
    rules: Annotated[
        str, typer.Option(metavar="FILE", help="Lay out a new game: a scenario's regulation.")
    ] = "",
    left: Annotated[str, typer.Option(metavar="TIME", help="Set the left side's time.")] = "",
    right: Annotated[str, typer.Option(metavar="TIME", help="Set the right side's time.")] = "",
    override: Annotated[
        bool, typer.Option("--override", help="Below the floor of the rules, too (CL-13).")
    ] = False,
    turn: Annotated[str, typer.Option(metavar="left|right", help="Whose turn it is.")] = "",
    sounds: Annotated[int | None, typer.Option(min=0, max=2, help="Sounds; 0: none.")] = None,
    brightness: Annotated[int | None, typer.Option(min=0, max=15)] = None,
    address: Annotated[
        int | None, typer.Option(min=0, max=250, help="Address on a bus; 0: a line of its own.")
    ] = None,
    defective: Annotated[
        bool | None, typer.Option("--defective/--sound", help="Mark the unit.")
    ] = None,
    code: Annotated[
        int | None,
        typer.Option(min=0, max=9999, help="The arbiter's code, also a forgotten one; 0: none."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Set a clock: a new game, times, or settings of the unit. Says how it stands afterwards."""
    from flagfall_protocol.codes import OrderFlag, Side

    from flagfall.link.visit import Visit

    times = [(Side.LEFT, left), (Side.RIGHT, right)]
    wanted = [(side, time_us(text)) for side, text in times if text]
    if turn not in ("", "left", "right"):
        raise BadTime(_("'{text}' is no side.").format(text=turn), hint="--turn left|right")
    regulation = _regulation(rules) if rules else None
    with Visit(port) as clock:
        if code is not None and clock.running:
            game_runs(port)
        if regulation is not None:
            done(clock.wait(clock.port.send_rules(*regulation)))
        flags = OrderFlag.SET | (OrderFlag.OVERRIDE if override else OrderFlag(0))
        for side, us in wanted:
            done(_correct(clock, side=side, flags=flags, amount_us=us))
        if turn:
            done(_correct(clock, what=int(Side[turn.upper()])))
        settings = (
            (SOUNDS, sounds),
            (BRIGHTNESS, brightness),
            (ADDRESS, address),
            (DEFECTIVE, None if defective is None else int(defective)),
            (CODE, code),
        )
        for number, value in settings:
            if value is not None:
                done(change(clock, number, value))
        state = told_state(clock.state())
    if any(state[f"{side.name.lower()}_us"] != us for side, us in wanted) and not override:
        typer.echo(
            _("The rules' floor for corrections was applied; --override goes below it."), err=True
        )
    if as_json:
        typer.echo(json.dumps(state))
    else:
        typer.echo(f"{clock_time(state['left_us'])}  {clock_time(state['right_us'])}")


def _correct(clock: "Visit", **fields: Any) -> "Outcome":
    from flagfall_protocol.codes import Act

    revision = clock.state().revision
    return clock.wait(clock.port.command(Act.CORRECT, revision=revision, **fields))


def _regulation(file: str) -> Any:
    from flagfall.arbiter.regulations import to_messages
    from flagfall.arbiter.scenario import parse
    from flagfall.cli.files import read_bytes

    return to_messages(parse(read_bytes(file)).regulation)
