"""Plays a scenario on the engine in this process."""

from collections.abc import Iterator

from flagfall_clock.engine import Clock

from flagfall.arbiter.scenario.answer import Answer
from flagfall.arbiter.scenario.parse import Scenario


def play(scenario: Scenario) -> Iterator[Answer]:
    """One answer per step, as the steps are done."""
    clock = Clock(scenario.regulation)
    for number, step in enumerate(scenario.steps):
        refusal = clock.do(step.at_us, step.order)
        yield Answer.of(number, step.at_us, refusal, clock)
