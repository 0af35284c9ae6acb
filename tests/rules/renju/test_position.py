"""Turn, placing, passing and the end of a game of renju."""

import random
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor

import pytest
from flagfall import rules
from flagfall.rules.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    RulesError,
)
from flagfall.rules.renju import (
    BLACK,
    OPENINGS,
    PASS,
    RENJU,
    RENJU_RF,
    WHITE,
    Board,
    ForbiddenMove,
    Law,
    RenjuMove,
    RenjuPosition,
    RenjuVariant,
    opening_of,
    setup,
    svg,
)
from flagfall.rules.renju.dead import can_win
from flagfall.rules.renju.points import POINTS, SYMMETRIES, find, find_all, name, names
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import renju_naive

VARIANTS = [RENJU, RENJU_RF]
BEGINNING = "h8 h9 i9"


def at(text: str) -> int:
    point = find(text)
    assert point is not None
    return point


def played(text: str, variant: RenjuVariant = RENJU) -> RenjuPosition:
    return variant.start().play(text)


def test_every_point_has_one_name_and_is_found_by_it() -> None:
    """Points a1 (bottom left) to o15; capitals and small letters alike."""
    for point in range(POINTS):
        assert find(name(point)) == find(name(point).upper()) == point
    assert (name(0), name(14), name(112), name(224)) == ("a1", "o1", "h8", "o15")
    assert find_all("H8 g9,i7") == find_all("h8g9i7") == [at("h8"), at("g9"), at("i7")]
    for wrong in ("", "p1", "a0", "a16", "h08", "88", "h", "a1a1", "ä1", "h٨"):
        assert find(wrong) is None
    assert RENJU.squares[0] == "a15"
    assert len(set(RENJU.squares)) == 225


def test_the_eight_symmetries_are_a_group_of_permutations() -> None:
    assert len(set(SYMMETRIES)) == 8
    for first in SYMMETRIES:
        assert sorted(first) == list(range(POINTS))
        for second in SYMMETRIES:
            assert tuple(first[point] for point in second) in SYMMETRIES


@pytest.mark.parametrize("variant", VARIANTS)
def test_black_begins_in_the_centre(variant: RenjuVariant) -> None:
    """R1.4.1"""
    position = variant.start()
    assert position.turn == variant.first == "black"
    assert [move.text for move in position.legal_moves] == ["h8"]
    with pytest.raises(IllegalMove) as caught:
        position.parse("h9")
    assert caught.value.reason == "centre"
    with pytest.raises(IllegalMove):
        position.parse("pass")
    assert played("h8", variant).turn == "white"


def test_stones_stay_and_turns_alternate() -> None:
    """R1.4.1"""
    position = played(BEGINNING)
    assert position.turn == "white"
    assert dict(position.stones()) == {at("h8"): "black", at("h9"): "white", at("i9"): "black"}
    assert len(position.legal_moves) == 225 - 3 + 1
    with pytest.raises(IllegalMove) as caught:
        position.parse("I9")
    assert caught.value.reason == "taken"


def test_a_push_leaves_the_position_before_it_alone() -> None:
    before = played("h8 h9")
    after = before.push(before.parse("i9"))
    assert [move.text for move in before.history] == ["h8", "h9"]
    assert [move.text for move in after.history] == ["h8", "h9", "i9"]
    assert set(after.pieces()) - set(before.pieces()) == {"i9"}
    assert after.pop() is before


def test_black_five_wins_and_ends_the_game() -> None:
    """R1.7.1"""
    position = played("h8 a1 i8 b2 j8 c1 k8 d2 l8")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("0-1", "five")
    assert [names(row.stones) for row in outcome.rows] == [["h8", "i8", "j8", "k8", "l8"]]
    assert position.legal_moves == ()
    with pytest.raises(IllegalMove) as caught:
        position.parse("a15")
    assert caught.value.reason == "over"


def test_white_wins_with_more_than_five() -> None:
    """R1.7.2"""
    outcome = played("h8 a1 o15 b1 o13 c1 o11 e1 o9 f1 m15 d1").outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("1-0", "overline")
    assert len(outcome.rows[0].stones) == 6


