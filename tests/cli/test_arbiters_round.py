"""An arbiter's round from end to end: an event, its pairing, a hall of clocks with these names,
results back into the event, places, the next round."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flagfall import words
from flagfall.arbiter.errors import NotThisRound, ResultsDiffer
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.log import Log
from flagfall.arbiter.opening import Opening, plan_of
from flagfall.arbiter.returning import bring_back
from flagfall.arbiter.state import HallState
from flagfall.cli.app import app
from flagfall.reports.folder import write_report
from flagfall.reports.games import day_of
from flagfall.sim.desk import Desk
from typer.testing import CliRunner

from tests.arbiter.test_opening import event

PLAYERS = (
    "name;rating\nИванов И.;2100\nПетров П.;2050\nСидоров С.;2000\nKask J.;1950\nLiiv M.;1900\n"
)
REGULATION = {
    "code": "draughts-rf",
    "periods": [{"moves": None, "time_s": 300, "method": "sudden"}],
}


def run(*args: str) -> Result:
    words._language.set(None)
    env = {"FLAGFALL_LANG": "en"}
    return CliRunner().invoke(app, ["event", *args], env=env, catch_exceptions=False)


def done(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.fixture
def clocks() -> Iterator[list[Desk]]:
    desks = [Desk(bytes([n] * 8), virtual=False) for n in (1, 2)]
    yield desks
    for desk in desks:
        desk.close()


def play(file: Path, clocks: list[Desk], results: dict[int, str]) -> list[list[str]]:
    """The hall of the file's round on these clocks, its games ended so; the names at the tables."""
    plan = plan_of(json.loads(file.read_text(encoding="utf-8")))
    with Log(file.with_suffix(".db")) as log, Hall(log, name=plan.name, date=plan.date) as hall:
        opening = Opening(hall, plan)
        opening.look([c.address for c in clocks])
        opening.seat(opening.proposed())
        opening.settle()
        assert hall.command({"table": "all", "act": "start"})["ok"]
        for table, result in results.items():
            assert hall.command({"table": table, "act": "end", "result": result})["ok"]
        return [
            [t["players"][s]["name"] for s in ("left", "right")] for t in hall.snapshot()["tables"]
        ]


def test_a_round_goes_to_the_hall_and_its_results_come_back(
    tmp_path: Path, clocks: list[Desk]
) -> None:
    file, log = tmp_path / "club.json", str(tmp_path / "club.db")
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "blitz.json").write_text(json.dumps(REGULATION), encoding="utf-8")
    new = ["new", str(file), "--kind", "swiss-individual", "--rounds", "3", "--seed", "7"]
    new += ["--first-colour", "white", "--players", str(tmp_path / "players.csv")]
    done(*new, "--regulation", str(tmp_path / "blitz.json"), "--date", "29.11.2026")

    done("pair", str(file), "--write")
    names = play(file, clocks, {1: "1-0"})
    assert names == [["Иванов И.", "Сидоров С."], ["Kask J.", "Петров П."]]

    one = run("result", str(file), "--from-log", log)
    assert (one.exit_code, one.stdout) == (0, "Round 1: 1 game without a result\n")
    assert one.stderr == "From the log: 1=1-0\n"
    assert run("pair", str(file)).exit_code == 1  # a table still plays

    play(file, clocks, {2: "1/2"})
    assert done("result", str(file), "--from-log", log) == "Round 1: every game has a result\n"
    kept = file.read_bytes()
    again = run("result", str(file), "--from-log", log)
    assert (again.exit_code, again.stderr) == (0, "From the log: nothing new\n")
    assert file.read_bytes() == kept

    lines = json.loads(done("standings", str(file), "--json"))
    assert [(s["player"], s["points"]) for s in lines] == [
        (1, "1"),
        (5, "1"),
        (2, "0.5"),
        (4, "0.5"),
        (3, "0"),
    ]
    second = json.loads(done("pair", str(file), "--json", "--write"))
    assert second["round"] == 2
    assert [b["player"] for b in second["byes"]] == [3]
    play(file, clocks, {1: "0-1", 2: "0-0"})
    done("result", str(file), "--from-log", log)
    first_again = run("result", str(file), "--from-log", log, "--round", "1")
    assert first_again.stderr == "From the log: nothing new\n"
    rounds = json.loads(file.read_text(encoding="utf-8"))["rounds"]
    assert [[g["result"] for g in r["games"]] for r in rounds] == [["1-0", "1/2"], ["0-1", "0-0"]]


