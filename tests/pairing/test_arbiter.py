"""What an arbiter asks for: pairs laid down or forbidden, late entries, rules set aside, a round
paired again, and pairings of other hands checked."""

import json
from typing import Any

import pytest
from flagfall.pairing import pair, pair_again, parse_event
from flagfall.pairing.advice import (
    arbiters_needed,
    display_result,
    display_size,
    recommended_rounds,
    senior_arbiters,
)
from flagfall.pairing.check import check_data
from flagfall.pairing.edit import with_result, with_round
from flagfall.pairing.errors import BadValue, CannotPair, NoLegalPairing, ResultsMissing

from tests.pairing.build import Json, event, played


def met(data: Json) -> list[set[int]]:
    return [{g.white, g.black} for g in pair(parse_event(data)).games]


def codes(data: Json) -> list[str]:
    return [f.code for f in check_data(data)[1]]


def test_forced_pairs_are_taken_out_first() -> None:
    """5.4.10.9: a laid down draw in the first rounds."""
    forced = [{"players": [1, 2], "round": 1, "white": 2, "reason": "opening game"}]
    data = event("swiss-individual", 6, forced_pairs=forced, first_colour="white")
    found = pair(parse_event(data))
    assert [{g.white, g.black} for g in found.games] == [{1, 2}, {3, 5}, {4, 6}]
    assert (found.games[0].white, found.games[0].black) == (2, 1)
    assert found.games[0].opponent_why[0].code == "forced"


def test_a_forced_second_meeting_is_said_aloud() -> None:
    """5.4.10.2, 5.4.10.9."""
    first = played(1, (1, 4, "1-0"), (5, 2, "1-0"), (3, 6, "1-0"))
    data = event("swiss-individual", 6, rounds=[first])
    data["forced_pairs"] = [{"players": [1, 4], "round": 2}]
    found = pair(parse_event(data))
    assert {1, 4} in [{g.white, g.black} for g in found.games]
    assert "forced_breaks" in [n.code for n in found.notes]


def test_a_laid_down_pair_that_can_not_be_made_or_is_forbidden_is_said_aloud() -> None:
    """5.4.10.9: nothing the arbiter wrote is passed over in silence."""
    data = event("swiss-individual", 6, forced_pairs=[{"players": [1, 2], "round": 1}])
    data["forbidden_pairs"] = [[1, 2]]
    notes = pair(parse_event(data)).notes
    assert [(n.code, dict(n.values).get("rule")) for n in notes] == [
        ("forced_breaks", "forbidden_pair")
    ]
    data["players"][1]["absent"] = [1]
    found = pair(parse_event(data))
    assert {"code": "forced_missing", "player": 2}.items() <= (
        {"code": found.notes[0].code} | dict(found.notes[0].values)
    ).items()
    assert len(found.games) == 2


@pytest.mark.parametrize("kind", ["round-robin", "knockout", "silly", "match-tournament"])
def test_wishes_that_only_a_swiss_heeds_are_remarked_elsewhere(kind: str) -> None:
    data = event(kind, 4, rounds=3, forbidden_pairs=[[1, 2]])
    data["forced_pairs"] = [{"players": [1, 2], "round": 1}]
    data["system"]["waive"] = [{"rule": "rematch", "round": 1}]
    found = [f for f in check_data(data)[1] if f.code == "no_effect"]
    assert [f.where for f in found] == ["$.forbidden_pairs", "$.forced_pairs", "$.system.waive"]
    assert not any(f.grave for f in found)


def test_forbidden_pairs_never_meet_in_their_rounds() -> None:
    """5.4.10.9."""
    data = event("swiss-individual", 4, forbidden_pairs=[{"players": [1, 3], "rounds": [1]}])
    assert {1, 3} not in met(data)
    data["forbidden_pairs"] = [[1, 3], [1, 4]]
    assert {1, 2} in met(data)


def test_teammates_are_kept_apart_in_early_rounds_while_that_is_possible() -> None:
    """5.4.10.9: same team or family."""
    data = event("swiss-individual", 8, avoid=[{"field": "family", "through_round": 1}])
    for p, name in zip(data["players"], "abcdabcd", strict=True):
        p["family"] = name
    assert all(len({data["players"][p - 1]["family"] for p in pair_}) == 2 for pair_ in met(data))
    for p in data["players"]:
        p["family"] = "all one"
    found = pair(parse_event(data))
    assert len(found.games) == 4
    assert "avoid_lifted" in [n.code for n in found.notes]
    data["system"]["avoid"][0]["strict"] = True
    with pytest.raises(NoLegalPairing) as caught:
        pair(parse_event(data))
    assert "avoid" in caught.value.ways


