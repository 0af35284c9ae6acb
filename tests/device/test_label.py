"""The label on the case is tried out (CL-46): the keys it names do what it says of them."""

import re
from pathlib import Path

import pytest
from flagfall_clock.codes import SIDE_RIGHT
from flagfall_protocol.codes import Key

from tests.support.hands import Hands

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
KEYS = {
    "OK": Key.OK,
    "▼": Key.DOWN,
    "START": Key.START_STOP,
    "ОК": Key.OK,
    "СТАРТ": Key.START_STOP,
}
S = 1_000_000


@pytest.mark.parametrize(
    ("label", "preset"), [("case-label.svg", "A preset"), ("case-label-ru.svg", "Регламент")]
)
def test_label_s_keys_do_what_it_says(label: str, preset: str) -> None:
    said = re.findall(r">([^<>]+)</text>", (HARDWARE / label).read_text("utf-8"))
    path = said[said.index(preset) + 1]
    keys = [KEYS[word] for word in re.findall(r"[^\s,.]+", path) if word in KEYS]
    assert len(keys) == 5
    hands = Hands()
    hands.tap(*keys)
    assert "10:00" in hands.left  # ▼ once: the second preset, renju blitz 10
    hands.tap(Key.START_STOP)
    assert "press starts the game" in hands.left
    clock = hands.clock.device.game.clock
    opponent = Key.LEFT if clock.turn == SIDE_RIGHT else Key.RIGHT
    hands.tap(opponent)
    hands.wait(3 * S)
    assert clock.running
    hands.tap(Key.START_STOP)
    assert not clock.running
    assert "call the arbiter" in hands.left + hands.right
    hands.press(Key.OK, 2_100_000)
    assert "go on" in hands.left
