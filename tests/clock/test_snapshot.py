"""A whole game as bytes: everything is in it, and garbage is none."""

from binascii import crc32
from random import Random
from struct import pack

import pytest
from flagfall.arbiter.scenario import parse_regulation, parse_step
from flagfall_clock.engine import Clock
from flagfall_clock.regulation import Period
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.clocks import BOTH, LEFT, MIN, RIGHT, S, clock, do
from tests.support.scenarios import random_regulation, random_steps


def played(random: Random) -> Clock:
    game = Clock(parse_regulation(random_regulation(random)))
    for step in random_steps(random, 15):
        parsed = parse_step(step, "step")
        game.do(parsed.at_us, parsed.order)
    return game


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_what_comes_back_is_what_was_kept(random: Random) -> None:
    """CL-12: times, periods, counts, turn, violations, penalties, flags, the press's memory."""
    data = played(random).snapshot()
    assert Clock.restored(data).snapshot() == data


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False), st.data())
def test_damaged_bytes_are_refused(random: Random, data: st.DataObject) -> None:
    """Every way a snapshot can be damaged on the wire or in flash ends in ValueError."""
    whole = bytearray(played(random).snapshot())
    at = data.draw(st.integers(0, len(whole) - 1))
    kind = data.draw(st.sampled_from(["flip", "cut", "grow"]))
    if kind == "flip":
        whole[at] ^= 1 << data.draw(st.integers(0, 7))
    elif kind == "cut":
        del whole[at:]
    else:
        whole += bytes(data.draw(st.integers(1, 9)))
    with pytest.raises(ValueError, match="snapshot"):
        Clock.restored(bytes(whole))


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.data())
def test_well_formed_nonsense_is_refused_or_runs(random: Random, data: st.DataObject) -> None:
    """A snapshot with a right CRC and wrong fields is refused, or is a clock that works."""
    body = bytearray(played(random).snapshot()[:-4])
    for _ in range(data.draw(st.integers(1, 4))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    try:
        game = Clock.restored(bytes(body) + pack("<I", crc32(body)))
    except ValueError:
        return
    at_us = game.now_us + 3 * MIN
    game.settle(at_us)
    game.press(at_us + 1, LEFT)
    game.press(at_us + 1, RIGHT)
    do(game, at_us + 2, "takeback")
    do(game, at_us + 3, "half_split", amount_us=7 * S)
    game.segment(LEFT, game.now_us)


def test_no_snapshot_is_longer_than_a_restore_can_carry() -> None:
    """The wire's parts are numbered in a byte: 32 periods a side are the most there can be."""
    periods = [Period(MIN, 5) for _ in range(31)] + [Period(MIN)]
    odds = [Period(2 * MIN, 5) for _ in range(31)] + [Period(MIN)]
    assert len(clock(*periods, right=odds).snapshot()) <= 255 * 40


def test_a_time_no_clock_ever_counted_is_not_kept() -> None:
    game = clock(Period(MIN))
    do(game, 0, "correct", BOTH, flags=64, amount_us=1 << 62)
    with pytest.raises(ValueError, match="range"):
        game.snapshot()
