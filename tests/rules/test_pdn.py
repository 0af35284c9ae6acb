"""PDN 3.0: games of the world read, replayed and written (PDN documentation, wiegerw/pdn)."""

from pathlib import Path

import pytest
from flagfall import rules
from flagfall.rules import pdn

GAMES = Path(__file__).parent.parent / "data" / "games"


def only(name: str) -> pdn.Game:
    games = list(pdn.read((GAMES / name).read_text("utf-8")))
    assert len(games) == 1
    return games[0]


def test_championship_game_replays_to_its_end() -> None:
    """Derkx – Meijer, Dutch championship 2009."""
    game = only("nk2009_derkx_meijer.pdn")
    assert game.fault is None
    assert len(game.moves) == 117
    assert game.result == "1-0"
    assert game.headers["White"] == "Derkx,B."
    assert game.end.fen == "B:W17,37,38,K18:B15,24,26,30,35"


def test_clock_readings_stay_with_their_moves() -> None:
    game = only("lidraughts_clock_excerpt.pdn")
    third = game.clocks[2]
    assert third is not None
    assert (third.white_us, third.black_us) == (597_000_000, 598_000_000)
    assert third.running == "black"


def test_position_set_up_in_the_middle_of_a_game_is_played_on() -> None:
    game = only("live_clock_setup.pdn")
    assert game.fault is None
    assert [node.setup is not None for node in game.line.nodes].index(True) == 7
    assert game.moves[-1].text == "35x24"
    assert game.end.fen.startswith("B:W24,32")


@pytest.mark.parametrize("name", [p.name for p in GAMES.glob("*.pdn")])
def test_writing_and_reading_is_identity_on_our_own_output(name: str) -> None:
    written = pdn.write(only(name))
    assert pdn.write(next(pdn.read(written))) == written


def test_illegal_move_is_named_with_its_reason() -> None:
    game = next(pdn.read("1. 32-28 19-23 2. 34-29 *"))
    assert isinstance(game.fault, rules.IllegalMove)
    assert game.fault.reason == "must-capture"
    assert "34-29" in game.fault.where
    assert [move.text for move in game.moves] == ["32-28", "19-23"]
