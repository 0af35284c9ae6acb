"""Bashni and Lasca: counts, a second implementation, a whole game of 1976, notation, draws.

Counts are in tests/data/draughts/perft.json; no public ones were found, so two programs were
written apart from each other, and a third stands in naive_columns.py.
"""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from flagfall import rules
from hypothesis import given
from hypothesis import strategies as st

from tests.rules import naive_columns as naive
from tests.rules.perft import PUBLISHED, drop, keep

TABLES = {
    "bashni": ("bashni_no_column_twice", naive.BASHNI),
    "bashni-again": ("bashni_twice_if_other_capture_between", naive.BASHNI_AGAIN),
    "bashni-1875": ("bashni_1875_forward_men", naive.BASHNI_1875),
    "lasca": ("lasca", naive.LASCA),
}
GAME_1976 = Path(__file__).parent.parent / "data" / "games" / "lasca1976.txt"


@pytest.mark.parametrize("name", TABLES)
def test_moves_are_as_many_as_two_other_programs_count(name: str) -> None:
    known = PUBLISHED[TABLES[name][0]]
    start = rules.variant(name).start()
    # The last depth of bashni takes a second: the slow suite counts it.
    depths = range(1, 7 if name == "lasca" else 6)
    assert [keep(start, d) for d in depths] == known["keep"][: len(depths)]
    if "drop" in known:
        assert [drop(start, d) for d in depths] == known["drop"][: len(depths)]


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_moves_are_as_many_as_two_other_programs_count_far_down(name: str) -> None:
    known = PUBLISHED[TABLES[name][0]]["keep"]
    assert keep(rules.variant(name).start(), len(known)) == known[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), [("bashni", 5), ("bashni-1875", 5), ("lasca", 10)])
def test_the_naive_implementation_counts_the_same_far_down(name: str, depth: int) -> None:
    start = rules.variant(name).start()
    game = TABLES[name][1]
    columns, side = naive.from_text(game, start.fen)
    assert naive.ways(game, columns, side, depth) == keep(start, depth)


@pytest.mark.parametrize("name", TABLES)
def test_the_naive_implementation_counts_the_same(name: str) -> None:
    start = rules.variant(name).start()
    game = TABLES[name][1]
    depth = 3 if name != "lasca" else 6
    columns, side = naive.from_text(game, start.fen)
    assert naive.ways(game, columns, side, depth) == keep(start, depth)


def agree(position: Any, game: naive.Game) -> None:
    columns, side = naive.from_text(game, position.fen)
    found = naive.moves(game, columns, side)
    assert len(position.routes) == len(found), position.fen
    boards = [naive.to_text(board) for _key, board in found]
    ours = [frozenset(position.push(m).fen[2:].split(",")) for m in position.legal_moves]
    assert set(ours) == set(boards), position.fen
    assert len(set(ours)) == len(ours) == len(position.legal_moves), position.fen


@pytest.mark.parametrize("name", TABLES)
def test_random_games_agree_with_the_naive_implementation(name: str) -> None:
    """Every position of games played at random: as many ways, the same boards."""
    chance = random.Random(name)
    for _game in range(4):
        position = rules.variant(name).start()
        for _ply in range(80):
            agree(position, TABLES[name][1])
            if not position.legal_moves:
                break
            position = position.push(chance.choice(position.legal_moves))


