"""`flagfall event result · leave · sanction · import`: a day with a protest."""

import json
from pathlib import Path
from typing import Any

import pytest
from flagfall import words
from flagfall.pairing import parse_event
from flagfall.pairing.check import check_data
from flagfall.pairing.event import SANCTIONS
from flagfall.pairing.numbering import start_numbers
from flagfall.reports.decisions import decisions_sheet
from flagfall.scoring.sanctions import EVERY

from tests.pairing.build import Json, event, played
from tests.pairing.test_event_cli import run


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Six players whose ids are not their start numbers, round 1 played and round 2 paired."""
    data = event("swiss-individual", 6, rounds=[played(1, (6, 3, "1-0"), (2, 5, "1/2"))])
    data["system"] |= {"rounds": 3, "first_colour": "white"}
    data["rounds"][0]["games"].append({"table": 3, "white": 4, "black": 1, "result": "1-0"})
    for p in data["players"]:
        p["rating"] = 1000 + p["id"]
    data["rounds"].append({"round": 2, "games": [{"table": 1, "white": 6, "black": 4}]})
    file = tmp_path / "club.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def read(file: Path) -> Json:
    data: Any = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def test_a_corrected_result_leaves_a_trace_and_says_what_was_paired_from_it(club: Path) -> None:
    """D5.4.10.12; QTournament 55: a protest after the next round was paired."""
    done = run("result", str(club), "1=0-1", "--round", "1", "--reason", "протест", lang="en")
    assert done.exit_code == 0
    assert "Round 2 was paired from what stood before" in done.stderr
    assert read(club)["decisions"] == [
        {"round": 1, "table": 1, "was": "1-0", "now": "0-1", "reason": "протест"}
    ]
    run("result", str(club), "1=1-0")
    run("result", str(club), "1=1-0")
    assert len(read(club)["decisions"]) == 1  # a first entry, and the same again, correct nothing
    run("result", str(club), "2=", "--round", "1")
    assert read(club)["decisions"][-1]["now"] == ""


def test_numbers_typed_are_those_of_the_sheets(club: Path) -> None:
    """№1 is the best rated: id 6."""
    done = run("leave", str(club), "1", "--absent", "3", lang="en")
    assert done.stdout == "№1 P6: absent from round 3\n"
    run("leave", str(club), "6")
    players = {p["id"]: p for p in read(club)["players"]}
    assert players[6]["absent"] == [3]
    assert players[1]["withdrawn_after"] == 1  # round 2 is paired, nobody has played in it
    assert run("leave", str(club), "9", lang="en").exit_code == 2


def test_screens_and_reasons_name_start_numbers(club: Path) -> None:
    run("result", str(club), "1=1-0")
    shown = run("pair", str(club), "--explain", lang="en").stdout
    assert "№1 P6" in shown
    assert "№6 P6" not in shown
    assert run("standings", str(club), lang="en").stdout.split("\n")[1].split()[:3] == [
        "1",
        "1",
        "P6",
    ]


def test_the_ladder_of_sanctions_proposes_the_next_step(club: Path) -> None:
    """D5.4.14.2."""
    steps = [run("sanction", str(club), "1", lang="en").stdout for _ in range(4)]
    assert [s.split(": ")[1].split(" (")[0] for s in steps] == [
        "a remark",
        "a warning",
        "the game",
        "exclusion from the event",
    ]
    assert "before: a remark, a warning" in steps[2]
    run("sanction", str(club), "2", "--gross", "--reason", "телефон")
    assert read(club)["sanctions"][-1] == {
        "player": 5,
        "sanction": "warning",
        "round": 2,
        "reason": "телефон",
    }
    assert run("sanction", str(club), "1", "--as", "prison").exit_code == 2
    assert {s.code for s in EVERY} == set(SANCTIONS)


def test_decisions_are_a_sheet_of_the_final_report(club: Path) -> None:
    """scoring: what the arbiters decided is printed with its reasons."""
    run("result", str(club), "1=0-1", "--round", "1", "--reason", "протест")
    run("sanction", str(club), "3", "--reason", "шум")
    data = read(club)
    data["rounds"][1]["reason"] = "жеребьёвка повторена"
    data["system"]["waive"] = [{"rule": "rematch", "round": 3, "reason": "все согласны"}]
    data["forced_pairs"] = [{"players": [1, 2], "round": 3}]
    words.use("ru")
    sheet = decisions_sheet(parse_event(data))
    assert sheet is not None
    assert sheet.rows == (
        ("1", "стол 1: 1-0 исправлено на 0-1", "протест"),
        ("2", "повторная жеребьёвка", "жеребьёвка повторена"),
        ("2", "№3 P4: замечание (D5.4.14.2)", "шум"),
        ("3", "не применяется: не встречаться дважды", "все согласны"),
        ("3", "назначена пара: №6 P1 – №5 P2", ""),
    )
    assert decisions_sheet(parse_event(event("match", 2))) is None


def test_teams_by_their_best_members(club: Path) -> None:
    """R3.2.4: an individual event that counts for teams, too."""
    data = read(club)
    data["rounds"].pop()
    for p in data["players"]:
        p["team"] = "Псков" if p["id"] % 2 else "Уфа"
    club.write_text(json.dumps(data), encoding="utf-8")
    lines = json.loads(run("standings", str(club), "--best", "2", "--json").stdout)
    assert lines == [
        {"place": "1", "team": "Уфа", "points": "2", "members": [6, 4]},
        {"place": "2", "team": "Псков", "points": "0.5", "members": [5, 3]},
    ]
    shown = run("standings", str(club), "--best", "1", lang="en").stdout.split("\n")
    assert [line.split() for line in shown[1:3]] == [
        ["1", "1", "Уфа", "P6"],
        ["2", "0.5", "Псков", "P5"],
    ]


def test_who_comes_late_keeps_the_numbers_of_the_rest(club: Path, tmp_path: Path) -> None:
    """D5.4.10.5.1: a player added after two rounds, however strong, is number 7."""
    late = tmp_path / "late.csv"
    late.write_text("ФИО;Рейтинг;Тренер\nНовый Н.;2500;Дед\n", encoding="utf-8")
    done = run("import", str(late), "--into", str(club), "--to", str(club), lang="en")
    assert done.stderr == "columns that are not used: Тренер\n1 player added\n"
    data = read(club)
    assert data["players"][-1]["late_entry"] == 3
    assert start_numbers(parse_event(data))[7] == 7
    assert [f.code for f in check_data(data)[1] if f.grave] == [
        "left_out",
        "left_out",
        "left_out",
        "left_out",
    ]  # the unfinished pairing of round 2, and nobody else
    run("import", str(late), "--into", str(club), "--to", str(club), "--from-round", "2")
    assert read(club)["players"][-1]["late_entry"] == 2


@pytest.mark.parametrize(
    ("field", "value", "code", "where"),
    [
        ("decisions", [{"round": 1}], "missing_field", "$.decisions[0].table"),
        ("decisions", [{"round": 0, "table": 1}], "bad_value", "$.decisions[0].round"),
        ("decisions", 5, "wrong_type", "$.decisions"),
        ("sanctions", [{"player": 1}], "missing_field", "$.sanctions[0].sanction"),
        ("sanctions", [{"player": 1, "sanction": "x"}], "bad_value", "$.sanctions[0].sanction"),
        ("sanctions", [{"player": 99, "sanction": "loss"}], "unknown_player", "$.sanctions[0].pl"),
    ],
)
def test_bad_decisions_and_sanctions_name_their_place(
    club: Path, field: str, value: object, code: str, where: str
) -> None:
    faults = check_data(read(club) | {field: value})[1]
    assert (faults[0].code, faults[0].where[: len(where)]) == (code, where)


@pytest.mark.parametrize("table", ["²", "x", "", "9" * 5000, "-1"])
def test_a_table_that_is_no_number_is_said(club: Path, table: str) -> None:
    done = run("result", str(club), "--", f"{table}=1-0", lang="en")
    assert done.exit_code == 2
    assert "TABLE=RESULT" in done.stderr


def test_players_added_to_an_event_are_written_into_it(club: Path, tmp_path: Path) -> None:
    late = tmp_path / "late.csv"
    late.write_text("name\nLate A.\nLate B.\n", encoding="utf-8")
    done = run("import", str(late), "--into", str(club), lang="en")
    assert (done.stdout, done.stderr) == ("", "2 players added\n")
    assert [p["name"] for p in read(club)["players"][-2:]] == ["Late A.", "Late B."]
    shown = run("import", str(late), "--into", str(club), "--to", "-", lang="en")
    assert len(json.loads(shown.stdout)["players"]) == 10
    assert len(read(club)["players"]) == 8


def test_pairs_are_laid_down_and_forbidden_by_start_numbers(club: Path) -> None:
    """D5.4.10.9."""
    run("result", str(club), "1=1-0")
    said = run("force", str(club), "6", "2", "--reason", "жребий", lang="en")
    assert said.stdout == "round 3: №6 P1 – №2 P5 meet\n"
    run("force", str(club), "2", "6")
    assert read(club)["forced_pairs"] == [{"players": [5, 1], "round": 3}]
    run("forbid", str(club), "1", "3", lang="en")
    run("forbid", str(club), "1", "2", "--through", "2", "--reason", "братья")
    assert read(club)["forbidden_pairs"] == [
        {"players": [6, 4]},
        {"players": [6, 5], "rounds": [1, 2], "reason": "братья"},
    ]
    again = run("forbid", str(club), "3", "1", "--through", "1")
    assert again.exit_code == 0
    assert read(club)["forbidden_pairs"][-1] == {"players": [4, 6], "rounds": [1]}
    assert run("force", str(club), "1", "1").exit_code == 2
    assert run("force", str(club), "1", "9").exit_code == 2


def test_no_pairing_names_the_command_that_makes_one(tmp_path: Path) -> None:
    """5.4.10.2: what to set aside is offered, done and told."""
    rounds = [
        played(1, (1, 3, "1-0"), (4, 2, "1-0")),
        played(2, (3, 4, "1-0"), (2, 1, "1-0")),
        played(3, (1, 4, "1-0"), (3, 2, "1-0")),
    ]
    file = tmp_path / "stuck.json"
    file.write_text(json.dumps(event("swiss-individual", 4, rounds=rounds)), encoding="utf-8")
    stuck = run("pair", str(file), lang="en")
    assert stuck.exit_code == 1
    assert "flagfall event waive FILE rematch" in stuck.stderr
    run("waive", str(file), "rematch", "--reason", "all agree")
    run("waive", str(file), "rematch", "--reason", "all agree")
    assert read(file)["system"]["waive"] == [{"rule": "rematch", "round": 4, "reason": "all agree"}]
    done = run("pair", str(file), lang="en")
    assert done.exit_code == 0
    assert "all agree" in done.stdout
    assert run("waive", str(file), "everything").exit_code == 2


def test_ratings_come_from_a_list_and_who_is_not_in_it_is_named(club: Path, tmp_path: Path) -> None:
    """scoring: rating lists read from CSV."""
    listed = tmp_path / "list.csv"
    listed.write_text("Фамилия;Рейтинг\nP1;1900\nP2;1800\n", encoding="utf-8")
    done = run(*("import", str(listed), "--format", "ratings", "--into", str(club)), lang="en")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[0] == "not in the list: №4 P3"
    assert {p["id"]: p["rating"] for p in read(club)["players"]}[1] == 1900


def test_who_leaves_before_his_round_begins_is_out_of_it(club: Path) -> None:
    """D5.4.10.2: round 2 is paired, №1 falls ill: he leaves after round 1 and is paired out."""
    done = run("leave", str(club), "1", lang="en")
    told = done.stdout.splitlines()
    assert told[0] == "№1 P6: leaves after round 1"
    assert told[1].startswith("Round 2 is paired with them: table 1. Pair it again")
    assert "withdrawn_plays" in {f.code for f in check_data(read(club))[1]}
    run("pair", str(club), "--again", "7 болен", "--write")
    seats = [s for g in read(club)["rounds"][1]["games"] for s in (g["white"], g["black"])]
    assert 6 not in seats
    assert not [f for f in check_data(read(club))[1] if f.grave]


def test_who_leaves_in_the_middle_of_a_round_is_asked_for_his_game(club: Path) -> None:
    data = read(club)
    data["rounds"][1]["games"] += [
        {"table": 2, "white": 3, "black": 5, "result": "1-0"},
        {"table": 3, "white": 1, "black": 2},
    ]
    club.write_text(json.dumps(data), encoding="utf-8")
    run("leave", str(club), "1", "2", "4")  # №1 is 6, №2 is 5, №4 is 3
    players = {p["id"]: p.get("withdrawn_after") for p in read(club)["players"]}
    assert (players[6], players[5], players[3]) == (1, 2, 2)
    done = run("leave", str(club), "5", "--after", "2", lang="en")
    assert "№5 P2: leaves after round 2" in done.stdout


@pytest.mark.parametrize("text", ["½", "1/2-1/2", "½-½", "1/2"])
def test_a_draw_may_be_written_as_people_write_it(club: Path, text: str) -> None:
    assert run("result", str(club), f"1={text}").exit_code == 0
    assert read(club)["rounds"][1]["games"][0]["result"] == "1/2"


def test_one_table_has_one_game_unless_the_event_says_more(club: Path) -> None:
    """R2.9.1: five wins at a table are no five points."""
    before = read(club)
    done = run("result", str(club), "1=1-0,1-0,1-0,1-0,1-0", lang="en")
    assert done.exit_code == 2
    assert "5 games, but there is one at a table" in done.stderr
    assert '"micro_match": {"games": 5}' in done.stderr
    assert read(club) == before
    before["system"]["micro_match"] = {"games": 2}
    del before["rounds"][0]
    before["rounds"] = [{"round": 1, "games": [{"table": 1, "white": 6, "black": 4}]}]
    club.write_text(json.dumps(before), encoding="utf-8")
    done = run("result", str(club), "1=1-0", lang="en")
    assert "one result, but a micro-match has 2 games" in done.stderr
    assert '{"games": ["1-0", "1/2"]}' in done.stderr


def test_a_round_in_progress_is_said_under_the_table(club: Path) -> None:
    assert "in progress" not in run("standings", str(club), lang="en").stdout
    data = read(club)
    data["rounds"][1]["games"].append({"table": 2, "white": 3, "black": 5, "result": "1-0"})
    club.write_text(json.dumps(data), encoding="utf-8")
    last = run("standings", str(club), lang="en").stdout.splitlines()[-1]
    assert last == "Round 2 is in progress: 1 game without a result."
