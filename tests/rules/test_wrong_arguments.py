"""What is given in the wrong place is told by our own errors, in every game."""

from typing import Any

import pytest
from flagfall import rules
from flagfall.rules.renju import RENJU, RenjuMove, read_move

NAMES = rules.variants()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, 5, b"c3-d4", ["c3-d4"]])
def test_what_is_no_text_is_no_move_and_no_position(name: str, value: Any) -> None:
    game = rules.variant(name)
    with pytest.raises(rules.InvalidMove) as move:
        game.start().parse(value)
    with pytest.raises(rules.InvalidPosition) as position:
        game.position(value)
    assert (move.value.reason, position.value.reason) == ("no-text", "no-text")


@pytest.mark.parametrize("value", [None, 5, ["russian"]])
def test_what_is_no_text_names_no_game(value: Any) -> None:
    with pytest.raises(rules.UnknownVariant):
        rules.variant(value)


@pytest.mark.parametrize("name", NAMES)
def test_a_move_of_another_game_is_refused(name: str) -> None:
    other = "russian" if name.startswith("renju") else "renju"
    foreign = rules.variant(other).start().legal_moves[0]
    with pytest.raises(rules.RulesError):
        rules.variant(name).start().push(foreign)


@pytest.mark.parametrize("point", [-1, 225, 999])
def test_a_stone_lies_on_the_board(point: int) -> None:
    with pytest.raises(rules.InvalidMove):
        RenjuMove(point)


def test_only_moves_of_renju_are_recorded() -> None:
    position: Any = RENJU.start()
    for wrong in ("h8", rules.variant("russian").start().legal_moves[0]):
        with pytest.raises(rules.InvalidMove):
            position.record(wrong)
    assert position.record(read_move("a1")).ply == 1
