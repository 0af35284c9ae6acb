"""The scenario format: read exactly or refused with the place; the schema says the same."""

import json
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from flagfall.arbiter.scenario import ScenarioError, parse, play, regulation_json
from flagfall.arbiter.scenario.acts import ACTS
from flagfall.arbiter.scenario.regulation import advice, parse_regulation
from flagfall.arbiter.scenario.schema import schema
from flagfall.arbiter.scenario.values import loads
from flagfall_protocol.codes import Act
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.support.scenarios import random_regulation, random_scenario

VALIDATOR = Draft202012Validator(schema())


def scenario(*steps: Any, **regulation: Any) -> dict[str, Any]:
    periods = [{"moves": None, "time_s": 60, "method": "sudden"}]
    return {
        "schema": "flagfall.scenario/1",
        "regulation": {"periods": periods, **regulation},
        "steps": list(steps),
    }


def test_the_format_s_own_example_is_answered_as_printed() -> None:
    example = schema()["examples"][0]
    VALIDATOR.validate(example)
    answers = [answer.line() for answer in play(parse(json.dumps(example)))]
    assert answers[1] == (
        '{"step": 1, "at_us": 5000000, "ok": true, "error": null, '
        '"left": {"remaining_us": 7195000000, "used_us": 5000000, "moves": 1, "period": 0, '
        '"byo_left": null, "carried_us": 0, "uncollected_us": 0, "violations": 0, "flag": null}, '
        '"right": {"remaining_us": 7200000000, "used_us": 0, "moves": 0, "period": 0, '
        '"byo_left": null, "carried_us": 0, "uncollected_us": 0, "violations": 0, "flag": null}, '
        '"running": "right", "turn": "right", "first_flag": null, "events": ["move"]}'
    )


def test_every_act_of_the_format_is_an_act_of_the_clock() -> None:
    device_only = {Act.TICK, Act.ARM, Act.HOLD, Act.CONFIRM, Act.NEW_GAME}
    assert {spec.act for spec in ACTS.values()} == set(Act) - device_only


@pytest.mark.parametrize(
    ("written", "amount_us"),
    [
        ("7200", 7_200_000_000),
        ("0.000001", 1),
        ('"0.1"', 100_000),
        ("0.1", 100_000),
        ("9007199254.740993", 9_007_199_254_740_993),
        ("1e3", 1_000_000_000),
        ("5.0000000", 5_000_000),
    ],
)
def test_seconds_become_microseconds_exactly(written: str, amount_us: int) -> None:
    """No float touches a time: beyond 2^53 too."""
    text = f'{{"periods": [{{"moves": null, "method": "sudden", "time_s": {written}}}]}}'
    assert parse_regulation(loads(text)).left[0].time_us == amount_us


def test_moments_beyond_2_53_are_exact() -> None:
    late = (1 << 53) + 1
    steps = [{"at_us": late, "act": "start", "side": "left"}, {"at_us": late + 1, "act": "read"}]
    answers = list(play(parse(json.dumps(scenario(*steps)))))
    assert answers[1].left.used_us == 1
    assert f'"at_us": {late}, ' in answers[0].line()


START = {"at_us": 0, "act": "start", "side": "left"}


