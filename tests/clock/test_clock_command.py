"""`flagfall clock run`, `schema` and `scenarios`, as a person runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from flagfall.arbiter.scenario import library
from flagfall.arbiter.scenario.schema import schema

EXAMPLE = json.dumps(schema()["examples"][0])


def flagfall(
    *arguments: str, given: str = "", lang: str = "en"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "flagfall.cli", *arguments],
        input=given,
        capture_output=True,
        text=True,
        env=os.environ | {"FLAGFALL_LANG": lang},
        check=False,
        timeout=60,
    )


def test_run_answers_one_object_a_step(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(EXAMPLE, "utf-8")
    done = flagfall("clock", "run", str(file))
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["step"] for answer in answers] == [0, 1, 2, 3, 4]
    assert answers[3]["events"] == ["charged"]


def test_run_reads_standard_input_and_shows_it_to_people() -> None:
    done = flagfall("clock", "run", "-", "--pretty", given=EXAMPLE)
    assert done.returncode == 0
    assert done.stdout.startswith('{\n  "step": 0,\n')


def test_an_invalid_file_exits_2_and_names_step_and_field_on_stderr() -> None:
    document = json.loads(EXAMPLE)
    document["steps"][1]["side"] = "middle"
    done = flagfall("clock", "run", "-", given=json.dumps(document))
    assert (done.returncode, done.stdout) == (2, "")
    assert "steps[1].side" in done.stderr
    assert "scenario_unknown" in done.stderr


def test_the_message_speaks_russian(tmp_path: Path) -> None:
    done = flagfall("clock", "run", "-", given="{}", lang="ru")
    assert done.returncode == 2
    assert "нет поля" in done.stderr


def test_a_file_that_is_not_there_exits_2(tmp_path: Path) -> None:
    done = flagfall("clock", "run", str(tmp_path / "none.json"))
    assert done.returncode == 2
    assert "none.json" in done.stderr


def test_schema_is_a_json_schema() -> None:
    done = flagfall("clock", "schema")
    assert done.returncode == 0
    assert json.loads(done.stdout) == schema()


def test_the_library_is_listed_and_shown() -> None:
    listed = json.loads(flagfall("clock", "scenarios", "--json").stdout)
    assert listed["cl-26-worked-example"].startswith("CL-25/26")
    shown = flagfall("clock", "scenarios", "cl-26-worked-example")
    assert shown.stdout == library.text("cl-26-worked-example")
    assert "cl-26-worked-example\n" in flagfall("clock", "scenarios").stdout


@pytest.mark.micropython
def test_the_firmware_on_a_line_answers_the_same_bytes() -> None:
    """`--on micropython`: the same answers over a simulated serial line."""
    text = library.text("cl-26-worked-example")
    here = flagfall("clock", "run", "-", given=text)
    there = flagfall("clock", "run", "-", "--on", "micropython", given=text)
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout != ""


def test_a_port_that_is_none_exits_2_with_the_code_that_every_command_has_for_it() -> None:
    for port in ("tcp:127.0.0.1:1", "pico"):
        done = flagfall("clock", "run", "-", "--on", port, given=EXAMPLE)
        assert (done.returncode, done.stdout) == (2, "")
        assert "port_missing" in done.stderr
        assert "'engine', 'micropython'" in done.stderr
