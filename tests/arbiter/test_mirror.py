"""The mirror: a clock's journal folded through the engine is the clock's own game."""

from typing import Any

from flagfall.arbiter.mirror import Mirror
from flagfall.arbiter.regulations import from_records, to_messages
from flagfall_clock.engine import Clock
from flagfall_clock.regulation import Period, Regulation
from flagfall_protocol import codes, messages
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.paper_clock import PaperClock, blitz

SECOND = 1_000_000
LEFT, RIGHT = codes.Side.LEFT, codes.Side.RIGHT
Act, Happened = codes.Act, codes.Happened


def folded(clock: PaperClock) -> Mirror:
    mirror = Mirror()
    for record in clock.records:
        mirror.fold(record)
    return mirror


def same(mirror: Mirror, clock: PaperClock) -> bool:
    assert mirror.clock is not None
    return bool(mirror.clock.snapshot() == clock.clock.snapshot())


def two_controls() -> Regulation:
    periods = [
        Period(60 * SECOND, 3, codes.Method.FISCHER, 2 * SECOND),
        Period(30 * SECOND, None, codes.Method.BYOYOMI, count=2, byo_us=5 * SECOND),
    ]
    return Regulation(periods, code=codes.Code.RENJU_RF)


ACTS = st.sampled_from(
    [
        *(Act.STOP, Act.RESUME, Act.TAKEBACK, Act.CORRECT, Act.CHARGE, Act.HALF_SPLIT),
        *(Act.COMPENSATE, Act.FLAG_VERDICT, Act.RUN_FOR, Act.ADJOURN, Act.OPEN_SEALED, Act.END),
    ]
)
STEPS = st.lists(
    st.tuples(
        st.integers(0, 20 * SECOND),
        st.one_of(st.just(None), st.just("boot"), ACTS),
        st.sampled_from([LEFT, RIGHT]),
        st.integers(-10 * SECOND, 10 * SECOND),
    ),
    max_size=40,
)


@settings(max_examples=150, deadline=None)
@given(STEPS, st.booleans())
def test_mirror_is_the_clock_after_every_record(steps: list[Any], long: bool) -> None:
    """CL-39: a game can be rebuilt from its records at any moment."""
    clock = PaperClock(two_controls() if long else blitz(120))
    clock.do(SECOND, Act.START, side=LEFT)
    for dt_us, act, side, amount_us in steps:
        at_us = clock.at_us + dt_us
        if act is None:
            clock.press(at_us, side)
        elif act == "boot":
            clock.boot()
        else:
            flags = codes.OrderFlag.DELTA if act == Act.CORRECT else 0
            clock.do(at_us, act, side=side, amount_us=amount_us, flags=flags)
    mirror = folded(clock)
    assert mirror.doubt == ""
    assert same(mirror, clock)
    assert (mirror.newest, mirror.at_us) == (len(clock.records), clock.at_us)


def test_moves_carry_what_they_used_and_both_times() -> None:
    clock = PaperClock(blitz(60))
    clock.do(0, Act.START, side=LEFT)
    clock.press(5 * SECOND, LEFT)
    clock.press(7 * SECOND, RIGHT)
    clock.press(12 * SECOND + 1, LEFT)
    moves = folded(clock).moves
    assert [m.used_us for m in moves] == [5 * SECOND, 2 * SECOND, 5 * SECOND + 1]
    assert [m.side for m in moves] == ["left", "right", "left"]
    assert (moves[2].left_us, moves[2].right_us) == (50 * SECOND - 1, 58 * SECOND)
    assert moves[2].seq == len(clock.records)


def test_a_press_taken_back_is_no_move_any_more() -> None:
    """CL-21"""
    clock = PaperClock(blitz())
    clock.do(0, Act.START, side=LEFT)
    clock.press(5 * SECOND, LEFT)
    clock.do(8 * SECOND, Act.TAKEBACK)
    clock.press(9 * SECOND, LEFT)
    mirror = folded(clock)
    assert [m.used_us for m in mirror.moves] == [9 * SECOND]
    assert same(mirror, clock)


def test_an_idle_press_is_no_move() -> None:
    clock = PaperClock(blitz())
    clock.do(0, Act.START, side=LEFT)
    clock.press(5 * SECOND, RIGHT)
    assert folded(clock).moves == []


