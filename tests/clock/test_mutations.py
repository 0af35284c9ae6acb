"""Is anything in the penalties untested? One line changed at a time, the library must notice."""

import shutil
import sys
from pathlib import Path

import pytest
from flagfall.arbiter.scenario import library, parse

from tests.support import micropython
from tests.support.firmware_batch import play_all
from tests.support.scenario_goldens import FOLDER

MUTANTS = [
    # (file, line as it is, line as it must not be)
    ("penalties", "half_us = total_us // 2", "half_us = total_us // 3"),
    ("penalties", "if side.number == clock.turn else 0", "if side.number != clock.turn else 0"),
    ("penalties", "clock.now_us - clock.stopped_us", "clock.now_us - clock.last_act_us + 1"),
    ("penalties", "if floor_us > 0:", "if floor_us >= 0:"),
    ("penalties", "max(0, side.remaining_us - floor_us)", "side.remaining_us - floor_us"),
    ("penalties", "side.carried_us += rest_us", "side.carried_us = total_us"),
    ("penalties", "take(clock, side, now_us)", "take(clock, side, total_us)"),
    ("penalties", "side.uncollected_us += rest_us", "side.uncollected_us -= rest_us"),
    ("penalties", "if side.remaining_us <= 0:", "if side.remaining_us < 0:"),
    ("penalties", "side.uncollected_us = 0", "pass"),
    ("penalties", "if order.what == SETTLE_CHARGE:", "if order.what != SETTLE_CHARGE:"),
    ("penalties", "clock.first_flag = SIDE_BOTH", "pass"),
    ("penalties", "return REFUSAL_NOT_STOPPED", "pass"),
    ("penalties", "        now_us = total_us\n        elif", "        pass\n        elif"),
    ("rulings", "least_us = -max(0, side.remaining_us - floor_us)", "least_us = -floor_us"),
    ("rulings", "side.period_moves += order.moves - side.moves", "pass"),
    ("rulings", "0 < amount_us <= _COMPENSATION_MOST_US", "0 < amount_us < _COMPENSATION_MOST_US"),
    ("rulings", "amount_us < side.rules().increment_us", "amount_us < 0"),
    ("rulings", "0 <= flag_us < clock.now_us", "0 <= flag_us <= clock.now_us"),
    ("rulings", ">= clock.regulation.violation_limit", "> clock.regulation.violation_limit"),
    ("moves", "min(period.increment_us, side.move_us)", "period.increment_us"),
    ("moves", "offender.move_us += ran_us", "pass"),
    ("moves", "        side.remaining_us = 0\n", "        pass\n"),
    ("running", "cost_us = max(0, span_us - free_us(clock, side))", "cost_us = span_us"),
    ("running", "clock.other(side).remaining_us += cost_us", "pass"),
]


def answers(folder: Path) -> list[str]:
    scenarios = [parse(library.text(name)) for name in library.names()]
    played = play_all(scenarios, folder, python=(sys.executable,))
    return ["".join(answer.line() + "\n" for answer in found) for found in played]


@pytest.mark.slow
@pytest.mark.parametrize(("module", "line", "mutant"), MUTANTS)
def test_a_changed_line_is_noticed_by_the_library(
    module: str, line: str, mutant: str, tmp_path: Path
) -> None:
    expected = [(FOLDER / f"{name}.jsonl").read_text("utf-8") for name in library.names()]
    micropython.stage(tmp_path)
    assert answers(tmp_path) == expected
    file = tmp_path / "flagfall_clock" / f"{module}.py"
    source = file.read_text("utf-8")
    assert source.count(line) == 1, "the line is no longer there: change the mutant"
    file.write_text(source.replace(line, mutant), "utf-8")
    shutil.rmtree(tmp_path / "flagfall_clock" / "__pycache__", ignore_errors=True)
    try:
        noticed = answers(tmp_path) != expected
    except (AssertionError, ValueError, StopIteration, RuntimeError):
        noticed = True
    assert noticed
