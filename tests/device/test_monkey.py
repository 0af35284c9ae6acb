"""Somebody presses every key at random, for hours, and pulls the plug now and then."""

from random import Random

import pytest
from flagfall.sim.inside import Inside
from flagfall_clock.codes import SIDE_NONE
from flagfall_device.codec import KIND_EVENT
from flagfall_protocol.codes import FaultKind, Key

from tests.support.fold import Fold
from tests.support.hands import Hands
from tests.support.talk import inside

S = 1_000_000
KEYS = (*[Key.LEFT] * 3, *[Key.RIGHT] * 3, Key.START_STOP, *[Key.UP] * 2, *[Key.DOWN] * 3, Key.OK)
HOLDS_US = (40_000, 80_000, 80_000, 80_000, 700_000, 2_100_000)


class Monkey:
    """Hands without a head; `check` is what must hold whatever they do."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.hands = Hands(Inside(b"monkeys!", shows=True))
        self.powered = 0

    def act(self) -> None:
        random = self.random
        chance = random.random()
        if chance < 0.08:
            self.hands.wait(random.choice((1, 333_333, 10 * S, 400 * S)))
        elif chance < 0.10:
            self.pull_the_plug()
        elif chance < 0.15:
            self.chord(random.choice(KEYS), random.choice((Key.BACK, Key.OK, Key.LEFT)))
        elif chance < 0.25:
            self.hands.press(Key.OK, random.choice(HOLDS_US))
        elif chance < 0.32:
            self.hands.press(Key.BACK)
        else:
            self.hands.press(random.choice(KEYS), random.choice(HOLDS_US))
        self.check()

    def chord(self, first: Key, second: Key) -> None:
        """Two keys together."""
        device, time = self.hands.clock.device, self.hands.clock.time
        for level in (1, 0):
            for key in (first, second):
                device.edges.put(key, level, time.tick)
            self.hands.wait(100_000)

    def pull_the_plug(self) -> None:
        """The clock comes back stopped, as it was, and its journal tells the same game."""
        clock = self.hands.clock
        before = clock.device.game
        before.settle(clock.device.time.now_us())
        was = before.clock
        number, result, confirmed = before.number, before.result, before.confirmed
        clock.kill()
        clock.restart()
        self.hands = Hands(clock)
        game = clock.device.game
        assert clock.device.session.faults[FaultKind.JOURNAL_ERROR] == 0
        assert game.clock.running == SIDE_NONE
        assert (game.number, game.result, game.confirmed) == (number, result, confirmed)
        for side in (1, 2):
            now, then = game.clock.side(side), was.side(side)
            assert (now.moves, now.period, now.violations) == (
                then.moves,
                then.period,
                then.violations,
            )
            assert abs(now.used_us - then.used_us) <= S  # since the last checkpoint
        assert game.clock.ended == was.ended
        self.powered += 1

    def check(self) -> None:
        device = self.hands.clock.device
        clock = device.game.clock
        assert not (clock.running and clock.ended)
        assert clock.left.used_us + clock.right.used_us <= device.time.now_us()
        if clock.running:
            # CL-45: whatever was touched, the game has the displays.
            assert device._console is None or not device._console.menu.is_open
        assert all(len(text) < 100 for text in (self.hands.left, self.hands.right))


def live(seed: int, acts: int) -> Monkey:
    monkey = Monkey(seed)
    for _ in range(acts):
        monkey.act()
    # A host that hears of it only now comes to the same game, record by record.
    clock = monkey.hands.clock
    talk = inside(clock)
    talk.hello()
    folded = Fold().take(talk.journal(clock.device.journal.journal_id)).clock
    game = clock.device.game.clock
    for side in (1, 2) if folded else ():
        mine, theirs = game.side(side), folded.side(side)
        assert (mine.moves, mine.period, mine.violations) == (
            theirs.moves,
            theirs.period,
            theirs.violations,
        )
    return monkey


@pytest.mark.parametrize("seed", range(3))
def test_keys_pressed_at_random_break_nothing(seed: int) -> None:
    live(seed, 150)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_hundreds_of_keys_pressed_at_random_break_nothing(seed: int) -> None:
    """Games are played, set up, ruled on and ended that way; the plug is pulled dozens of times."""
    monkey = live(seed, 600)
    assert monkey.powered > 5
    entries = list(monkey.hands.clock.device.journal.entries())
    assert len([kind for kind, _ in entries if kind == KIND_EVENT]) > 60
