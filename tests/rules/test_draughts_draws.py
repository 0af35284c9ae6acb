"""Draws that may be claimed, with since when (D5.4.12; FMJD; FMJD-64 7.2.3–7.2.8)."""

from typing import Any

import pytest
from flagfall import rules


def after(variant: str, fen: str, *cycle: str, plies: int) -> Any:
    """The position after `plies` moves that go round and round."""
    position = rules.variant(variant).position(fen)
    for ply in range(plies):
        position = position.play(cycle[ply % len(cycle)])
    return position


def since(position: Any, rule: str) -> list[int]:
    return [c.since for c in position.claims() if c.rule == rule and c.with_move is None]


# Two kings walk on their own diagonals and never meet; a longer walk than four plies keeps the
# third repetition away from the counts that are tested.
APART = ("46-41", "2-8", "41-46", "8-2")


def test_threefold_is_claimed_by_the_side_to_move_at_the_third_time() -> None:
    """D5.4.12.2, first dash."""
    position = after("international", "W:WK46,36:BK2,3", *APART, plies=8)
    (claim,) = [c for c in position.claims() if c.rule == "threefold"]
    assert (claim.by, claim.since, claim.with_move) == ("white", 8, None)
    assert claim.law.startswith("D5.4.12.1.3")


def test_threefold_is_claimed_with_a_move_written_down_before_it_is_made() -> None:
    """D5.4.12.2, second dash: the right belongs to the side about to bring it about."""
    position = after("international", "W:WK46,36:BK2,3", *APART, plies=7)
    (claim,) = [c for c in position.claims() if c.rule == "threefold"]
    assert (claim.by, str(claim.with_move)) == ("black", "8-2")


def test_threefold_right_is_lost_by_moving_and_comes_back_with_the_next_repetition() -> None:
    """D5.4.12.2."""
    third = after("international", "W:WK46,36:BK2,3", *APART, plies=8)
    gone = third.play("46-5")
    assert [c for c in gone.claims() if c.with_move is None] == []
    fourth = gone.play("2-8 5-46 8-2")
    assert since(fourth, "threefold") == [12]


def test_the_same_squares_with_the_other_side_to_move_are_another_position() -> None:
    """D5.4.12.1.3: the turn must be the same each time."""
    white = rules.variant("russian").position("W:WKa1,h2:BKb8,a7")
    black = rules.variant("russian").position("B:WKa1,h2:BKb8,a7")
    assert white.key != black.key


def test_a_man_moved_makes_the_earlier_positions_unreachable() -> None:
    position = after("international", "W:WK46,36:BK2,3", *APART, plies=4).play("36-31 3-9")
    assert [c for c in position.claims() if c.rule == "threefold"] == []


@pytest.mark.parametrize(("variant", "moves"), [("international", 25), ("english", 40)])
def test_kings_only_counts_moves_of_both_sides(variant: str, moves: int) -> None:
    """FMJD: 25 moves each with kings alone; English: 40."""
    fen, cycle = {
        "international": ("W:WK46,36,37,38:BK2,3,4", APART),
        "english": ("B:WK32,K31,K30:BK1,K2,K3", ("1-5", "32-28", "5-1", "28-32")),
    }[variant]
    early = after(variant, fen, *cycle, plies=2 * moves - 1)
    assert since(early, "kings-only") == []
    due = after(variant, fen, *cycle, plies=2 * moves)
    assert since(due, "kings-only") == [2 * moves]
    later = after(variant, fen, *cycle, plies=2 * moves + 6)
    assert since(later, "kings-only") == [2 * moves]


def test_sixteen_moves_against_a_lone_king() -> None:
    """FMJD: a king against three pieces, a king among them."""
    fen = "W:WK46,36,37:BK2"
    assert since(after("international", fen, *APART, plies=31), "lone-king-16") == []
    assert since(after("international", fen, *APART, plies=32), "lone-king-16") == [32]


def test_a_capture_does_not_begin_the_sixteen_moves_anew() -> None:
    """FMJD: the sixteen remain in force when a piece is taken meanwhile; the five begin."""
    position = after("international", "W:WK46,36,K47:BK2", *APART, plies=28)
    position = position.play("47-24")  # offers the king on 24
    capture = next(m for m in position.legal_moves if m.is_capture)
    position = position.push(capture)
    assert position.ply == 30
    for ply in range(2):
        moves = [m for m in position.legal_moves if not m.is_capture and m.king]
        position = position.push(moves[0])
        assert since(position, "lone-king-5") == [], ply
    assert since(position, "lone-king-16") == [32]


def test_five_moves_against_a_lone_king() -> None:
    """FMJD: a king against one or two pieces, a king among them."""
    fen = "W:WK46,36:BK2"
    assert since(after("international", fen, *APART, plies=9), "lone-king-5") == []
    assert since(after("international", fen, *APART, plies=14), "lone-king-5") == [10]


def claimed(variant: str, fen: str, moves: str, rule: str) -> list[tuple[int, list[int]]]:
    """The plies after which the rule may be claimed, each with since when."""
    position = rules.variant(variant).position(fen)
    found = []
    for move in moves.split():
        position = position.play(move)
        if since(position, rule):
            found.append((position.ply, since(position, rule)))
    return found


