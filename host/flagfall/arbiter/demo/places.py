"""Where a demonstration keeps what it makes."""

import os
from datetime import datetime
from pathlib import Path

from flagfall.arbiter.errors import LogTaken
from flagfall.words import words

_, ngettext = words("arbiter")


def state_home() -> Path:
    """`$XDG_STATE_HOME/flagfall`, by default `~/.local/state/flagfall`."""
    base = os.environ.get("XDG_STATE_HOME")
    return Path(base if base else Path.home() / ".local" / "state") / "flagfall"


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