def test_white_has_no_fouls() -> None:
    """R1.4.2: for white nothing is forbidden."""
    threes = setup(RENJU, [], map(at, ("h7", "h9", "g8", "i8")), "white")
    assert RenjuMove(at("h8")) in threes.legal_moves


def test_two_passes_running_are_a_draw() -> None:
    """R1.8.1; a pass is a move (R1.4.4)"""
    position = played("h8 pass i9")
    assert position.outcome() is None
    position = position.push(PASS)
    assert (position.turn, position.outcome()) == ("black", None)
    assert PASS.is_pass
    outcome = position.push(position.parse("–")).outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("1/2", "two-passes")


def test_nobody_passes_before_the_russian_opening_is_complete() -> None:
    """R1.4.5: the opening is three moves of stones; R1.4.4 after it."""
    assert PASS not in played("h8", RENJU_RF).legal_moves
    assert PASS not in played("h8 h9", RENJU_RF).legal_moves
    assert PASS in played(BEGINNING, RENJU_RF).legal_moves


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_foul_is_no_legal_move(variant: RenjuVariant) -> None:
    """R1.4.2, R2.8.2"""
    position = setup(variant, map(at, ("h8", "h9", "i7", "k7")), (), "black")
    assert RenjuMove(at("h7")) not in position.legal_moves
    with pytest.raises(ForbiddenMove, match="two threes") as caught:
        position.parse("h7")
    assert [row.kind for row in caught.value.explanation.rows] == ["three", "three"]
    assert caught.value.as_json()["reason"] == "foul"


def test_a_foul_made_on_the_board_is_recorded_and_may_be_claimed() -> None:
    """The arbiter needs the position as it stands; white wins by claiming it under rif."""
    before = setup(RENJU, map(at, ("h8", "h9", "i7", "k7")), (), "black")
    after = before.record(RenjuMove(at("h7")))
    assert after.outcome() is None
    assert after.foul is not None
    assert [row.kind for row in after.foul.rows] == ["three", "three"]
    claimed = after.claim_foul()
    assert (claimed.result, claimed.reason) == ("1-0", "foul")
    with pytest.raises(IllegalMove):
        before.claim_foul()
    assert after.push(RenjuMove(at("a1"))).foul is None


def test_under_the_russian_code_a_foul_is_corrected_and_loses_nothing() -> None:
    """R2.8.2"""
    before = setup(RENJU_RF, map(at, ("h8", "h9", "i7", "k7")), (), "black")
    after = before.record(RenjuMove(at("h7")))
    with pytest.raises(IllegalMove, match="forbidden") as caught:
        after.claim_foul()
    assert "R2.8.2" in caught.value.hint
    assert after.pop() is before


def test_what_was_never_possible_is_not_recorded() -> None:
    with pytest.raises(IllegalMove):
        played(BEGINNING).record(RenjuMove(at("h8")))


def test_nobody_can_build_a_five_any_more() -> None:
    """R1.8.1: columns of two and two, shifted row by row, leave no row free."""
    black, white = [], []
    for point in range(POINTS):
        row, column = divmod(point, 15)
        (black if (column + 2 * row) % 4 < 2 else white).append(point)
    free = white.pop()
    position = setup(RENJU, black, white, "white")
    assert position.outcome() is None
    outcome = position.push(RenjuMove(free)).outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("1/2", "dead-position")


def can_win_naive(stones: renju_naive.Stones, colour: str) -> bool:
    """Fill some row of five with own stones and the rest of the board with the other's: a win?"""
    other = "white" if colour == "black" else "black"
    for x in range(15):
        for y in range(15):
            for dx, dy in renju_naive.STEPS:
                row = [(x + k * dx, y + k * dy) for k in range(5)]
                free = all(map(renju_naive.on_board, row))
                if not free or any(stones.get(point) == other for point in row):
                    continue
                full = {**stones, **dict.fromkeys(row, colour)}
                length = len(renju_naive.row_through(full, row[0], (dx, dy)))
                if length == 5 or (colour == "white" and length > 5):
                    return True
    return False