@pytest.mark.parametrize(
    ("document", "code", "where"),
    [
        ("{", "scenario_not_json", "line 1, column 2"),
        (" \n", "scenario_not_json", ""),
        ('{"schema": NaN}', "scenario_not_json", ""),
        ('{"schema": 1, "schema": 1}', "scenario_not_json", ""),
        ("[" * 100_000, "scenario_not_json", ""),
        ("[]", "scenario_wrong_type", ""),
        ({}, "scenario_missing_field", "schema"),
        ({"schema": "flagfall.scenario/2"}, "scenario_unknown", "schema"),
        (scenario() | {"colour": 1}, "scenario_unknown", "colour"),
        (scenario() | {"steps": {}}, "scenario_wrong_type", "steps"),
        (scenario(7), "scenario_wrong_type", "steps[0]"),
        (scenario({"at_us": 0}), "scenario_missing_field", "steps[0].act"),
        (scenario({"act": "read"}), "scenario_missing_field", "steps[0].at_us"),
        (scenario(START, {"at_us": 1, "act": "leap"}), "scenario_unknown", "steps[1].act"),
        (scenario({"at_us": 0, "act": "start"}), "scenario_missing_field", "steps[0].side"),
        (scenario(START | {"side": "both"}), "scenario_unknown", "steps[0].side"),
        (scenario(START | {"side": 1}), "scenario_wrong_type", "steps[0].side"),
        (scenario(START | {"amount_us": 1}), "scenario_unknown", "steps[0].amount_us"),
        (scenario(START | {"at_us": -1}), "scenario_out_of_range", "steps[0].at_us"),
        (scenario(START | {"at_us": 1.5}), "scenario_wrong_type", "steps[0].at_us"),
        (scenario(START | {"at_us": True}), "scenario_wrong_type", "steps[0].at_us"),
        (scenario(START | {"at_us": "1"}), "scenario_wrong_type", "steps[0].at_us"),
        (scenario(START | {"at_us": 1 << 61}), "scenario_out_of_range", "steps[0].at_us"),
        (scenario(START | {"at_us": 10**99}), "scenario_out_of_range", "steps[0].at_us"),
        (
            scenario({"at_us": 5, "act": "read"}, {"at_us": 4, "act": "read"}),
            "scenario_time_goes_back",
            "steps[1].at_us",
        ),
        (
            scenario({"at_us": 0, "act": "charge", "side": "left"}),
            "scenario_missing_field",
            "steps[0].amount_us",
        ),
        (
            scenario({"at_us": 0, "act": "half_split", "amount_us": 1, "since_stop": True}),
            "scenario_contradiction",
            "steps[0].since_stop",
        ),
        (
            scenario({"at_us": 0, "act": "correct", "side": "both", "set_us": 1}),
            "scenario_contradiction",
            "steps[0].set_us",
        ),
        (
            scenario({"at_us": 0, "act": "correct", "side": "left", "set_us": 1, "delta_us": 1}),
            "scenario_contradiction",
            "steps[0].delta_us",
        ),
        (
            scenario({"at_us": 0, "act": "correct", "moves": 1}),
            "scenario_missing_field",
            "steps[0].side",
        ),
        (scenario(code="chess"), "scenario_unknown", "regulation.code"),
        (scenario(blitz=1), "scenario_wrong_type", "regulation.blitz"),
        (scenario(periods=[]), "scenario_contradiction", "regulation.periods"),
        (scenario(carry_floor_s=-1), "scenario_out_of_range", "regulation.carry_floor_s"),
        (
            scenario(carry_floor_s="0.0000001"),
            "scenario_wrong_type",
            "regulation.carry_floor_s",
        ),
        (scenario(hold_limit_s=3601), "scenario_out_of_range", "regulation.hold_limit_s"),
        (scenario(carry_floor_s=1e-7), "scenario_out_of_range", "regulation.carry_floor_s"),
        (
            scenario(periods=[{"moves": None, "time_s": 1, "method": "fischer"}]),
            "scenario_missing_field",
            "regulation.periods[0].increment_s",
        ),
        (
            scenario(periods=[{"moves": None, "time_s": 1, "method": "sudden", "byo_s": 1}]),
            "scenario_unknown",
            "regulation.periods[0].byo_s",
        ),
        (
            scenario(periods=[{"moves": None, "time_s": 1, "method": "sudden"}] * 2),
            "scenario_contradiction",
            "regulation.periods[0].moves",
        ),
        (
            scenario(periods=[{"moves": 5, "time_s": 1, "method": "hourglass"}] * 2),
            "scenario_contradiction",
            "regulation.periods[0].method",
        ),
    ],
)
def test_an_invalid_scenario_is_refused_with_its_code_and_place(
    document: Any, code: str, where: str
) -> None:
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(ScenarioError) as refused:
        parse(text)
    assert (refused.value.code, refused.value.where) == (code, where)
    assert str(refused.value)


