"""`flagfall hall`: the arbiter's day with real clocks."""

import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.arbiter.hall import Hall
    from flagfall.arbiter.opening import Opening, Place, Plan
    from flagfall.cli.telling import Teller

_, ngettext = words("cli")

LOOK_AGAIN_S = 3.0

hall_app = typer.Typer(no_args_is_help=True, help="A hall of real clocks.")

EventFile = Annotated[
    Path, typer.Argument(metavar="EVENT", help="An event (flagfall.event/1) with its regulation.")
]
Clocks = Annotated[
    list[str] | None,
    typer.Option(
        "--clock",
        metavar="ADDRESS",
        help="A clock's address, beside those found; a bus: serial:/dev/ttyUSB0@1-32.",
    ),
]
LogPlace = Annotated[
    Path | None, typer.Option("--log", help="Where the log is kept. Default: EVENT.db beside it.")
]
WebPort = Annotated[int, typer.Option(min=0, max=65535, help="The page's port; 0: a free one.")]
Lan = Annotated[bool, typer.Option("--lan", help="Let other machines see the page, with a PIN.")]
Pin = Annotated[str | None, typer.Option(help="The PIN; drawn if not given.")]
Watch = Annotated[
    float | None,
    typer.Option(min=0, metavar="SECONDS", help="Spectators see play at /watch, so much later."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Take the proposed clocks without asking.")]


@hall_app.command("open")
def open_(
    event: EventFile,
    clock: Clocks = None,
    log: LogPlace = None,
    port: WebPort = 0,
    lan: Lan = False,
    pin: Pin = None,
    watch: Watch = None,
    yes: Yes = False,
) -> None:
    """Open the hall for an event's round: find the clocks, lay the games out, serve the page.

    Opened again on the same log it goes on where it stood. Results are kept in the log; the event
    file is changed by `flagfall event result` alone. Ctrl-C closes the hall and shows the results;
    the clocks go on by themselves.
    """
    from flagfall.arbiter.hall import Hall
    from flagfall.arbiter.log import Log
    from flagfall.arbiter.opening import Opening, plan_of
    from flagfall.cli.files import read_bytes
    from flagfall.cli.telling import Teller, ended_by_signal
    from flagfall.link.errors import host_name
    from flagfall.pairing.reader import load_json
    from flagfall.web.server import serve

    plan = plan_of(load_json(read_bytes(str(event))))
    place = (log or event.with_suffix(".db")).absolute()
    teller = Teller()
    with (
        ended_by_signal(),
        Log(place) as kept,
        Hall(kept, name=plan.name, date=plan.date) as hall,
        serve(hall, port=port, lan=lan, pin=pin, watch_delay_s=watch) as server,
    ):
        for url in server.urls:
            teller.page(url)
        if server.pin is not None:
            teller.say(_("PIN: {pin}").format(pin=server.pin))
        name = host_name(hall.host_id)
        teller.say(_("To its clocks this laptop is host {name}.").format(name=name))
        opening = Opening(hall, plan)
        opening.look(_addresses(clock or ()))
        _seat(opening, plan, teller, yes=yes)
        # From here on the round is in the log: however it ends, its results are shown.
        told: set[str] = set()
        with suppress(KeyboardInterrupt):
            opening.settle()
            _tell(hall, teller)
            while True:
                time.sleep(LOOK_AGAIN_S)
                opening.look(_addresses(clock or ()))
                _seat_late(opening, teller, told, yes=yes)
                opening.lay_out()
        _results(hall, place, event)


def _addresses(said: Sequence[str]) -> list[str]:
    """What was named, and every port of this machine that may have a clock."""
    from flagfall.link.bus_port import line_of, spread
    from flagfall.link.discovery import find

    named = spread(said)
    lines = {line_of(address) for address in named}
    found = [c for c in find() if not lines & {c.address, f"usb:{c.usb}"}]
    return [*named, *(f"usb:{candidate.usb}" for candidate in found)]


def _seat(opening: "Opening", plan: "Plan", teller: "Teller", *, yes: bool) -> None:
    """Seat the round; where the event does not say which clocks, the arbiter sees them first."""
    from flagfall.arbiter.errors import NotConfirmed

    places = opening.proposed()
    named = {place.table: place.seating.clock for place in plan.places}
    guessed = [p for p in places if p.seating.clock and p.seating.clock != named[p.table]]
    seated = opening.hall.state.tables
    asked = [p for p in guessed if p.table not in seated or seated[p.table].seating != p.seating]
    teller.say(_("Round {n}").format(n=plan.round))
    for place in places:
        teller.say(_line(place))
    if asked and not yes:
        if not sys.stdin.isatty():
            raise NotConfirmed(
                _("The event does not say which clock stands at which table."),
                hint=_('Take the proposal with --yes, or write it into "hall" of the file.'),
            )
        if not typer.confirm(_("Are these the clocks at the tables?"), err=True):
            raise typer.Exit(1)
    opening.seat(places)


def _seat_late(opening: "Opening", teller: "Teller", told: set[str], *, yes: bool) -> None:
    """A clock that came after the tables were seated stands at one without a clock; where the
    arbiter wants to see such places first, he is told how."""
    places = opening.late()
    fresh = [place for place in places if place.seating.clock not in told]
    told |= {place.seating.clock for place in fresh}
    for place in fresh:
        teller.say(_line(place))
    if yes:
        opening.seat(places)
    elif fresh:
        teller.say(_("These clocks came late. Close the hall and open it again to seat them."))


def _line(place: "Place") -> str:
    left, right = (place.seating.players[side] for side in ("left", "right"))
    clock = place.seating.clock or _("no clock yet")
    return f"{place.table:>4}  {left.name} – {right.name}  [{clock}]"


def _tell(hall: "Hall", teller: "Teller") -> None:
    """What the arbiter should know before the round begins."""
    for line in hall.lines.values():
        if not line.live:
            teller.say(f"{line.address}: {line.complaint}")
    for number in sorted(hall.state.tables):
        table = hall.state.tables[number]
        if table.mirror.clock is None:
            teller.say(_("Table {number} has no clock that is laid out.").format(number=number))


def _results(hall: "Hall", log: Path, event: Path) -> None:
    """How the tables stand when the hall is closed."""
    from rich.console import Console

    from flagfall.reports.results import results_table

    Console().print(results_table(hall.state))
    print(_("Log: {place}").format(place=log))
    back = shlex.join(["flagfall", "event", "result", str(event), "--from-log", str(log)])
    print(_("Results into the event: {command}").format(command=back))
