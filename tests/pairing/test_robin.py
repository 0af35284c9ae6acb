"""Round robin against the printed tables of the codes, and for any number of players."""

import json
from collections import Counter
from pathlib import Path

import pytest
from flagfall.pairing import parse_event
from flagfall.pairing.errors import EventError, EventOver
from flagfall.pairing.pair import pair
from flagfall.pairing.robin import RENJU_4, order_of_rounds, round_of_table, table
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.build import Json, event

DATA = Path(__file__).parent.parent / "data" / "pairing"
PRINTED = json.loads((DATA / "round_robin.json").read_text())
MISPRINTS = json.loads((DATA / "misprints.json").read_text())["round_robin"]


def as_lists(rounds: tuple[tuple[tuple[int, int], ...], ...]) -> list[list[list[int]]]:
    return [[list(p) for p in r] for r in rounds]


@pytest.mark.parametrize("n", range(4, 23, 2))
def test_the_formula_is_every_table_of_the_draughts_code_board_by_board(n: int) -> None:
    """004, 4 … 22 players."""
    assert as_lists(table(n)) == PRINTED["004"][str(n)]


@pytest.mark.parametrize("source", ["000", "003"])
def test_other_codes_differ_only_by_their_known_misprints(source: str) -> None:
    """000 app. 4 and 003 app. 1."""
    differing = set()
    for n, rounds in PRINTED[source].items():
        for row, printed in enumerate(rounds, 1):
            if printed != as_lists((round_of_table(int(n), row),))[0]:
                differing.add((int(n), row))
    known = {
        "000": {(4, 2), (4, 3)},
        "003": {(6, 2), (6, 4), (12, 11)},
    }
    assert differing == known[source]
    listed = {m["table"] for m in MISPRINTS if m["seed"] == source and m["kind"] != "layout"}
    assert {f"{n - 1}-{n}" for n, _row in differing} <= listed


def test_the_renju_codes_own_table_for_four_is_kept_as_a_preset() -> None:
    """000 app. 4: valid, but not the table of 004."""
    assert as_lists(RENJU_4) == PRINTED["000"]["4"]
    assert {frozenset(p) for r in RENJU_4 for p in r} == {frozenset(p) for r in table(4) for p in r}


def check_schedule(n: int) -> None:
    rounds = table(n)
    met = Counter(frozenset(p) for r in rounds for p in r)
    assert len(met) == n * (n - 1) // 2
    assert set(met.values()) == {1}
    for player in range(1, n + 1):
        colours = [1 if p[0] == player else -1 for r in rounds for p in r if player in p]
        assert len(colours) == n - 1
        assert abs(sum(colours)) == 1
        assert all(abs(sum(colours[i : i + 3])) < 3 for i in range(n - 3))


@pytest.mark.parametrize("n", [*range(2, 41, 2), 100, 200])
def test_everybody_meets_once_with_colours_within_one_and_no_three_running(n: int) -> None:
    """R3.5.2 for any size."""
    check_schedule(n)


@pytest.mark.slow
def test_every_size_to_200() -> None:
    """R3.5.2 for any size."""
    for n in range(2, 201, 2):
        check_schedule(n)


def played_out(data: Json) -> list[Json]:
    """Every round as paired, with draws as results."""
    rounds: list[Json] = []
    while True:
        data = {**data, "rounds": rounds}
        try:
            found = pair(parse_event(data))
        except EventOver:
            return rounds
        as_json = found.as_json()
        for g in as_json["games"]:
            g.setdefault("result", "1/2")
        rounds = [*rounds, {k: as_json[k] for k in ("round", "games", "byes")}]


def test_odd_field_frees_each_player_once_without_points() -> None:
    """R3.5.2: the number outside the brackets is free."""
    rounds = played_out(event("round-robin", 7))
    assert len(rounds) == 7
    free = [b for r in rounds for b in r["byes"]]
    assert sorted(b["player"] for b in free) == list(range(1, 8))
    assert {b["points"] for b in free} == {0}


def test_first_of_a_pair_has_white_in_draughts_and_black_in_renju() -> None:
    """R3.5.2, 004."""
    draughts = pair(parse_event(event("round-robin", 6))).games
    renju = pair(parse_event(event("round-robin", 6, discipline="renju"))).games
    assert [(g.white, g.black) for g in draughts] == [(1, 6), (2, 5), (3, 4)]
    assert [(g.black, g.white) for g in renju] == [(1, 6), (2, 5), (3, 4)]


