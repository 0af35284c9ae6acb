"""Places: shared until a criterion parts them; those who left; numbers as text."""

from fractions import Fraction

import pytest
from flagfall.pairing import parse_event
from flagfall.pairing.errors import BadValue
from flagfall.pairing.rounds import number_text
from flagfall.scoring import Standing, standings
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.build import Json, event, played


def table(data: Json) -> list[tuple[int | str, str | None]]:
    return [(s.id, s.place) for s in standings(parse_event(data))]


def robin(results: dict[tuple[int, int], str], n: int, **more: object) -> Json:
    """A round robin from a cross-table of results; one game a round."""
    rounds = [played(r, (a, b, x)) for r, ((a, b), x) in enumerate(results.items(), 1)]
    return event("round-robin", n, rounds=rounds, **more)


CYCLE = {(1, 2): "1-0", (2, 3): "1-0", (3, 1): "1-0", (1, 4): "1-0", (2, 4): "1-0", (3, 4): "1-0"}


def test_places_are_shared_where_nothing_parts() -> None:
    """R3.2.2."""
    assert table(robin(CYCLE, 4)) == [(1, "1-3"), (2, "1-3"), (3, "1-3"), (4, "4")]
    assert table(robin(CYCLE, 4, tiebreaks=["direct", "wins"]))[0] == (1, "1-3")


def test_direct_is_the_result_among_all_who_share_and_then_among_the_rest() -> None:
    """R3.2.2–3: 1 beat 2, 2 beat 3, 1 and 3 drew … applied again to those still level."""
    results = {
        (1, 2): "1/2",
        (1, 3): "1-0",
        (1, 4): "0-1",
        (2, 3): "0-1",
        (2, 4): "1-0",
        (3, 4): "1/2",
    }
    # All have 1½ but for … : among four: 1 → 1½, 2 → 1½, 3 → 1½, 4 → 1½: level; nothing parts.
    assert table(robin(results, 4, tiebreaks=["direct"])) == [(i, "1-4") for i in range(1, 5)]
    results[1, 5] = results[2, 5] = results[4, 5] = "1-0"
    results[3, 5] = "0-1"
    # 1, 2, 4 have 2½; among them 1: ½+0, 2: ½+1, 4: 1+0 → 2 first, then 4, then 1.
    found = standings(parse_event(robin(results, 5, tiebreaks=["direct"])))
    assert [(s.id, s.place, s.parted_by) for s in found][:3] == [
        (2, "1", ""),
        (4, "2", "direct"),
        (1, "3", "direct"),
    ]
    assert dict(found[0].tiebreaks)["direct"] == Fraction(3, 2)


def test_direct_is_asked_again_among_fewer() -> None:
    """R3.2.2: two still level after the games among four are parted by their own game."""
    results = {
        (1, 2): "1-0",
        (1, 3): "1-0",
        (1, 4): "0-1",
        (2, 3): "1-0",
        (2, 4): "1-0",
        (3, 4): "1/2",
        (3, 5): "1-0",
        (4, 5): "1/2",
        (1, 5): "0-1",
        (2, 5): "0-1",
    }
    found = standings(parse_event(robin(results, 5, tiebreaks=["direct"])))
    points = {s.id: s.points for s in found}
    assert points == {1: 2, 2: 2, 3: Fraction(3, 2), 4: 2, 5: Fraction(5, 2)}
    # Among 1, 2, 4 each has 1: level. 5 is alone, 3 is alone.
    assert [s.place for s in found] == ["1", "2-4", "2-4", "2-4", "5"]


def test_every_line_says_what_put_it_behind_the_one_above() -> None:
    results = {
        (1, 2): "1/2",
        (1, 3): "1-0",
        (2, 3): "1-0",
        (1, 4): "1/2",
        (2, 4): "1/2",
        (3, 4): "0-1",
    }
    found = standings(parse_event(robin(results, 4, tiebreaks=["sonneborn_berger", "wins"])))
    assert [(s.id, s.place, s.parted_by) for s in found] == [
        (1, "1-3", ""),
        (2, "1-3", ""),
        (4, "1-3", ""),
        (3, "4", "points"),
    ]


def test_who_left_before_half_has_no_place_and_his_games_fall_out_of_a_round_robin() -> None:
    """R2.9.3."""
    rounds = [
        played(1, (1, 6, "0-1"), (2, 5, "1-0"), (3, 4, "1/2")),
        played(2, (6, 4, "1-0"), (5, 3, "1-0"), (1, 2, "1-0")),
        played(3, (3, 1, "0-1"), (4, 5, "1-0")),
    ]
    data = event("round-robin", 6, rounds=rounds)
    data["players"][5]["withdrawn_after"] = 2
    found = standings(parse_event(data))
    assert found[-1].id == 6
    assert found[-1].place is None
    assert {s.id: s.points for s in found[:-1]} == {
        1: 2,
        4: Fraction(3, 2),
        2: 1,
        5: 1,
        3: Fraction(1, 2),
    }


def test_who_left_after_half_has_a_place_and_gives_pluses() -> None:
    """R2.9.4: also for rounds that nobody wrote down."""
    rounds = [
        played(1, (1, 6, "0-1"), (2, 5, "1-0"), (3, 4, "1/2")),
        played(2, (6, 4, "1-0"), (5, 3, "1-0"), (1, 2, "1-0")),
        played(3, (2, 6, "0-1"), (3, 1, "0-1"), (4, 5, "1-0")),
        played(4, (1, 4, "1-0"), (2, 3, "1-0")),
    ]
    data = event("round-robin", 6, rounds=rounds)
    data["players"][5]["withdrawn_after"] = 3
    found = {s.id: s for s in standings(parse_event(data))}
    assert found[6].points == 3
    assert found[6].place == "1-2"
    assert (found[5].points, found[5].unplayed) == (2, 1)  # round 4 of the table is 6-5


