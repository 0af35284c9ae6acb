"""Knock-outs: brackets, free places, draws, lives, and places for everybody."""

import random

import pytest
from flagfall.pairing import Round, pair, parse_event
from flagfall.pairing.bracket import seeding
from flagfall.pairing.errors import CannotPair, EventOver
from flagfall.scoring import standings
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.build import Json, event

Pair = tuple[int, int]


def met(found: Round) -> list[set[int]]:
    return [{g.white, g.black} for g in found.games]


def add_round(data: Json, found: Round, results: dict[int, str] | None = None) -> None:
    """Write a round with results: the smaller id wins unless told otherwise, by table."""
    answer = found.as_json()
    for g in answer["games"]:
        won = "1-0" if g["white"] < g["black"] else "0-1"
        g["result"] = (results or {}).get(g["table"], g.get("result", won))
    data["rounds"].append({k: answer[k] for k in ("round", "games", "byes")})


def play(data: Json, results: dict[int, dict[int, str]] | None = None) -> Json:
    """To the end."""
    while True:
        try:
            found = pair(parse_event(data))
        except EventOver:
            return data
        add_round(data, found, (results or {}).get(found.number))


def places(data: Json) -> dict[int | str, str | None]:
    return {s.id: s.place for s in standings(parse_event(data))}


def test_seeds_stand_so_that_the_best_two_meet_last() -> None:
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_winners_of_neighbours_meet() -> None:
    """R3.5.3: a fixed bracket."""
    data = event("knockout", 8)
    first = pair(parse_event(data))
    assert met(first) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    add_round(data, first, {1: "0-1" if first.games[0].white == 1 else "1-0"})
    second = pair(parse_event(data))
    assert met(second) == [{8, 4}, {2, 3}]
    add_round(data, second)
    third = pair(parse_event(data))
    assert met(third) == [{4, 2}]
    add_round(data, third)
    assert places(data) == {
        2: "1",
        4: "2",
        3: "3-4",
        8: "3-4",
        1: "5-8",
        5: "5-8",
        6: "5-8",
        7: "5-8",
    }


def test_who_is_over_a_power_of_two_makes_the_top_seeds_free() -> None:
    """R3.5.3: 6 players: 2 are free in round 1."""
    first = pair(parse_event(event("knockout", 6)))
    assert met(first) == [{4, 5}, {3, 6}]
    assert [b.player for b in first.byes] == [1, 2]
    by_lot = {
        tuple(
            sorted(
                b.player
                for b in pair(
                    parse_event(
                        event("knockout", 6, free="lot")
                        | {"name": str(s)}
                        | {"system": {"kind": "knockout", "free": "lot", "seed": s}}
                    )
                ).byes
            )
        )
        for s in range(30)
    }
    assert len(by_lot) > 5


def test_colours_alternate_else_even_out() -> None:
    """R3.5.3."""
    data = play(event("knockout", 8))
    second = data["rounds"][1]["games"]
    for g in second:
        before = {x["white"]: 1 for x in data["rounds"][0]["games"]}
        whites = [p for p in (g["white"], g["black"]) if p in before]
        if len(whites) == 1:
            assert g["black"] in whites


@pytest.mark.parametrize("policy", ["replay", "shortened"])
def test_a_draw_is_replayed_until_it_is_decided(policy: str) -> None:
    """R3.5.3."""
    data = event("knockout", 4, draw_policy=policy)
    first = pair(parse_event(data))
    add_round(data, first, {1: "1/2"})
    again = pair(parse_event(data))
    assert met(again) == [{1, 4}]
    assert again.byes == ()
    assert (again.games[0].white, again.games[0].black) == (
        first.games[0].black,
        first.games[0].white,
    )
    add_round(data, again)
    assert met(pair(parse_event(data))) == [{1, 2}]


@pytest.mark.parametrize(("policy", "out"), [("white_out", "white"), ("black_out", "black")])
def test_a_draw_puts_out_a_colour(policy: str, out: str) -> None:
    """R3.5.3: who played a certain colour goes out."""
    data = event("knockout", 4, draw_policy=policy)
    first = pair(parse_event(data))
    add_round(data, first, {1: "1/2"})
    assert getattr(first.games[0], out) not in {p for m in met(pair(parse_event(data))) for p in m}


