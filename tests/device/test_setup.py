"""Set-up, and what is kept: nothing of a regulation is hidden, no loss of power loses any of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flagfall_clock.codes import METHOD_BYOYOMI, METHOD_CANADIAN, METHOD_FISCHER
from flagfall_clock.regulation import Period, Regulation
from flagfall_device.presets import OWN, PRESETS, Own
from flagfall_device.settings import Settings
from flagfall_device.setup import Setup
from flagfall_device.store import MemoryStore
from flagfall_protocol.codes import Key

from tests.support.hands import Hands
from tests.support.talk import inside, sudden

S = 1_000_000
MIN = 60 * S


# ---------------------------------------------------------------- every parameter


def shown(regulation: Regulation) -> list[tuple[str, str]]:
    setup = Setup(regulation, 0, lambda _: None)
    return [(line.name[0], line.said()[0]) for line in setup.lines()]


REGULATION_FIELDS = sorted(set(Regulation.__slots__) - {"left", "right"})
METHODS = {
    "increment_us": METHOD_FISCHER,
    "from_first_move": METHOD_FISCHER,
    "count": METHOD_BYOYOMI,
    "byo_us": METHOD_BYOYOMI,
    "byo_moves": METHOD_CANADIAN,
}


def period(**fields: Any) -> Period:
    made = Period(30 * MIN, None, 0, 5 * S, False, 3, 30 * S, 10)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize("field", REGULATION_FIELDS)
def test_set_up_shows_every_field_of_a_regulation(field: str) -> None:
    regulations = [Regulation([period(moves=40)]) for _ in range(2)]
    value = getattr(regulations[0], field)
    step = not value if isinstance(value, bool) else value + (MIN if field.endswith("_us") else 1)
    setattr(regulations[1], field, step)
    before, after = shown(regulations[0]), shown(regulations[1])
    assert len([1 for one, other in zip(before, after, strict=True) if one != other]) == 1


@pytest.mark.parametrize("field", Period.__slots__)
def test_set_up_shows_every_field_of_a_period(field: str) -> None:
    method = METHODS.get(field, 0)
    value = getattr(period(method=method), field)
    other = {"moves": 40, "from_first_move": True}.get(field)
    if other is None:
        other = value + (MIN if field.endswith("_us") else 1)
    before = shown(Regulation([period(method=method)]))
    assert before != shown(Regulation([period(**{"method": method, field: other})]))


def test_presets_are_exactly_those_asked_for() -> None:
    def told(made: Regulation) -> tuple[Any, ...]:
        first = made.left[0]
        added = (first.method, first.increment_us // S, first.byo_us // S)
        counts = (first.count, first.byo_moves)
        times = [(p.time_us // MIN, p.moves) for p in made.left]
        return (made.code, made.blitz, made.repeat_last, times, added, counts)

    assert {name: told(make()) for name, _, make in PRESETS} == {
        "renju blitz 5": (1, True, False, [(5, None)], (0, 0, 0), (0, 0)),
        "renju blitz 10": (1, True, False, [(10, None)], (0, 0, 0), (0, 0)),
        "renju 60 + 20/30": (1, False, False, [(60, None)], (5, 0, 1800), (0, 20)),
        "draughts blitz 5+3": (3, True, False, [(5, None)], (1, 3, 0), (0, 0)),
        "draughts rapid 15+5": (3, False, False, [(15, None)], (1, 5, 0), (0, 0)),
        "draughts 1:20 + 1": (3, False, False, [(80, None)], (1, 60, 0), (0, 0)),
        "2 h/50 + 1 h/25 ...": (3, False, True, [(120, 50), (60, 25)], (0, 0, 0), (0, 0)),
        "micro-match 45+15": (3, False, False, [(45, None)], (1, 15, 0), (0, 0)),
        "byo-yomi 30 + 3x30": (0, False, False, [(30, None)], (4, 0, 30), (3, 0)),
        "canadian 30 + 15/5": (0, False, False, [(30, None)], (5, 0, 300), (0, 15)),
        "hourglass 2": (0, False, False, [(2, None)], (6, 0, 0), (0, 0)),
    }


# ---------------------------------------------------------------- odds


def in_set_up(hands: Hands) -> None:
    hands.tap(Key.OK)
    hands.find("set-up")
    hands.tap(Key.OK)


def test_rules_that_only_a_laptop_can_give_one_side_pass_through_a_set_up() -> None:
    """CL-01: odds may be whole other periods; the keys then change the left side's."""
    hands = Hands()
    device = hands.clock.device
    theirs = [Period(60 * MIN, 30, METHOD_FISCHER, 9 * S), Period(7 * MIN), Period(5 * MIN)]
    theirs[1].moves = 10
    device.lay_out(Regulation([Period(5 * MIN)], theirs))
    in_set_up(hands)
    hands.find("right side")
    assert hands.right == "other rules"
    hands.dial("1. time", "0:06:00")
    hands.tap(Key.START_STOP)
    laid_out = device.regulation()
    assert [p.time_us for p in laid_out.left] == [6 * MIN]
    assert [(p.time_us, p.moves, p.increment_us) for p in laid_out.right] == [
        (60 * MIN, 30, 9 * S),
        (7 * MIN, 10, 0),
        (5 * MIN, None, 0),
    ]
    in_set_up(hands)
    hands.choose("right side", "same")
    hands.tap(Key.START_STOP)
    assert [p.time_us for p in device.regulation().right] == [6 * MIN]


