"""`flagfall demo`: a hall of simulated clocks playing real games, from start to report."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from flagfall.arbiter.audit import Audit
    from flagfall.arbiter.log import Log
    from flagfall.arbiter.state import HallState
    from flagfall.cli.telling import Teller
    from flagfall.web.server import Server
    from flagfall.web.source import HallSource

PAGE_SPEED = 20.0

Tables = Annotated[int, typer.Option(min=1, max=200, help="How many tables play.")]
Speed = Annotated[
    float | None,
    typer.Option(
        min=0.1,
        max=100_000,
        help="Hall seconds in one of yours. Default: 20 with the page, else as fast as it can.",
    ),
]
NoWeb = Annotated[bool, typer.Option("--no-web", help="Without the arbiter's page.")]
WebPort = Annotated[int, typer.Option(min=0, max=65535, help="The page's port; 0: a free one.")]
Seed = Annotated[int, typer.Option(help="Which games, which thoughts: the same seed, the same.")]
FlagFall = Annotated[
    bool, typer.Option("--flag-fall", help="One player forgets the time, against his record.")
]
Resume = Annotated[
    Path | None, typer.Option(metavar="LOG", help="Show the hall of this log as it was.")
]
LogPlace = Annotated[
    Path | None, typer.Option("--log", help="Where the log is kept. Default: the state folder.")
]
AsJson = Annotated[bool, typer.Option("--json", help="The answer as JSON.")]
Kill = Annotated[int, typer.Option(hidden=True, min=0, max=1000)]
Also = Annotated[list[str] | None, typer.Option("--also", hidden=True)]
Firmware = Annotated[Literal["micropython", "cpython", "inside"] | None, typer.Option(hidden=True)]


def demo(
    tables: Tables = 8,
    speed: Speed = None,
    no_web: NoWeb = False,
    port: WebPort = 0,
    seed: Seed = 1,
    flag_fall: FlagFall = False,
    resume: Resume = None,
    log: LogPlace = None,
    as_json: AsJson = False,
    kill: Kill = 0,
    also: Also = None,
    firmware: Firmware = None,
) -> None:
    """The main job with no hardware: clocks that run the real firmware, real games, one arbiter.

    Finds the clocks, sets their regulations, starts the hall at one word, receives every press,
    checks every move, keeps the log, shows the arbiter's page, and ends with results and a report.
    """
    if resume is not None:
        _show(resume, page=not (no_web or as_json), port=port, as_json=as_json)
        return
    from contextlib import ExitStack

    from flagfall.arbiter.demo.places import fresh_log
    from flagfall.arbiter.demo.run import Demo, Options
    from flagfall.cli.telling import Teller, interruptible

    place = fresh_log(log).absolute()
    page = not no_web
    speed = PAGE_SPEED if speed is None and page else speed
    options = Options(place, tables, seed, speed, firmware, flag_fall, tuple(also or ()))
    teller = Teller()
    with ExitStack() as stack:
        stack.enter_context(interruptible(place))
        played = stack.enter_context(Demo(options, say=teller.say))
        server = stack.enter_context(_page(played.hall, port, teller)) if page else None
        played.open()
        with teller.moves(played.hall, played.moves), played.mishaps(kill) as puller:
            played.play()
            checked = played.audit()
        totals: dict[str, Any] = {"events": checked.events, "events_lost": checked.lost}
        if kill:
            totals |= {"killed": len(puller.killed), "events_doubled": checked.doubled}
        _answer(played.hall.state, played.log, totals, teller, as_json=as_json)
        _remark(checked, teller)
        if server is not None and not as_json and sys.stdin.isatty():
            teller.stays()
            server.wait()


def _page(hall: "HallSource", port: int, teller: "Teller") -> "Server":
    """The arbiter's page, served from a thread of its own."""
    from flagfall.web.server import serve

    server = serve(hall, port=port)
    teller.page(server.url)
    return server


def _show(place: Path, *, page: bool, port: int, as_json: bool) -> None:
    """A hall again, from its log alone."""
    from flagfall.arbiter.log import Log
    from flagfall.arbiter.replay import ReplayedHall
    from flagfall.cli.telling import Teller, ended_by_signal

    teller = Teller()
    with ended_by_signal(), Log(place, make=False) as log:
        hall = ReplayedHall(log)
        totals = {"events": hall.state.events, "events_lost": log.missing}
        _answer(hall.state, log, totals, teller, as_json=as_json)
        if page and sys.stdin.isatty():
            with _page(hall, port, teller) as server:
                teller.stays()
                server.wait()


def _answer(
    state: "HallState", log: "Log", totals: dict[str, Any], teller: "Teller", *, as_json: bool
) -> None:
    """The results on standard output, the report in a folder beside the log. Where there is no
    room for a report the results are told all the same."""
    from flagfall.arbiter.demo.places import report_of
    from flagfall.reports.errors import ReportError
    from flagfall.reports.folder import write_report
    from flagfall.reports.results import results_json

    report = None
    place = Path(log.place).absolute()
    try:
        report = str(write_report(state, report_of(place), totals=totals, day=log.day))
    except ReportError as error:
        teller.say(f"{error.sentence} {error.hint}")
    if as_json:
        answer = {"tables": results_json(state), **totals, "log": str(place), "report": report}
        print(json.dumps(answer, ensure_ascii=False))
        return
    from rich.console import Console

    from flagfall.reports.results import results_table
    from flagfall.words import words

    _, ngettext = words("cli")
    console = Console()
    console.print(results_table(state))
    n = totals["events"]
    lost = _("{n} lost").format(n=totals["events_lost"])
    print(ngettext("{n} event", "{n} events", n).format(n=n) + ", " + lost)
    print(_("Log: {place}").format(place=place))
    if report is not None:
        print(_("Report: {place}").format(place=report))


def _remark(checked: "Audit", teller: "Teller") -> None:
    """What the audit could not say for sure."""
    from flagfall.words import words

    _, ngettext = words("cli")
    n = len(checked.silent)
    if n:
        teller.say(
            ngettext(
                "{n} clock could not be asked at the end: {uids}",
                "{n} clocks could not be asked at the end: {uids}",
                n,
            ).format(n=n, uids=", ".join(checked.silent))
        )
