"""Stories of links that failed others: each is a test somewhere, which names it by its number."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
STORIES = {
    22: "a corrupt length byte hung the parser",
    23: "0x03 stopped the program",
    24: "the host stopped reading and the device stalled",
    25: "reads stalled at multiples of 64 bytes",
    26: "suspend killed the port",
    27: "opening the port reset the board",
    28: "a modem manager typed into the port",
    29: "ports were renumbered",
    30: "two programs opened the port and split the bytes",
    31: "the microsecond counter wrapped in a long think",
    32: "a brown-out was taken for a normal start",
    33: "a write to flash blocked the interrupts",
    34: "a move was missed after reconnect",
}


def test_every_story_of_a_wire_is_a_test() -> None:
    told: set[int] = set()
    for file in TESTS.rglob("test_*.py"):
        for said in re.findall(r"[Ff]ailures? ([0-9][0-9, –and]*)", file.read_text("utf-8")):
            for first, last in re.findall(r"([0-9]+)(?:–([0-9]+))?", said):
                told |= set(range(int(first), int(last or first) + 1))
    assert {n: story for n, story in STORIES.items() if n not in told} == {}
