"""The scenario library: each line of the law and each failure story, on every machine."""

import json
import re
from pathlib import Path

import pytest
from flagfall.arbiter.scenario import ScenarioError, library, parse, play

from tests.support import micropython, micropython32
from tests.support.firmware_batch import play_all
from tests.support.scenario_goldens import FOLDER, golden

ROOT = Path(__file__).resolve().parents[2]
BY_HAND = json.loads((FOLDER / "by_hand.json").read_text("utf-8"))


@pytest.mark.parametrize("name", library.names())
def test_a_named_scenario_is_answered_as_worked_out(name: str) -> None:
    """The numbers by hand, and every other by the naive clock: see tests/data/scenarios."""
    lines = [answer.line() + "\n" for answer in play(parse(library.text(name)))]
    expected = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    assert "".join(lines) == expected == golden(name)
    answers = [json.loads(line) for line in lines]
    assert BY_HAND[name]
    for step, path, value in BY_HAND[name]:
        found = answers[step]
        for key in path.split("."):
            found = found[key]
        assert found == value, (step, path)


def on_firmware(folder: Path, *python: str) -> None:
    micropython.stage(folder)
    scenarios = [parse(library.text(name)) for name in library.names()]
    answers = play_all(scenarios, folder, python=python)
    for name, found in zip(library.names(), answers, strict=True):
        expected = (FOLDER / f"{name}.jsonl").read_text("utf-8")
        assert "".join(answer.line() + "\n" for answer in found) == expected


@pytest.mark.micropython
def test_the_firmware_answers_the_library_byte_for_byte_alike(tmp_path: Path) -> None:
    on_firmware(tmp_path)


@pytest.mark.slow
@pytest.mark.micropython
def test_a_32_bit_build_answers_the_library_byte_for_byte_alike(tmp_path: Path) -> None:
    on_firmware(tmp_path, *micropython32.command())


def test_every_line_of_the_law_that_a_clock_keeps_has_a_scenario() -> None:
    """CL-01…03, 05…08, 10…22, 24…27, 30, 40…48 less what is the case's, the faces', the host's."""
    shown = {int(n) for name in library.names() for n in re.findall(r"^cl-(\d\d)", name)}
    engine = {1, 2, 3, *range(5, 9), *range(10, 23), *range(24, 28), 30, 41, 43, 44, 48}
    assert engine <= shown


def test_every_failure_story_of_clocks_has_a_scenario() -> None:
    shown = {int(n) for name in library.names() for n in re.findall(r"^failure-(\d\d)", name)}
    assert shown == set(range(1, 22))


def test_names_and_files_agree() -> None:
    for name in library.names():
        assert parse(library.text(name)).name == name
        assert library.comment(name).endswith(".")
    assert set(BY_HAND) == set(library.names())


def test_the_page_of_the_library_is_current() -> None:
    assert (ROOT / "docs" / "scenarios.md").read_text("utf-8") == library.page()


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ScenarioError) as refused:
        library.text("cl-99")
    assert refused.value.hint
