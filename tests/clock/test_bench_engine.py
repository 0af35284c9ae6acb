"""The engine's measurements are taken and kept to their limits."""

import pytest
from flagfall.bench.engine import run


@pytest.mark.micropython
def test_the_measurements_of_the_engine_say_what_they_should() -> None:
    rows = {row.name: row for row in run(True)}
    assert rows["acts a second, CPython"].value > 0
    looks = rows["1000 looks at the time, MicroPython, 64-bit"]
    assert (looks.value, looks.ok) == (0, True)
