"""What the flash is worn by, measured on MicroPython's littlefs; docs/clock-journal.md sums it."""

import json
import re
from pathlib import Path

import pytest
from flagfall.sim.inside import Inside
from flagfall_device import status
from flagfall_device.marks import EVERY_US
from flagfall_protocol.codes import Health

from tests.support import micropython

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "clock-journal.md").read_text("utf-8")


def told(name: str) -> int:
    """A number of the page's table."""
    found = re.search(rf"^\| {re.escape(name)} \|.*\| ([\d,]+) \|$", PAGE, re.MULTILINE)
    assert found, name
    return int(found[1].replace(",", ""))


@pytest.mark.micropython
def test_a_checkpoint_costs_a_sixtieth_of_a_block_and_a_record_one(tmp_path: Path) -> None:
    micropython.stage(tmp_path)
    script = (Path(__file__).parent / "wear_script.py").read_text("utf-8")
    found = json.loads(micropython.run(script, tmp_path, "212", heap="8m"))
    assert found["mark"] <= told("blocks erased by 1,000 checkpoints") <= found["mark"] + 5
    assert found["record"] <= told("blocks erased by 1,000 records") <= found["record"] + 20
    assert found["mark"] <= 1000 // status._MARKS  # as the clock counts it


def test_the_page_sums_up_five_years() -> None:
    hours = told("hours with a running clock")
    assert hours == told("days of play") * told("hours of a day")
    checkpoints = hours * 3_600_000_000 // EVERY_US
    assert told("checkpoints") == checkpoints
    records = told("days of play") * told("games of a day") * told("records of a game")
    assert told("records") == records
    marks_erase = checkpoints * told("blocks erased by 1,000 checkpoints") // 1000
    records_erase = records * told("blocks erased by 1,000 records") // 1000
    assert told("blocks erased in all") == marks_erase + records_erase
    each = (marks_erase + records_erase) // told("blocks that take turns")
    assert told("times each block is erased") == each
    assert each < told("times a block may be erased") // 5


def test_wear_is_counted_and_told() -> None:
    """Half of what the blocks of the page are good for."""
    clock = Inside(b"worn out")
    device = clock.device
    assert not status.health(device) & Health.JOURNAL_WORN
    half = told("blocks that take turns") * told("times a block may be erased") // 2
    assert half == status._WORN
    slot = device.journal._capacity // 56
    device.journal._entries.generation = 0
    for marks, worn in ((58 * half, False), (58 * half + 58, True)):
        device.marks.count = marks
        assert bool(status.health(device) & Health.JOURNAL_WORN) == worn
    device.marks.count = 0
    for journal, worn in ((half // slot, False), (half // slot + 1, True)):
        device.journal._entries.generation = journal
        assert bool(status.health(device) & Health.JOURNAL_WORN) == worn