def test_the_five_moves_run_on_when_two_against_a_king_become_one() -> None:
    """FMJD: the count does not begin anew once it runs; FMJD-64 7.2.8: at most two pieces."""
    moves = "47-15 5-46 15-47 46-5 47-15 5-46 50-28 46x5 15-47 5-46 47-15 46-5"
    assert claimed("international", "W:WK50,K47:BK5", moves, "lone-king-5") == [
        (ply, [10]) for ply in (10, 11, 12)
    ]
    moves = "e1-f2 a1-b2 f2-e1 b2-a1 e1-f2 a1-b2 h2-e5 b2:h8 f2-e1 h8-g7 e1-f2 g7-h8"
    assert claimed("russian", "W:WKe1,Kh2:BKa1", moves, "lone-king-5") == [
        (ply, [9]) for ply in (9, 10, 11, 12)
    ]


def test_the_sixteen_moves_run_on_down_to_king_against_king() -> None:
    """FMJD: sixteen moves against a lone king, captures meanwhile or not."""
    moves = "47-15 5-46 15-47 46-5 47-15 5-46 50-28 46x5" + " 15-47 5-46 47-15 46-5" * 6
    assert claimed("international", "W:WK50,K47:BK5", moves, "lone-king-16") == [(32, [32])]


def test_king_against_king_from_the_start_counts_moves_of_both() -> None:
    """FMJD-64 7.2.8: neither is the stronger side, so both must have made their five."""
    moves = " ".join(WALK * 3)
    assert claimed("russian", "W:WKc1:BKb8", moves, "lone-king-5")[0] == (10, [10])


WALK = ("c1-d2", "b8-a7", "d2-c1", "a7-b8")


def test_fifteenth_move_of_three_kings_against_one() -> None:
    """FMJD-64 7.2.4: counted in moves of the stronger side."""
    fen = "W:WKc1,Ke1,Kh4:BKb8"
    early = after("russian", fen, *WALK, plies=28)
    assert since(early, "three-kings") == []
    assert since(early.play("c1-d2"), "three-kings") == [29]


def test_fifteenth_move_where_the_lone_king_moves_first() -> None:
    """FMJD-64 7.2.4: the stronger side's fifteenth move is the thirtieth ply then."""
    black_first = ("b8-a7", "c1-d2", "a7-b8", "d2-c1")
    position = after("russian", "B:WKc1,Ke1,Kh4:BKb8", *black_first, plies=29)
    assert since(position, "three-kings") == []
    position = after("russian", "B:WKc1,Ke1,Kh4:BKb8", *black_first, plies=30)
    assert since(position, "three-kings") == [30]


def test_fifteen_moves_of_kings_alone() -> None:
    """FMJD-64 7.2.5."""
    fen = "W:WKc1,h2,h4:BKb8,h8,h6"
    assert since(after("russian", fen, *WALK, plies=29), "kings-only") == []
    assert since(after("russian", fen, *WALK, plies=30), "kings-only") == [30]


@pytest.mark.parametrize(
    ("rule", "fen", "moves"),
    [
        ("balance-2-3", "W:WKc1:BKb8", 5),
        ("balance-2-3", "W:WKc1,h4:BKb8", 5),
        ("balance-4-5", "W:WKc1,h4:BKb8,h6", 30),
        ("balance-6-7", "W:WKc1,h4,h2:BKb8,h6,h8", 60),
    ],
)
def test_balance_unchanged(rule: str, fen: str, moves: int) -> None:
    """FMJD-64 7.2.6: both have kings and nothing was taken or crowned."""
    assert since(after("russian", fen, *WALK, plies=2 * moves - 1), rule) == []
    assert since(after("russian", fen, *WALK, plies=2 * moves), rule) == [2 * moves]


def test_crowning_a_man_changes_the_balance() -> None:
    """FMJD-64 7.2.6: a man that becomes a king begins the count anew."""
    position = after("russian", "W:WKc1,g7:BKb8,h4,h2", *WALK, plies=56).play("g7-f8 b8-a7")
    position = position.play("c1-d2 a7-b8")
    assert since(position, "balance-4-5") == []
    assert since(position, "balance-6-7") == []


def test_five_moves_while_the_lone_king_holds_the_main_road() -> None:
    """FMJD-64 7.2.7: three pieces against a king that stays on a1–h8."""
    on_road = ("g1-h2", "a1-h8", "h2-g1", "h8-a1")
    fen = "W:WKg1,a5,a3:BKa1"
    assert since(after("russian", fen, *on_road, plies=8), "main-road") == []
    assert since(after("russian", fen, *on_road, plies=9), "main-road") == [9]
    assert since(after("russian", "W:WKc1,h4,h6:BKb8", *WALK, plies=9), "main-road") == []


def test_five_moves_of_two_pieces_against_a_lone_king() -> None:
    """FMJD-64 7.2.8."""
    fen = "W:WKc1,h4:BKb8"
    assert since(after("russian", fen, *WALK, plies=8), "lone-king-5") == []
    assert since(after("russian", fen, *WALK, plies=9), "lone-king-5") == [9]


def test_frisian_endings() -> None:
    """Two kings against one: seven moves each; king against king: two."""
    fen = "W:WK46,K36:BK2"
    assert since(after("frisian", fen, "46-41", "2-8", "41-46", "8-2", plies=14), "two-kings") == [
        14
    ]
    assert since(after("frisian", "W:WK46:BK2", "46-41", "2-8", plies=2), "king-and-king") == []


def test_claims_are_offered_never_taken() -> None:
    """D5.4.12.5: a right to a draw does not end the game."""
    position = after("international", "W:WK46,36:BK2,3", *APART, plies=60)
    assert position.claims()
    assert position.outcome() is None


def test_side_without_a_move_has_lost() -> None:
    blocked = rules.variant("russian").position("W:Wa3:Bb4,c5")
    outcome = blocked.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("0-1", "no-moves")