def test_a_late_entry_plays_from_his_round_with_the_last_number() -> None:
    """Late entry: numbers of the others stay (5.4.10.5.1)."""
    data = event("swiss-individual", 5)
    data["players"][4] |= {"late_entry": 2, "rating": 2500}
    assert met(data) == [{1, 3}, {2, 4}]
    data["rounds"] = [played(1, (1, 3, "1-0"), (2, 4, "1-0"))]
    second = pair(parse_event(data))
    # Round 2 falls: 2 1 | 5 4 3; 3 is last and has the bye.
    assert [b.player for b in second.byes] == [3]
    assert {5, 4} in [{g.white, g.black} for g in second.games]


def stuck() -> Json:
    """Four players after three rounds: everybody has met everybody."""
    rounds = [
        played(1, (1, 3, "1-0"), (4, 2, "1-0")),
        played(2, (3, 4, "1-0"), (2, 1, "1-0")),
        played(3, (1, 4, "1-0"), (3, 2, "1-0")),
    ]
    data = event("swiss-individual", 4, rounds=rounds)
    data["system"]["rounds"] = 4
    return data


def test_no_legal_pairing_says_so_and_what_to_waive() -> None:
    """5.4.10.2: each player has met all others."""
    with pytest.raises(NoLegalPairing) as caught:
        pair(parse_event(stuck()))
    assert caught.value.ways == ("rematch",)
    assert caught.value.as_json()["waive"] == "rematch"
    assert "may meet nobody" in caught.value.sentence


def test_the_round_before_warns_that_none_will_follow() -> None:
    """A story: 6 players, 3 rounds, no legal round 4: said in advance."""
    data = stuck()
    data["rounds"] = data["rounds"][:2]
    assert "next_impossible" in [n.code for n in pair(parse_event(data)).notes]


def test_a_waived_rule_is_broken_as_little_as_possible() -> None:
    """5.4.10.8, 5.4.10.12: with a reason, and noted."""
    data = stuck()
    data["system"]["waive"] = [{"rule": "rematch", "round": 4, "reason": "agreed by all"}]
    found = pair(parse_event(data))
    assert len(found.games) == 2
    assert [n.code for n in found.notes].count("broken_rematch") == 2
    assert "agreed by all" in found.notes[0].text()
    # A waiver that is not needed changes nothing.
    data["rounds"] = data["rounds"][:2]
    data["system"]["waive"][0]["round"] = 3
    assert met(data) == [{1, 4}, {2, 3}] or met(data) == [{3, 2}, {1, 4}]


def test_a_second_bye_is_given_only_if_nobody_is_left_without_one() -> None:
    """5.4.10.2; a story: second bye though another was eligible."""
    rounds = [
        played(1, (1, 2, "1-0"), byes=(3,)),
        played(2, (3, 1, "1-0"), byes=(2,)),
        played(3, (2, 3, "1-0"), byes=(1,)),
    ]
    data = event("swiss-individual", 3, rounds=rounds)
    data["system"]["rounds"] = 4
    with pytest.raises(NoLegalPairing) as caught:
        pair(parse_event(data))
    assert set(caught.value.ways) == {"rematch", "second_bye"}
    data["system"]["waive"] = [
        {"rule": rule, "round": 4, "reason": "three players"} for rule in caught.value.ways
    ]
    found = pair(parse_event(data))
    assert len(found.byes) == 1
    assert found.byes[0].why[0].code == "bye_second"


def test_unfinished_games_stop_a_swiss_with_their_place() -> None:
    data = event("swiss-individual", 4, rounds=[played(1, (1, 3, "*"), (4, 2, "1-0"))])
    with pytest.raises(ResultsMissing) as caught:
        pair(parse_event(data))
    assert caught.value.where == "$.rounds[0].games[0].result"


def ongoing(n: int = 8) -> Json:
    """A round paired, nothing played yet."""
    data = event("swiss-individual", n, first_colour="white")
    answer = pair(parse_event(data)).as_json()
    return with_round(data, answer)


def test_pairing_again_changes_nothing_without_need() -> None:
    """5.4.10.8: as few players as possible."""
    data = ongoing()
    again = pair_again(parse_event(data), "checked")
    assert [(g.table, g.white, g.black) for g in again.games] == [
        (g["table"], g["white"], g["black"]) for g in data["rounds"][0]["games"]
    ]
    assert again.notes[0].code == "repaired"


