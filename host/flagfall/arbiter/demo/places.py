"""Where a demonstration keeps what it makes."""

import os
from datetime import datetime
from itertools import count
from pathlib import Path

from flagfall.arbiter.errors import LogError, LogTaken
from flagfall.words import words

_, ngettext = words("arbiter")


def state_home() -> Path:
    """`$XDG_STATE_HOME/flagfall`, by default `~/.local/state/flagfall`."""
    base = os.environ.get("XDG_STATE_HOME")
    return Path(base if base else Path.home() / ".local" / "state") / "flagfall"


def fresh_clocks(log: Path) -> Path:
    """A new folder beside a new log for what its clocks keep: no clock of another demonstration,
    be it over or not, has ever written there.

    Raises `LogError` where it can't be made.
    """
    for n in count(1):
        folder = log.with_name(f"{log.stem}-clocks" + (f"-{n}" if n > 1 else ""))
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise LogError(
                _("The folder {folder} can't be made: {why}.").format(
                    folder=folder, why=error.strerror
                ),
                hint=_("Choose another place with --log."),
            ) from error
        return folder
    raise AssertionError("numbers do not end")


def report_of(log: Path) -> Path:
    """Where the report of a log is written."""
    return log.with_name(f"{log.stem}-report")


def fresh_log(said: Path | None) -> Path:
    """The log of a new demonstration: where it was said to be, else in a folder of its own.

    Raises `LogTaken` where there is something already.
    """
    if said is not None:
        if said.exists() and (said.is_dir() or said.stat().st_size):
            raise LogTaken(
                _("{place} holds something already.").format(place=said),
                hint=_("Choose another place, or look at it with --resume."),
            )
        return said
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return state_home() / f"demo-{stamp}-{os.getpid()}" / "hall.db"
