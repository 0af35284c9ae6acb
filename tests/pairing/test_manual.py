"""The examples of the manual run."""

import doctest
from pathlib import Path

MANUAL = Path(__file__).parents[2] / "docs" / "pairing.md"


def test_examples_of_the_manual_run() -> None:
    failed, tried = doctest.testfile(str(MANUAL), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 20