def test_adjourned_games_of_who_left_are_lost() -> None:
    """R2.9.3–4."""
    rounds = [played(1, (1, 2, "*"), (3, 4, "1-0")), played(2, (1, 3, "1-0"))]
    data = event("swiss-individual", 4, rounds=rounds)
    data["system"]["rounds"] = 3
    data["players"][0]["withdrawn_after"] = 2
    found = {s.id: s for s in standings(parse_event(data))}
    assert (found[1].points, found[1].lost, found[1].place) == (1, 1, "1-3")
    assert (found[2].points, found[2].won) == (1, 1)


def test_in_a_swiss_his_games_count_for_others_but_he_has_no_place() -> None:
    """R2.9.3."""
    data = event("swiss-individual", 4, rounds=[played(1, (1, 2, "0-1"), (3, 4, "1-0"))])
    data["system"]["rounds"] = 5
    data["players"][0]["withdrawn_after"] = 1
    found = {s.id: s for s in standings(parse_event(data))}
    assert found[1].place is None
    assert found[2].points == 1


def test_micro_match_counts_as_the_event_says() -> None:
    """R2.9.5: two games are one result, summed or as one point."""
    rounds = [
        {
            "round": 1,
            "games": [{"white": 1, "black": 2, "result": {"games": ["1-0", "1/2"]}}],
        }
    ]
    by_games = event("round-robin", 2, rounds=rounds, micro_match={"games": 2})
    by_match = event("round-robin", 2, rounds=rounds, micro_match={"games": 2, "score": "match"})
    assert [s.points for s in standings(parse_event(by_games))] == [Fraction(3, 2), Fraction(1, 2)]
    assert [s.points for s in standings(parse_event(by_match))] == [1, 0]


def test_several_games_at_a_table_are_a_micro_match_only_where_the_event_says_so() -> None:
    """R2.9.1: else a table has one game, and one point."""
    games = [{"white": 2, "black": 1, "result": {"games": ["1-0", "1/2"]}}]
    data = event("round-robin", 2, rounds=[{"round": 1, "games": games}])
    with pytest.raises(BadValue) as caught:
        parse_event(data)
    assert caught.value.where == "$.rounds[0].games[0].result"
    games[0]["result"] = {"games": ["1-0"]}
    assert standings(parse_event(data))[0].points == 1


def test_play_off_parts_what_coefficients_could_not() -> None:
    """R3.2.2: an additional contest."""
    data = robin(CYCLE, 4, tiebreaks=["wins", "extra"], extra=[{"order": [3, 1, 2]}])
    assert table(data) == [(3, "1"), (1, "2"), (2, "3"), (4, "4")]


def test_a_lot_parts_everybody_and_falls_the_same_way() -> None:
    """R3.2.3."""
    data = robin(CYCLE, 4, tiebreaks=["lot"])
    assert [p for _i, p in table(data)] == ["1", "2", "3", "4"]
    assert table(data) == table(data)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1", "1"),
        ("13/2", "6.5"),
        ("7/4", "1.75"),
        ("1/3", "1/3"),
        ("-13/2", "-6.5"),
        ("-1/2", "-0.5"),
        ("35/8", "4.375"),
        ("0", "0"),
        ("22/7", "22/7"),
        ("1/5", "0.2"),
    ],
)
def test_numbers_are_decimals_where_they_end(value: str, text: str) -> None:
    """cli: `"6.5"`, else `a/b`."""
    assert number_text(Fraction(value)) == text


@given(st.fractions())
def test_a_number_as_text_is_the_number(value: Fraction) -> None:
    assert Fraction(number_text(value)) == value


@given(st.data())
def test_places_follow_each_other_without_gaps(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 6))
    results = {
        (a, b): data.draw(st.sampled_from(["1-0", "0-1", "1/2", "--"]))
        for a in range(1, n + 1)
        for b in range(a + 1, n + 1)
    }
    names = ["direct", "wins", "sonneborn_berger", "buchholz", "shmulyan"]
    tiebreaks = data.draw(st.lists(st.sampled_from(names), unique=True))
    found = standings(parse_event(robin(results, n, tiebreaks=tiebreaks)))
    check_places(found)


def check_places(found: tuple[Standing, ...]) -> None:
    place = 1
    for s in found:
        assert s.first is not None
        assert s.last is not None
        if s.first != place:
            assert s.first < place <= s.last
        place += 1
    assert sorted((s.points for s in found), reverse=True) == [s.points for s in found]


def test_a_board_without_an_opponent_gives_its_point_to_the_team() -> None:
    """R2.9.1: the other team is a member short; a member's number is no team's number."""
    data = event("round-robin", 4, rounds=[played(1, (1, 4, "1-0"), byes=(2,))])
    data["system"] |= {"entrants": "teams", "boards": 2}
    data["teams"] = [
        {"id": 1, "name": "А", "players": [1, 2]},
        {"id": 2, "name": "Б", "players": [4]},
    ]
    found = standings(parse_event(data))
    assert [(s.id, s.points) for s in found] == [(1, 2), (2, 0)]
