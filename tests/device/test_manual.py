"""The manual is tried out: the keys that docs/clock.md tells are pressed, on both Pythons, and the
displays say what it says they say."""

import json
from pathlib import Path

import pytest
from flagfall_protocol.codes import Key

from tests.support import micropython
from tests.support.hands import TAP_US, Hands

ROOT = Path(__file__).resolve().parents[2]
S = 1_000_000
HOUR = 3600 * S
KEYS = {
    "OK": Key.OK,
    "▲": Key.UP,
    "▼": Key.DOWN,
    "BACK": Key.BACK,
    "START": Key.START_STOP,
    "ОК": Key.OK,
    "НАЗАД": Key.BACK,
    "СТАРТ": Key.START_STOP,
}
HOLD = ("(hold)", "(долго)")


def told(manual: str, name: str) -> list[tuple[list[tuple[Key, int]], str, str]]:
    """A table of the manual: keys and how long each is held, what stands left and right then."""
    text = (ROOT / "docs" / manual).read_text("utf-8")
    table = text.split(f"<!-- {name}: begin -->")[1].split(f"<!-- {name}: end -->")[0]
    rows = []
    for line in table.strip().split("\n")[2:]:
        keys, left, right = (cell.strip() for cell in line.strip("|").split("|"))
        pressed = [
            (KEYS[word], 2_100_000 if any(h in keys for h in HOLD) else TAP_US)
            for word in keys.split()
            if word not in HOLD
        ]
        rows.append((pressed, left, right))
    return rows


@pytest.mark.parametrize("manual", ["clock.md", "clock.ru.md"])
def test_manual_sets_two_hours_for_forty_moves_and_one_hour(manual: str) -> None:
    hands = Hands()
    if manual == "clock.ru.md":
        hands.tap(Key.OK)
        hands.choose("language", "Русский")
        hands.tap(Key.BACK)
    for keys, left, right in told(manual, "keys"):
        for key, hold_us in keys:
            hands.press(key, hold_us)
        assert left in hands.left, (keys, hands.left)
        assert right in hands.right, (keys, hands.right)
    regulation = hands.clock.device.regulation()
    assert [(p.time_us, p.moves) for p in regulation.left] == [(2 * HOUR, 40), (HOUR, None)]
    hands.tap(Key.RIGHT)
    hands.wait(10 * S)
    assert "1:59:50" in hands.left


@pytest.mark.parametrize("manual", ["clock.md", "clock.ru.md"])
def test_manual_corrects_a_time(manual: str) -> None:
    hands = Hands()
    if manual == "clock.ru.md":
        hands.tap(Key.OK)
        hands.choose("language", "Русский")
        hands.tap(Key.BACK)
    from flagfall_clock.regulation import Period, Regulation

    device = hands.clock.device
    device.game.lay_out(device.time.now_us(), Regulation([Period(300 * S)]))
    hands.tap(Key.START_STOP, Key.RIGHT)
    hands.wait(20 * S)
    hands.tap(Key.START_STOP)
    for keys, left, right in told(manual, "correction"):
        for key, hold_us in keys:
            hands.press(key, hold_us)
        assert left in hands.left, (keys, hands.left)
        assert right in hands.right, (keys, hands.right)
    assert device.game.clock.left.remaining_us == (14 * 60 + 40) * S - 200_000


@pytest.mark.micropython
def test_manuals_keys_do_the_same_under_micropython(tmp_path: Path) -> None:
    rows = told("clock.md", "keys")
    micropython.stage(tmp_path)
    (tmp_path / "steps.json").write_text(json.dumps([keys for keys, _, _ in rows]))
    script = (Path(__file__).parent / "keys_script.py").read_text("utf-8")
    found = json.loads(micropython.run(script, tmp_path))
    for (keys, left, right), shown in zip(rows, found["shown"], strict=True):
        assert left in shown[0], (keys, shown)
        assert right in shown[1], (keys, shown)
    assert found["periods"] == [[2 * HOUR, 40], [HOUR, None]]


def test_manual_names_every_preset() -> None:
    """What it says there is, is there; its pictures exist."""
    text = (ROOT / "docs" / "clock.md").read_text("utf-8")
    for name in ("renju blitz 5 and 10", "1:20 + 1 min", "2 h/50 + 1 h/25", "45+15", "hourglass"):
        assert name in text
    for manual in ("clock.md", "clock.ru.md"):
        words = (ROOT / "docs" / manual).read_text("utf-8")
        for part in words.split("](pictures/")[1:]:
            assert (ROOT / "docs" / "pictures" / part.split(")")[0]).exists(), part