@pytest.fixture(scope="module")
def hall_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    """The log of a hall where table 1 of the event ended 1-0 and table 2 plays."""
    file = tmp_path_factory.mktemp("hall") / "club.json"
    file.write_text(json.dumps(event(date="29.11.2026")), encoding="utf-8")
    desks = [Desk(bytes([n] * 8), virtual=False) for n in (1, 2)]
    play(file, desks, {1: "1-0"})
    for desk in desks:
        desk.close()
    with Log(file.with_suffix(".db"), make=False) as log:
        yield log


def test_results_of_the_log_are_told_apart_from_those_that_were_there(hall_log: Log) -> None:
    brought = bring_back(event(), hall_log)
    assert (brought.written, brought.same, brought.waiting) == (((1, "1-0"),), (), (2,))
    again = bring_back(brought.event, hall_log)
    assert (again.written, again.same, again.waiting) == ((), ((1, "1-0"),), (2,))
    assert again.event == brought.event


def test_a_contradiction_is_refused_with_both_results(hall_log: Log) -> None:
    there = event()
    there["rounds"][0]["games"][0]["result"] = "0-1"
    with pytest.raises(ResultsDiffer) as caught:
        bring_back(there, hall_log)
    assert "1-0" in caught.value.sentence
    assert "0-1" in caught.value.sentence


def changed(what: str) -> tuple[dict[str, Any], int | None]:
    data = event()
    game = data["rounds"][0]["games"][0]
    if what == "another opponent":
        game["black"], data["rounds"][0]["games"][1]["black"] = 3, 4
    elif what == "other colours":
        game["white"], game["black"] = game["black"], game["white"]
    elif what == "another event":
        data["players"][0]["name"] = "Чужой Ч."
    elif what == "no such table":
        game["table"] = 7
    elif what == "micro-match":
        data["system"]["micro_match"] = {"games": 2}
    elif what == "not paired":
        data["rounds"] = []
    elif what == "another round":
        game["result"] = data["rounds"][0]["games"][1]["result"] = "1-0"
        data["rounds"].append({"round": 2, "games": [{"table": 1, "white": 1, "black": 2}]})
    return data, 4 if what == "no such round" else None


@pytest.mark.parametrize(
    "what",
    [
        "another opponent",
        "other colours",
        "another event",
        "no such table",
        "no such round",
        "another round",
        "not paired",
        "micro-match",
    ],
)
def test_a_log_that_is_not_of_this_round_is_refused(what: str, hall_log: Log) -> None:
    data, round_no = changed(what)
    with pytest.raises(NotThisRound) as caught:
        bring_back(data, hall_log, round_no)
    assert caught.value.sentence
    assert caught.value.hint


def test_a_table_given_up_before_it_ended_is_not_asked_for(hall_log: Log) -> None:
    """The round was paired again with fewer tables after the hall was opened."""
    data = event()
    del data["rounds"][0]["games"][1]
    assert bring_back(data, hall_log).written == ((1, "1-0"),)


def test_games_of_the_hall_bear_the_date_and_the_round_of_the_event(
    hall_log: Log, tmp_path: Path
) -> None:
    """Not the day on which the report was written."""
    state = HallState().fold(hall_log.rows())
    folder = write_report(state, tmp_path, totals={}, day=hall_log.day)
    text = (folder / "table_001.pdn").read_text(encoding="utf-8")
    assert '[Date "2026.11.29"]' in text
    assert '[Round "1.1"]' in text
    state.date = "28-29.11.2026"
    assert hall_log.day is not None
    folder = write_report(state, tmp_path, totals={}, day=hall_log.day)
    assert f'[Date "{hall_log.day:%Y.%m.%d}"]' in (folder / "table_001.pdn").read_text("utf-8")
    assert (date.today() - hall_log.day).days in (0, 1)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-29", date(2026, 11, 29)),
        ("2026.1.9", date(2026, 1, 9)),
        (" 29.11.2026 ", date(2026, 11, 29)),
        ("31.11.2026", None),
        ("28-29.11.2026", None),
        ("ноябрь 2026", None),
        ("٢٩.11.2026", None),
        ("", None),
    ],
)
def test_a_day_is_read_as_events_write_it(text: str, day: date | None) -> None:
    assert day_of(text) == day


def test_results_are_typed_or_taken_from_a_log_not_both(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(event()), encoding="utf-8")
    assert run("result", str(file)).exit_code == 2
    both = run("result", str(file), "1=1-0", "--from-log", str(tmp_path / "x.db"))
    assert both.exit_code == 2
    missing = run("result", str(file), "--from-log", str(tmp_path / "x.db"))
    assert missing.exit_code == 2
    assert "[log_missing]" in missing.stderr
