"""Stored games as scripts: every move legal, every clock time of the record kept."""

from itertools import pairwise

import pytest
from flagfall import rules
from flagfall.arbiter.demo.games import assign, assignment, read
from flagfall.sim.games import Recorded, catalogue
from flagfall.sim.players import LEAST_THOUGHT_US, Script

SECOND = 1_000_000
GAMES = {game.name: game for game in catalogue()}


def script(name: str, seed: str = "7|1") -> Script:
    return assignment(1, GAMES[name], seed).script


@pytest.mark.parametrize("recorded", GAMES.values(), ids=list(GAMES))
def test_every_stored_game_is_legal_to_its_recorded_end(recorded: Recorded) -> None:
    game = read(recorded)
    assert game.fault is None
    assert recorded.origin
    position = game.start
    played = assignment(1, recorded, "s").script
    for made, turn in enumerate(played.turns):
        if brk := played.interruption(made):
            position = rules.variant(recorded.variant).position(brk.fen)
        position = position.push(position.parse(turn.text))
    assert position.fen == game.end.fen


def test_complete_international_game_has_117_plies_and_white_wins() -> None:
    """The record ends 59. 45-18 2-0."""
    game = script("nk2009_derkx_meijer")
    assert len(game.turns) == 117
    assert game.result == "1-0"


def test_recorded_clock_times_are_what_a_face_shows_after_each_press() -> None:
    """White 10:00 9:57 9:55 9:54, Black 10:00 9:58 9:58 9:56, as the record has them."""
    game = script("lidraughts_clock_excerpt")
    shown = {"white": [600, 597, 595, 594], "black": [600, 598, 598, 596]}
    right_colour = "black" if game.left_colour == "white" else "white"
    for side, colour in (("left", game.left_colour), ("right", right_colour)):
        left_us = [600 * SECOND - t.used_us for t in game.turns if t.side == side]
        assert [-(-us // SECOND) for us in left_us] == shown[colour]
    assert game.result == "*"


LASCA_END = "B:a7b,e7b,b6b,f6wbbb,c5wb,e5wbb,g5b,f4w,e3BwWw,b2w,f2w,e1w,g1w"


def test_column_game_ends_in_the_position_its_source_tells() -> None:
    """lasca.org: e1w g1w b2w f2w e3BwWw f4w c5wb e5wbb g5b b6b f6wbbb a7b e7b, top first."""
    end = read(GAMES["lasca1976"]).end
    assert end.fen == LASCA_END


def test_position_set_up_on_the_way_is_an_interruption_with_both_clocks_set() -> None:
    game = script("live_clock_setup")
    (brk,) = game.interruptions
    white = game.left_colour
    assert (brk.after, brk.turn) == (7, "left" if white == "white" else "right")
    by_colour = {"white": 340 * SECOND, "black": 345 * SECOND}
    assert brk.left_us == by_colour[game.left_colour]
    assert brk.left_us + brk.right_us == 685 * SECOND
    # Black's count showed 0:55 at his last press and 1:05 when the arbiter came.
    assert brk.used_us == 65 * SECOND
    last = game.turns[-1]
    before = [t.used_us for t in game.turns[:-1] if t.side == last.side][-1]
    assert (340 * SECOND + last.used_us - before) // SECOND == 350


@pytest.mark.parametrize("name", GAMES)
def test_same_seed_same_times_other_seed_other_times(name: str) -> None:
    assert script(name) == script(name)
    assert {script(name, f"{n}|1").turns for n in range(5)} != {script(name).turns}
    for side in ("left", "right"):
        used = [0, *(t.used_us for t in script(name).turns if t.side == side)]
        assert all(b - a >= LEAST_THOUGHT_US for a, b in pairwise(used))


def test_players_of_a_swapped_opening_sit_down_with_the_colours_before_it() -> None:
    """A swap changes whose colour is whose: Black of the record began as White."""
    recorded = GAMES["renju_opening"]
    game, played = read(recorded), assignment(1, recorded, "s")
    names = {played.script.left_colour: played.script.left_name}
    assert played.opening == "taraguchi-5"
    assert names in ({"white": game.headers["Black"]}, {"black": game.headers["White"]})
    assert played.script.turns[5].text.startswith("offer ")


def kinds(tables: int, seed: int) -> list[str]:
    return [a.recorded.kind for a in assign(tables, seed)]


def test_tables_take_every_stored_game_before_one_comes_again() -> None:
    for seed in range(5):
        names = [a.recorded.name for a in assign(2 * len(GAMES), seed)]
        assert names[: len(GAMES)] == names[len(GAMES) :]
        assert set(names) == set(GAMES)
    assert len({assign(1, seed)[0].recorded.name for seed in range(90)}) == len(GAMES)
    twice = [a.script.turns for a in assign(len(GAMES) + 1, 7)]
    assert twice[0] != twice[len(GAMES)]


def test_a_small_hall_shows_many_kinds_of_game_and_the_long_one_early() -> None:
    every = {game.kind for game in GAMES.values()}
    renju = {"renju", "renju-opening"}
    assert every == {"international", "excerpt", *renju, "russian", "bashni", "lasca"}
    for seed in range(40):
        four = assign(4, seed)
        assert len({a.recorded.kind for a in four}) == 4
        assert len({a.recorded.variant for a in four}) >= 3
        assert "nk2009_derkx_meijer" in [a.recorded.name for a in four]
        assert set(kinds(8, seed)) == every
        assert max(kinds(8, seed).count(kind) for kind in every) <= 2


def test_games_may_be_chosen_by_name() -> None:
    chosen = ("russian_draw", "renju_short")
    assert [a.recorded.name for a in assign(3, 1, chosen)] == [*chosen, chosen[0]]
    with pytest.raises(LookupError):
        assign(1, 1, ("nonsense",))
