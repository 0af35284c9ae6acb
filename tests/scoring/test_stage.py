"""Which rounds count: a round that is paired but not begun changes nothing."""

import random
from typing import Any

import pytest
from flagfall import words
from flagfall.pairing import pair, parse_event
from flagfall.pairing.event import KINDS
from flagfall.reports.sheets import standings_sheet
from flagfall.scoring import Stage, stage, standings

from tests.pairing.build import Json, event, played
from tests.pairing.play import result

TIEBREAKS = ["sonneborn_berger", "buchholz", "buchholz_median", "solkoff_truncated", "shmulyan"]


def paired(data: Json) -> Json:
    answer = pair(parse_event(data)).as_json()
    new = {k: answer[k] for k in ("round", "games", "byes")}
    return {**data, "rounds": [*data["rounds"], new]}


def with_results(data: Json, rng: random.Random, share: float = 1) -> Json:
    last = data["rounds"][-1]
    games = [{**g, "result": result(rng)} if rng.random() < share else g for g in last["games"]]
    return {**data, "rounds": [*data["rounds"][:-1], {**last, "games": games}]}


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "match" and "knock" not in k])
def test_pairing_the_next_round_changes_no_place_and_no_coefficient(kind: str) -> None:
    """R3.2: coefficients are of rounds that were played; an odd number has a bye as well."""
    for n in (6, 7) if "schev" not in kind else (6, 8):
        rng = random.Random(n)
        data = event(kind, n, rounds=5, tiebreaks=TIEBREAKS)
        if kind == "scheveningen-b":
            data = event(kind, 8, rounds=4, tiebreaks=TIEBREAKS)
        data["players"][3]["absent"] = [3]
        for _round in range(2):
            data = with_results(paired(data), rng)
        before = standings(parse_event(data))
        after = paired(data)
        assert standings(parse_event(after)) == before
        assert stage(parse_event(after)) == Stage(2, 0)


def test_a_round_in_progress_counts_the_games_that_are_over() -> None:
    """The heading says so; Buchholz takes no opponent whose game is still going."""
    done = played(1, (1, 2, "1-0"), (3, 4, "0-1"))
    going: Json = played(2, (1, 4, "1-0"), (2, 3, "*"))
    found = parse_event(event("swiss-buchholz", 4, rounds=[done, going], tiebreaks=["buchholz"]))
    values: dict[Any, Any] = {s.id: dict(s.tiebreaks)["buchholz"] for s in standings(found)}
    assert values == {1: 0 + 1, 2: 2, 3: 1, 4: 0 + 2}
    words.use("en")
    title = "Standings, after 1 round, round 2 in progress, 1 game without a result"
    assert standings_sheet(found).title == title


def test_a_round_of_forfeits_alone_counts_once_all_are_known() -> None:
    games = ((1, 2, "+-"), (3, 4, "*"))
    found = parse_event(event("swiss-buchholz", 4, rounds=[played(1, *games)]))
    assert stage(found) == Stage(0, 0)
    found = parse_event(event("swiss-buchholz", 4, rounds=[played(1, games[0], (3, 4, "-+"))]))
    assert stage(found) == Stage(1, 0)
