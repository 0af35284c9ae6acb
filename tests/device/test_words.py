"""The words of clocks with digits: each can be read, and none means two things."""

import subprocess
import sys
from pathlib import Path

import pytest
from flagfall_device import segments, words
from flagfall_device.presets import OWN, PRESETS
from flagfall_device.segments import segments_of, spell
from flagfall_device.setup import MOST_PERIODS

ROOT = Path(__file__).resolve().parents[2]
NUMBERED = (
    "time",
    "moves",
    "method",
    "increment, s",
    "added",
    "stretches",
    "stretch",
    "block moves",
    "block time",
    "time, right",
)


def lit(short: str) -> bytes:
    cells = bytearray(4)
    spell(short, cells)
    return bytes(cells)


def menu_words() -> list[tuple[str, str]]:
    """(what it means, the short word) of everything the menu can show that is no number."""
    found = [(row.split("|")[0], row.split("|")[2]) for row in words.TABLE.strip().split("\n")]
    for name in NUMBERED:
        short = words.said(0, name)[1]
        found += [(f"{name} {i}", f"{short[:3]}{i}") for i in range(1, MOST_PERIODS + 1)]
    found += [(f"own {i}", f"{words.said(0, 'own')[1][:3]}{i}") for i in range(1, OWN + 1)]
    found += [(f"preset {i}", f"P{i}") for i in range(1, len(PRESETS) + 1)]
    return found


def test_every_short_word_means_one_thing() -> None:
    """As the segments show it, not as it is written: S is 5, O is 0."""
    meant: dict[bytes, str] = {}
    for name, short in menu_words():
        assert meant.setdefault(lit(short), name) == name, (short, name, meant[lit(short)])


@pytest.mark.parametrize("language", [0, 1])
def test_words_on_the_faces_are_no_words_of_the_menu(language: int) -> None:
    menu = {lit(short) for _, short in menu_words()}
    said = [word[language] for word in segments.WORDS if word[language].strip()]
    assert len({lit(word) for word in said}) == len(said)
    assert not menu & {lit(word) for word in said}


def test_every_letter_of_a_short_word_can_be_shown() -> None:
    shorts = [short for _, short in menu_words()] + [w for pair in segments.WORDS for w in pair]
    for short in shorts:
        for letter in short:
            assert letter in " :." or segments_of(letter), (short, letter)


def test_manuals_and_labels_have_the_firmwares_words() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/short_words.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
