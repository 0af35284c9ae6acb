"""`flagfall clock run` and `flagfall clock schema`."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flagfall import words
from flagfall.arbiter.scenario.schema import schema
from flagfall.cli.app import app
from typer.testing import CliRunner

RUNNER = CliRunner()
EXAMPLE = json.dumps(schema()["examples"][0])


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FLAGFALL_LANG", "en")
    yield
    words._language.set(None)


def test_run_answers_one_object_a_step(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(EXAMPLE, "utf-8")
    done = RUNNER.invoke(app, ["clock", "run", str(file)])
    assert done.exit_code == 0, done.output
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["step"] for answer in answers] == [0, 1, 2, 3, 4]
    assert answers[3]["events"] == ["charged"]


def test_run_reads_standard_input_and_shows_it_to_people() -> None:
    done = RUNNER.invoke(app, ["clock", "run", "-", "--pretty"], input=EXAMPLE)
    assert done.exit_code == 0
    assert done.stdout.startswith('{\n  "step": 0,\n')


def test_an_invalid_file_exits_2_and_names_step_and_field_on_stderr() -> None:
    document = json.loads(EXAMPLE)
    document["steps"][1]["side"] = "middle"
    done = RUNNER.invoke(app, ["clock", "run", "-"], input=json.dumps(document))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "steps[1].side" in done.stderr
    assert "scenario_unknown" in done.stderr


def test_the_message_speaks_russian() -> None:
    done = RUNNER.invoke(app, ["--lang", "ru", "clock", "run", "-"], input="{}")
    assert done.exit_code == 2
    assert "нет поля" in done.stderr


def test_a_file_that_is_not_there_exits_2(tmp_path: Path) -> None:
    done = RUNNER.invoke(app, ["clock", "run", str(tmp_path / "none.json")])
    assert done.exit_code == 2
    assert "none.json" in done.stderr


def test_schema_is_a_json_schema() -> None:
    done = RUNNER.invoke(app, ["clock", "schema"])
    assert done.exit_code == 0
    assert json.loads(done.stdout) == schema()


def test_the_library_is_listed_and_shown() -> None:
    done = RUNNER.invoke(app, ["clock", "scenarios"])
    assert done.exit_code == 0
    assert "cl-26-worked-example\n" in done.stdout
    listed = json.loads(RUNNER.invoke(app, ["clock", "scenarios", "--json"]).stdout)
    assert listed["cl-26-worked-example"].startswith("CL-25/26")
    shown = RUNNER.invoke(app, ["clock", "scenarios", "cl-26-worked-example"])
    played = RUNNER.invoke(app, ["clock", "run", "-"], input=shown.stdout)
    assert played.exit_code == 0
    assert RUNNER.invoke(app, ["clock", "scenarios", "nothing"]).exit_code == 2
