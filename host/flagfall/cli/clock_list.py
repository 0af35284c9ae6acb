"""`flagfall clock list` and what a clock at a port says of itself."""

import json
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall_protocol.messages import Hello, State

_, ngettext = words("cli")

Port = Annotated[str, typer.Argument(metavar="PORT", help="A port: /dev/ttyACM0, COM7, tcp:…")]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
At = Annotated[
    list[str] | None,
    typer.Option(
        "--at",
        metavar="PORT",
        help="Ask at this address, too; may be repeated. A bus: serial:/dev/ttyUSB0@1-32.",
    ),
]
PORT = re.compile(r"(serial|usb|pty|tcp|sim):.+|/dev/.+|COM[0-9]+", re.IGNORECASE)


def is_port(name: str) -> bool:
    """Does it name a port rather than a file?"""
    return PORT.fullmatch(name) is not None


def list_clocks(at: At = None, as_json: Json = False) -> None:
    """The clocks that are connected, found by USB identity and by what they say.

    Exits with 1 where there is none.
    """
    from flagfall.link.bus_port import line_of, spread
    from flagfall.link.discovery import Candidate, find, survey

    named = spread(at or ())
    lines = {line_of(address) for address in named}
    candidates = [c for c in find() if not lines & {c.address, f"usb:{c.usb}"}]
    candidates += [Candidate(address, "", "", "") for address in named]
    found = [(c, said) for c, said in survey(candidates)]
    if as_json:
        rows = [{"address": c.address, "usb": c.usb, **_told(said)} for c, said in found]
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for candidate, said in found:
            typer.echo(_line(candidate.address, candidate.usb, said))
        if not found:
            typer.echo(_("No clock is connected."), err=True)
    if not any(not isinstance(said, FlagfallError) for _c, said in found):
        raise typer.Exit(1)


def told_hello(hello: "Hello") -> dict[str, Any]:
    """A hello as data."""
    from flagfall.link.greeting import firmware_version, implementation, warnings_of

    return {
        "uid": hello.uid.hex(),
        "firmware": firmware_version(hello),
        "python": implementation(hello),
        "board": hello.board.name.lower(),
        "capabilities": [c.name.lower() for c in hello.capabilities if c.name],
        "reset_cause": hello.reset_cause.name.lower(),
        "journal": {"id": hello.journal_id, "oldest": hello.oldest, "newest": hello.newest},
        "warnings": [{"code": w.code, "message": w.sentence} for w in warnings_of(hello, 0)],
    }


def _told(said: "Hello | FlagfallError") -> dict[str, Any]:
    if isinstance(said, FlagfallError):
        return {"error": said.as_json()}
    return told_hello(said)


def _line(address: str, usb: str, said: "Hello | FlagfallError") -> str:
    from flagfall.link.greeting import warnings_of

    if isinstance(said, FlagfallError):
        hint = f"\n    {said.hint}" if said.hint else ""
        return f"{address}  {said.sentence} [{said.code}]{hint}"
    told = told_hello(said)
    line = _("{address}  clock {uid}, firmware {firmware} ({python}), {n} records").format(
        address=address,
        uid=told["uid"],
        firmware=told["firmware"],
        python=told["python"],
        n=told["journal"]["newest"],
    )
    return "\n".join([line, *(f"    {w.sentence} {w.hint}" for w in warnings_of(said, 0))])


def told_state(state: "State") -> dict[str, Any]:
    """A state as data: `left_us`, `right_us`, whose turn, what runs, flags."""
    from flagfall_protocol.codes import Health, Side, StateFlag

    flags = int(state.flags)
    single = [
        StateFlag.LEFT_FLAG,
        StateFlag.RIGHT_FLAG,
        StateFlag.STARTED,
        StateFlag.ENDED,
        StateFlag.ADJOURNED,
        StateFlag.ARMED,
        StateFlag.LOCKED,
    ]
    return {
        "now_us": state.now_us,
        "left_us": state.left_us,
        "right_us": state.right_us,
        "running": Side(flags & 3).name.lower(),
        "turn": Side(flags >> 2 & 3).name.lower(),
        "flags": [(f.name or "").lower() for f in single if state.flags & f],
        "periods": [state.left_period, state.right_period],
        "health": [(h.name or "").lower() for h in Health if state.health & h],
        "revision": state.revision,
        "game": state.game,
    }


def clock_time(us: int) -> str:
    """A time as people write it, with thousandths: 1:59:55.000."""
    sign, us = ("-", -us) if us < 0 else ("", us)
    ms = us // 1000
    s, ms = divmod(ms, 1000)
    return f"{sign}{s // 3600}:{s // 60 % 60:02}:{s % 60:02}.{ms:03}"


def show_port(address: str, as_json: bool) -> None:
    """What the clock at a port says: who it is and how it stands."""
    from flagfall.link.visit import Visit

    with Visit(address) as clock:
        state = clock.state()
        hello = clock.hello
    told = {**told_hello(hello), "state": told_state(state)}
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    typer.echo(_line(address, "", hello))
    for side in ("left", "right"):
        us = told["state"][f"{side}_us"]
        marks = [
            _("runs") if told["state"]["running"] == side else "",
            _("flag") if f"{side}_flag" in told["state"]["flags"] else "",
        ]
        named = _("left") if side == "left" else _("right")
        typer.echo(f"{named:>8} {clock_time(us):>14}  {' '.join(m for m in marks if m)}".rstrip())
