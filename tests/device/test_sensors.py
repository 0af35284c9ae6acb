"""What stands on the board: three equal readings count, a press takes what counts at its moment."""

from collections.abc import Iterator

import pytest
from flagfall.sim.inside import Inside
from flagfall_device.sensors import EVERY_US, Sensors
from flagfall_device.timebase import Timebase
from flagfall_protocol import messages as m
from flagfall_protocol.codes import Act, Capability, Key, Side
from hypothesis import given
from hypothesis import strategies as st

from tests.support.talk import Talk, inside, sudden

MS = 1000
SIZES = (64, 100, 49, 225)


def bits(*squares: int) -> bytes:
    return sum(1 << square for square in squares).to_bytes(29, "little")


def squares_of(occupied: bytes | bytearray) -> set[int]:
    return {i for i in range(8 * len(occupied)) if occupied[i >> 3] >> (i & 7) & 1}


def reader(count: int, readings: Iterator[bytes]) -> Sensors:
    def scan(raw: bytearray) -> None:
        raw[:] = next(readings)

    return Sensors(count, scan)


# ---------------------------------------------------------------- debouncing


def test_square_counts_after_three_equal_readings() -> None:
    """Failure 36: debounce is on the device, at least 50 readings a second."""
    assert 1_000_000 / EVERY_US >= 50
    sensors = reader(64, iter([bits(7)] * 3))
    assert [sensors.read() for _ in range(3)] == [False, False, True]
    assert squares_of(sensors.occupied) == {7}


def test_bounce_and_a_touch_in_passing_never_count() -> None:
    """Failure 35: a piece slid over a square stands there for a reading or two."""
    seen = [bits(1), bits(), bits(1), bits(1), bits(), bits(2), bits(2, 1), bits(1)]
    sensors = reader(64, iter(seen))
    assert not any(sensors.read() for _ in seen)
    assert squares_of(sensors.occupied) == set()


@pytest.mark.parametrize("count", SIZES)
def test_boards_of_every_size_are_read_to_their_last_square(count: int) -> None:
    sensors = reader(count, iter([bits(0, count - 1)] * 3))
    for _ in range(3):
        sensors.read()
    assert squares_of(sensors.occupied) == {0, count - 1}


@given(st.lists(st.integers(0, 0xFFFF), max_size=40))
def test_debounce_is_what_a_history_of_each_square_says(readings: list[int]) -> None:
    """Against three equal readings, counted square by square."""
    sensors = reader(16, iter([n.to_bytes(29, "little") for n in readings]))
    for done in range(1, len(readings) + 1):
        sensors.read()
        expected = 0
        for square in range(16):
            level = 0
            history = [n >> square & 1 for n in readings[:done]]
            for a, b, c in zip(history, history[1:], history[2:], strict=False):
                level = a if a == b == c else level
            expected |= level << square
        assert int.from_bytes(sensors.occupied[:2], "little") == expected


def test_readings_keep_their_rhythm() -> None:
    """Every 15 ms and not oftener, however often the loop turns."""
    taken = []
    time = Timebase(0)
    sensors = Sensors(64, lambda _raw: taken.append(time.now_us()))
    for tick in range(0, 90 * MS, MS):
        time.advance(tick)
        sensors.turn(time)
    assert taken == [0, 15 * MS, 30 * MS, 45 * MS, 60 * MS, 75 * MS]


# ---------------------------------------------------------------- in a game


def playing(minutes: int = 5) -> Talk:
    """A clock whose left side runs from virtual time 0 on, beside a board with two pieces."""
    talk = inside(Inside(b"flagfall"))
    assert Capability.BOARD in talk.hello().capabilities
    talk.say(m.SetBoard(64, bits(8, 55)))
    talk.lay_out(*sudden(minutes))
    talk.order(Act.START, Side.LEFT)
    return talk


