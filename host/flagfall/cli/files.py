"""Files a command reads and writes: what is wrong with one is said like any other bad input."""

import errno
import sys
from pathlib import Path

from flagfall import whole
from flagfall.errors import FlagfallError
from flagfall.words import words

_, _plural = words("cli")

STANDARD = "-"


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
        return cls(reason, hint=hint, where=str(where or ""))


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
    """Write a file as `flagfall.whole` does.

    Raises:
        FileTrouble: it can't be written; what stood there stands.
        StandardInputUnwritable: the path is `-`.
    """
    if str(path) == STANDARD:
        raise StandardInputUnwritable(
            _("Standard input can't be written."), hint=_("Give the event as a file.")
        )
    try:
        whole.write(Path(path), content)
    except OSError as fault:
        fault.filename = str(path)
        raise FileTrouble.of(fault) from None
