"""Black's forbidden points: known positions, an oracle from the law's words, the explanations."""

import json
import random
from pathlib import Path

import pytest
from flagfall.rules.renju import BLACK, WHITE, Board, Law
from flagfall.rules.renju.explain import explain_black
from flagfall.rules.renju.points import find, name, names

from tests.support import renju_naive

POSITIONS = json.loads(
    (Path(__file__).parents[2] / "data" / "renju_forbidden.json").read_text("utf-8")
)["positions"]


def at(text: str) -> int:
    point = find(text)
    assert point is not None
    return point


def board(rows: list[str], law: Law = Law.RIF) -> Board:
    made = Board(law)
    for r, row in enumerate(rows):
        for column, stone in enumerate(row):
            if stone != ".":
                made.place((14 - r) * 15 + column, BLACK if stone == "X" else WHITE)
    return made


def stones(made: Board) -> renju_naive.Stones:
    return {
        (point % 15, point // 15): "black" if cell == BLACK else "white"
        for point, cell in enumerate(made.cells)
        if cell
    }


def oracle(made: Board) -> dict[str, set[str]]:
    found = renju_naive.forbidden(stones(made), made.law.value)
    return {name(y * 15 + x): kinds for (x, y), kinds in found.items()}


def answer(made: Board) -> dict[str, set[str]]:
    return {name(point): {k.value for k in kinds} for point, kinds in made.forbidden().items()}


def scattered(seed: int, law: Law = Law.RIF) -> Board:
    """A random board, black in clusters so that threes and fours cross."""
    lot = random.Random(seed)
    made = Board(law)
    reach = lot.choice((5, 7, 9, 15))
    corner = lot.randrange(0, 16 - reach), lot.randrange(0, 16 - reach)
    area = [
        y * 15 + x
        for x in range(corner[0], corner[0] + reach)
        for y in range(corner[1], corner[1] + reach)
    ]
    lot.shuffle(area)
    black = lot.randrange(3, 1 + min(40, len(area) * 2 // 5))
    white = lot.randrange(0, 1 + min(black, len(area) - black))
    for point in area[:black]:
        made.place(point, BLACK)
    for point in area[black : black + white]:
        made.place(point, WHITE)
    return made


@pytest.mark.parametrize("case", POSITIONS, ids=[p["id"] for p in POSITIONS])
def test_known_position_has_exactly_its_forbidden_points_and_fives(case: dict) -> None:
    """R1.4.2 under rif: every forbidden point of the board, its kind, and black's fives."""
    made = board(case["rows_top_to_bottom"])
    assert answer(made) == {point: {kind} for point, kind in case["forbidden"].items()}
    assert sorted(names(made.wins())) == sorted(case["wins"])


@pytest.mark.parametrize("case", [p for p in POSITIONS if "five_eye" in p], ids=lambda p: p["id"])
def test_three_through_a_five_counts_only_under_rf(case: dict) -> None:
    """R1.3 says "a permitted move", and one that makes a five is permitted; rif excludes it."""
    rif = answer(board(case["rows_top_to_bottom"], Law.RIF))
    rf = answer(board(case["rows_top_to_bottom"], Law.RF))
    assert set(rf) - set(rif) == set(case["five_eye"]["points"])
    assert set(rif) <= set(rf)


def test_what_one_law_adds_can_free_a_point_elsewhere() -> None:
    """In mutated:132 the three i8-i9-i10 needs i7; a five at j7 makes i7 a 3-3 under rf only, so
    that i10 is forbidden under rif and free under rf."""
    case = next(p for p in POSITIONS if p["id"] == "mutated:132")
    rif = answer(board(case["rows_top_to_bottom"], Law.RIF))
    rf = board(case["rows_top_to_bottom"], Law.RF)
    assert set(rif) - set(answer(rf)) == {"i10"}
    rf.place(at("i10"), BLACK)
    assert answer(rf)["i7"] == {"3-3"}
    assert "j7" in names(rf.wins())


@pytest.mark.parametrize("law", list(Law))
def test_known_positions_agree_with_the_words_of_the_law(law: Law) -> None:
    """R1.3, R1.4.2: the oracle follows the text and shares no code."""
    for case in POSITIONS:
        made = board(case["rows_top_to_bottom"], law)
        assert answer(made) == oracle(made), case["id"]


@pytest.mark.parametrize("law", list(Law))
def test_random_boards_agree_with_the_words_of_the_law(law: Law) -> None:
    """R1.3, R1.4.2 on boards nobody chose."""
    forbidden = 0
    for seed in range(60):
        made = scattered(seed, law)
        found = answer(made)
        assert found == oracle(made), seed
        forbidden += len(found)
    assert forbidden > 50


@pytest.mark.slow
@pytest.mark.parametrize("law", list(Law))
def test_many_random_boards_agree_with_the_words_of_the_law(law: Law) -> None:
    """As above, four hundred of them."""
    for seed in range(1000, 1400):
        made = scattered(seed, law)
        assert answer(made) == oracle(made), seed


def test_asking_leaves_the_board_as_it_was() -> None:
    for seed in range(40):
        made = scattered(seed)
        before = [made.windows(point) for point in range(225)]
        first = answer(made)
        assert [made.windows(point) for point in range(225)] == before
        assert answer(made) == first


def test_taking_stones_off_undoes_placing_them() -> None:
    made = scattered(3)
    expected = answer(made)
    empty = [point for point, cell in enumerate(made.cells) if not cell]
    for point in empty:
        made.place(point, WHITE)
    for point in empty:
        made.remove(point)
    assert answer(made) == expected


def rows_of(black: str, point: str, white: str = "") -> list[dict[str, object]]:
    made = Board()
    for stone in black.split():
        made.place(at(stone), BLACK)
    for stone in white.split():
        made.place(at(stone), WHITE)
    return [row.as_json() for row in explain_black(made, at(point)).rows]


def test_two_fours_on_one_line_are_told_as_two_rows() -> None:
    """R1.4.2 б): X.XXX.X holds two fours."""
    assert rows_of("e8 g8 i8 k8", "h8") == [
        {"kind": "four", "stones": ["e8", "g8", "h8", "i8"], "open": ["f8"]},
        {"kind": "four", "stones": ["g8", "h8", "i8", "k8"], "open": ["j8"]},
    ]


def test_straight_four_is_one_four_with_two_ends() -> None:
    assert rows_of("e8 g8 h8", "f8") == [
        {"kind": "four", "stones": ["e8", "f8", "g8", "h8"], "open": ["d8", "i8"]}
    ]


def test_threes_are_told_with_the_points_that_make_the_straight_four() -> None:
    """R1.3: a broken three has one such point, a solid one two."""
    assert rows_of("h7 h9 i8 k8", "h8") == [
        {"kind": "three", "stones": ["h8", "i8", "k8"], "open": ["j8"]},
        {"kind": "three", "stones": ["h7", "h8", "h9"], "open": ["h6", "h10"]},
    ]


def test_three_between_edge_stones_is_none() -> None:
    """A straight four needs both its completions: O..XXX..O has them, O.XXX.O has not."""
    assert [row["kind"] for row in rows_of("h8 i8", "g8", white="e8 k8")] == []
    assert [row["kind"] for row in rows_of("h8 i8", "g8", white="d8 k8")] == ["three"]
    assert [row["kind"] for row in rows_of("b8 c8", "a8")] == []


def test_a_five_wins_whatever_else_it_makes() -> None:
    """R1.4.2: fouls are forbidden unless a five is made at the same time."""
    black = "d8 e8 f8 g8 h3 h4 h5 h6 h7 h9"
    made = Board()
    for stone in black.split():
        made.place(at(stone), BLACK)
    told = explain_black(made, at("h8"))
    assert told.wins
    assert told.fouls == ()
    assert [row.kind for row in told.rows] == ["five"]
    assert not made.is_foul(at("h8"))
    assert at("h8") in made.wins()


def test_overline_is_told_from_end_to_end() -> None:
    """R1.4.2 в): a row may be longer than the eleven points around the stone."""
    black = "a8 b8 c8 d8 e8 f8 g8 i8 j8 k8 l8 m8 n8 o8"
    assert rows_of(black, "h8") == [
        {
            "kind": "overline",
            "stones": [f"{column}8" for column in "abcdefghijklmno"],
            "open": [],
        }
    ]
