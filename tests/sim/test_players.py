"""Replayed players: times as in the record, else from the seed, whatever interrupts them."""

from flagfall.sim.players import LEAST_THOUGHT_US, PRESS_HOLD_US, Press, Turn, next_press
from flagfall.sim.thinking import draw, drawn, from_readings
from flagfall_protocol.codes import Key
from hypothesis import given
from hypothesis import strategies as st

SECOND = 1_000_000


def test_draws_are_the_same_on_every_machine() -> None:
    """The first eight bytes of `printf 'flagfall|0' | sha256sum`, modulo the span."""
    assert draw("flagfall", 0, 0, 10**9) == 455425974


@given(st.text(max_size=8), st.integers(0, 1000), st.integers(-50, 50), st.integers(0, 99))
def test_draws_stay_in_their_range(seed: str, n: int, low: int, span: int) -> None:
    assert low <= draw(seed, n, low, low + span) <= low + span


def test_readings_that_count_down_show_the_record_seconds_rounded_up() -> None:
    readings = [600, 597, 595, 595, 594]
    used = from_readings("s", readings, base_us=600 * SECOND, counts_up=False)
    assert [-(-(600 * SECOND - u) // SECOND) for u in used] == readings
    assert all(b - a >= LEAST_THOUGHT_US for a, b in zip([0, *used], used, strict=False))


def test_readings_that_count_up_show_the_record_seconds_rounded_down() -> None:
    readings = [350, 370, 370]
    used = from_readings("s", readings, base_us=340 * SECOND, counts_up=True)
    assert [(340 * SECOND + u) // SECOND for u in used] == readings


@given(st.text(max_size=5), st.integers(1, 300), st.integers(80, 900), st.integers(0, 10))
def test_drawn_thoughts_never_use_up_the_time(seed: str, n: int, main_s: int, more_s: int) -> None:
    used = drawn(seed, n, main_us=main_s * SECOND, increment_us=more_s * SECOND)
    before = 0
    for moves_made, u in enumerate(used):
        assert u - before >= LEAST_THOUGHT_US
        assert u < main_s * SECOND + moves_made * more_s * SECOND
        before = u


def test_a_thought_is_measured_on_the_players_own_clock() -> None:
    """An interruption moves the press, never the time used."""
    turns = [Turn("left", "34-29", 5 * SECOND), Turn("right", "17-22", 7 * SECOND)]
    assert next_press(turns, 0, 0, 100) == Press("left", 100 + 5 * SECOND)
    assert next_press(turns, 0, 3 * SECOND, 900 * SECOND) == Press("left", 902 * SECOND)
    assert next_press(turns, 1, 8 * SECOND, 50) == Press("right", 50)
    assert next_press(turns, 2, 0, 0) is None


def test_a_press_is_a_key_that_goes_down_and_up() -> None:
    down, up = Press("right", 1_000_500).edges
    assert (down.key, down.pressed, down.at_us) == (Key.RIGHT, True, 1_000_500)
    assert (up.key, up.pressed, up.at_us) == (Key.RIGHT, False, 1_000_500 + PRESS_HOLD_US)
