"""Files that can't be read or written: one sentence, a way out, code 2; what stood there stands."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCENARIO = "cl-01-sudden"


def flagfall(*arguments: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "flagfall.cli", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "FLAGFALL_LANG": lang},
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("clock", "run", "FILE"),
        ("clock", "show", "FILE"),
        ("event", "check", "FILE"),
        ("rules", "check", "FILE"),
        ("hall", "open", "FILE"),
        ("clock", "show", "--svg", "FILE"),
        ("rules", "show", "russian", "--svg", "FILE"),
        ("event", "new", "--kind", "round-robin", "FILE"),
    ],
)
def test_a_place_that_is_not_there_is_said_in_one_sentence(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    place = str(tmp_path / "none" / "x.json")
    done = flagfall(*(place if a == "FILE" else a for a in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(f"flagfall: {place}: there is no such file or folder [file]")


def test_the_sentence_is_in_the_reader_s_language() -> None:
    done = flagfall("clock", "run", "/none.json", lang="ru")
    assert done.stderr.startswith("flagfall: /none.json: нет такого файла или папки [file]")


def test_with_json_it_is_data(tmp_path: Path) -> None:
    done = flagfall("event", "check", str(tmp_path), "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"] | {"hint": ""} == {
        "code": "file",
        "message": "this is a folder",
        "hint": "",
        "where": str(tmp_path),
    }


def test_a_scenario_without_steps_shows_the_start(tmp_path: Path) -> None:
    whole = json.loads(flagfall("clock", "scenarios", SCENARIO).stdout)
    file = tmp_path / "start.json"
    file.write_text(json.dumps(whole | {"steps": []}), "utf-8")
    shown = flagfall("clock", "show", str(file))
    assert shown.returncode == 0
    assert "┌" in shown.stdout


def test_a_clock_is_not_put_in_its_own_place() -> None:
    done = flagfall("clock", "replace", "pty:/dev/x", "pty:/dev/x")
    assert (done.returncode, done.stdout) == (2, "")
    assert "[same_clock]" in done.stderr


def test_an_answer_that_finds_no_room_is_said_in_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "flagfall.cli", "clock", "schema"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "FLAGFALL_LANG": "en"},
        )
    assert done.returncode == 2
    assert done.stderr.startswith("flagfall: the disk is full [file]")