def test_renju_of_four_follows_the_renju_code_unless_told_otherwise() -> None:
    """misprints: 000, table 3–4."""
    first_round = {"rounds": played_out(event("round-robin", 4, discipline="renju"))[:1]}
    codex = pair(parse_event({**event("round-robin", 4, discipline="renju"), **first_round}))
    assert [(g.black, g.white) for g in codex.games] == [(4, 2), (3, 1)]
    plain = event("round-robin", 4, discipline="renju", table="formula")
    assert [(g.black, g.white) for g in pair(parse_event({**plain, **first_round})).games] == [
        (4, 3),
        (1, 2),
    ]


def test_second_cycle_turns_the_colours() -> None:
    """R3.5.2, double round robin."""
    rounds = played_out(event("double-round-robin", 5))
    assert len(rounds) == 10
    games = Counter((g["white"], g["black"]) for r in rounds for g in r["games"])
    assert set(games.values()) == {1}
    assert len(games) == 20


def test_match_tournament_plays_as_many_cycles_as_it_says() -> None:
    """R3.5, match-tournament."""
    rounds = played_out(event("match-tournament", 4, cycles=4))
    games = Counter(frozenset((g["white"], g["black"])) for r in rounds for g in r["games"])
    assert set(games.values()) == {4}
    whites = Counter((g["white"], g["black"]) for r in rounds for g in r["games"])
    assert set(whites.values()) == {2}


def test_order_of_rounds_may_be_given_or_drawn() -> None:
    """004: the number of the round played on a day may be drawn."""
    given_order = event("round-robin", 6, round_order=[4, 1, 2, 3, 5])
    assert [(g.white, g.black) for g in pair(parse_event(given_order)).games] == [
        (6, 5),
        (1, 4),
        (2, 3),
    ]
    drawn = played_out(event("round-robin", 8, round_order="lot"))
    met = {frozenset((g["white"], g["black"])) for r in drawn for g in r["games"]}
    assert len(met) == 28
    assert order_of_rounds("lot", 7, "7") != tuple(range(1, 8))


def test_round_order_of_another_size_is_refused_with_its_path() -> None:
    with pytest.raises(EventError) as caught:
        pair(parse_event(event("round-robin", 6, round_order=[1, 2, 3])))
    assert caught.value.where == "$.system.round_order"


def test_absentee_forfeits_and_who_left_early_frees_his_opponents() -> None:
    """R2.9.1 and R2.9.3."""
    data = event("round-robin", 6)
    data["players"][5]["absent"] = [1]
    assert [g.result for g in pair(parse_event(data)).games] == ["+-", None, None]
    data = event("round-robin", 6)
    data["rounds"] = played_out(data)[:1]
    data["players"][0]["withdrawn_after"] = 1
    second = pair(parse_event(data))
    assert all(1 not in (g.white, g.black) for g in second.games)
    assert [(b.player, b.points) for b in second.byes] == [(2, 0)]


def test_who_left_after_half_of_his_games_gives_pluses() -> None:
    """R2.9.4."""
    data = event("round-robin", 6)
    data["rounds"] = played_out(data)[:3]
    data["players"][0]["withdrawn_after"] = 3
    fourth = pair(parse_event(data))
    assert [(g.white, g.black, g.result) for g in fourth.games if 1 in (g.white, g.black)] == [
        (1, 4, "-+")
    ]


@given(st.integers(3, 60))
def test_every_round_seats_everybody_once(n: int) -> None:
    """R3.5.2."""
    found = pair(parse_event(event("round-robin", n)))
    seated = [s for g in found.games for s in (g.white, g.black)]
    seated += [b.player for b in found.byes if isinstance(b.player, int)]
    assert sorted(seated) == list(range(1, n + 1))


def test_match_turns_colours_and_ends_at_its_limit() -> None:
    """R3.5.1: to a number of wins."""
    data = event("match", 2, first_colour="black", to_wins=2)
    first = pair(parse_event(data)).games[0]
    assert (first.white, first.black) == (2, 1)
    data["rounds"] = [{"round": 1, "games": [{"white": 2, "black": 1, "result": "0-1"}]}]
    second = pair(parse_event(data)).games[0]
    assert (second.white, second.black) == (1, 2)
    data["rounds"].append({"round": 2, "games": [{"white": 1, "black": 2, "result": "1-0"}]})
    with pytest.raises(EventOver):
        pair(parse_event(data))


def test_team_match_gives_the_first_named_the_first_colour_on_odd_boards() -> None:
    """R3.4.1, R3.5.1."""
    players = [{"id": i, "name": f"P{i}", "team": "A" if i < 5 else "B"} for i in range(1, 9)]
    data = event("match", 0, players=players, entrants="teams", first_colour="white", games=2)
    first = pair(parse_event(data))
    assert [(g.board, g.white, g.black) for g in first.games] == [
        (1, 1, 5),
        (2, 6, 2),
        (3, 3, 7),
        (4, 8, 4),
    ]
    assert [(m.first, m.second) for m in first.matches] == [("A", "B")]
