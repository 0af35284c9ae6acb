"""Scheveningen, Silly and team events: what a table lays down."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from flagfall.cli.event_text import round_text
from flagfall.pairing import pair, parse_event
from flagfall.pairing.errors import EventError, EventOver
from flagfall.pairing.scheveningen import table_a, table_b

from tests.pairing.build import Json, event
from tests.pairing.test_robin import played_out

PRINTED = json.loads(
    (Path(__file__).parent.parent / "data" / "pairing" / "scheveningen_tables.json").read_text()
)


def as_text(rounds: tuple[tuple[tuple[int, int], ...], ...]) -> list[list[str]]:
    return [[f"{a}-{b}" for a, b in r] for r in rounds]


def test_scheveningen_tables_for_eight_and_twelve() -> None:
    """R3.9: the printed cells were lost; tables of other sources."""
    assert as_text(table_a(4)) == PRINTED["A_8"]
    assert as_text(table_a(6)) == PRINTED["A_12"]
    assert as_text(table_b(4)) == PRINTED["B_8"]
    assert as_text(table_b(6)) == PRINTED["B_12_fide"]
    assert as_text(table_b(6, "12-2024")) == PRINTED["B_12_wikipedia_2024"]


def check_groups_meet(rounds: tuple[tuple[tuple[int, int], ...], ...], m: int) -> None:
    met = Counter(frozenset(p) for r in rounds for p in r)
    assert len(met) == m * m
    assert set(met.values()) == {1}
    assert all(min(p) <= m < max(p) for p in met)
    for r in rounds:
        assert sorted(x for p in r for x in p) == list(range(1, 2 * m + 1))


@pytest.mark.parametrize("m", [*range(1, 32), 50, 58])
def test_system_a_gives_each_group_one_colour_by_turns(m: int) -> None:
    """R3.9.A."""
    rounds = table_a(m)
    check_groups_meet(rounds, m)
    for r, pairs in enumerate(rounds):
        assert {a <= m for a, _b in pairs} == {r % 2 == 0}


@pytest.mark.parametrize("m", [1, *range(3, 32), 50, 58])
def test_system_b_evens_colours_in_every_round_and_for_everybody(m: int) -> None:
    """R3.9.B: equal for groups and players, within one where the size is odd."""
    rounds = table_b(m)
    check_groups_meet(rounds, m)
    for pairs in rounds:
        assert abs(sum(1 if a <= m else -1 for a, _b in pairs)) == m % 2
    for player in range(1, 2 * m + 1):
        assert abs(sum((a == player) - (b == player) for r in rounds for a, b in r)) == m % 2


def test_system_b_of_two_against_two_is_even_in_every_round_and_says_what_is_not() -> None:
    """R3.9.B asks for even rounds; no order of these four games evens everybody's colours too."""
    rounds = table_b(2)
    check_groups_meet(rounds, 2)
    assert all(sum(a <= 2 for a, _b in pairs) == 1 for pairs in rounds)
    games = ((1, 3), (2, 4), (1, 4), (2, 3))
    for turns in product((0, 1), repeat=4):
        begin = [g[t] for g, t in zip(games, turns, strict=True)]
        even_rounds = all(sum(x <= 2 for x in pair_) == 1 for pair_ in (begin[:2], begin[2:]))
        assert not (even_rounds and sorted(begin) == [1, 2, 3, 4])
    found = pair(parse_event(event("scheveningen-b", 4)))
    assert [(n.code, dict(n.values)) for n in found.notes] == [("uneven_two", {"a": 3, "b": 4})]
    begun = [a for r in rounds for a, _b in r]
    assert [begun.count(x) for x in (1, 2, 3, 4)] == [1, 1, 0, 2]


def test_groups_are_the_named_ones_the_teams_or_the_halves() -> None:
    """R3.9."""
    named = event("scheveningen-a", 4, groups=[[1, 3], [2, 4]])
    assert [(g.white, g.black) for g in pair(parse_event(named)).games] == [(1, 2), (3, 4)]
    halves = event("scheveningen-a", 4)
    assert [(g.white, g.black) for g in pair(parse_event(halves)).games] == [(1, 3), (2, 4)]
    teams = event("scheveningen-b", 4)
    for p in teams["players"]:
        p["team"] = "odd" if p["id"] % 2 else "even"
    met = {frozenset((g.white, g.black)) for g in pair(parse_event(teams)).games}
    assert met == {frozenset((1, 2)), frozenset((3, 4))}
    assert len(played_out(teams)) == 2


def test_unequal_groups_are_refused() -> None:
    with pytest.raises(EventError):
        pair(parse_event(event("scheveningen-a", 5)))


