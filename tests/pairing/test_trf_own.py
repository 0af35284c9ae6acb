"""An event of ours through TRF: the winner stays the winner, the next round the next round."""

import random
from contextlib import suppress

import pytest
from flagfall.pairing import pair, parse_event
from flagfall.pairing.check import check_data
from flagfall.pairing.errors import CannotPair, EventError
from flagfall.pairing.event import SWISS
from flagfall.pairing.files.trf import read_trf
from flagfall.pairing.files.trf_own import MARK
from flagfall.pairing.files.trf_write import NotForTrf, write_trf
from flagfall.scoring import standings
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.build import Json, event, played
from tests.pairing.play import played_rounds, random_event


def through(data: Json) -> Json:
    found = parse_event(data)
    lines = standings(found)
    places = {s.id: s.first or 0 for s in lines}
    return read_trf(write_trf(found, places, {s.id: s.points for s in lines}, data).encode())


def places(data: Json) -> list[object]:
    found = parse_event(data)
    return [(found.entrant(s.id).name, s.place, s.points, s.tiebreaks) for s in standings(found)]


def next_round(data: Json) -> object:
    found = parse_event(data)
    try:
        answer = pair(found)
    except CannotPair as error:
        return error.code
    names = {p.id: p.name for p in found.players}
    return [(names[g.white], names[g.black]) for g in answer.games]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SWISS)), st.integers(0, 10**6))
def test_places_and_the_next_round_are_the_same_after_trf(kind: str, seed: int) -> None:
    """cli: TRF out and in; players who left or came late, unrated ones, every Swiss kind."""
    rng = random.Random(seed)
    data = random_event(kind, rng, 4, 12)
    data["tiebreaks"] = ["buchholz", "buchholz_median", "direct", "wins"]
    for p in data["players"]:
        if rng.random() < 0.1:
            p["late_entry"] = 2
        if rng.random() < 0.2:
            del p["rating"]
        if rng.random() < 0.2:
            p |= {"club": "Клуб", "name": f"{p['name']} {'длинное имя ' * 4}".strip()}
    last = data
    for before, _found in played_rounds(data, rng):
        last = before
    back = through(last)
    assert places(back) == places(last)
    assert next_round(back) == next_round(last)
    again = through(back)
    assert again == back


def test_a_line_of_ours_says_what_trf_has_no_field_for() -> None:
    data = event(
        "swiss-solkoff",
        4,
        rounds=[played(1, (2, 1, "1-0"), (4, 3, "0-1"))],
        discipline="renju",
        tiebreaks=[{"name": "wins", "unplayed": True}],
        forbidden_pairs=[[1, 2], {"players": [3, 4], "rounds": [2], "reason": "братья"}],
        forced_pairs=[{"players": [1, 3], "round": 2, "white": 3}],
        extra=[{"order": [4, 1]}],
    )
    for p in data["players"]:
        p["rating"] = 1000 + p["id"]  # so that start numbers are not the ids
    data["system"] |= {"points": {"win": 2, "draw": 1}, "avoid": [{"field": "club"}]}
    data["system"]["avoid"][0]["through_round"] = 2
    data["players"][0] |= {"withdrawn_after": 1, "city": "Псков", "name": "A" * 40}
    back = through(data)
    assert back["system"] == data["system"] | {"rounds": 1}
    assert (back["discipline"], back["tiebreaks"]) == ("renju", data["tiebreaks"])
    assert back["forbidden_pairs"] == [
        {"players": [4, 3]},
        {"players": [2, 1], "rounds": [2], "reason": "братья"},
    ]
    assert back["forced_pairs"] == [{"players": [4, 2], "round": 2, "white": 2}]
    assert back["extra"] == [{"order": [1, 4]}]
    assert back["players"][3] == {
        "id": 4,
        "number": 4,
        "name": "A" * 40,
        "rating": 1001,
        "city": "Псков",
        "withdrawn_after": 1,
    }
    chosen = write_trf(parse_event(data), {}, {}, data).encode()
    assert read_trf(chosen, "swiss-buchholz", "gomoku")["system"]["kind"] == "swiss-buchholz"


def test_a_team_event_is_written_with_the_numbers_of_its_players() -> None:
    """Teams have start numbers of their own; their members are the lines of TRF."""
    data = event("round-robin", 4, rounds=[played(1, (1, 3, "1-0"), (4, 2, "1/2"))])
    data["system"]["entrants"] = "teams"
    data["teams"] = [{"id": 1, "name": "А", "players": [1, 2]}, {"id": 2, "players": [3, 4]}]
    text = write_trf(parse_event(data), {1: 1, 2: 2}, {}, data)
    assert [line[80:84] for line in text.splitlines() if line.startswith("001")] == [
        " 1.0",
        " 0.5",
        " 0.0",
        " 0.5",
    ]
    assert places(through(data)) == places(data)


def test_a_micro_match_is_not_cut_to_its_first_game() -> None:
    data = event("swiss-individual", 2, micro_match={"games": 2})
    with pytest.raises(NotForTrf):
        write_trf(parse_event(data), {}, {}, data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["system", "players", "teams", "1", "absent", "late_entry", "kind"])
                | st.sampled_from(["forbidden_pairs", "tiebreaks", "withdrawn_after", "extra"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_nothing_but_our_errors_comes_out_of_any_line_of_ours(said: object) -> None:
    import json

    base = through(event("swiss-individual", 3, rounds=[played(1, (1, 2, "1-0"), byes=(3,))]))
    text = write_trf(parse_event(base), {}, {})
    for tail in (json.dumps(said), json.dumps(said)[:-1]):
        with suppress(EventError):
            check_data(read_trf(f"{text}{MARK}{tail}\n".encode()))
