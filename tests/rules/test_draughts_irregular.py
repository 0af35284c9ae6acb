"""The fourteen irregularities (D5.4.13.2, CL-24) and touch-move (D5.4.13.3)."""

from typing import Any

import pytest
from flagfall import rules
from flagfall.rules import Piece
from flagfall.rules.draughts.irregular import Irregularity, bound_by_touch, observed

RUSSIAN = rules.variant("russian")


def test_there_are_fourteen() -> None:
    """D5.4.13.2."""
    assert [kind.number for kind in Irregularity] == list(range(1, 15))
    assert len({kind.code for kind in Irregularity}) == 14


def test_only_the_opponent_may_ask_and_only_before_his_answer() -> None:
    """D5.4.13.2, CL-24: except a king that was not marked."""
    for kind in Irregularity:
        assert kind.who == "opponent"
        assert kind.correctable(answered=False)
        assert kind.correctable(answered=True) == (kind is Irregularity.KING_NOT_MARKED)
        assert not kind.correctable(answered=False, game_over=True)


def test_touched_piece_must_move() -> None:
    """D5.4.13.3."""
    start = RUSSIAN.start()
    assert {m.path[0] for m in bound_by_touch(start, "e3")} == {"e3"}


def test_capture_goes_before_the_touched_piece() -> None:
    """D5.4.13.3: whoever touched another piece may capture as the rules have it."""
    position = RUSSIAN.position("W:Wc3,g1:Bd4,h8")
    assert [m.text for m in bound_by_touch(position, "g1")] == ["c3:e5"]


def board(position: Any, **changes: Piece | None) -> dict[str, Piece]:
    """The pieces of a position with some squares changed (None: emptied)."""
    found = dict(position.pieces())
    for square, piece in changes.items():
        found.pop(square, None)
        if piece is not None:
            found[square] = piece
    return found


WHITE, BLACK = Piece("white"), Piece("black")


def test_a_legal_move_is_no_irregularity() -> None:
    position = RUSSIAN.start()
    assert observed(position, board(position, c3=None, d4=WHITE)) == ()


@pytest.mark.parametrize(
    ("kind", "fen", "changes"),
    [
        ("wrong-move", "W:Wc3:Bh8", {"c3": None, "c5": WHITE}),
        ("two-moves", "W:Wc3,g3:Bh8", {"c3": None, "d4": WHITE, "g3": None, "f4": WHITE}),
        ("opponents-piece", "W:Wc3:Bf6", {"f6": None, "e5": BLACK}),
        ("moved-instead-of-capture", "W:Wc3,g1:Bd4", {"g1": None, "f2": WHITE}),
        ("removed-without-cause", "W:Wc3:Bf6,h8", {"h8": None}),
        (
            "captured-too-few-or-too-many",
            "W:Wc3:Bd4,f6",
            {"c3": None, "g7": WHITE, "d4": None},
        ),
        ("captured-others", "W:Wc3:Bd4,h8", {"c3": None, "e5": WHITE, "h8": None}),
        ("removed-own", "W:Wc3,a1:Bd4,h8", {"c3": None, "e5": WHITE, "d4": None, "a1": None}),
        ("stopped-removing", "W:Wc3:Bd4,f6", {"c3": None, "g7": WHITE, "d4": None}),
        ("removed-during-capture", "W:Wc3:Bd4,f6", {"c3": None, "e5": WHITE, "d4": None}),
        ("king-not-marked", "W:Wa7:Bh4", {"a7": None, "b8": WHITE}),
        ("played-unmarked-king", "W:WKa1:Bh4", {"a1": None, "d4": WHITE}),
    ],
)
def test_what_stands_on_the_board_tells_the_kind(
    kind: str, fen: str, changes: dict[str, Piece | None]
) -> None:
    """D5.4.13.2: what a board at the press can show is named."""
    position = RUSSIAN.position(fen)
    assert Irregularity.of(kind) in observed(position, board(position, **changes))
