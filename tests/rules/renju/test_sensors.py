"""Reading a move of renju from the points that are occupied at the press."""

import random

import pytest
from flagfall.rules.errors import IllegalMove
from flagfall.rules.renju import PASS, RENJU, RENJU_RF
from flagfall.rules.renju.points import find, find_all
from flagfall.rules.renju.sensors import infer


def test_every_move_of_random_games_is_read_back() -> None:
    """A placing is never ambiguous; a press without a stone is a pass (R2.1.6)."""
    lot = random.Random(3)
    for variant in (RENJU, RENJU_RF):
        position = variant.start()
        while position.outcome() is None and position.ply < 80:
            move = lot.choice(list(position.legal_moves))
            after = position.push(move)
            assert infer(position, {point for point, _ in after.stones()}) == move
            position = after


def test_a_foul_is_read_like_any_stone() -> None:
    position = RENJU.start().play("h8 a1 h9 a3 i7 a5 k7 a7")
    seen = {point for point, _ in position.stones()} | {find("h7") or 0}
    assert infer(position, seen).text == "h7"


def test_what_is_no_single_move_is_said_with_its_points() -> None:
    position = RENJU.start().play("h8 h9")
    for seen, where in (("h8", "h9"), ("h8 h9 i9 j9", "i9, j9"), ("h8 i9", "h9, i9")):
        with pytest.raises(IllegalMove) as caught:
            infer(position, find_all(seen) or ())
        assert (caught.value.reason, caught.value.where) == ("sensors", where)
    assert infer(position, find_all("h8 h9") or ()) == PASS