def random_columns(chance: random.Random, variant: Any) -> str:
    """A position of tall columns with many kings; tops on the end rows are kings."""
    ends = {"1", str(len(variant.cells()))}
    items = []
    for square in chance.sample(variant.squares, chance.randint(3, 5 + variant.men_each // 3)):
        own, other = chance.sample("wb", 2)
        column = own * chance.randint(1, 2) + other * chance.randint(0, 1)
        column = "".join(c.upper() if chance.random() < 0.5 else c for c in column)
        if square[1] in ends:
            column = column[0].upper() + column[1:]
        items.append(square + column)
    return chance.choice("WB") + ":" + ",".join(items)


@pytest.mark.parametrize("name", TABLES)
def test_random_boards_full_of_kings_agree_with_the_naive_implementation(name: str) -> None:
    """Positions no game reaches soon: tall columns, many kings, captures that turn back."""
    chance = random.Random(f"{name} kings")
    variant = rules.variant(name)
    tried = captures = 0
    while tried < 150:
        try:
            position = variant.position(random_columns(chance, variant))
        except rules.InvalidPosition:
            continue  # more pieces of a colour than there are
        agree(position, TABLES[name][1])
        tried += 1
        captures += any(len(m.captured) > 1 for m in position.legal_moves)
    assert captures > 10 or name == "lasca"


@pytest.mark.parametrize("name", TABLES)
def test_a_column_never_alternates_more_than_once(name: str) -> None:
    """Lasker: prisoners of both colours form two blocks; and no piece is ever lost."""
    chance = random.Random(f"{name} blocks")
    for _game in range(10):
        position = start = rules.variant(name).start()
        while position.legal_moves and position.ply < 150:
            position = position.push(chance.choice(position.legal_moves))
            for column in position.board:
                assert re.fullmatch("w*b*|b*w*", column.lower()), position.fen
        for colour in "wb":
            counts = ["".join(p.board).lower().count(colour) for p in (start, position)]
            assert counts[0] == counts[1]


def test_lasca_game_of_1976_replays_to_its_position() -> None:
    """Johnson-Davies – Matthews, Cambridge 1976 (lasca.org), with its own notation."""
    lines = GAME_1976.read_text("utf-8").splitlines()
    moves = next(line for line in lines if not line.startswith("#")).split()
    position = rules.variant("lasca").start()
    for text in moves:
        move = position.parse(text)
        assert move.text == text
        position = position.push(move)
    after = next(line for line in lines if line.startswith("# position after: "))
    columns = after.removeprefix("# position after: ").split("   (")[0].split()
    assert set(position.fen[2:].split(",")) == set(columns)


def test_captured_top_goes_under_and_the_freed_man_stays() -> None:
    position = rules.variant("bashni").position("W:c3w,d4bw,h8b")
    after = position.push(position.parse("c3:e5"))
    assert after.column("e5") == "wb"
    assert after.column("d4") == "w"


def test_king_keeps_its_rank_in_captivity() -> None:
    position = rules.variant("bashni").position("W:c3w,d4B,h8b")
    after = position.push(position.parse("c3:e5"))
    assert after.column("e5") == "wB"


def test_a_column_is_struck_once_in_a_move() -> None:
    """The man on a3 takes b4, whose new top is white too; only one reading takes it again."""
    fen = "B:d6w,b4Wwb,a3BB"
    once = rules.variant("bashni").position(fen)
    assert {m.captured for m in once.legal_moves} == {("b4", "d6")}
    again = rules.variant("bashni-again").position(fen)
    assert ("b4", "d6", "b4") in {m.captured for m in again.legal_moves}


def test_lasca_officer_steps_one_square_any_way() -> None:
    position = rules.variant("lasca").position("W:d4W,g7b")
    assert sorted(m.text for m in position.legal_moves) == ["d4-c3", "d4-c5", "d4-e3", "d4-e5"]


def test_lasca_promotion_ends_the_move() -> None:
    position = rules.variant("lasca").position("W:c5w,d6b,f6b")
    (move,) = position.legal_moves
    assert move.text == "c5xe7*"


def test_bashni_man_crowned_in_passing_goes_on_as_a_king() -> None:
    position = rules.variant("bashni").position("W:h6w,g7b,c5b")
    assert {m.path[1] for m in position.legal_moves} == {"f8"}
    after = position.push(position.legal_moves[0])
    assert after.column(position.legal_moves[0].path[-1]) == "Wbb"


def test_side_that_cannot_move_has_lost() -> None:
    outcome = rules.variant("lasca").position("W:b2bw").outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("0-1", "no-pieces")


def test_fifteen_moves_without_progress_and_threefold_are_claims() -> None:
    position = rules.variant("bashni").position("W:c1W,h2w,a7b,b8B")
    cycle = ("c1-d2", "b8-c7", "d2-c1", "c7-b8")
    for ply in range(30):
        position = position.play(cycle[ply % 4])
    assert {c.rule for c in position.claims()} == {"threefold", "no-progress"}
    assert [c.since for c in position.claims() if c.rule == "no-progress"] == [30]


def test_position_text_is_read_and_written_alike() -> None:
    text = "B:a7b,e7b,b6b,f6wbbb,c5wb,e5wbb,g5b,f4w,e3BwWw,b2w,f2w,e1w,g1w"
    assert rules.variant("lasca").position(text).fen == text
    plain = rules.variant("bashni").position("W:Wa1,Kc3:Bb6")
    assert plain.fen == "W:b6b,c3W,a1w"


def test_numbered_squares_are_read_when_told_where_one_lies() -> None:
    bashni = rules.variant("bashni")
    start = bashni.start()
    assert bashni.position("W:W21-32:B1-12", numbering="top").board == start.board
    assert bashni.position("W:W1-12:B21-32", numbering="bottom").board == start.board
    lasca = rules.variant("lasca")
    lasker = lasca.position("W:W1-11:B15-25", numbering="bottom")
    assert lasker.board == lasca.start().board
    names = lasca.names_of_squares("bottom")
    assert lasca.start().parse("8-12", names).text == "a3-b4"
    with pytest.raises(rules.InvalidPosition):
        bashni.position("W:W21-32:B1-12")


@given(st.text(max_size=40) | st.from_regex(r"[WB]:([a-h][1-8][wWbB]{1,3},?){0,5}"))
def test_any_text_is_a_position_or_one_of_our_errors(text: str) -> None:
    for name in ("bashni", "lasca"):
        try:
            position = rules.variant(name).position(text)
        except rules.RulesError:
            continue
        assert rules.variant(name).position(position.fen).fen == position.fen


@given(st.text(max_size=30))
def test_any_text_is_a_move_or_one_of_our_errors(text: str) -> None:
    position = rules.variant("bashni").start()
    try:
        move = position.parse(text)
    except rules.RulesError:
        return
    assert move in position.legal_moves