def test_silly_fixes_opponents_of_numbers_and_draws_the_numbers() -> None:
    """R3.5.4: the first rounds of the round robin, start numbers by lot."""
    rounds = played_out(event("silly", 18, rounds=7))
    assert len(rounds) == 7
    met = Counter(frozenset((g["white"], g["black"])) for r in rounds for g in r["games"])
    assert set(met.values()) == {1}
    for p in range(1, 19):
        whites = sum(g["white"] == p for r in rounds for g in r["games"])
        assert whites in (3, 4)
    other = event("silly", 18, rounds=7)
    other["system"]["seed"] = 8
    assert played_out(other) != rounds


def test_silly_may_bring_its_own_table() -> None:
    """R3.5.4."""
    table = [[[1, 2], [3, 4]], [[1, 3], [4, 2]]]
    rounds = played_out(event("silly", 4, rounds=2, table=table, numbers="listed"))
    assert [[(g["white"], g["black"]) for g in r["games"]] for r in rounds] == [
        [(1, 2), (3, 4)],
        [(1, 3), (4, 2)],
    ]
    wrong = event("silly", 4, rounds=1, table=[[[1, 2], [1, 3]]])
    with pytest.raises(EventError):
        pair(parse_event(wrong))


def teams_of(n: int, boards: int) -> list[Json]:
    return [
        {"id": t * boards + b, "name": f"T{t}.{b}", "team": f"T{t}"}
        for t in range(n)
        for b in range(1, boards + 1)
    ]


def test_teams_meet_board_by_board_by_the_table() -> None:
    """R3.5.1: a match as a round of a team event."""
    data = event("round-robin", 0, players=teams_of(5, 4), entrants="teams")
    found = pair(parse_event(data))
    assert [(m.first, m.second) for m in found.matches] == [("T1", "T4"), ("T2", "T3")]
    assert [b.player for b in found.byes] == ["T0"]
    assert found.as_json()["byes"] == [{"team": "T0", "points": 0}]
    first = [(g.board, g.white, g.black) for g in found.games if g.match == 1]
    assert first == [(1, 5, 17), (2, 18, 6), (3, 7, 19), (4, 20, 8)]


def test_in_renju_the_team_with_black_on_odd_boards_may_choose_the_venue() -> None:
    """R3.4.1."""
    data = event("round-robin", 0, players=teams_of(2, 2), entrants="teams", discipline="renju-rif")
    found = pair(parse_event(data))
    (match,) = found.matches
    (board_1,) = [g for g in found.games if g.board == 1]
    venue = match.why[-1]
    assert (venue.code, dict(venue.values)) == ("venue", {"player": match.first})
    assert parse_event(data).by_id[board_1.black].team == match.first
    assert "venue" not in [
        n.code for n in pair(parse_event({**data, "discipline": "x"})).matches[0].why
    ]


def test_a_team_round_is_read_match_by_match() -> None:
    """A match has one heading and its reasons once, then its boards."""
    read = parse_event(event("round-robin", 0, players=teams_of(3, 2), entrants="teams"))
    lines = round_text(read, pair(read), explain=True).split("\n")
    assert [line.split("  ")[-1] for line in lines[1:4]] == [
        "№2 T1 – №3 T2",
        "round 1 of the table: №2 T1 – №3 T2 (R3.5.2)",
        "colours by the table (R3.5.2)",
    ]
    assert lines[4].endswith("(1.1)  T1.1 – T2.1")
    assert lines[5].endswith("(1.2)  T2.2 – T1.2")
    assert "№1 T0" in lines[6]


def test_reserves_move_up_and_a_short_team_leaves_a_board_empty() -> None:
    """R3.4.2."""
    players = teams_of(2, 3)
    players[0]["absent"] = [1]
    data = event("match", 0, players=players, entrants="teams", first_colour="white", boards=3)
    found = pair(parse_event(data))
    assert [(g.board, g.white, g.black) for g in found.games] == [(1, 2, 4), (2, 5, 3)]
    assert [(b.player, b.points) for b in found.byes] == [(6, 1)]


def test_a_swiss_of_teams_pairs_by_their_points() -> None:
    """R3.5: team events by the same systems."""
    players = teams_of(4, 2)
    data = event("swiss-individual", 0, players=players, entrants="teams", first_colour="white")
    data["system"] |= {"numbers": "listed", "rounds": 3}
    first = pair(parse_event(data))
    assert [(m.first, m.second) for m in first.matches] == [("T0", "T2"), ("T3", "T1")]
    games = first.as_json()["games"]
    for g in games:
        g["result"] = "1-0" if g["board"] == 1 else "0-1"
    data["rounds"] = [{"round": 1, "games": games}]
    second = pair(parse_event(data))
    met = {frozenset((m.first, m.second)) for m in second.matches}
    assert not met & {frozenset(("T0", "T2")), frozenset(("T1", "T3"))}
    games = second.as_json()["games"]
    for g in games:
        g["result"] = "1/2"
    data["rounds"].append({"round": 2, "games": games})
    data["rounds"].append({"round": 3, "games": []})
    with pytest.raises(EventOver):
        pair(parse_event(data))
