"""Scenarios: a regulation and timed acts, answered alike by the engine, the firmware, a clock.

    scenario = parse(text)                      # ScenarioError names the step and the field
    for answer in play(scenario):               # the engine; `Answer.line()` is the JSON line
        print(answer.line())

`law` and the meaning of every act: `docs/scenario-readings.md` and the schema (`schema.SCHEMA`).
"""

from flagfall.arbiter.scenario.answer import Answer
from flagfall.arbiter.scenario.errors import ScenarioError
from flagfall.arbiter.scenario.parse import Scenario, Step, parse, parse_step
from flagfall.arbiter.scenario.play import play
from flagfall.arbiter.scenario.regulation import advice, parse_regulation, regulation_json

__all__ = [
    "Answer",
    "Scenario",
    "ScenarioError",
    "Step",
    "advice",
    "parse",
    "parse_regulation",
    "parse_step",
    "play",
    "regulation_json",
]
