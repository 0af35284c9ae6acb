"""One command at a time changes a file: whoever comes second waits for the first, or is told.

The lock is advisory and lies on a file beside the one that is changed (which is replaced as a
whole, so it can't bear the lock itself). The system lets it go when a process ends, however it
ends: a file left over bars nobody.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from flagfall.cli.files import STANDARD, FileTrouble
from flagfall.errors import FlagfallError
from flagfall.words import words

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_, _plural = words("cli")

WAIT_S = 5.0
STEP_S = 0.02
_TAKEN = frozenset({errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK})
# Some file systems of networks and memory cards know no locks: better to write than not to.
_UNKNOWN = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP})


class FileBusy(FlagfallError):
    """Another command is changing the file."""

    code = "file_busy"


@contextmanager
def changing(path: str | Path) -> Iterator[None]:
    """Keep other commands from changing a file between its reading and its writing.

    Raises:
        FileBusy: another command did not end in `WAIT_S` seconds.
        FileTrouble: the place can't be written.
    """
    if str(path) == STANDARD:
        yield
        return
    target = Path(os.path.realpath(path))
    side = target.with_name(f".{target.name}.lock")
    try:
        descriptor = _locked(side, path)
    except OSError as fault:
        fault.filename = str(path)
        raise FileTrouble.of(fault) from None
    try:
        yield
    finally:
        if sys.platform == "win32":
            os.close(descriptor)
            with suppress(OSError):  # somebody waits for it: he takes it away
                side.unlink()
        else:
            side.unlink(missing_ok=True)
            os.close(descriptor)


def _locked(side: Path, path: str | Path) -> int:
    """An open descriptor that holds the lock."""
    last_s = time.monotonic() + WAIT_S
    while True:
        descriptor = os.open(side, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            # Whoever held it may have removed the file that was opened here.
            if _take(descriptor) and _same(descriptor, side):
                return descriptor
        except OSError as fault:
            if fault.errno in _UNKNOWN:
                return descriptor
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() >= last_s:
            raise FileBusy(
                _("another command is changing this file"),
                hint=_("Do it again when that command has ended."),
                where=str(path),
            )
        time.sleep(STEP_S)


def _take(descriptor: int) -> bool:
    """Whether the lock is ours now."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        if fault.errno in _TAKEN:
            return False
        raise
    return True


def _same(descriptor: int, side: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), side.stat())
    except FileNotFoundError:
        return False
