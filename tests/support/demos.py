"""Demonstrations with the firmware in this process, for tests: begun, played, looked into."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flagfall.arbiter.demo.run import Demo, Options
from flagfall.arbiter.log import Decision, Log
from flagfall.reports.results import results_json

SETUP = ("live_clock_setup", "lidraughts_clock_excerpt")


@contextmanager
def demo(place: Path, said: list[str] | None = None, **options: Any) -> Iterator[Demo]:
    options.setdefault("kind", "inside")
    say = (said if said is not None else []).append
    with Demo(Options(place / "hall.db", **options), say=say) as played:
        yield played


def results(place: Path, **options: Any) -> list[dict[str, Any]]:
    with demo(place, **options) as played:
        played.open()
        played.play()
        checked = played.audit()
        assert (checked.lost, checked.doubled, checked.silent) == (0, 0, ())
        return results_json(played.hall.state)


def at_move(played: Demo, table: int, moves: int, act: Callable[[], None]) -> None:
    """Do something once, as soon as so many moves were made at a table."""
    done = threading.Event()

    def look() -> None:
        if len(played.hall.state.tables[table].record.lines) >= moves and not done.is_set():
            done.set()
            act()

    played.hall.subscribe(look)


def decisions(place: Path) -> list[Decision]:
    with Log(place / "hall.db") as log:
        return [row.decision for row in log.rows() if row.decision]


@contextmanager
def judged(place: Path, act: Callable[[Any], None], **options: Any) -> Iterator[Demo]:
    """A demonstration in whose first game somebody at the page acts from the second move on."""

    def judge() -> None:
        with played.hall.changed:
            played.hall.changed.wait_for(
                lambda: len(played.hall.state.tables[1].record.lines) >= 2, 10
            )
        act(played.hall)

    with demo(place, tables=1, **options) as played:
        played.open()
        thread = threading.Thread(target=judge)
        thread.start()
        played.play()
        thread.join()
        yield played