def test_who_can_still_build_a_five_by_brute_force() -> None:
    """R1.8.1, white's overlines counted, on boards that are nearly full of the dead pattern."""
    lot = random.Random(4)
    seen = set()
    for _ in range(150):
        board, change = Board(), lot.choice((0.01, 0.03, 0.1))
        for point in range(POINTS):
            row, column = divmod(point, 15)
            colour = BLACK if (column + 2 * row) % 4 < 2 else WHITE
            chance = lot.random()
            if chance < change:
                colour = BLACK + WHITE - colour
            if chance > change / 2:
                board.place(point, colour)
        stones = {
            (p % 15, p // 15): "black" if cell == BLACK else "white"
            for p, cell in enumerate(board.cells)
            if cell
        }
        found = (can_win(board, BLACK), can_win(board, WHITE))
        assert found == (can_win_naive(stones, "black"), can_win_naive(stones, "white"))
        seen.add(found)
    assert len(seen) == 4


def test_black_cannot_win_where_only_a_longer_row_is_left() -> None:
    """R1.7: four points between two own stones make six: nothing for black, a win for white."""
    for colour, wins in ((BLACK, False), (WHITE, True)):
        board = Board()
        for point in range(POINTS):
            row, column = divmod(point, 15)
            if row == 7 and column in range(4, 8):
                continue
            own = row == 7 and column in (3, 8)
            board.place(point, colour if own else BLACK + WHITE - colour)
        assert can_win(board, colour) is wins


def test_a_draw_may_be_agreed_until_the_game_is_over() -> None:
    """R1.8.1"""
    outcome = played("h8 h9").agreed_draw()
    assert (outcome.result, outcome.reason) == ("1/2", "agreement")
    with pytest.raises(IllegalMove):
        played("h8 a1 i8 b2 j8 c1 k8 d2 l8").agreed_draw()


def test_a_setup_needs_no_game_behind_it() -> None:
    position = setup(RENJU, [0, 1], [50])
    assert position.turn == "white"
    assert RENJU.position(position.fen).fen == position.fen == "W:Wf4:Ba1,b1"
    with pytest.raises(InvalidPosition, match="twice"):
        setup(RENJU, [0], [0])
    with pytest.raises(InvalidPosition):
        setup(RENJU, [225], [])


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="BW:,ah1508 x", max_size=30))
def test_any_fen_is_a_position_or_our_error(fen: str) -> None:
    try:
        position = RENJU.position(fen)
    except RulesError:
        return
    assert RENJU.position(position.fen).fen == position.fen


def test_wrong_texts_say_what_is_wrong() -> None:
    position = played("h8")
    with pytest.raises(InvalidMove) as caught:
        position.parse("q9")
    assert caught.value.code == "move-invalid"
    with pytest.raises(AmbiguousMove) as several:
        position.parse("h9 i9")
    assert several.value.candidates == ("h9", "i9")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40) | st.from_regex(r"[a-p][0-9]{1,2}", fullmatch=True))
def test_any_text_is_a_move_or_our_error(text: str) -> None:
    try:
        move = played("h8 h9").parse(text)
    except RulesError:
        return
    assert move.text == "pass" or find(move.text) == move.point