def test_a_withdrawal_leaves_the_bye_to_his_opponent() -> None:
    """5.4.10.8, 5.4.10.12."""
    data = ongoing()
    data["players"][1]["withdrawn_after"] = 0  # 2 was to meet 6
    again = pair_again(parse_event(data), "2 is ill")
    assert [b.player for b in again.byes] == [6]
    assert [{g.white, g.black} for g in again.games] == [{1, 5}, {3, 7}, {4, 8}]


def test_a_late_entry_meets_who_was_free_or_opens_the_last_pair() -> None:
    """5.4.10.8: pairs are opened from the last one made."""
    data = ongoing(7)
    free = data["rounds"][0]["byes"][0]["player"]
    data["players"].append({"id": 8, "name": "late", "rating": 1500})
    again = pair_again(parse_event(data), "8 came")
    assert {free, 8} in [{g.white, g.black} for g in again.games]
    assert again.byes == ()
    assert len([g for g in again.games if g.opponent_why[0].code == "kept"]) == 3
    data["forbidden_pairs"] = [[free, 8]]
    opened = pair_again(parse_event(data), "8 came")
    assert len([g for g in opened.games if g.opponent_why[0].code == "kept"]) == 2


def test_what_was_played_stands_even_when_everything_is_paired_anew() -> None:
    """5.4.10.12."""
    data = ongoing()
    data = with_result(data, 1, "1-0")
    data["players"][3]["withdrawn_after"] = 0
    again = pair_again(parse_event(data), "4 left", anew=True)
    first = next(g for g in again.games if g.table == 1)
    assert (first.white, first.black, first.result) == (1, 5, "1-0")
    assert len(again.byes) == 1
    done = data
    for t in (2, 3, 4):
        done = with_result(done, t, "1/2")
    with pytest.raises(CannotPair):
        pair_again(parse_event(done), "too late")


def test_a_round_paired_again_takes_the_place_of_the_last() -> None:
    data = ongoing()
    answer = pair_again(parse_event(data), "draw repeated").as_json()
    rounds = with_round(data, answer, "draw repeated")["rounds"]
    assert len(rounds) == 1
    assert rounds[0]["reason"] == "draw repeated"


def test_results_are_entered_corrected_and_taken_away() -> None:
    """A story: correcting results later."""
    data = with_result(ongoing(), 2, "1/2")
    assert data["rounds"][0]["games"][1]["result"] == "1/2"
    data = with_result(data, 2, "0-1", 1)
    assert data["rounds"][0]["games"][1]["result"] == "0-1"
    assert "result" not in with_result(data, 2, None)["rounds"][0]["games"][1]
    for bad in ((9, "1-0", None), (1, "2-0", None), (1, "1-0", 5)):
        with pytest.raises(BadValue):
            with_result(data, *bad)


def test_check_names_the_rule_each_fault_breaks() -> None:
    """cli: each fault with its rule."""
    rounds = [
        played(1, (1, 3, "1-0"), (2, 4, "1-0"), byes=(5,)),
        played(2, (3, 1, "1-0"), (4, 2, "1-0"), byes=(5,)),
    ]
    data = event("swiss-individual", 5, rounds=rounds)
    data["players"][1]["absent"] = [2]
    found = {f.code: f for f in check_data(data)[1] if f.grave}
    assert set(found) == {"rematch", "second_bye", "absent_plays"}
    assert found["rematch"].rule == "D5.4.10.2"
    assert found["rematch"].where == "$.rounds[1]"


@pytest.mark.parametrize(
    ("discipline", "rounds", "code"),
    [("renju", 3, "colour_running"), ("draughts-russian", 4, "colour_running")],
)
def test_check_counts_colours_by_the_law_of_the_discipline(
    discipline: str, rounds: int, code: str
) -> None:
    """R3.6.2, D5.4.10.2."""
    made = [played(r, (1, r + 1, "1-0")) for r in range(1, rounds + 1)]
    data = event("swiss-individual", rounds + 2, rounds=made, discipline=discipline)
    assert code in codes(data)
    assert code not in codes({**data, "rounds": made[:-1]})


def test_forfeits_have_no_colour() -> None:
    """D5.4.10.2; a story: forfeits are not counted for colour."""
    made = [played(r, (1, r + 1, "+-" if r == 2 else "1-0")) for r in range(1, 5)]
    data = event("swiss-individual", 6, rounds=made)
    assert "colour_running" not in codes(data)


