"""`flagfall clock replace`: one unit takes the place of another, which may be dead (CL-12)."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flagfall.cli.clock_list import Json, clock_time, told_state
from flagfall.cli.clock_orders import DEFECTIVE, change, done, game_runs
from flagfall.cli.files import read_bytes, write_whole
from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.arbiter.log import Log
    from flagfall.arbiter.table import Table

_, ngettext = words("cli")


class NotInLog(FlagfallError):
    """The log tells nothing of that clock."""

    code = "not_in_log"


class SameClock(FlagfallError):
    """A clock can't be put in its own place."""

    code = "same_clock"


def replace(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The clock that is taken away.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The one put in its place.")],
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="OLD is dead: its state is in this hall's log."),
    ] = None,
    defective: Annotated[
        bool, typer.Option("--defective", help="Mark the old one as defective.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the state in this file, too.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Move the whole state of a clock to a fresh one, stopped (CL-12).

    OLD is a port, a file that --save wrote, or with --log a table's number or a clock's id: the
    log knows how a clock that is dead stood at its last record, and from then on it knows the new
    one. While the hall is open its page does the same.
    """
    from flagfall.link.visit import Visit

    if old == new:
        raise SameClock(
            _("Both are the clock at {port}.").format(port=new),
            hint=_("Name the clock that is taken away, then the one put in its place."),
        )
    if log is None and old.isascii() and old.isdigit():
        raise NotInLog(
            _("What stood at table {number} is known to the hall's log alone.").format(number=old),
            hint=_("Name the log with --log."),
        )
    with ExitStack() as stack:
        kept = table = None
        if log is not None:
            kept, table, state = _logged(log, old, stack)
        elif Path(old).is_file():
            state = read_bytes(old)
        else:
            state = _taken(old, defective=defective)
        if save is not None:
            write_whole(save, state)
        clock = stack.enter_context(Visit(new))
        if clock.running:
            game_runs(new)
        done(clock.wait(clock.port.restore(state)))
        if kept is not None and table is not None:
            _note(kept, table, clock.hello.uid.hex(), state)
        told = told_state(clock.state())
    if as_json:
        typer.echo(json.dumps(told))
    else:
        typer.echo(f"{clock_time(told['left_us'])}  {clock_time(told['right_us'])}")


def _taken(port: str, *, defective: bool) -> bytes:
    """The state of a clock that still answers."""
    from flagfall.link.visit import Visit

    with Visit(port) as clock:
        if clock.running:
            game_runs(port)
        state: bytes = clock.wait(clock.port.snapshot())
        if defective:
            done(change(clock, DEFECTIVE, 1))
    return state


def _logged(place: Path, old: str, stack: ExitStack) -> "tuple[Log, Table, bytes]":
    """The log, open to be written; the table whose clock is meant, and that clock's state."""
    from flagfall.arbiter.errors import LogMissing
    from flagfall.arbiter.log import Log
    from flagfall.arbiter.state import HallState

    if not place.is_file():
        raise LogMissing(_("There is no log {place}.").format(place=place))
    log = Log(place)
    stack.callback(log.close)
    hall = HallState().fold(log.rows())
    named = hall.tables.get(int(old)) if old.isascii() and old.isdigit() else None
    table = named or hall.table_of(old.lower())
    if table is None or table.mirror.clock is None:
        clocks = ", ".join(f"{t.number} ({t.clock})" for t in hall.tables.values() if t.clock)
        raise NotInLog(
            _("The log {place} knows no game of the clock {old}.").format(place=place, old=old),
            hint=_("Tables and clocks in it: {clocks}.").format(clocks=clocks or "–"),
        )
    return log, table, bytes(table.mirror.clock.snapshot())


def _note(log: "Log", table: "Table", fresh: str, state: bytes) -> None:
    """From now on the table's clock is the new one."""
    from flagfall.arbiter.log import Decision
    from flagfall.arbiter.walltime import real_us

    log.decide(
        Decision("clock", table.number, "arbiter", "CL-12", data={"clock": fresh}),
        Decision("restore", table.number, "arbiter", "CL-12", data={"state": state.hex()}),
        hall_us=real_us(),
    )
