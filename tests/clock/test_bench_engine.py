"""The engine's measurements are taken and kept to their limits."""

import pytest
from flagfall.bench import engine_sizes
from flagfall.bench.engine import run

from tools import firmware

LARGE = ("boards/micro", "device", "setup")


@pytest.mark.micropython
def test_the_measurements_of_the_engine_say_what_they_should() -> None:
    rows = {row.name: row for row in run(True)}
    assert rows["acts a second, CPython"].value > 0
    looks = rows["1000 looks at the time, MicroPython, 64-bit"]
    assert (looks.value, looks.ok) == (0, True)
    assert rows["press to state, median"].value > 0
    assert rows["free through a game of 200 moves"].ok
    assert rows["firmware"].value > sum(rows[f"device/{name}.py"].value for name in LARGE)


def test_the_tool_tells_the_sizes_that_the_measurements_tell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    firmware.sizes()
    total = int(capsys.readouterr().out.strip().splitlines()[-1].split()[0])
    assert total == next(row.value for row in engine_sizes.run() if row.name == "firmware")