def test_the_list_has_26_openings_and_they_are_all_there_are() -> None:
    """R1.4.5: each second stone beside h8 and third within 5×5 makes just one of them."""
    assert len(OPENINGS) == 26
    assert sum(opening.in_24 for opening in OPENINGS) == 24
    found = dict.fromkeys(OPENINGS, 0)
    for second in range(POINTS):
        for third in range(POINTS):
            opening = opening_of([at("h8"), second, third])
            near = all(
                abs(point % 15 - 7) <= reach and abs(point // 15 - 7) <= reach
                for point, reach in ((second, 1), (third, 2))
            )
            distinct = len({at("h8"), second, third}) == 3
            assert (opening is not None) == (near and distinct)
            if opening is not None:
                found[opening] += 1
    # The few that are their own mirror image have four drawings, the others eight.
    assert sum(found.values()) == 8 * 23
    assert set(found.values()) == {4, 8}


def test_the_russian_opening_is_one_of_the_list() -> None:
    """R1.4.5"""
    assert {move.text for move in played("h8", RENJU_RF).legal_moves} == {
        *("g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9")
    }
    with pytest.raises(IllegalMove) as caught:
        played("h8 h9 k8", RENJU_RF)
    assert caught.value.reason == "opening"
    assert len(played("h8 h9", RENJU_RF).legal_moves) == 23
    assert played("h8 a1 k8").ply == 3


def test_the_laws_are_told_apart_by_name() -> None:
    assert rules.variant("renju") is RENJU
    assert rules.variant("renju-rf") is RENJU_RF
    assert (RENJU.law, RENJU_RF.law) == (Law.RIF, Law.RF)


SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_shows_stones_fouls_and_rows() -> None:
    position = setup(RENJU, map(at, ("h8", "h9", "i7", "k7")), (), "black")
    rows = position.explain(at("h7")).rows
    root = ET.fromstring(svg.board(position, fouls=position.forbidden, rows=rows, offers=[0]))
    fouls = {e.get("data-point"): e.get("data-foul") for e in root.iter() if e.get("data-foul")}
    assert fouls == {"h7": "3-3"}
    points = {e.get("data-point") for e in root.iter(SVG + "circle")}
    assert {"h8", "h9", "i7", "k7", "a1"} <= points
    assert [e.get("data-row") for e in root.iter(SVG + "line")] == ["three", "three"]


def test_the_picture_of_a_won_game_shows_the_winning_row_from_either_side() -> None:
    position = played("h8 a1 i8 b2 j8 c1 k8 d2 l8")
    for flipped in (False, True):
        picture = rules.svg.board(position, last=position.last_move, flipped=flipped)
        root = ET.fromstring(picture)
        assert [e.get("data-row") for e in root.iter(SVG + "line")] == ["five"]
    numbered = ET.fromstring(svg.board(position, numbers=True, labels=False))
    texts = [text.text for text in numbered.iter(SVG + "text")]
    assert sorted(int(text or 0) for text in texts) == list(range(1, 10))


def test_a_position_may_be_asked_by_several_at_once() -> None:
    """A position is a value: thinking about it never shows to another reader."""
    position = setup(RENJU, map(at, ["f8", "g8", "h9", "h10", "i6", "j7", "e5", "f5"]), (), "black")
    expected = [
        position.explain(point).fouls for point in range(POINTS) if not at_stone(position, point)
    ]

    def ask(_number: int) -> list[tuple[object, ...]]:
        return [
            position.explain(point).fouls
            for point in range(POINTS)
            if not at_stone(position, point)
        ]

    before = bytes(position.board.cells)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(8))) == [expected] * 8
    assert bytes(position.board.cells) == before


def at_stone(position: RenjuPosition, point: int) -> bool:
    return position.board.cells[point] != 0


@pytest.mark.parametrize(
    ("fen", "winner", "reason"),
    [
        ("W:Wa1:Bh8,i8,j8,k8,l8", "black", "five"),
        ("B:Wa1,a2,a3,a4,a5,a6:Bh8", "white", "overline"),
        ("B:Wa1,a2,a3,a4,a5:Bh8,i8,j8,k8,l8", "white", "five"),
        ("W:Wa1,a2,a3,a4,a5:Bh8,i8,j8,k8,l8", "black", "five"),
        ("W:Wa1:Bh8,i8,j8,k8,l8,m8", None, None),
    ],
)
def test_a_set_up_with_a_finished_row_is_over(
    fen: str, winner: str | None, reason: str | None
) -> None:
    """R1.7.1, R1.7.2"""
    position = RENJU.position(fen)
    outcome = position.outcome()
    assert (outcome and outcome.winner, outcome and outcome.reason) == (winner, reason)
    assert bool(position.legal_moves) == (winner is None)


def test_a_picture_of_blacks_turn_crosses_his_forbidden_points() -> None:
    from flagfall.rules.svg import board as picture

    black = RENJU.position("B:Wg6,j10:Bh7,h9,i8,k8")
    assert 'data-foul="3-3"' in picture(black)
    assert "data-foul" not in picture(RENJU.position("W:Wg6,j10:Bh7,h9,i8,k8"))
