"""Where simulated clocks find their firmware: a folder with nothing but the firmware's packages,
as MicroPython must see nothing else.

The folder lies in the user's cache under the hash of what is in it. Every program of this version
uses the same one, so a program that is killed leaves nothing behind. Where there is no cache to
write to, it is a temporary folder that goes when the process ends.
"""

import contextlib
import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Literal

from flagfall.sim import firmware

Kind = Literal["source", "compiled"]


def stage(folder: Path) -> Path:
    """Copy the firmware's packages into `folder`."""
    for path, text in firmware.sources().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return folder


def source() -> Path:
    """The firmware as source."""
    return _kept(_home(), "source")


def compiled() -> Path | None:
    """The firmware compiled, which takes a second or two, once for each version of it; None: it
    can't be compiled here."""
    return None if firmware.compiler() is None else _kept(_home(), "compiled")


def _home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "flagfall"


_temporary: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


@cache
def _kept(home: Path, kind: Kind) -> Path:
    """The folder in the cache, made by whoever comes first: whole, or not there at all."""
    target = home / f"firmware-{_version()}-{kind}"
    if target.is_dir():
        return target
    try:
        home.mkdir(parents=True, exist_ok=True)
        draft = tempfile.TemporaryDirectory(prefix="draft-", dir=home)
    except OSError:
        draft = tempfile.TemporaryDirectory(prefix="flagfall-firmware-")
        _temporary.append(draft)
        return _made(Path(draft.name), kind)
    with draft:
        made = _made(Path(draft.name), kind)
        for file in made.rglob("*.*py"):
            with file.open("rb") as written:  # lest a loss of power leaves names without contents
                os.fsync(written.fileno())
        with contextlib.suppress(OSError):  # somebody else was faster
            made.rename(target)
    return target


def _made(folder: Path, kind: Kind) -> Path:
    made = folder / kind
    if kind == "source":
        return stage(made)
    firmware.compiled(made)
    return made


def _version() -> str:
    """The hash of the firmware and of the way it is compiled."""
    texts = [*firmware.sources().items(), ("", Path(firmware.__file__).read_text("utf-8"))]
    return hashlib.sha256(repr(texts).encode()).hexdigest()[:16]
