"""What arbiters met with other programs (public threads), each as a test of this one."""

import random
from typing import Any

from flagfall.pairing import pair, pair_again, parse_event
from flagfall.pairing.check import check_data
from flagfall.pairing.edit import with_absence, with_leave, with_result
from flagfall.pairing.event import SWISS
from flagfall.pairing.rounds import labels_of
from flagfall.scoring import standings

from tests.pairing.build import Json, event, played
from tests.pairing.play import result


def play(data: Json, rounds: int, seed: int = 3, micro: int = 1) -> Json:
    rng = random.Random(seed)
    for _ in range(rounds):
        answer = pair(parse_event(data)).as_json()
        for g in answer["games"]:
            results = [result(rng) for _ in range(micro)]
            g["result"] = results[0] if micro == 1 else {"games": results}
        made = {k: answer[k] for k in ("round", "games", "byes")}
        data = {**data, "rounds": [*data["rounds"], made]}
    return data


def test_nobody_has_two_byes_while_another_is_eligible() -> None:
    """bbpPairings 27; lila 6619: byes three times, five of eleven."""
    for kind in sorted(SWISS):
        data = play(event(kind, 9, rounds=7), 7)
        byes = [b["player"] for r in data["rounds"] for b in r["byes"]]
        assert len(byes) == len(set(byes)) == 7


def test_a_half_point_bye_is_still_given_once() -> None:
    """bbpPairings 28: the value of a bye and 'not twice' can both be said."""
    data = play(event("swiss-individual", 7, rounds=5, bye_points="1/2"), 5)
    byes = [(b["player"], b["points"]) for r in data["rounds"] for b in r["byes"]]
    assert len({p for p, _points in byes}) == 5
    assert {points for _p, points in byes} == {"0.5"}


def test_a_forfeit_has_no_colour_and_the_player_is_told() -> None:
    """bbpPairings 26."""
    data = event("swiss-individual", 4, first_colour="white")
    data["rounds"] = [played(1, (1, 3, "+-"), (4, 2, "1-0"))]
    why = [n.code for g in pair(parse_event(data)).games for n in g.colour_why if n.values]
    assert "colour_unplayed" in why


def test_two_games_a_round_and_a_game_without_colours() -> None:
    """bbpPairings 35: micro-matches; pairing without colours for another game."""
    micro = play(event("swiss-individual", 8, rounds=4, micro_match={"games": 2}), 4, micro=2)
    assert [f.code for f in check_data(micro)[1] if f.grave] == []
    assert sum(s.points for s in standings(parse_event(micro))) <= 4 * 4 * 2
    hive = event("swiss-buchholz", 8, rounds=6, colour_rule="none", discipline="hive")
    assert [f.code for f in check_data(play(hive, 6))[1] if f.grave] == []


def test_two_points_against_none_is_explained() -> None:
    """lila 7393: why do these two meet?"""
    data = event("swiss-individual", 3, rounds=[played(1, (1, 2, "1-0"), byes=(3,))])
    data["rounds"].append(played(2, (3, 2, "1-0"), byes=(1,)))
    data["players"] += ({"id": i, "name": "late", "late_entry": 3} for i in (4, 5))
    found = pair(parse_event(data))
    why = {frozenset((g.white, g.black)): g.opponent_why[0] for g in found.games}
    assert why[frozenset((1, 3))].code == "half_against_half"
    data["forbidden_pairs"] = [[1, 3]]
    found = pair(parse_event(data))
    down = [n for g in found.games for n in g.opponent_why if n.code == "floats_down"]
    assert ["from 2 to 0 points" in n.text({}) for n in down] == [True, True]
    assert {n.code for n in found.notes} >= {"group_broken", "floater", "bye_next"}


def test_a_bye_counts_as_an_opponent_with_the_lowest_score_and_it_is_shown() -> None:
    """lila 13694: Sonneborn–Berger 'wrong': the opponent of a bye."""
    data = event(
        "swiss-buchholz",
        3,
        rounds=[played(1, (1, 2, "1-0"), byes=(3,))],
        tiebreaks=["buchholz", "sonneborn_berger"],
    )
    found = {s.id: dict(s.tiebreaks) for s in standings(parse_event(data))}
    assert found[3] == {"buchholz": 0, "sonneborn_berger": 0}
    assert found[1] == {"buchholz": 0, "sonneborn_berger": 0}
    assert found[2] == {"buchholz": 1, "sonneborn_berger": 0}


def test_leaving_is_one_step_and_nobody_is_paired_with_who_left() -> None:
    """sharly-chess 627."""
    data = play(event("swiss-individual", 8, rounds=5, first_colour="white"), 2)
    data = with_leave(data, 3, 2)
    data = with_absence(data, 5, [3])
    third = pair(parse_event(data))
    seats = {s for g in third.games for s in (g.white, g.black)} | {b.player for b in third.byes}
    assert seats == {1, 2, 4, 6, 7, 8}
    assert third.absent == (5,)


def test_a_result_corrected_later_changes_the_table_and_only_open_pairs() -> None:
    """QTournament 55: by system."""
    data = play(event("swiss-individual", 8, rounds=5, first_colour="white"), 1)
    answer: dict[str, Any] = pair(parse_event(data)).as_json()
    data["rounds"].append({k: answer[k] for k in ("round", "games", "byes")})
    data = with_result(data, 1, "1-0", 2)
    before = standings(parse_event(data))
    other = "0-1" if data["rounds"][0]["games"][0]["result"] != "0-1" else "1-0"
    data = with_result(data, 1, other, 1)
    assert standings(parse_event(data)) != before
    again = pair_again(parse_event(data), "result of table 1 was wrong", anew=True)
    kept = next(g for g in again.games if g.result == "1-0")
    first = data["rounds"][1]["games"][0]
    assert (kept.white, kept.black) == (first["white"], first["black"])


def test_names_are_in_the_reasons() -> None:
    """The arbiter reads names, not indices."""
    data = play(event("swiss-individual", 6, rounds=3), 1)
    read = parse_event(data)
    shown = [n.text(labels_of(read)) for g in pair(read).games for n in g.opponent_why]
    assert all("№" in text and "P" in text for text in shown)
