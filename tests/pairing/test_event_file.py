"""Reading events: each fault is its own error, with the path of the place."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from flagfall.pairing import errors, loads, parse_event, read_event
from flagfall.pairing.schema import event_schema
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.pairing.build import Json, event, played


def good() -> Json:
    data = event("swiss-individual", 4, rounds=3, first_colour="white")
    data["rounds"] = [played(1, (1, 3, "1-0"), (4, 2, "1/2"))]
    return data


Change = Callable[[Json], Any]


def put(path: str, value: Any) -> Change:
    """A change of one place, such as `players.0.rating`."""

    def change(data: Json) -> None:
        *way, last = path.split(".")
        here: Any = data
        for step in way:
            here = here[int(step) if isinstance(here, list) else step]
        here[int(last) if isinstance(here, list) else last] = value

    return change


FAULTS: list[tuple[Change, type[errors.EventError], str]] = [
    (put("schema", "flagfall.event/2"), errors.UnknownSchema, "$.schema"),
    (lambda d: d.pop("schema"), errors.MissingField, "$.schema"),
    (lambda d: d.pop("players"), errors.MissingField, "$.players"),
    (lambda d: d.pop("system"), errors.MissingField, "$.system"),
    (put("system.kind", "chess-960"), errors.UnknownKind, "$.system.kind"),
    (put("system.kind", 5), errors.WrongType, "$.system.kind"),
    (put("system.cycels", 2), errors.UnknownOption, "$.system.cycels"),
    (put("system.lives", 2), errors.UnknownOption, "$.system.lives"),
    (put("system.rounds", 0), errors.BadValue, "$.system.rounds"),
    (put("system.rounds", "7"), errors.WrongType, "$.system.rounds"),
    (put("system.seed", 1.5), errors.WrongType, "$.system.seed"),
    (put("system.first_colour", "red"), errors.BadValue, "$.system.first_colour"),
    (put("system.points", {"win": 0}), errors.BadValue, "$.system.points"),
    (put("system.bye_points", -1), errors.BadValue, "$.system.bye_points"),
    (put("system.bye_points", float("inf")), errors.BadValue, "$.system.bye_points"),
    (put("tiebreaks", ["luck"]), errors.UnknownTiebreak, "$.tiebreaks[0]"),
    (put("players.0.rating", -1), errors.NegativeRating, "$.players[0].rating"),
    (put("players.0.rating", "2100"), errors.WrongType, "$.players[0].rating"),
    (put("players.0.rating", True), errors.WrongType, "$.players[0].rating"),
    (put("players.0.id", 0), errors.BadValue, "$.players[0].id"),
    (put("players.1.id", 1), errors.DuplicatePlayer, "$.players[1].id"),
    (put("players.0.name", ""), errors.BadValue, "$.players[0].name"),
    (put("players.0.name", "Ж" * 201), errors.TooLong, "$.players[0].name"),
    (put("players.0.name", "a\x00b"), errors.BadValue, "$.players[0].name"),
    (put("players.0.number", 3), errors.BadValue, "$.players"),
    (put("players.0.absent", 3), errors.WrongType, "$.players[0].absent"),
    (put("players.0.absent", [0]), errors.BadValue, "$.players[0].absent[0]"),
    (put("players.0.withdrawn_after", -1), errors.BadValue, "$.players[0].withdrawn_after"),
    (put("players.0", []), errors.WrongType, "$.players[0]"),
    (put("players", {}), errors.WrongType, "$.players"),
    (put("players", [{"id": 1, "name": "x"}] * 100_000), errors.TooMany, "$.players"),
    (put("rounds.0.round", 2), errors.RoundOrder, "$.rounds[0].round"),
    (put("rounds.0.games.0.white", 9), errors.UnknownPlayer, "$.rounds[0].games[0].white"),
    (put("rounds.0.games.0.white", "1"), errors.WrongType, "$.rounds[0].games[0].white"),
    (put("rounds.0.games.0.white", 3), errors.PlaysHimself, "$.rounds[0].games[0]"),
    (put("rounds.0.games.1.white", 1), errors.PlaysTwice, "$.rounds[0].games[1].white"),
    (put("rounds.0.games.0.result", "2-0"), errors.UnknownResult, "$.rounds[0].games[0].result"),
    (put("rounds.0.games.0.result", 1), errors.UnknownResult, "$.rounds[0].games[0].result"),
    (put("rounds.0.games.1.table", 1), errors.TableTaken, "$.rounds[0].games[1].table"),
    (
        put("rounds.0.games.1", {"white": 3, "black": 1, "result": "1-0"}),
        errors.DoubleResult,
        "$.rounds[0].games[1]",
    ),
    (put("rounds.0.byes", [{"player": 1}]), errors.PlaysTwice, "$.rounds[0].byes[0].player"),
    (put("rounds.0.byes", [{"player": 8}]), errors.UnknownPlayer, "$.rounds[0].byes[0].player"),
    (put("forbidden_pairs", [[1, 1]]), errors.WrongType, "$.forbidden_pairs[0].players"),
    (put("forbidden_pairs", [[1, 9]]), errors.UnknownPlayer, "$.forbidden_pairs[0].players[1]"),
    (put("forced_pairs", [{"players": [1, 2]}]), errors.MissingField, "$.forced_pairs[0].round"),
    (
        put("forced_pairs", [{"players": [1, 2], "round": 2, "white": 3}]),
        errors.BadValue,
        "$.forced_pairs[0].white",
    ),
    (
        put(
            "forced_pairs",
            [{"players": [1, 2], "round": 2}, {"players": [2, 3], "round": 2}],
        ),
        errors.ForcedPairsClash,
        "$.forced_pairs[1].players",
    ),
    (
        put("system.avoid", [{"field": "zodiac", "through_round": 1}]),
        errors.BadValue,
        "$.system.avoid[0].field",
    ),
    (
        put("system.waive", [{"rule": "gravity", "round": 1}]),
        errors.BadValue,
        "$.system.waive[0].rule",
    ),
]


@pytest.mark.parametrize(("change", "error", "where"), FAULTS)
def test_each_fault_is_its_own_error_with_its_path(
    change: Change, error: type[errors.EventError], where: str
) -> None:
    data = copy.deepcopy(good())
    change(data)
    with pytest.raises(errors.EventError) as caught:
        parse_event(data)
    assert (type(caught.value), caught.value.where) == (error, where)
    assert str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b"[" * 100_000,
        b"9" * 5000,
    ],
)
def test_what_is_not_json_is_refused_as_such(text: bytes) -> None:
    with pytest.raises(errors.NotJson):
        loads(text)


def test_all_faults_of_a_file_are_collected() -> None:
    data = good()
    data["players"][0]["rating"] = -5
    data["rounds"][0]["games"][1]["result"] = "won"
    reading = read_event(data)
    assert reading.event is None
    assert [f.code for f in reading.faults] == ["negative_rating", "unknown_result"]


def test_unread_fields_are_remarked_upon_but_do_no_harm() -> None:
    data = good()
    data["players"][0]["raiting"] = 2000
    data["players"][1]["x-note"] = "anything"
    reading = read_event(data)
    assert reading.event is not None
    assert [r.where for r in reading.remarks] == ["$.players[0]"]


def test_an_object_that_holds_itself_is_refused() -> None:
    data = good()
    data["players"].append(data)
    with pytest.raises(errors.EventError):
        parse_event(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["id", "name", "games", "round", "white"]), inner)
    ),
    max_leaves=12,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            found += places(inner, (*path, i))
    return found


@settings(max_examples=200)
@given(st.data())
def test_nothing_but_our_errors_comes_out_of_a_spoiled_event(data: st.DataObject) -> None:
    spoiled = good()
    spoiled["forced_pairs"] = [{"players": [1, 2], "round": 2}]
    spoiled["teams"] = [{"id": "A", "name": "A", "players": [1, 2]}]
    spoiled["system"]["groups"] = [[1, 2], [3, 4]]
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(spoiled)))
        here: Any = spoiled
        for step in path[:-1]:
            here = here[step]
        here[path[-1]] = data.draw(JSON)
    reading = read_event(spoiled)
    assert (reading.event is None) == bool(reading.faults)
    for fault in reading.faults:
        assert fault.where.startswith("$")
        assert fault.sentence


@given(JSON)
def test_any_json_is_read_or_refused(value: Any) -> None:
    assert read_event(value).faults


def test_the_published_schema_holds_what_the_reader_takes() -> None:
    schema = event_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert not list(validator.iter_errors(good()))
    for change, error, _where in FAULTS:
        if error in (errors.UnknownKind, errors.WrongType, errors.UnknownOption, errors.TooLong):
            data = copy.deepcopy(good())
            change(data)
            found = list(validator.iter_errors(json.loads(json.dumps(data))))
            assert found or (error is errors.WrongType and "forbidden" in _where)
