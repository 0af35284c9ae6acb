"""Scenarios over the wire: the firmware's scratch engine gives the engine's bytes."""

import json
from random import Random

import pytest
from flagfall.arbiter.scenario import Scenario, library, parse, play
from flagfall.arbiter.scenario.device import play_on
from flagfall.sim.board import start

from tests.support.scenarios import random_scenario

pytestmark = pytest.mark.micropython


def compare(scenario: Scenario, address: str) -> None:
    there = [answer.line() for answer in play_on(scenario, address)]
    assert there == [answer.line() for answer in play(scenario)]


def test_random_scenarios_over_a_pseudo_terminal_are_answered_alike() -> None:
    """What a refused step's time brought about, moments beyond 2^53, every act and method."""
    random = Random(11)
    with start("micropython") as board:
        for _ in range(12):
            compare(parse(json.dumps(random_scenario(random, 30))), board.address)
        late = json.loads(library.text("cl-06-flag-falls-with-its-moment"))
        for step in late["steps"]:
            step["at_us"] += (1 << 53) + 1
        compare(parse(json.dumps(late)), board.address)
        assert board.complaints == ""


@pytest.mark.slow
def test_the_library_over_a_pseudo_terminal_is_answered_alike() -> None:
    with start("micropython") as board:
        for name in library.names():
            compare(parse(library.text(name)), board.address)
