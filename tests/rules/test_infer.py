"""Moves read from occupied squares at the press (CL-23, failures of sensors 35–39)."""

import random
from itertools import pairwise
from typing import Any

import pytest
from flagfall import rules
from flagfall.rules.infer import Follower, layout, occupied, read
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
    """CL-17: in draughts an irregularity (in renju a pass or a mistake, see below)."""
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


# ---------------------------------------------------------------- stones


def test_every_move_of_random_games_of_stones_is_read_back() -> None:
    """A placing is never ambiguous; what is no stone is a pass or a mistake (R2.1.6, R2.1.7)."""
    lot = random.Random(3)
    for name in ("renju", "renju-rf"):
        position = rules.variant(name).start()
        while position.outcome() is None and position.ply < 60:
            move = lot.choice(list(position.legal_moves))
            after = position.push(move)
            reading = read(position, occupied(after))
            assert reading.kind == ("unchanged" if move.is_pass else "move")
            assert reading.moves == (move,)
            position = after


def test_a_press_without_a_stone_is_a_pass_or_a_mistake() -> None:
    """CL-17"""
    follower = Follower(rules.variant("renju").start().play("h8"))
    reading = follower.press()
    assert (reading.kind, [m.text for m in reading.moves]) == ("unchanged", ["pass"])
    assert "pass or a mistake" in reading.question
    follower.settle("pass")
    follower.change("i9", True)
    assert follower.press().move.text == "i9"


def test_a_press_before_the_first_stone_can_only_be_a_mistake() -> None:
    reading = Follower(rules.variant("renju").start()).press()
    assert (reading.kind, reading.moves) == ("unchanged", ())


def test_a_foul_is_shown_with_the_rule_and_not_swallowed() -> None:
    position = rules.variant("renju").start().play("h8 a1 h9 a3 i7 a5 k7 a7")
    follower = Follower(position)
    follower.change("h7", True)
    reading = follower.press()
    assert (reading.kind, reading.extra, reading.move) == ("illegal", ("h7",), None)
    assert "R1.4.2" in reading.question
    # Under `rif` it stands until white claims it; under `rf` the position is corrected.
    assert follower.settle("h7").text == "h7"
    follower = Follower(rules.variant("renju-rf").position(position.fen))
    follower.change("h7", True)
    assert follower.press().kind == "illegal"
    with pytest.raises(rules.IllegalMove):
        follower.settle("h7")


def test_stones_that_are_no_single_move_are_named() -> None:
    position = rules.variant("renju").start().play("h8 h9")
    for seen, missing, extra in (
        ({"h8"}, ("h9",), ()),
        ({"h8", "h9", "i9", "j9"}, (), ("i9", "j9")),
        ({"h8", "i9"}, ("h9",), ("i9",)),
    ):
        reading = read(position, seen)
        assert (reading.kind, reading.missing, reading.extra) == ("none", missing, extra)
        assert all(point in reading.question for point in (*missing, *extra))


# ---------------------------------------------------------------- sensors by number


@pytest.mark.parametrize(
    ("name", "cells", "squares", "corner"),
    [
        ("russian", 64, 32, ("", "b8")),
        ("international", 100, 50, ("", "1")),
        ("lasca", 49, 25, ("a7", "")),
        ("renju", 225, 225, ("a15", "b15")),
        ("turkish", 64, 64, ("a8", "b8")),
    ],
)
def test_sensors_are_numbered_row_by_row_from_the_top_left(
    name: str, cells: int, squares: int, corner: tuple[str, str]
) -> None:
    variant = rules.variant(name)
    whole = layout(variant, cells)
    assert whole[:2] == corner
    assert [square for square in whole if square] == list(variant.squares)
    assert layout(variant, squares) == variant.squares
    with pytest.raises(rules.InvalidPosition):
        layout(variant, cells + 1)


@given(st.sets(st.sampled_from(rules.variant("russian").squares)))
def test_any_board_gives_a_reading(board: set[str]) -> None:
    reading = read(rules.variant("russian").start(), board)
    assert (reading.move is None) == (reading.kind != "move")


def test_square_that_is_none_is_refused() -> None:
    with pytest.raises(rules.InvalidPosition):
        read(rules.variant("russian").start(), {"z9"})
