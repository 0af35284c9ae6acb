"""`flagfall event`: answers, exit codes, one event a line, and a whole event by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flagfall import words
from flagfall.cli.app import app
from flagfall.cli.files import FileTrouble
from typer.testing import CliRunner

from tests.pairing.build import Json, event, played


def run(*args: str, given: str = "", lang: str = "ru") -> Result:
    """The command in a Russian environment, so that nothing depends on an English one."""
    words._language.set(None)
    return CliRunner().invoke(
        app, ["event", *args], input=given, env={"FLAGFALL_LANG": lang}, catch_exceptions=False
    )


@pytest.fixture
def club() -> Json:
    """The example of the manual."""
    data = event("swiss-individual", 5, rounds=[played(1, (1, 3, "1-0"), (4, 2, "1/2"), byes=(5,))])
    data["system"] |= {"rounds": 4, "first_colour": "white"}
    data["tiebreaks"] = ["solkoff_truncated", "direct", "wins"]
    return data


def test_pair_answers_as_the_contract_says(club: Json) -> None:
    """cli: {"round", "games", "byes", "notes"}."""
    done = run("pair", "-", "--json", given=json.dumps(club))
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    assert list(answer) == ["round", "games", "byes", "notes"]
    assert answer["round"] == 2
    assert answer["games"][0] == {"table": 1, "white": 5, "black": 4}  # 4 and 2 have met
    assert answer["byes"] == [{"player": 3, "points": 1}]
    assert "leaves the group" in " ".join(answer["notes"])


def test_standings_answer_as_the_contract_says(club: Json) -> None:
    """cli: numbers as decimal strings, shared places as 2-3."""
    done = run("standings", "-", "--json", given=json.dumps(club))
    lines = json.loads(done.stdout)
    assert [(s["place"], s["player"], s["points"]) for s in lines] == [
        ("1", 1, "1"),
        ("2", 5, "1"),
        ("3-4", 2, "0.5"),
        ("3-4", 4, "0.5"),
        ("5", 3, "0"),
    ]
    assert lines[0]["tiebreaks"] == {"solkoff_truncated": "0", "direct": "0", "wins": "1"}
    assert lines[1]["parted_by"] == "wins"


def test_check_says_no_with_exit_code_one(club: Json) -> None:
    assert run("check", "-", "--json", given=json.dumps(club)).exit_code == 0
    club["rounds"].append(played(2, (3, 1, "1-0"), (2, 5, "1-0"), byes=(4,)))
    done = run("check", "-", "--json", given=json.dumps(club))
    assert done.exit_code == 1
    answer = json.loads(done.stdout)
    assert answer["ok"] is False
    assert [f["code"] for f in answer["faults"] if f["grave"]] == ["rematch"]


@pytest.mark.parametrize("command", ["pair", "standings", "check"])
def test_one_event_a_line_in_one_answer_a_line_out(command: str, club: Json) -> None:
    """cli: --jsonl -, in order."""
    other = event("round-robin", 4)
    bad = {**other, "schema": "x"}
    text = "\n".join(json.dumps(e) for e in (club, other, bad, club)) + "\nnot json\n"
    done = run(command, "--jsonl", "-", given=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 5
    assert answers[0] == answers[3]
    assert answers[0] == json.loads(run(command, "-", "--json", given=json.dumps(club)).stdout)
    assert done.exit_code == 2
    if command != "check":
        assert answers[2]["error"]["code"] == "unknown_schema"
    assert answers[4]["error"]["code"] == "not_json"


def test_nothing_to_pair_is_a_no_and_bad_input_is_not(club: Json) -> None:
    """cli: exit codes 0, 1, 2."""
    club["rounds"] *= 1
    club["system"]["rounds"] = 1
    done = run("pair", "-", "--json", given=json.dumps(club))
    assert done.exit_code == 1
    assert json.loads(done.stdout)["error"]["code"] == "event_over"
    assert run("pair", "-", given="{}").exit_code == 2
    assert run("pair", "-", given="{}").stdout == ""
    assert run("pair").exit_code == 2
    with pytest.raises(FileTrouble):  # what `flagfall` itself says with exit code 2
        run("pair", "/no/such/file")


def test_explain_says_why_in_data_and_for_people(club: Json) -> None:
    answer = json.loads(run("pair", "-", "--json", "--explain", given=json.dumps(club)).stdout)
    why = answer["games"][0]["why"]
    assert {"opponent", "colour"} == set(why)
    assert why["opponent"][0]["rule"].startswith("D5.4.10")
    assert answer["numbers"]["1"] == 1
    shown = run("pair", "-", "--explain", given=json.dumps(club)).stdout
    assert shown.startswith("Тур 2")
    assert "(D5.4.10" in shown


def test_a_language_may_be_asked_for(club: Json) -> None:
    russian = CliRunner().invoke(
        app, ["--lang", "ru", "event", "pair", "-", "--json"], input=json.dumps(club)
    )
    assert "покидает группу" in " ".join(json.loads(russian.stdout)["notes"])


def test_an_event_from_the_list_of_players_to_the_last_table(tmp_path: Path) -> None:
    """The commands one after another, as an arbiter uses them."""
    players = tmp_path / "players.csv"
    players.write_text("name;rating\n" + "".join(f"P{i};{2000 - i}\n" for i in range(1, 7)))
    file = str(tmp_path / "club.json")
    args = ("--kind", "swiss-individual", "--rounds", "3", "--players", str(players))
    assert run("new", file, *args, "--seed", "5", "--first-colour", "white").exit_code == 0
    assert run("new", file, *args).exit_code == 2  # it is there already
    for _round in range(3):
        assert run("pair", file, "--write").exit_code == 0
        assert run("check", file).exit_code == 0
        assert run("result", file, "1=1-0", "2=1/2", "3=0-1").exit_code == 0
    assert run("pair", file).exit_code == 1
    data: Any = json.loads(Path(file).read_text())
    assert len(data["rounds"]) == 3
    assert run("result", file, "9=1-0").exit_code == 2
    assert run("result", file, "1=3-0").exit_code == 2
    assert run("standings", file).stdout.splitlines()[0].split()[:3] == ["№", "участник", "очки"]
    trf = tmp_path / "club.trf"
    assert run("export", file, "--format", "trf", "--to", str(trf)).exit_code == 0
    back = json.loads(run("import", str(trf)).stdout)
    assert [len(r["games"]) for r in back["rounds"]] == [3, 3, 3]
    assert run("export", file, "--what", "crosstable").stdout.startswith("number;name;1;2;3;points")
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("name;rating\nP1;2400\n")
    done = run("import", str(ratings), "--format", "ratings", "--into", file, "--to", file)
    assert done.exit_code == 0
    assert json.loads(Path(file).read_text())["players"][0]["rating"] == 2400


def test_pairing_again_from_the_command_line(tmp_path: Path, club: Json) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(club))
    assert run("pair", str(file), "--write").exit_code == 0
    data = json.loads(file.read_text())
    data["players"][0]["withdrawn_after"] = 1
    file.write_text(json.dumps(data))
    done = run("pair", str(file), "--again", "1 ill", "--write", "--json")
    assert done.exit_code == 0
    rounds = json.loads(file.read_text())["rounds"]
    assert len(rounds) == 2
    assert rounds[1]["reason"] == "1 ill"
    assert all(1 not in (g["white"], g["black"]) for g in rounds[1]["games"])


def test_the_schema_is_published() -> None:
    assert json.loads(run("schema").stdout)["title"] == "flagfall.event/1"


def test_a_fault_of_the_program_at_one_line_stops_no_other(
    club: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """cli: --jsonl answers every line."""
    good = json.dumps(club)

    def broken(_data: object) -> None:
        raise KeyError(9)

    monkeypatch.setattr("flagfall.pairing.check.check_data", broken)
    done = run("check", "--jsonl", "-", given=f"{good}\n{good}\n", lang="en")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["error"]["code"] for a in answers] == ["program_fault"] * 2
    assert done.exit_code == 2
