"""`flagfall clock replace --log`: the first clock is dead, the hall's log knows how it stood."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.log import Log
from flagfall.arbiter.opening import Opening, plan_of
from flagfall.cli.app import app
from flagfall.errors import FlagfallError
from flagfall.sim.desk import Desk
from flagfall.words import use
from typer.testing import CliRunner

from tests.arbiter.test_opening import event


@pytest.fixture
def desks() -> Iterator[list[Desk]]:
    use("en")
    made = [Desk(bytes([n] * 8), virtual=False) for n in (1, 2, 3)]
    yield made
    for desk in made:
        desk.close()


def run(*args: str) -> Any:
    done = CliRunner().invoke(app, ["clock", "replace", *args, "--json"], catch_exceptions=False)
    assert done.exit_code == 0
    return json.loads(done.stdout)


def test_dead_clock_is_replaced_from_the_log(tmp_path: Path, desks: list[Desk]) -> None:
    """CL-12, when the first is dead."""
    place = tmp_path / "hall.db"
    first, second, spare = desks
    plan = plan_of(event())
    with Log(place) as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([first.address, second.address])
        opening.seat(opening.proposed())
        opening.settle()
        assert hall.command({"table": "all", "act": "start"})["ok"]
        with pytest.raises(FlagfallError) as busy:
            run("1", spare.address, "--log", str(place))
        assert busy.value.code == "log_busy"
        first.kill()
        left_us = hall.snapshot()["tables"][0]["left"]["value_us"]
    told = run("1", spare.address, "--log", str(place))
    assert told["left_us"] == left_us
    assert told["running"] == "none"
    with Log(place) as log, Hall(log, name=plan.name) as hall:
        opening = Opening(hall, plan)
        opening.look([second.address, spare.address])
        opening.seat(opening.proposed())
        opening.settle()
        end_s = time.monotonic() + 10
        while (table := hall.snapshot()["tables"][0])["phase"] != "stopped":
            assert time.monotonic() < end_s, table
            time.sleep(0.02)
        assert table["clock"] == (bytes([3]) * 8).hex()
        assert table["left"]["value_us"] == left_us
        assert not table["notes"]


def test_clock_that_the_log_does_not_know_is_an_error_in_words(
    tmp_path: Path, desks: list[Desk]
) -> None:
    with Log(tmp_path / "hall.db"):
        pass
    with pytest.raises(FlagfallError, match="knows no game") as said:
        run("77", desks[0].address, "--log", str(tmp_path / "hall.db"))
    assert said.value.code == "not_in_log"
    with pytest.raises(FlagfallError, match="no log") as said:
        run("77", desks[0].address, "--log", str(tmp_path / "none.db"))
    assert said.value.code == "log_missing"