def test_sides_that_are_alike_on_the_wire_are_the_same_in_a_set_up() -> None:
    hands = Hands()
    talk = inside(hands.clock)
    talk.hello()
    talk.lay_out(*sudden(5))
    hands.clock.kill()
    hands.clock.restart()
    hands = Hands(hands.clock)
    in_set_up(hands)
    hands.find("right side")
    assert hands.right == "same"


# ---------------------------------------------------------------- own regulations, settings


class PowerLost(Exception):
    """The plug is pulled in the middle of a write."""


class Cut(MemoryStore):
    """Takes so many bytes (an erased slot counts as one), then power fails."""

    budget = 1 << 30

    def append(self, slot: int, at: int, data: bytes | bytearray) -> None:
        taken = min(len(data), self.budget)
        self.budget -= taken
        super().append(slot, at, data[:taken])
        if taken < len(data):
            raise PowerLost

    def erase(self, slot: int) -> None:
        if not self.budget:
            raise PowerLost
        self.budget -= 1
        super().erase(slot)


def cut_everywhere(full: Callable[[Cut], None], last: Callable[[Cut], None]) -> Iterator[Cut]:
    """What flash holds if power fails at each byte of `last`, after `full`."""
    for budget in range(100_000):
        store = Cut()
        full(store)
        store.budget = budget
        try:
            last(store)
        except PowerLost:
            store.budget = 1 << 30
            yield store
        else:
            assert budget > 20
            return


def test_settings_survive_a_loss_of_power_at_every_byte() -> None:
    """Also when a slot is full and the other one is begun: the code is never lost."""

    def set_code(store: Cut, code: int) -> Settings:
        settings = Settings(store)
        settings.code = code
        settings.keep()
        return settings

    def full(store: Cut) -> None:
        settings = set_code(store, 1111)
        while settings._entries.room() >= 64:
            settings.keep()

    seen = {Settings(store).code for store in cut_everywhere(full, lambda s: set_code(s, 2222))}
    assert seen == {1111}  # the new one counts with its last byte


def test_own_regulations_survive_a_loss_of_power_at_every_byte() -> None:
    def keep(store: Cut, slot: int, minutes: int) -> Own:
        own = Own(store)
        own.keep(slot, Regulation([Period(minutes * MIN)]))
        return own

    def full(store: Cut) -> None:
        for slot in range(OWN):
            own = keep(store, slot, 10 + slot)
        while own._entries.room() >= 3000:
            own.keep(0, Regulation([Period(10 * MIN)]))

    for store in cut_everywhere(full, lambda s: keep(s, 2, 99) and None):
        minutes = [kept.left[0].time_us // MIN for kept in Own(store).kept if kept]
        assert minutes in ([10, 11, 12, 13], [10, 11, 99, 13])


def test_what_was_kept_as_own_does_not_change_with_the_draft() -> None:
    hands = Hands()
    in_set_up(hands)
    hands.dial("1. time", "0:17:00")
    hands.find("keep as own", Key.UP)
    hands.tap(Key.OK, Key.OK)
    hands.dial("1. time", "0:18:00")
    hands.tap(Key.BACK)
    hands.find("presets", Key.UP)
    hands.tap(Key.OK)
    hands.find("own 1")
    hands.tap(Key.OK)
    hands.find("1. time")
    assert hands.right == "0:17:00"