def test_times_that_differ_put_the_mirror_in_doubt_until_a_snapshot() -> None:
    """CL-12: the clock alone has authority on time."""
    clock = PaperClock(blitz())
    clock.do(0, Act.START, side=LEFT)
    clock.press(5 * SECOND, LEFT)
    wrong = messages.Event(**{**vars(clock.records[-1]), "left_us": 1})
    mirror = Mirror()
    for record in (*clock.records[:-1], wrong):
        mirror.fold(record)
    assert "left" in mirror.doubt
    mirror.adopt(clock.clock.snapshot())
    assert mirror.doubt == ""
    clock.press(9 * SECOND, RIGHT)
    mirror.fold(clock.records[-1])
    assert mirror.doubt == ""
    assert same(mirror, clock)


def test_a_boot_stops_the_game_as_of_the_last_record() -> None:
    clock = PaperClock(blitz())
    clock.do(0, Act.START, side=LEFT)
    clock.press(5 * SECOND, LEFT)
    clock.boot()
    mirror = folded(clock)
    assert mirror.clock is not None
    assert mirror.clock.running == codes.Side.NONE
    assert mirror.clock.turn == RIGHT
    assert mirror.clock.right.remaining_us == 300 * SECOND


def test_a_new_game_forgets_the_old_one() -> None:
    """Failure 3: a timer of the old game must not reach the new one."""
    clock = PaperClock(blitz(2))
    clock.do(0, Act.START, side=LEFT)
    clock.press(SECOND, LEFT)
    clock.do(9 * SECOND, Act.STOP)
    clock.lay_out(blitz(60))
    mirror = folded(clock)
    assert mirror.moves == []
    assert mirror.game == 2
    assert mirror.clock is not None
    assert mirror.clock.left.flag_us < 0
    assert same(mirror, clock)


def test_a_state_given_to_another_unit_goes_on_there() -> None:
    """CL-12"""
    clock = PaperClock(blitz())
    clock.do(0, Act.START, side=LEFT)
    clock.press(5 * SECOND, LEFT)
    mirror = folded(clock)
    assert mirror.clock is not None
    state = mirror.clock.snapshot()
    mirror.expect(state)
    fresh = PaperClock(blitz(), journal=9)
    fresh.clock = Clock.restored(state)
    fresh.clock.halt()  # as the firmware does: what lies between two units' times is nobody's
    fresh.at_us = 20 * SECOND
    fresh.do(20 * SECOND, Act.REPLACE)
    del fresh.records[-2]  # the firmware writes no order of a restore
    for record in fresh.records[-1:]:
        mirror.fold(record)
    fresh.do(30 * SECOND, Act.RESUME)
    for record in fresh.records[-2:]:
        mirror.fold(record)
    assert mirror.doubt == ""
    assert [m.side for m in mirror.moves] == ["left"]
    assert same(mirror, fresh)
    assert mirror.clock.right.remaining_us == 300 * SECOND


def test_a_regulation_comes_back_from_the_wire_as_it_was() -> None:
    regulation = two_controls()
    regulation.right = [
        Period(90 * SECOND, None, codes.Method.CANADIAN, byo_us=SECOND, byo_moves=9)
    ]
    regulation.hold_limit_us = 1_500_000
    regulation.black_right = True
    regulation.repeat_last = True
    clock = PaperClock(regulation)
    head, *periods = (r for r in clock.records if not isinstance(r, messages.Event))
    assert Clock(from_records(head, periods)).snapshot() == Clock(regulation).snapshot()
    told, _periods = to_messages(regulation)
    assert told.periods_left == 2
    assert told.periods_right == 1


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_hostile_journal_brings_out_doubt_and_nothing_else(data: st.DataObject) -> None:
    """Records that make no sense stay at their own table."""
    clock = PaperClock(blitz())
    clock.do(0, Act.START, side=LEFT)
    records = list(clock.records)
    changes = data.draw(st.lists(st.integers(0, len(records) - 1), max_size=4))
    for at in changes:
        fields = vars(records[at])
        name = data.draw(st.sampled_from([f for f in fields if f.endswith("_us") or f == "moves"]))
        value = data.draw(st.integers(0, 65535 if name == "moves" else 1 << 62))
        records[at] = type(records[at])(**{**fields, name: value})
    mirror = Mirror()
    for record in records:
        mirror.fold(record)
