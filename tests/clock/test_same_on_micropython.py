"""One engine: CPython and MicroPython give byte-equal answers, though ticks wrap at 2^30."""

import json
from pathlib import Path
from random import Random

import pytest
from flagfall.arbiter.scenario import Scenario, parse, play

from tests.support import micropython, micropython32
from tests.support.firmware_batch import play_all
from tests.support.scenarios import random_scenario

pytestmark = pytest.mark.micropython


def scenarios(count: int, seed: int) -> list[Scenario]:
    random = Random(seed)
    return [parse(json.dumps(random_scenario(random))) for _ in range(count)]


def compare(found: list[Scenario], folder: Path, **how: object) -> None:
    micropython.stage(folder)
    for scenario, answers in zip(found, play_all(found, folder, **how), strict=True):  # type: ignore[arg-type]
        here = [answer.line() for answer in play(scenario)]
        assert [answer.line() for answer in answers] == here


def test_a_few_hundred_random_scenarios_are_answered_byte_for_byte_alike(tmp_path: Path) -> None:
    compare(scenarios(250, 1), tmp_path)


def test_a_clock_restored_from_its_snapshot_after_every_step_answers_the_same(
    tmp_path: Path,
) -> None:
    """CL-12; failure 21: nothing of a game is outside its snapshot."""
    compare(scenarios(150, 2), tmp_path, snapshots=True)


@pytest.mark.slow
def test_ten_thousand_random_scenarios_are_answered_byte_for_byte_alike(tmp_path: Path) -> None:
    compare(scenarios(10_000, 3), tmp_path)


@pytest.mark.slow
def test_a_thousand_random_scenarios_are_answered_alike_by_a_32_bit_build(tmp_path: Path) -> None:
    """Small integers end at 2^30 there: what a 64-bit build hides."""
    compare(scenarios(1_000, 4), tmp_path, python=micropython32.command())
