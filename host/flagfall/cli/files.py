"""Files a command reads and writes: what is wrong with one is said like any other bad input."""

import errno
import os
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

from flagfall.errors import FlagfallError
from flagfall.words import words

_, _plural = words("cli")

STANDARD = "-"
_BINARY: int = getattr(os, "O_BINARY", 0)  # Windows alone tells text and bytes apart


class FileTrouble(FlagfallError):
    """A file can't be read or written."""

    code = "file"

    @classmethod
    def of(cls, fault: OSError) -> "FileTrouble":
        """What the system says of a file, in the reader's words."""
        reasons = {
            errno.ENOENT: (_("there is no such file or folder"), _("Look at the spelling.")),
            errno.ENOTDIR: (_("a file stands where a folder is wanted"), ""),
            errno.EISDIR: (_("this is a folder"), _("Name a file in it.")),
            errno.EACCES: (_("permission is denied"), _("Name a place of your own.")),
            errno.EROFS: (_("nothing can be written there"), _("Name a place of your own.")),
            errno.ENOSPC: (_("the disk is full"), _("Make room, then do it again.")),
            errno.ENAMETOOLONG: (_("the name is too long"), ""),
        }
        reason, hint = reasons.get(fault.errno or 0, (fault.strerror or str(fault), ""))
        where = fault.filename.decode() if isinstance(fault.filename, bytes) else fault.filename
        return cls(reason, hint=hint, where=str(where))


class StandardInputUnwritable(FlagfallError):
    """A command that changes its file was given standard input."""

    code = "standard_input_unwritable"


def read_bytes(path: str | Path, most: int = -1) -> bytes:
    """The content of a file, or of standard input where it is called `-`.

    Args:
        path: the file.
        most: bytes read at most; -1 for all.

    Raises:
        FileTrouble: it can't be read.
    """
    if str(path) == STANDARD:
        return sys.stdin.buffer.read(most)
    try:
        with Path(path).open("rb") as opened:
            return opened.read(most)
    except OSError as fault:
        raise FileTrouble.of(fault) from None


def write_text(path: str | Path, text: str) -> None:
    """Write a text as `write_whole` does."""
    write_whole(path, text.encode("utf-8"))


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file whole or not at all, and on the disk when this returns.

    A link is followed, and the file keeps its permissions. Into what is no file (a terminal, a
    pipe) it is written straight.

    Raises:
        FileTrouble: it can't be written; what stood there stands.
        StandardInputUnwritable: the path is `-`.
    """
    if str(path) == STANDARD:
        raise StandardInputUnwritable(
            _("Standard input can't be written."), hint=_("Give the event as a file.")
        )
    target = Path(os.path.realpath(path))
    try:
        there = target.stat() if target.exists() else None
        if there is not None and not (stat.S_ISREG(there.st_mode) or stat.S_ISDIR(there.st_mode)):
            target.write_bytes(content)
            return
        _replace(target, content, None if there is None else stat.S_IMODE(there.st_mode))
    except OSError as fault:
        fault.filename = str(path)
        raise FileTrouble.of(fault) from None


def _replace(target: Path, content: bytes, mode: int | None) -> None:
    """Put a draft with a name of its own in the place of a file."""
    draft = target.with_name(f".flagfall-{secrets.token_hex(8)}.new")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(descriptor)
        if mode is not None:
            draft.chmod(mode)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        with suppress(OSError):  # it is written; not every system tells when a folder is on disk
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