def boards(talk: Talk) -> list[tuple[int, int, set[int]]]:
    """(moment in ms, at a press?, squares) of every board that was recorded."""
    hello = talk.hello()
    return [
        (r.at_us // MS, r.press, squares_of(r.occupied))
        for r in talk.journal(hello.journal_id)
        if isinstance(r, m.BoardEvent)
    ]


def press(talk: Talk, at_ms: int, key: Key = Key.LEFT) -> None:
    """A press at a moment that lies 100 ms before the time reached."""
    talk.advance(at_ms * MS)
    talk.advance((at_ms + 100) * MS, (key, True, 0), (key, False, 80 * MS))


def test_changes_are_recorded_when_they_count_and_the_board_at_the_press() -> None:
    talk = playing()
    talk.advance(1000 * MS)
    talk.say(m.SetBoard(64, bits(55)))
    talk.advance(2000 * MS)
    talk.say(m.SetBoard(64, bits(17, 55)))
    press(talk, 3000)
    assert boards(talk) == [
        (1030, 0, {55}),
        (2030, 0, {17, 55}),
        (3000, 1, {17, 55}),
    ]


def test_the_board_of_a_press_stands_right_before_it() -> None:
    """The host finds which press it belongs to by its number."""
    talk = playing()
    press(talk, 1000)
    hello = talk.hello()
    records = talk.journal(hello.journal_id)
    at = next(i for i, r in enumerate(records) if isinstance(r, m.BoardEvent) and r.press)
    event = records[at + 1]
    assert (event.act, event.side, event.seq) == (Act.PRESS, Side.LEFT, records[at].seq + 1)
    assert event.at_us == records[at].at_us


def test_what_was_put_down_just_before_the_press_does_not_count_yet() -> None:
    """The press commits: what stood at the press counts (failure 35)."""
    talk = playing()
    talk.advance(1000 * MS)
    talk.say(m.SetBoard(64, bits(8, 17)))
    press(talk, 1020)
    press(talk, 2000, Key.RIGHT)
    assert boards(talk) == [(1020, 1, {8, 55}), (1030, 0, {8, 17}), (2000, 1, {8, 17})]


def test_a_piece_slid_over_a_square_leaves_no_trace() -> None:
    talk = playing()
    talk.advance(1000 * MS)
    talk.say(m.SetBoard(64, bits(55)))
    talk.advance(1400 * MS)
    for at_ms, square in ((1420, 17), (1440, 26), (1500, 35)):
        talk.say(m.SetBoard(64, bits(square, 55)))
        talk.advance(at_ms * MS)
    press(talk, 2000)
    assert [squares for _at, _press, squares in boards(talk)] == [{55}, {35, 55}, {35, 55}]


def test_nothing_is_recorded_before_the_start_and_after_the_end() -> None:
    """Failure 38: kings put in the middle for the result are no moves."""
    talk = inside(Inside(b"flagfall"))
    talk.hello()
    talk.say(m.SetBoard(64, bits(8, 55)))
    talk.lay_out(*sudden())
    talk.advance(500 * MS)
    talk.say(m.SetBoard(64, bits(9, 55)))
    talk.advance(1000 * MS)
    talk.order(Act.START, Side.LEFT)
    press(talk, 2000)
    talk.order(Act.END)
    talk.say(m.SetBoard(64, bits(27, 36)))
    press(talk, 3000)
    assert boards(talk) == [(2000, 1, {9, 55})]


def test_presses_that_do_nothing_do_not_fill_the_journal_with_boards() -> None:
    """Only as many as are recorded themselves (three in a row)."""
    talk = playing()
    for n in range(20):
        press(talk, 1000 + 200 * n, Key.RIGHT)
    assert len(boards(talk)) == 3


def test_a_long_thought_does_not_keep_the_sensors_from_being_read() -> None:
    """Failure 31: the tick wraps several times meanwhile."""
    talk = playing(90)
    talk.advance(3_500_000 * MS)
    talk.say(m.SetBoard(64, bits(8, 54)))
    press(talk, 3_500_100)
    assert boards(talk)[-1] == (3_500_100, 1, {8, 54})


def test_after_a_loss_of_power_the_board_is_read_anew() -> None:
    """Failure 39: what stands there when power comes back is what the game goes on from."""
    clock = Inside(b"flagfall")
    talk = inside(clock)
    talk.hello()
    talk.say(m.SetBoard(100, bits(3, 99)))
    talk.lay_out(*sudden())
    talk.order(Act.START, Side.LEFT)
    press(talk, 1000)
    clock.kill()
    clock.restart()
    talk = inside(clock)
    talk.hello()
    talk.say(m.SetBoard(100, bits(4, 99)))
    talk.order(Act.RESUME)
    press(talk, 2000, Key.RIGHT)
    assert boards(talk)[-1] == (2000, 1, {4, 99})


def test_a_clock_without_a_board_records_none() -> None:
    talk = inside(Inside(b"flagfall"))
    talk.hello()
    talk.lay_out(*sudden())
    talk.order(Act.START, Side.LEFT)
    press(talk, 1000)
    assert boards(talk) == []