def test_an_absurd_file_is_not_read() -> None:
    with pytest.raises(ScenarioError) as refused:
        parse(b" " * ((32 << 20) + 1))
    assert refused.value.code == "scenario_too_large"


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_scenarios_are_valid_by_parser_and_schema(random: Random) -> None:
    document = random_scenario(random, 10)
    parse(json.dumps(document))
    VALIDATOR.validate(document)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["left", "both", "", "1.5", "start", "sudden", "renju-rf"]),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["at_us", "act", "side", "periods"]), st.integers()),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a JSON value."""
    found: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(items):
        found.append((value, key))
        if isinstance(inner, dict | list):
            found += places(inner)
    return found


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), VALUES, st.sampled_from(["set", "drop", "add"]))
def test_a_damaged_scenario_is_refused_by_its_error_and_the_schema_agrees(
    random: Random, value: Any, how: str
) -> None:
    """Fuzz: only our errors come out, and never for what the schema and the order of time allow."""
    document = json.loads(json.dumps(random_scenario(random, 4)))
    container, key = random.choice(places(document))
    if how == "set":
        container[key] = value
    elif how == "drop":
        del container[key]
    elif isinstance(container, dict):
        container[random.choice(["moves", "byo_s", "side", "why", "x"])] = value
    else:
        container.append(value)
    try:
        parse(json.dumps(document))
        refused = ""
    except ScenarioError as error:
        refused = error.code
    # The schema cannot see the order of periods and times, nor count decimals.
    if refused in ("scenario_time_goes_back", "scenario_contradiction"):
        return
    exact = json.loads(json.dumps(document), parse_float=Decimal)
    if refused == "scenario_out_of_range" and VALIDATOR.is_valid(exact):
        assert "." in json.dumps(document) or "e-" in json.dumps(document)
    else:
        assert VALIDATOR.is_valid(exact) == (refused == "")


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=200))
def test_garbage_is_refused(text: str | bytes) -> None:
    with pytest.raises(ScenarioError):
        parse(text)


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_regulation_reads_back_what_it_writes(random: Random) -> None:
    regulation = parse_regulation(random_regulation(random))
    written = regulation_json(regulation)
    assert regulation_json(parse_regulation(json.loads(json.dumps(written)))) == written


def test_defaults_follow_the_code() -> None:
    """law/clock: code defaults; CL-02, CL-08, CL-13, CL-18, CL-21, CL-25."""
    periods = [{"moves": None, "time_s": 300, "method": "sudden"}]
    shown = {
        code: regulation_json(parse_regulation({"code": code, "periods": periods}))
        for code in ("renju-rf", "renju-rif", "draughts-rf", "plain")
    }
    assert [shown[code]["on_flag"] for code in shown] == ["run", "freeze", "freeze", "freeze"]
    assert [shown[code]["discreet"] for code in shown] == [True, False, False, False]
    assert [shown[code]["reveal_control"] for code in shown] == ["at_zero"] + ["at_once"] * 3
    assert [shown[code]["charge_takeback"] for code in shown] == [True, True, False, True]
    for floor in ("correction_floor_s", "carry_floor_s"):
        assert [shown[code][floor] for code in shown] == [300, 300, 0, 300]
    blitz = regulation_json(parse_regulation({"blitz": True, "periods": periods}))
    assert (blitz["correction_floor_s"], blitz["carry_floor_s"]) == (0, 0)
    said = parse_regulation({"blitz": True, "carry_floor_s": 60, "periods": periods})
    assert said.carry_floor_us == 60_000_000


def test_renju_blitz_outside_its_bounds_is_a_warning_and_no_error() -> None:
    """CL-02."""
    for seconds, warned in ((300, False), (600, False), (299, True), (601, True)):
        periods = [{"moves": None, "time_s": seconds, "method": "sudden"}]
        fields = {"code": "renju-rf", "blitz": True, "periods": periods}
        assert bool(advice(parse_regulation(fields))) is warned
