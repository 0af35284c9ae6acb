"""A file is written whole or not at all, and lies on the disk when the writing returns."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

_BINARY: int = getattr(os, "O_BINARY", 0)  # Windows alone tells text and bytes apart


def write(path: Path, content: bytes) -> None:
    """Put `content` in the place of a file.

    A link is followed, and the file keeps its permissions. Into what is no file (a terminal, a
    pipe) it is written straight. `OSError` where it can't be; what stood there stands.
    """
    target = Path(os.path.realpath(path))
    there = target.stat() if target.exists() else None
    if there is not None and not (stat.S_ISREG(there.st_mode) or stat.S_ISDIR(there.st_mode)):
        target.write_bytes(content)
        return
    draft = target.with_name(f".flagfall-{secrets.token_hex(8)}.new")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(descriptor)
        if there is not None:
            draft.chmod(stat.S_IMODE(there.st_mode))
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
