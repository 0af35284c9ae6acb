"""Turns of an opening as moves of the common face, and what the board tells of them."""

from contextlib import suppress

import pytest
from flagfall.rules import AmbiguousMove, IllegalMove, InvalidMove, RulesError, gamefile, svg
from flagfall.rules.renju import RENJU, RENJU_RF, opening_rules
from flagfall.rules.renju.opening import Opening
from flagfall.rules.renju.points import find_all, names
from flagfall.rules.renju.turns import OpeningPosition
from hypothesis import given, settings
from hypothesis import strategies as st

THREE = "h8, h9, i9"


def begin(rule: str, *turns: str) -> OpeningPosition:
    position = RENJU.start(opening=rule).play(*turns)
    assert isinstance(position, OpeningPosition)
    return position


def test_a_turn_is_all_that_a_player_does_before_the_other() -> None:
    position = begin("rif-1996", THREE, "stay, h10")
    assert (position.ply, position.player, position.turn) == (2, "first", "black")
    assert [position.last_move.text, position.pop().last_move.text] == ["stay, h10", THREE]  # type: ignore[union-attr]
    after = position.play("offer i8 g7").play("g7, c3")
    assert (after.turn, after.ply, after.last_move.text) == ("black", 6, "c3")
    assert after.push(after.parse("d4")).pop() is after


def test_what_goes_without_saying_may_be_left_out() -> None:
    assert begin("rif-1996", THREE, "h10").last_move.text == "stay, h10"  # type: ignore[union-attr]
    taraguchi = begin("taraguchi-5", "h8", "i9", "swap", "j9", "i7")
    assert taraguchi.last_move.acts == ("stay", "i7")  # type: ignore[union-attr]
    offered = taraguchi.play("offer g8 h6 k10 j6 g9")
    assert offered.last_move.acts[0] == "offer"
    assert offered.last_move.text == "offer g8 h6 k10 j6 g9"
    assert taraguchi.play("swap").last_move.acts == ("swap-on", "swap")
    assert taraguchi.play("h10").last_move.text == "stay, h10"


@pytest.mark.parametrize(
    ("turn", "error"),
    [
        ("h8", IllegalMove),  # the turn is not finished
        ("h8, h9, i9, swap", IllegalMove),  # that is the opponent's
        ("h8, h9, a1", IllegalMove),
        ("pass", InvalidMove),
        ("", InvalidMove),
        (",", InvalidMove),
        ("h8 h9 i9", InvalidMove),
    ],
)
def test_what_is_no_turn_is_refused_with_a_reason(turn: str, error: type[RulesError]) -> None:
    with pytest.raises(error) as refused:
        begin("rif-1996").parse(turn)
    assert refused.value.reason
    assert refused.value.sentence


@pytest.mark.parametrize("rule", opening_rules())
def test_every_rule_is_played_to_its_end_by_the_turns_it_lists(rule: str) -> None:
    """Where fifths are offered there are too many turns to list: the points tell where."""
    position = RENJU.start(opening=rule)
    turns = 0
    while isinstance(position, OpeningPosition):
        listed = position.legal_moves
        if listed and position.opening.step.kind != "offer":  # type: ignore[union-attr]
            move = listed[len(listed) // 2]
            assert position.parse(move.text) == move
        else:
            ways = [p for p in position.opening.points() if p < 15][: position.opening.fifths]
            move = position.parse("offer " + " ".join(names(ways)))
        position, turns = position.push(move), turns + 1
    assert turns >= 1
    assert position.outcome() is None
    assert svg.board(position).startswith("<svg")


def test_a_turn_of_another_position_is_read_anew_or_refused() -> None:
    turn = begin("rif-1996", THREE).parse("stay, h10")
    assert begin("rif-1996", "h8, i9, h9").push(turn).last_move.text == "stay, h10"
    with pytest.raises(RulesError):
        begin("rif-1996").push(turn)


def test_the_picture_shows_offered_fifths_and_the_last_stone() -> None:
    position = begin("rif-1996", THREE, "swap", "h10")
    plain = svg.board(position, last=position.last_move)
    offered = position.play("offer i8 g7")
    picture = svg.board(offered, last=offered.last_move)
    assert plain.count('data-point="i8"') == 0
    assert picture.count('data-point="i8"') == 1
    assert picture.count('data-point="g7"') == 1


def test_a_game_with_its_opening_is_kept_in_a_file() -> None:
    text = (
        '{"schema": "flagfall.game/1", "variant": "renju", "headers": {}, "start": null, '
        '"opening": "soosorv-4", "moves": ["h8, h9, i9", "stay, j8, 2", "swap", '
        '"offer i8 g7", "g7, c3", "d4"], "result": "*"}'
    )
    (game,) = gamefile.read(text)
    assert game.fault is None
    assert [move.text for move in game.moves][1:3] == ["stay, j8, 2", "swap"]
    assert gamefile.write(game) == text
    for wrong in ('"opening": "gambit"', '"opening": 5', '"start": "B:W:B", "opening": "swap"'):
        bad = text.replace('"start": null, ', "").replace('"opening": "soosorv-4"', wrong)
        with suppress(RulesError):
            assert [game.fault for game in gamefile.read(bad)] != [None]


def test_the_russian_code_has_its_own_opening_and_takes_a_rule_too() -> None:
    """R1.4.5"""
    assert RENJU_RF.start(opening="canonical").play("h8", "h9", "i9").turn == "white"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["h8", "h9", "swap", "stay", "offer h1 h2", "3", "i9", ""])))
def test_any_text_is_a_turn_or_our_error(parts: list[str]) -> None:
    for rule in ("yamaguchi", "taraguchi-5"):
        with suppress(RulesError):
            RENJU.start(opening=rule).parse(", ".join(parts))


def test_offered_fifths_go_down_together_and_all_but_one_come_off() -> None:
    opening = Opening.begin("rif-1996").play("h8", "h9", "i9", "stay", "j8")
    stones = set(find_all("h8 h9 i9 j8") or ())
    offered = opening.infer(stones | {*find_all("i8"), *find_all("g7")})
    assert offered.acts[-1] == "offer g7 i8"
    chosen = offered.infer(stones | {*find_all("i8"), *find_all("c3")})
    assert chosen.acts[-2:] == ("i8", "c3")
    assert chosen.is_done


def test_a_press_without_a_stone_is_the_swap() -> None:
    opening = Opening.begin("rif-1996").play("h8", "h9", "i9")
    stones = set(find_all("h8 h9 i9") or ())
    assert opening.infer(stones).acts[-1] == "swap"
    assert opening.infer(stones | {*find_all("j8")}).acts[-2:] == ("stay", "j8")


def test_two_stones_that_could_be_either_are_asked_about() -> None:
    """Three stones put down before the first press: g9 and i9 could both be the second."""
    with pytest.raises(AmbiguousMove) as several:
        Opening.begin("rif-1996").infer(find_all("h8 h9 i9") or ())
    assert several.value.candidates == ("h8, i9, h9", "h8, h9, i9")
    assert Opening.begin("rif-1996").infer(find_all("h8 h9 h10") or ()).acts == (
        "h8",
        "h9",
        "h10",
    )


def test_stones_that_fit_nothing_are_said() -> None:
    opening = Opening.begin("rif-1996").play("h8", "h9", "i9", "stay", "j8")
    for seen in ("h8 h9 i9", "h8 h9 i9 j8 a1", "h8 h9 i9 j8 a1 b1 c1", ""):
        with pytest.raises(IllegalMove) as caught:
            opening.infer(find_all(seen) or ())
        assert caught.value.reason == "sensors"
