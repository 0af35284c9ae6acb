"""Spoiled files into every reader: only our errors come out, in bounded time and memory."""

import pytest

from tests.rules.spoiled import KINDS, spoil

QUICK, WHOLE = 60, 12_500


@pytest.mark.parametrize("kind", KINDS)
def test_spoiled_files_give_games_or_our_errors(kind: str) -> None:
    spoil(kind, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_thousand_spoiled_files_give_games_or_our_errors(kind: str) -> None:
    spoil(kind, WHOLE)
