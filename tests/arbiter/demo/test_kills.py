"""Clocks killed at any moment, over and over: the claim of journal and wire, at full size."""

from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.demo.run import Demo, Options
from flagfall.arbiter.log import Log
from flagfall.arbiter.state import HallState
from flagfall.reports.results import results_json


def play(place: Path, *, kills: int, seed: int) -> tuple[list[dict[str, Any]], int]:
    """Two tables of the long game and a short one; the results, and how many were killed."""
    options = Options(place / "hall.db", tables=2, games=LONG, mishap_seed=seed)
    with Demo(options, say=lambda _sentence: None) as played:
        played.open()
        with played.mishaps(kills) as puller:
            played.play()
        checked = played.audit()
        assert (checked.lost, checked.doubled, checked.silent) == (0, 0, ())
        results = results_json(played.hall.state)
        assert {b.complaints for b in played.boards} == {""}
    with Log(place / "hall.db") as log:
        assert results_json(HallState().fold(log.rows())) == results
    return results, len(puller.killed)


LONG = ("nk2009_derkx_meijer", "live_clock_setup")


@pytest.mark.slow
@pytest.mark.micropython
def test_fifty_runs_with_killed_clocks_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    """Every game ends as if nobody had been killed, to the microsecond."""
    expected, _none = play(tmp_path / "quiet", kills=0, seed=0)
    killed = 0
    for run in range(50):
        results, n = play(tmp_path / str(run), kills=1 + run % 3, seed=run)
        assert results == expected, run
        killed += n
    assert killed >= 50


@pytest.mark.micropython
def test_a_killed_process_costs_no_microsecond(tmp_path: Path) -> None:
    expected, _none = play(tmp_path / "quiet", kills=0, seed=0)
    results, killed = play(tmp_path / "killed", kills=1, seed=1)
    assert killed == 1
    assert results == expected
