"""`flagfall clock set · calibrate · replace`: orders to one clock, without an event."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from flagfall.cli.clock_list import Json, Port, clock_time, told_state
from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall_protocol.messages import Outcome

    from flagfall.link.visit import Visit

_, ngettext = words("cli")

MILLION = 1_000_000
DRIFT_ZERO = 1 << 31
MOST_DRIFT_PPB = 1_000_000
# Numbers of the wire's `Setting`.
DRIFT, SOUNDS, BRIGHTNESS, ADDRESS, DEFECTIVE = range(1, 6)


class BadTime(FlagfallError):
    """That is no time of a clock."""

    code = "bad_time"


class NotDone(FlagfallError):
    """The clock answered, and it was 'no'."""

    code = "not_done"


class GameRuns(FlagfallError):
    """A game runs on this clock."""

    code = "game_runs"


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
        if regulation is not None:
            _done(clock.wait(clock.port.send_rules(*regulation)))
        flags = OrderFlag.SET | (OrderFlag.OVERRIDE if override else OrderFlag(0))
        for side, us in wanted:
            _done(_correct(clock, side=side, flags=flags, amount_us=us))
        if turn:
            _done(_correct(clock, what=int(Side[turn.upper()])))
        settings = (
            (SOUNDS, sounds),
            (BRIGHTNESS, brightness),
            (ADDRESS, address),
            (DEFECTIVE, None if defective is None else int(defective)),
        )
        for number, value in settings:
            if value is not None:
                _done(_setting(clock, number, value))
        state = told_state(clock.state())
    if any(state[f"{side.name.lower()}_us"] != us for side, us in wanted) and not override:
        typer.echo(
            _("The rules' floor for corrections was applied; --override goes below it."), err=True
        )
    if as_json:
        typer.echo(json.dumps(state))
    else:
        typer.echo(f"{clock_time(state['left_us'])}  {clock_time(state['right_us'])}")


def calibrate(
    port: Port,
    minutes: Annotated[int, typer.Option(min=1, max=600, help="How long to measure.")] = 10,
    write: Annotated[bool, typer.Option("--write", help="Store it on the clock.")] = False,
    as_json: Json = False,
) -> None:
    """Measure how much a clock gains or loses against this machine, and store the correction.

    This machine's own time should be kept by the network (NTP). Not while a game runs.
    """
    from flagfall.link import notices as n
    from flagfall.link.visit import Visit

    measured: list[n.Synced] = []

    def heard(notice: n.Notice) -> None:
        if isinstance(notice, n.Synced):
            measured.append(notice)

    with Visit(port, heard) as clock:
        if clock.running:
            _game_runs(port)
        if write:
            # What was stored before would be measured, too.
            _done(_setting(clock, DRIFT, DRIFT_ZERO))
            clock.port.tell(lambda session: session.sync.reset())
            measured.clear()
        _wait(minutes * 60, measured)
        if not measured or not measured[-1].drift_ppb:
            raise NotDone(
                _("Too few answers came to measure anything."),
                hint=_("Measure for longer, and close programs that keep this machine busy."),
            )
        found = measured[-1]
        correction = -found.drift_ppb * 1_000_000_000 // (1_000_000_000 + found.drift_ppb)
        if abs(correction) > MOST_DRIFT_PPB:
            raise NotDone(
                _("The clock is off by {ppm} parts in a million: that is a defect.").format(
                    ppm=found.drift_ppb // 1000
                )
            )
        if write:
            _done(_setting(clock, DRIFT, DRIFT_ZERO + correction))
    told = {"drift_ppb": found.drift_ppb, "error_us": found.error_us, "written": write}
    if as_json:
        typer.echo(json.dumps(told))
        return
    sign, part = ("+", found.drift_ppb) if found.drift_ppb >= 0 else ("-", -found.drift_ppb)
    ppm = f"{sign}{part // 1000}.{part % 1000:03}"
    typer.echo(_("The clock gains {ppm} parts in a million.").format(ppm=ppm))
    if write:
        typer.echo(_("The correction is stored on the clock."))


def replace(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The clock that is taken away.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The one put in its place.")],
    defective: Annotated[
        bool, typer.Option("--defective", help="Mark the old one as defective.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the state in this file, too.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Move the whole state of a clock to a fresh one, stopped (CL-12).

    OLD may be a file that --save wrote.
    """
    from flagfall.link.visit import Visit

    if Path(old).is_file():
        state = Path(old).read_bytes()
    else:
        with Visit(old) as clock:
            if clock.running:
                _game_runs(old)
            state = clock.wait(clock.port.snapshot())
            if defective:
                _done(_setting(clock, DEFECTIVE, 1))
    if save is not None:
        save.write_bytes(state)
    with Visit(new) as clock:
        if clock.running:
            _game_runs(new)
        _done(clock.wait(clock.port.restore(state)))
        told = told_state(clock.state())
    if as_json:
        typer.echo(json.dumps(told))
    else:
        typer.echo(f"{clock_time(told['left_us'])}  {clock_time(told['right_us'])}")


# ------------------------------------------------------------ inside


def _correct(clock: "Visit", **fields: Any) -> "Outcome":
    from flagfall_protocol.codes import Act

    revision = clock.state().revision
    return clock.wait(clock.port.command(Act.CORRECT, revision=revision, **fields))


def _setting(clock: "Visit", number: int, value: int) -> "Outcome":
    answer: Outcome = clock.wait(clock.port.ask(lambda s, now: s.setting(number, value, now)))
    return answer


def _done(outcome: "Outcome") -> None:
    """Raise `NotDone` where the clock said no."""
    from flagfall_protocol.codes import Status

    if outcome.status is Status.DONE:
        return
    reason = (outcome.refusal if outcome.refusal else outcome.status).name.lower()
    raise NotDone(
        _("The clock did not do it: {reason}.").format(reason=reason),
        hint=_("'flagfall clock show PORT' says how it stands."),
    )


def _game_runs(port: str) -> NoReturn:
    raise GameRuns(
        _("A game runs on the clock at {port}.").format(port=port),
        hint=_("Stop the clock first."),
    )


def _regulation(file: str) -> Any:
    from flagfall.arbiter.regulations import to_messages
    from flagfall.arbiter.scenario import parse
    from flagfall.cli.files import read_bytes

    return to_messages(parse(read_bytes(file)).regulation)


def _wait(seconds: int, measured: list[Any]) -> None:
    """Let time pass; progress on standard error where somebody watches."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(_("Measuring"), total=seconds)
        for _second in range(seconds):
            time.sleep(1)
            progress.update(task, advance=1)
