"""The games that come with the package are whole, legal, and end as they say."""

from importlib.resources import files

import pytest
from flagfall.rules.renju import RENJU, RENJU_RF, opening_of
from flagfall.rules.renju.files import sgf

GAMES = sorted(
    (path for path in files("flagfall.sim").joinpath("games").iterdir() if path.suffix == ".sgf"),
    key=lambda path: path.name,
)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
@pytest.mark.parametrize("variant", [RENJU, RENJU_RF])
def test_packaged_game_is_legal_to_its_end(path, variant) -> None:
    """R1.4, R1.7, R1.8 under both laws, fouls included."""
    text = path.read_text("utf-8")
    game = next(sgf.read(text, variant=variant))
    assert game.fault is None
    assert game.fouls == {}
    outcome = game.end.outcome()
    assert outcome is not None
    assert outcome.result == game.result
    assert opening_of([move.point for move in game.moves[:3]]) is not None


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_packaged_game_says_what_it_is_and_its_times_fall(path) -> None:
    text = path.read_text("utf-8")
    game = next(sgf.read(text))
    assert sgf.write(game) == text
    assert game.variant is RENJU_RF
    assert "invented" in game.headers["GameComment"]
    for colour in ("black", "white"):
        times = [c.of(colour, colour) for c in game.clocks if c is not None]
        known = [time for time in times if time is not None]
        assert known == sorted(known, reverse=True)
        assert len(set(known)) == len(known) > 10


def test_the_games_end_in_different_ways() -> None:
    outcomes = [next(sgf.read(path.read_text("utf-8"))).end.outcome() for path in GAMES]
    assert {(outcome.winner, outcome.reason) for outcome in outcomes if outcome} >= {
        ("black", "five"),
        ("white", "five"),
        (None, "two-passes"),
    }


def test_in_the_foul_trap_black_may_not_stop_the_five() -> None:
    """R1.4.2 в): the one point that would stop white makes a row of more than five."""
    path = next(path for path in GAMES if path.name == "renju_foul_trap.sgf")
    game = next(sgf.read(path.read_text("utf-8")))
    before, last = game.positions[-3], game.moves[-1]
    assert (before.turn, game.moves[-2].text) == ("black", "pass")
    assert [str(kind) for kind in before.forbidden[last.point]] == ["overline"]
    assert game.end.outcome().winner == "white"
