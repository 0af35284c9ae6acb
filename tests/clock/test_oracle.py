"""The engine against a second clock, written from the page alone and naive on purpose."""

import json
from random import Random

import pytest
from flagfall.arbiter.scenario import parse, play
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import oracle
from tests.support.scenarios import random_scenario


def compare(random: Random, most: int) -> None:
    scenario = random_scenario(random, most)
    engine = [answer.as_json() for answer in play(parse(json.dumps(scenario)))]
    for mine, other in zip(engine, oracle.answers(scenario), strict=True):
        assert mine == other, json.dumps(scenario)


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_engine_and_oracle_agree(random: Random) -> None:
    compare(random, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_engine_and_oracle_agree_on_thousands(seed: int) -> None:
    random = Random(seed)
    for _ in range(2_000):
        compare(random, 40)
