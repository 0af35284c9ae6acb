"""Rulings at the command line: a game taken away, and what it tells the arbiter to enter."""

import json
from pathlib import Path

from tests.pairing.build import event
from tests.pairing.test_event_cli import run


def test_a_game_taken_away_names_its_table_and_the_result_to_enter(tmp_path: Path) -> None:
    """R2.9.3, D5.4.14.2: the file alone is changed by the arbiter's next word."""
    data = event("swiss-individual", 2, rounds=[{"round": 1, "games": [{"white": 2, "black": 1}]}])
    data["rounds"][0]["games"][0]["table"] = 7
    file = tmp_path / "club.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    done = run("sanction", str(file), "1", "--as", "loss", lang="en")
    assert f"flagfall event result {file} 7=+- --round 1" in done.stdout
    assert run("result", str(file), "7=+-").exit_code == 0
    assert "table" not in run("sanction", str(file), "2", "--as", "warning", lang="en").stdout


def test_a_round_is_paired_again_for_a_reason(tmp_path: Path) -> None:
    """D5.4.10.12: the reason is printed, so a blank one is none."""
    file = tmp_path / "club.json"
    file.write_text(json.dumps(event("swiss-individual", 4)), encoding="utf-8")
    run("pair", str(file), "--write")
    for kind in ("swiss-individual", "round-robin"):
        data = json.loads(file.read_text(encoding="utf-8"))
        data["system"]["kind"] = kind
        file.write_text(json.dumps(data), encoding="utf-8")
        done = run("pair", str(file), "--again", " ", "--write", lang="en")
        assert done.exit_code == 2
        assert "for a reason" in done.stderr


def test_commands_that_are_proposed_can_be_pasted(tmp_path: Path) -> None:
    """A file with a space in its name is one word of the command."""
    file = tmp_path / "Кубок осени.json"
    data = event("swiss-individual", 4, rounds=2)
    file.write_text(json.dumps(data), encoding="utf-8")
    run("pair", str(file), "--write")
    told = run("leave", str(file), "1", lang="en").stdout
    assert f"flagfall event pair '{file}' --again REASON --write" in told
