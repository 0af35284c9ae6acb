"""900 positions on which several other programs agree (tests/data/draughts/draughts_movegen.json):
the moves, one for each (from, to, set of captured pieces)."""

import json
from typing import Any

import pytest
from flagfall import rules

from tests.rules.perft import DATA

POSITIONS: list[dict[str, Any]] = json.loads((DATA / "draughts_movegen.json").read_text("utf-8"))[
    "positions"
]


@pytest.mark.parametrize("name", ["russian", "international", "brazilian"])
def test_moves_are_those_other_programs_give(name: str) -> None:
    game: Any = rules.variant(name)
    tops = game.board.numbers("top-left")
    cases = [case for case in POSITIONS if case["variant"] == name]
    assert len(cases) == {"russian": 302, "international": 300, "brazilian": 298}[name]
    for case in cases:
        position = game.position(case["fen"], numbering="top")
        moves = list(position.legal_moves)
        assert len(moves) == len(position.legal_moves) == case["unique_moves"], case["fen"]
        ends = {
            f"{tops[m.squares[0]]}{'x' if m.is_capture else '-'}{tops[m.squares[-1]]}"
            for m in moves
        }
        assert sorted(ends) == sorted(set(case["from_to"])), case["fen"]