def test_a_draw_may_be_decided_by_lot_or_by_the_arbiter() -> None:
    """R3.5.3."""
    data = event("knockout", 4, draw_policy="lot")
    add_round(data, pair(parse_event(data)), {1: "1/2"})
    assert len(met(pair(parse_event(data)))) == 1
    silent = event("knockout", 4)
    add_round(silent, pair(parse_event(silent)), {1: "1/2"})
    with pytest.raises(CannotPair):
        pair(parse_event(silent))
    silent["extra"] = [{"order": [4, 1], "how": "toss"}]
    assert met(pair(parse_event(silent))) == [{4, 2}]


def test_a_drawn_team_match_goes_by_boards() -> None:
    """R3.5.3: board coefficients."""
    players = [{"id": i, "name": f"P{i}", "team": "AB"[i % 2]} for i in range(1, 5)]
    data = event("knockout", 0, players=players, entrants="teams", draw_policy="boards", boards=2)
    data["system"] |= {"numbers": "listed", "first_colour": "white"}
    found = pair(parse_event(data))
    games = found.as_json()["games"]
    winner = games[0]["white"]
    for g in games:
        g["result"] = "1-0" if winner in (g["white"],) else "0-1"
        if g["board"] == 2:
            g["result"] = "1-0" if (g["white"] % 2 != winner % 2) else "0-1"
    data["rounds"] = [{"round": 1, "games": games}]
    team = next(p["team"] for p in players if p["id"] == winner)
    assert standings(parse_event(data))[0].id == team


def test_both_losing_leaves_the_next_opponent_free() -> None:
    """R2.6.3: a loss for both."""
    data = event("knockout", 8)
    add_round(data, pair(parse_event(data)), {1: "--"})
    second = pair(parse_event(data))
    assert met(second) == [{2, 3}]
    assert [b.player for b in second.byes] == [4]


def test_pairs_set_by_hand_stand() -> None:
    """Manual pairs of the same players are taken as they were played."""
    data = event("knockout", 4)
    data["rounds"] = [
        {
            "round": 1,
            "games": [
                {"white": 1, "black": 2, "result": "1-0"},
                {"white": 3, "black": 4, "result": "0-1"},
            ],
        }
    ]
    assert met(pair(parse_event(data))) == [{1, 4}]


def test_absent_players_forfeit() -> None:
    data = event("knockout", 4)
    data["players"][0]["absent"] = [1]
    first = pair(parse_event(data))
    results = {g.result for g in first.games if 1 in (g.white, g.black)}
    assert results in ({"-+"}, {"+-"})


@settings(max_examples=60)
@given(st.integers(2, 33), st.integers(0, 999), st.booleans(), st.sampled_from(["seeds", "lot"]))
def test_every_place_is_decided_where_losers_play_on(
    n: int, seed: int, upset: bool, free: str
) -> None:
    """R3.5.3: knockout-places."""
    data = event("knockout-places", n, free=free)
    data["system"]["seed"] = seed
    rng = random.Random(seed)
    while True:
        try:
            found = pair(parse_event(data))
        except EventOver:
            break
        add_round(
            data,
            found,
            {g.table: rng.choice(["1-0", "0-1"]) for g in found.games} if upset else None,
        )
    if n > 1:
        assert sorted(map(int, map(str, places(data).values()))) == list(range(1, n + 1))
    if not upset:
        assert places(data)[1] == "1"


@settings(max_examples=60)
@given(st.integers(2, 33), st.integers(0, 999), st.sampled_from(["fixed", "redrawn"]))
def test_a_knock_out_takes_as_many_games_as_players_less_one(
    n: int, seed: int, bracket: str
) -> None:
    """R3.5.3."""
    data = event("knockout", n, bracket=bracket)
    data["system"]["seed"] = seed
    play(data)
    assert sum(len(r["games"]) for r in data["rounds"]) == n - 1
    assert len(data["rounds"]) == (n - 1).bit_length()
    free = sum(len(r["byes"]) for r in data["rounds"])
    assert free == (1 << (n - 1).bit_length()) - n
    assert places(data)[1] == "1"


def test_lives_are_lost_point_by_point() -> None:
    """R3.5.3: out after losing a number of points."""
    data = play(event("knockout", 8, lives=2))
    lost = dict.fromkeys(range(1, 9), 0)
    for r in data["rounds"]:
        for g in r["games"]:
            assert lost[g["white"]] < 2
            assert lost[g["black"]] < 2
            lost[g["black"] if g["result"] == "1-0" else g["white"]] += 1
    assert sum(v < 2 for v in lost.values()) == 1
    assert places(data)[1] == "1"
