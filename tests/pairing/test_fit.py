"""`flagfall event check` before the first round: systems, options and players that don't fit."""

from typing import Any

import pytest
from flagfall.pairing import pair, parse_event
from flagfall.pairing.check import check_data
from flagfall.pairing.errors import BadValue, EventError, NegativeRating
from flagfall.pairing.files.lists import players_of, unknown_headings

from tests.pairing.build import Json, event, played


def codes(data: Json) -> list[tuple[str, bool]]:
    return [(f.code, f.grave) for f in check_data(data)[1]]


@pytest.mark.parametrize(
    ("kind", "n", "where"),
    [
        ("match", 3, "$.players"),
        ("match", 16, "$.players"),
        ("scheveningen-b", 7, "$.players"),
        ("scheveningen-a", 5, "$.players"),
        ("silly", 6, "$.system.rounds"),
    ],
)
def test_a_number_of_players_that_a_system_can_t_have_is_a_fault(
    kind: str, n: int, where: str
) -> None:
    """R3.5.1, R3.9, R3.5.4: said before the hall is full."""
    (fault,) = check_data(event(kind, n))[1]
    assert (fault.where, fault.grave) == (where, True)
    assert check_data(event(kind, 0))[1] == []  # made just now, its players come later


def test_a_table_of_one_s_own_is_looked_through_to_its_end() -> None:
    """R3.5.4: every start number once in a round; the same two twice is remarked."""
    table: list[Any] = [[[1, 2], [3, 4]], [[1, 3], [2, 2]], [[2, 1], [3, 4]]]
    data = event("silly", 4, table=table)
    found = [(f.code, f.where) for f in check_data(data)[1]]
    assert ("bad_value", "$.system.table[1]") in found
    assert found.count(("rematch", "$.system.table[2]")) == 2
    data["system"]["table"] = [[[1, 2], [3, 4]], [[1, 3], [2, 4]]]
    assert codes(data) == []


def test_who_leaves_before_he_comes_or_after_the_end_is_remarked() -> None:
    data = event("swiss-individual", 12, rounds=5)
    data["players"][0] |= {"late_entry": 3, "withdrawn_after": 1}
    data["players"][1]["withdrawn_after"] = 9
    assert codes(data) == [("never_plays", False), ("after_the_end", False)]


def test_lives_are_more_than_none() -> None:
    """R3.5.3: with none the table of places ended in a fault of the program."""
    with pytest.raises(BadValue) as caught:
        parse_event(event("knockout", 4, lives=0))
    assert caught.value.where == "$.system.lives"


def test_a_bye_is_worth_no_more_than_a_round() -> None:
    """R2.9.1."""
    data = event("swiss-individual", 11, rounds=5)
    data["rounds"] = [{"round": 1, "games": [], "byes": [{"player": 1, "points": 50}]}]
    assert ("bye_points", True) in codes(data)
    data["rounds"][0]["byes"][0]["points"] = 1
    assert "bye_points" not in dict(codes(data))
    data["system"]["micro_match"] = {"games": 2}
    data["rounds"][0]["byes"][0]["points"] = 2
    assert "bye_points" not in dict(codes(data))


def test_a_second_meeting_that_was_laid_down_is_no_grave_fault() -> None:
    """The arbiter's hand: the pairing notes it, the check remarks it."""
    data = event("swiss-individual", 4, rounds=[played(1, (1, 2, "1-0"), (3, 4, "1-0"))])
    data["rounds"].append(played(2, (2, 1, "1-0"), (4, 3, "1-0")))
    data["forced_pairs"] = [{"players": [2, 1], "round": 2}]
    assert [f.grave for f in check_data(data)[1] if f.code == "rematch"] == [False, True]


def test_players_of_one_name_are_remarked() -> None:
    data = event("round-robin", 3)
    data["players"][0]["name"] = "Семёнов Пётр"
    data["players"][2]["name"] = "семенов  петр"
    (fault,) = check_data(data)[1]
    assert (fault.code, fault.where) == ("namesakes", "$.players[2].name")


def test_marks_that_turn_the_direction_of_writing_are_refused() -> None:
    data = event("round-robin", 2)
    data["players"][0]["name"] = "Ива\u202eнов"
    (fault,) = check_data(data)[1]
    assert (fault.code, fault.where) == ("bad_value", "$.players[0].name")


LIST = "Фамилия, имя;Рейтинг\nИванов Иван;2000\nПетров Пётр;1900\n"


def test_lists_are_read_in_the_encodings_and_with_the_headings_people_have() -> None:
    for content in (LIST.encode(), LIST.encode("utf-16"), LIST.encode("cp1251")):
        assert [p["name"] for p in players_of(content)] == ["Иванов Иван", "Петров Пётр"]
        assert unknown_headings(content) == []


def test_an_open_quotation_mark_swallows_no_player() -> None:
    """The rest of the list would be one name."""
    for text in (LIST.replace("Иванов", '"Иванов'), LIST.replace("Иванов", '"Иванов') + '"'):
        with pytest.raises(EventError) as caught:
            players_of(text.encode())
        assert caught.value.code == "bad_value"


def test_a_negative_rating_of_a_list_is_named_as_such() -> None:
    for minus in "-−":
        with pytest.raises(NegativeRating) as caught:
            players_of(f"name;rating\nA;{minus}5\n".encode())
        assert caught.value.where == "line 2, column rating"


@pytest.mark.parametrize(("kind", "rule"), [("swiss-lot", "R3.8.1"), ("swiss-rating", "R3.7.4")])
def test_repairs_of_renju_name_articles_of_renju(kind: str, rule: str) -> None:
    """The articles of draughts are none of theirs."""
    rounds = [played(1, (1, 2, "1-0"), (3, 4, "1-0"), (5, 6, "1/2"))]
    data = event(kind, 6, rounds=rounds, discipline="renju")
    data["system"]["rounds"] = 3
    notes = pair(parse_event(data)).notes
    assert {n.rule for n in notes if n.code == "group_broken"} == {rule}
