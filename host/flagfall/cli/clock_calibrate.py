"""`flagfall clock calibrate`: how much a clock gains, what makes up for it, and the proof."""

import json
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flagfall.cli.clock_list import Json, Port
from flagfall.cli.clock_orders import DRIFT, DRIFT_ZERO, NotDone, change, done, game_runs
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.link.sync import Drift
    from flagfall.link.visit import Visit

_, ngettext = words("cli")

MOST_DRIFT_PPB = 1_000_000


def calibrate(
    port: Port,
    minutes: Annotated[int, typer.Option(min=1, max=600, help="How long to measure.")] = 10,
    write: Annotated[
        bool, typer.Option("--write", help="Store it on the clock, and measure again as proof.")
    ] = False,
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

    after: Drift | None = None
    with Visit(port, heard) as clock:
        if clock.running:
            game_runs(port)
        if write:
            done(change(clock, DRIFT, DRIFT_ZERO))
        before = _drift(clock, minutes, measured)
        if write:
            done(change(clock, DRIFT, DRIFT_ZERO + before.correction_ppb))
            after = _drift(clock, minutes, measured)
            if abs(after.ppb) > max(abs(before.ppb) // 2, after.error_ppb):
                done(change(clock, DRIFT, DRIFT_ZERO))
                raise NotDone(
                    _(
                        "The correction does not hold: {before} parts in a million before, "
                        "{after} with it."
                    ).format(before=_ppm(before.ppb), after=_ppm(after.ppb)),
                    hint=_("Measure for longer, with the clock and this machine left alone."),
                )
    if as_json:
        told: dict[str, Any] = {"drift_ppb": before.ppb, "error_ppb": before.error_ppb}
        told |= {"written": write, "after_ppb": after.ppb if after else None}
        typer.echo(json.dumps(told))
        return
    error = _ppm(before.error_ppb).lstrip("+")
    gains = _("The clock gains {ppm} parts in a million (± {error}).")
    typer.echo(gains.format(ppm=_ppm(before.ppb), error=error))
    if after is not None:
        error = _ppm(after.error_ppb).lstrip("+")
        stored = _("The correction is stored; measured with it: {ppm} (± {error}).")
        typer.echo(stored.format(ppm=_ppm(after.ppb), error=error))


def _drift(clock: "Visit", minutes: int, measured: list[Any]) -> "Drift":
    """Measure from now on; `NotDone` where that was too little, or far too much."""
    from flagfall.link.sync import drift_of

    clock.port.tell(lambda session: session.sync.reset())
    measured.clear()
    _wait(minutes * 60, measured)
    drift = drift_of([(m.at_us, m.offset_us, m.error_us) for m in measured])
    if drift is None:
        raise NotDone(
            _("Too few answers came to measure anything."),
            hint=_("Measure for longer, and close programs that keep this machine busy."),
        )
    if abs(drift.ppb) > MOST_DRIFT_PPB:
        raise NotDone(
            _("The clock is off by {ppm} parts in a million: that is a defect.").format(
                ppm=_ppm(drift.ppb)
            )
        )
    return drift


def _ppm(ppb: int) -> str:
    """Parts in a million, with the sign and three decimals."""
    sign = "-" if ppb < 0 else "+"
    return f"{sign}{abs(ppb) // 1000}.{abs(ppb) % 1000:03}"


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