def test_check_compares_with_the_text_but_leaves_the_arbiter_his_choice() -> None:
    """A story: manual pairing, compared with the engine."""
    data = event("swiss-individual", 4, rounds=[played(1, (1, 2, "1-0"), (3, 4, "1-0"))])
    (fault,) = [f for f in check_data(data)[1] if f.code == "not_by_text"]
    assert not fault.grave
    assert "№1–№3" in fault.message or "№3–№1" in fault.message
    data["rounds"][0]["reason"] = "drawn by hand in the hall"
    assert "not_by_text" not in codes(data)


def test_a_round_robin_is_held_against_its_table() -> None:
    """A story: the printed schedule must equal the boards shown."""
    data = event("round-robin", 4, rounds=[played(1, (1, 2, "1-0"), (3, 4, "1-0"))])
    assert "not_by_text" in codes(data)
    data["rounds"].append(played(2, (2, 1, "1-0"), (4, 3, "1-0")))
    assert codes(data).count("rematch") == 2


def test_advice_on_rounds_seed_and_hands() -> None:
    """R3.6.1, R3.3.2, R3.11."""
    assert "too_many_rounds" in codes(event("swiss-individual", 6, rounds=6))
    assert "rounds_near_limit" in codes(event("swiss-individual", 6, rounds=4))
    assert "rounds_unusual" in codes(event("swiss-individual", 20, rounds=5))
    assert [recommended_rounds(n) for n in (18, 30, 31, 50, 51)] == [
        (7, 9),
        (7, 9),
        (9, 11),
        (9, 11),
        (11, 13),
    ]
    assert [arbiters_needed(20, s) for s in ("national", "regional", "oblast", "other")] == [
        10,
        7,
        5,
        4,
    ]
    assert arbiters_needed(3, "other") == 2
    assert [senior_arbiters(n) for n in (2, 4, 5, 9)] == [1, 1, 2, 3]
    assert display_size(2) == 20  # a master against first grades
    assert display_size(2, with_clocks=True) == 10
    assert display_result(18, 95, 60, 10) == 15


def test_reasons_come_in_both_languages() -> None:
    """Every pairing comes with its reasons."""
    data = event(
        "swiss-individual", 6, rounds=[played(1, (1, 4, "1-0"), (5, 2, "0-1"), (3, 6, "1-0"))]
    )
    answer = pair(parse_event(data)).as_json(
        {p["id"]: p["name"] for p in data["players"]}, explain=True
    )
    for g in answer["games"]:
        for note in g["why"]["opponent"] + g["why"]["colour"]:
            assert note["en"] != note["ru"]
            assert note["rule"]
    assert all(isinstance(n, str) for n in answer["notes"])
    assert json.dumps(answer)


@pytest.mark.parametrize("kind", ["swiss-lot", "swiss-blind", "swiss-rating", "swiss-buchholz"])
def test_the_same_file_gives_the_same_answer(kind: str) -> None:
    """cli: a function of the file alone; the order of keys does not matter."""
    data = event(kind, 9, rounds=5)
    turned: Any = json.loads(json.dumps(data), object_pairs_hook=lambda p: dict(reversed(p)))
    assert pair(parse_event(data)).as_json() == pair(parse_event(turned)).as_json()
    other = json.loads(json.dumps(data))
    other["system"]["seed"] = 8
    if kind in ("swiss-lot", "swiss-blind"):
        assert pair(parse_event(other)).as_json() != pair(parse_event(data)).as_json()


def test_a_round_robin_somebody_left_is_still_the_one_of_the_text() -> None:
    """R2.9.3, R3.5: rounds before a withdrawal are compared with what was known then."""
    data = event("round-robin", 6)
    for _round in range(3):
        answer = pair(parse_event(data)).as_json()
        games = [{**g, "result": g.get("result", "1-0")} for g in answer["games"]]
        data["rounds"].append({**{k: answer[k] for k in ("round", "byes")}, "games": games})
        if len(data["rounds"]) == 2:
            data["players"][2]["withdrawn_after"] = 2
    assert check_data(data)[1] == []


def test_scheveningen_is_played_by_players_of_two_teams() -> None:
    """R3.9: everybody of one team meets everybody of the other; teams as entrants are refused."""
    for kind in ("scheveningen-a", "scheveningen-b"):
        data = event(kind, 8)
        data["system"] |= {"entrants": "teams", "boards": 4}
        data["teams"] = [
            {"id": "А", "players": [1, 2, 3, 4]},
            {"id": "Б", "players": [5, 6, 7, 8]},
        ]
        (fault,) = check_data(data)[1]
        assert (fault.where, fault.grave) == ("$.system.entrants", True)
        del data["system"]["entrants"]
        first = pair(parse_event(data)).games[0]
        assert {first.white in (1, 2, 3, 4), first.black in (1, 2, 3, 4)} == {True, False}
