"""The manual is tried out: the keys that docs/clock.md tells are pressed, on both Pythons, and the
displays say what it says they say."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flagfall_protocol.codes import Key

from tests.support import micropython
from tests.support.hands import TAP_US, Hands

ROOT = Path(__file__).resolve().parents[2]
MANUALS = ("clock.md", "clock.ru.md")
S = 1_000_000
HOUR = 3600 * S
KEYS = {
    "OK": Key.OK,
    "▲": Key.UP,
    "▼": Key.DOWN,
    "BACK": Key.BACK,
    "START": Key.START_STOP,
    "[LEFT]": Key.LEFT,
    "[RIGHT]": Key.RIGHT,
    "ОК": Key.OK,
    "НАЗАД": Key.BACK,
    "СТАРТ": Key.START_STOP,
    "[ЛЕВАЯ]": Key.LEFT,
    "[ПРАВАЯ]": Key.RIGHT,
}
HOLD = ("(hold)", "(долго)")
SIGNS = "▶⚿"
# The arbiter's tables make one story; before `minutes` a while is played.
STORY = ("code", "start", "minutes", "result", "back")

Row = tuple[list[tuple[Key, int]], str, str]


def told(manual: str, name: str) -> list[Row]:
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


def says(shown: str, cell: str) -> bool:
    """Does a display show what the cell has: a sign, a text, or a sign and a text?"""
    sign = cell[:1] if cell[:1] in SIGNS else ""
    return sign in shown and cell.removeprefix(sign).strip() in shown


def follow(hands: Hands, manual: str, name: str) -> None:
    """Press the keys of a table; after each row both displays show what it says."""
    for keys, left, right in told(manual, name):
        for key, hold_us in keys:
            hands.press(key, hold_us)
        assert says(hands.left, left), (keys, hands.left)
        assert says(hands.right, right), (keys, hands.right)


def speaking(manual: str) -> Hands:
    """A new clock that speaks the manual's language; the Russian one tells how."""
    hands = Hands()
    if manual == "clock.ru.md":
        follow(hands, manual, "language")
    return hands


@pytest.mark.parametrize("manual", MANUALS)
def test_manual_sets_two_hours_for_forty_moves_and_one_hour(manual: str) -> None:
    hands = speaking(manual)
    follow(hands, manual, "keys")
    regulation = hands.clock.device.regulation()
    assert [(p.time_us, p.moves) for p in regulation.left] == [(2 * HOUR, 40), (HOUR, None)]
    hands.tap(Key.RIGHT)
    hands.wait(10 * S)
    assert "1:59:50" in hands.left


def lay_out_rapid(hands: Hands) -> None:
    """15+5, the fifth of the presets."""
    hands.tap(Key.OK, Key.OK, *[Key.DOWN] * 4, Key.OK, Key.START_STOP)


@pytest.mark.parametrize("manual", MANUALS)
def test_manuals_arbiter_locks_starts_corrects_ends_and_takes_back(manual: str) -> None:
    """CL-05, CL-44: with the keys that the manual tells, one table after another."""
    hands = speaking(manual)
    lay_out_rapid(hands)
    for name in STORY:
        game = hands.clock.device.game
        if name == "minutes":
            while "14:08" not in hands.left:
                hands.wait(100_000)
            before_us = spent_us(hands)
        follow(hands, manual, name)
        if name == "minutes":
            assert spent_us(hands) - before_us == 120 * S  # to the microsecond
        if name == "result":
            assert game.clock.ended
            assert (game.result, game.confirmed) == (1, 3)
    assert not hands.clock.device.game.clock.ended


def spent_us(hands: Hands) -> int:
    """What is left and what is used of the left side's time: only a correction changes it."""
    game = hands.clock.device.game
    game.settle(hands.us)
    left: int = game.clock.left.remaining_us + game.clock.left.used_us
    return left


@pytest.mark.micropython
def test_manuals_keys_do_the_same_under_micropython(tmp_path: Path) -> None:
    micropython.stage(tmp_path)
    script = (Path(__file__).parent / "keys_script.py").read_text("utf-8")
    for name, rows in (("keys", told("clock.md", "keys")), ("story", list(story()))):
        (tmp_path / "steps.json").write_text(json.dumps([keys for keys, _, _ in rows]))
        found = json.loads(micropython.run(script, tmp_path))
        for (keys, left, right), shown in zip(rows, found["shown"], strict=True):
            assert says(shown[0], left), (name, keys, shown)
            assert says(shown[1], right), (name, keys, shown)
        if name == "keys":
            assert found["periods"] == [[2 * HOUR, 40], [HOUR, None]]


def story() -> Iterator[Row]:
    """The arbiter's tables of the English manual, with what lies between them (key -1: a wait)."""
    laid_out = [Key.OK, Key.OK, *[Key.DOWN] * 4, Key.OK, Key.START_STOP]
    yield [(key, TAP_US) for key in laid_out], "ready", "15:05"
    for name in STORY:
        if name == "minutes":
            yield [(-1, 56 * S)], "▶ 14:", "15:05"  # type: ignore[list-item]
            yield [(-1, 50_000)] * 14, "14:08", ""  # type: ignore[list-item]
        yield from told("clock.md", name)


def test_manual_names_every_preset() -> None:
    """What it says there is, is there; its pictures exist."""
    text = (ROOT / "docs" / "clock.md").read_text("utf-8")
    for name in ("renju blitz 5 and 10", "1:20 + 1 min", "2 h/50 + 1 h/25", "45+15", "hourglass"):
        assert name in text
    for manual in MANUALS:
        words = (ROOT / "docs" / manual).read_text("utf-8")
        for part in words.split("](pictures/")[1:]:
            assert (ROOT / "docs" / "pictures" / part.split(")")[0]).exists(), part
