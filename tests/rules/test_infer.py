"""Moves read from occupied squares at the press (CL-23, failures of sensors 35–39)."""

import random
from itertools import pairwise
from typing import Any

import pytest
from flagfall import rules
from flagfall.rules.infer import Follower, occupied, read
from hypothesis import given
from hypothesis import strategies as st

AMBIGUOUS = "W:b8Wwb,h8Bw,d6Bb,h6WwB,h4Ww,c3bBW,e3BBW,b2bw"


def random_game(name: str, seed: int, plies: int = 70) -> list[Any]:
    chance = random.Random(f"{name} {seed}")
    positions = [rules.variant(name).start()]
    while positions[-1].legal_moves and len(positions) <= plies:
        positions.append(positions[-1].push(chance.choice(positions[-1].legal_moves)))
    return positions


@pytest.mark.parametrize("name", ["russian", "international", "brazilian", "english"])
def test_no_move_of_real_like_games_is_ambiguous(name: str) -> None:
    """Over 100,000 positions none was; a few hundred stand for them here."""
    for seed in range(4):
        for before, after in pairwise(random_game(name, seed)):
            assert read(before, occupied(after)).move == after.last_move


def test_several_moves_that_leave_the_same_squares_become_a_question() -> None:
    """Bashni: two ways to d2 strike the same columns in another order, one more often."""
    position = rules.variant("bashni").position(AMBIGUOUS)
    boards: dict[frozenset[str], list[Any]] = {}
    for move in position.legal_moves:
        boards.setdefault(occupied(position.push(move)), []).append(move)
    board, moves = max(boards.items(), key=lambda item: len(item[1]))
    assert len(moves) > 1
    reading = read(position, board)
    assert (reading.kind, reading.move) == ("several", None)
    assert set(reading.moves) == set(moves)
    assert all(m.long_text in reading.question for m in moves)


def test_board_no_move_leaves_names_the_nearest_moves_and_the_squares_that_differ() -> None:
    position = rules.variant("russian").start()
    board = set(occupied(position)) - {"c3"} | {"c5"}
    reading = read(position, board)
    assert reading.kind == "none"
    assert reading.moves
    assert (reading.missing, reading.extra) == (("b4",), ("c5",))
    assert "c3-b4" in reading.question


def test_a_piece_slid_over_squares_is_read_where_it_stands_at_the_press() -> None:
    """Failure 35: the press commits; what was touched on the way does not count."""
    follower = Follower(rules.variant("international").start())
    for square, on in [("32", False), ("27", True), ("27", False), ("28", True)]:
        follower.change(square, on)
    assert follower.press().move.text == "32-28"


def test_captured_pieces_may_be_taken_off_in_any_order() -> None:
    """Failure 37: only the board at the press is matched."""
    follower = Follower(rules.variant("russian").position("W:Wc3:Bd4,f6,h8"))
    for square, on in [("f6", False), ("c3", False), ("g7", True), ("d4", False)]:
        follower.change(square, on)
    assert follower.press().move.captured == ("d4", "f6")


def test_nothing_counts_after_the_end() -> None:
    """Failure 38: kings put in the middle for the result are no moves."""
    follower = Follower(rules.variant("russian").position("W:Wc3:Bd4"))
    for square, on in [("c3", False), ("d4", False), ("e5", True)]:
        follower.change(square, on)
    assert follower.press().move is not None
    follower.change("d4", True)
    assert follower.press().kind == "over"
    assert follower.asked is None


def test_after_a_resumption_the_sensors_follow_the_restored_position() -> None:
    """Failure 39."""
    game = rules.variant("russian")
    follower = Follower(game.start())
    follower.change("c3", False)
    follower.restore(game.position("B:Wc3:Bf6"))
    follower.change("f6", False)
    follower.change("g5", True)
    assert follower.press().move.text == "f6-g5"


def test_press_without_a_move_is_a_question() -> None:
    """CL-17: in draughts an irregularity, in renju a pass or a mistake."""
    follower = Follower(rules.variant("russian").start())
    assert follower.press().kind == "unchanged"
    assert follower.asked is not None
    assert follower.settle("c3-d4").text == "c3-d4"
    assert follower.asked is None


def test_colours_tell_apart_what_occupancy_cannot() -> None:
    position = rules.variant("russian").position("W:Wc3:Bf6")
    after = position.play("c3-d4")
    colours = {square: piece.colour for square, piece in after.pieces().items()}
    assert read(position, occupied(after), colours=colours).move is not None
    wrong = {**colours, "d4": "black"}
    assert read(position, occupied(after), colours=wrong).kind == "none"  # type: ignore[arg-type]


@given(st.sets(st.sampled_from(rules.variant("russian").squares)))
def test_any_board_gives_a_reading(board: set[str]) -> None:
    reading = read(rules.variant("russian").start(), board)
    assert (reading.move is None) == (reading.kind != "move")


def test_square_that_is_none_is_refused() -> None:
    with pytest.raises(rules.InvalidPosition):
        read(rules.variant("russian").start(), {"z9"})
