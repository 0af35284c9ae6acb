"""Writes the golden answers of the scenario library: what the naive clock says to each.

`python -m tests.support.scenario_goldens`, after a scenario was added; the numbers in
`by_hand.json` are written by hand.
"""

import json
from pathlib import Path

from flagfall.arbiter.scenario import library

from tests.support import oracle

FOLDER = Path(__file__).resolve().parents[1] / "data" / "scenarios"


def golden(name: str) -> str:
    """The naive clock's answers, one object a line."""
    scenario = json.loads(library.text(name))
    return "".join(json.dumps(answer) + "\n" for answer in oracle.answers(scenario))


if __name__ == "__main__":
    for name in library.names():
        (FOLDER / f"{name}.jsonl").write_text(golden(name), "utf-8")
