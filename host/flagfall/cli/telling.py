"""What a long command tells on standard error while it works, and how it takes an interruption."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import typer

from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.arbiter.hall import Hall

_, ngettext = words("cli")

INTERRUPTED = 130
ENDING = (signal.SIGINT, signal.SIGTERM)
CLOSING_S = 10.0


class Teller:
    """Sentences and progress on standard error; nothing but the answer goes elsewhere."""

    def __init__(self) -> None:
        from rich.console import Console

        self.console = Console(stderr=True, highlight=False)

    def say(self, sentence: str) -> None:
        """One line."""
        self.console.print(sentence, markup=False)

    def page(self, url: str) -> None:
        """Where the page is."""
        self.say(_("The arbiter's page: {url}").format(url=url))

    def stays(self) -> None:
        """The page outlives the games."""
        self.say(_("The page stays open. Ctrl-C ends."))

    @contextmanager
    def moves(self, hall: "Hall", total: int) -> Iterator[None]:
        """Count the hall's moves while the block runs; silent where nobody watches."""
        if not sys.stderr.isatty():
            yield
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, console=self.console, transient=True) as progress:
            task = progress.add_task(_("Moves"), total=total)

            def count() -> None:
                made = sum(len(t.record.lines) for t in list(hall.state.tables.values()))
                progress.update(task, completed=made)

            end = hall.subscribe(count)
            try:
                yield
            finally:
                end()


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """Ctrl-C or SIGTERM in the block: one `KeyboardInterrupt`, however often it is pressed.

    What the block holds is then closed undisturbed, and the process ends; only where that takes
    longer than anybody would wait does one more end it at once.
    """
    first_s: float | None = None

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal first_s
        if first_s is None:
            first_s = time.monotonic()
            raise KeyboardInterrupt
        if time.monotonic() - first_s > CLOSING_S:
            os._exit(INTERRUPTED)

    before = {number: signal.signal(number, interrupt) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if first_s is None else signal.SIG_IGN)


@contextmanager
def interruptible(log: Path) -> Iterator[None]:
    """Ctrl-C (or SIGTERM) inside the block: everything in it ends first, then it is said where
    the log is; exit code 130."""
    try:
        with ended_by_signal():
            yield
    except KeyboardInterrupt:
        print(
            _("Interrupted. Nothing that was written is lost. The log: {log}").format(log=log),
            file=sys.stderr,
        )
        print(_("  Show it again: flagfall demo --resume {log}").format(log=log), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
