"""Mistakes other draughts programs made, each a rule here.

The stories and where they were told are in tests/data/draughts/draughts_failures.json.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from flagfall import rules
from flagfall.rules import pdn

from tests.rules.perft import DATA

STORIES = json.loads((DATA / "draughts_failures.json").read_text("utf-8"))


def texts(variant: str, fen: str) -> list[str]:
    return sorted(m.text for m in rules.variant(variant).position(fen).legal_moves)


def test_every_story_has_its_test_here() -> None:
    source = Path(__file__).read_text("utf-8")
    for story in STORIES:
        for part in story["id"].split("/#"):
            assert part.split("#")[-1] in source, story["id"]


def test_russian_capture_is_never_left_unfinished() -> None:
    """pydraughts#28: h6 takes g7, is crowned on f8, and must go on over c5 and d2."""
    (move,) = rules.variant("russian").position("W:Wh6:Bg7,c5,d2").legal_moves
    assert move.captured == ("g7", "c5", "d2")
    assert move.text == "h6:e1"


def test_ambiguous_russian_captures_take_different_pieces_and_none_is_chosen_silently() -> None:
    """pydraughts#42, #43: in Russian draughts two ways to one square may take four or two."""
    position = rules.variant("russian").position("W:WKh8:Bg7,d8,f2,f4,b4")
    with pytest.raises(rules.AmbiguousMove) as caught:
        position.parse("h8:a5")
    longest, shortest = (position.parse(text) for text in caught.value.candidates)
    assert longest.captured == ("g7", "f4", "f2", "b4")
    assert shortest.captured == ("g7", "b4")
    assert (longest.text, shortest.text) == ("h8:e5:g3:e1:a5", "h8:c3:a5")


def test_kings_only_count_begins_anew_with_a_man_not_only_with_a_capture() -> None:
    """pydraughts#19: a man's move breaks the count as a capture does."""

    def shuttled(position: Any, pairs: int) -> Any:
        for pair in range(pairs):
            position = position.play("49-44 2-8" if pair % 2 == 0 else "44-49 8-2")
        return position

    def kings_only(position: Any) -> list[int]:
        return [c.since for c in position.claims() if c.rule == "kings-only"]

    start = rules.variant("international").position("W:WK49,48,47,46:BK2,3,4,5")
    assert kings_only(shuttled(start, 24)) == []
    assert kings_only(shuttled(start, 25)) == [50]
    broken = shuttled(start, 24).play("48-43 2-8 49-44 8-2")
    assert kings_only(broken) == []


def test_russian_king_stops_where_it_can_capture_on() -> None:
    """py-draughts#48: of the squares behind the victim only those that lead on are allowed."""
    (move,) = rules.variant("russian").position("W:WKa1:Bc3,e7").legal_moves
    assert move.path == ("a1", "f6", "d8")


def test_man_on_the_row_where_it_would_be_a_king_is_no_position() -> None:
    """py-draughts#47, told with #48."""
    with pytest.raises(rules.InvalidPosition) as caught:
        rules.variant("russian").position("W:Wb8:Ba3")
    assert caught.value.reason == "impossible"


def test_man_crowned_in_passing_is_a_king_wherever_the_capture_ends() -> None:
    """py-draughts#25: the capture ends off the last row, the rank stays."""
    position = rules.variant("russian").position("W:Wh6:Bg7,c5")
    after = position.push(position.parse("h6:a3"))
    assert after.pieces()["a3"].rank == "king"


def test_side_without_pieces_is_a_lost_position_not_an_error() -> None:
    """py-draughts#25: an empty side in a FEN."""
    position = rules.variant("russian").position("B:Wc3:B")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("white", "no-pieces")


def test_ambiguous_text_asks_for_the_whole_way() -> None:
    """py-draughts#29: 4x15 has two ways and neither is taken silently."""
    position = rules.variant("international").position("W:WK4:B13,20,32,37")
    with pytest.raises(rules.AmbiguousMove) as caught:
        position.parse("4x15")
    assert len(caught.value.candidates) == 2
    assert all(position.parse(text).text == text for text in caught.value.candidates)


def test_push_refuses_a_move_of_another_position() -> None:
    """py-draughts#27: a move object from elsewhere is checked, not believed."""
    start = rules.variant("international").start()
    played = start.parse("34-29")
    with pytest.raises(rules.IllegalMove):
        start.play("34-29 19-23").push(played)
    with pytest.raises(rules.IllegalMove):
        start.push(rules.variant("frisian").start().parse("34-29"))


def test_ambiguous_capture_is_written_with_its_whole_way() -> None:
    """lidraughts#16: 1x25 may be 1x23x14x25 or 1x18x9x25."""
    position = rules.variant("international").position("W:WK1:B12,13,19,20")
    written = sorted(m.text for m in position.legal_moves if m.path[-1] == "25")
    assert written == ["1x18x9x25", "1x23x14x25"]
    start = '[FEN "W:WK1:B12,13,19,20"] 1. '
    unclear = next(pdn.read(start + "1x25 *", variant="international"))
    assert isinstance(unclear.fault, rules.AmbiguousMove)
    clear = next(pdn.read(start + "1x18x9x25 *", variant="international"))
    assert "1x18x9x25" in pdn.write(clear)


def test_capture_that_crowns_says_so_among_others() -> None:
    """lidraughts#3: the promotion belongs to the move, whatever other captures there are."""
    position = rules.variant("international").position("W:W12,32:B8,28,27")
    crowning = [m for m in position.legal_moves if m.path[0] == "12"]
    assert [m.crowns for m in crowning] == [True]
    assert position.push(crowning[0]).pieces()[crowning[0].path[-1]].rank == "king"


def test_international_man_passes_over_the_last_row_and_stays_a_man() -> None:
    """lidraughts#2: no promotion in passing."""
    position = rules.variant("international").position("W:W12:B8,9")
    (move,) = position.legal_moves
    assert move.path == ("12", "3", "14")
    after = position.push(move)
    assert after.pieces()["14"].rank == "man"


def test_king_jumps_over_one_piece_at_a_time() -> None:
    """privacy-friendly-dame#20: two pieces one behind the other shield what lies beyond."""
    assert texts("international", "W:WK46:B28,23,14") == ["46-32", "46-37", "46-41"]


def test_english_man_crowned_by_a_jump_stops_there() -> None:
    """jau35/CS451#61: 10x3 crowns; the king could go on over 8, and may not in this move."""
    moves = rules.variant("english").position("W:W10:B6,7,8").legal_moves
    assert sorted((m.text, m.crowns) for m in moves) == [("10x1", True), ("10x3", True)]
