"""The Frisian king: three quiet moves in a row while men remain."""

import pytest
from flagfall import rules

FRISIAN = rules.variant("frisian")


THRICE = ("50-45 16-21", "45-50 21-26", "50-45 6-11")


def test_fourth_quiet_move_of_the_same_king_is_not_allowed() -> None:
    position = FRISIAN.position("W:WK50,46:B16,6,1").play(*THRICE)
    assert position.held_king == "45"
    assert [m.text for m in position.legal_moves] == ["46-41"]
    assert len(position.legal_moves) == 1
    assert [m.text for m in position.routes] == ["46-41"]
    with pytest.raises(rules.IllegalMove) as caught:
        position.parse("45-50")
    assert caught.value.reason == "king-limit"


def test_held_king_may_capture() -> None:
    position = FRISIAN.position("W:WK50,46:B16,6,1").play(*THRICE[:2], "50-45 1-7")
    assert position.held_king == "45"
    assert {m.text for m in position.legal_moves} == {"45x1"}


def test_another_piece_moved_frees_the_king() -> None:
    position = FRISIAN.position("W:WK50,46:B16,6,1").play(*THRICE, "46-41 11-16")
    assert position.held_king is None
    assert "45-50" in [m.text for m in position.legal_moves]


def test_without_men_there_is_no_limit() -> None:
    position = FRISIAN.position("W:WK47,K46:B1,2,3")
    position = position.play("47-38 1-7", "38-49 7-12", "49-44 2-7")
    assert position.held_king is None
    assert any(m.path[0] == "44" for m in position.legal_moves)
