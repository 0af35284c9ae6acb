"""Coefficients: the codes' worked numbers, and identities that tie them to each other."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from flagfall.pairing import parse_event
from flagfall.pairing.event import Event, Tiebreak
from flagfall.scoring import standings
from flagfall.scoring.coefficients import COEFFICIENTS, Sums
from flagfall.scoring.ledger import ledger
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.build import Json, event, played

CASES = json.loads(
    (Path(__file__).parent.parent / "data" / "pairing" / "tiebreak_cases.json").read_text()
)
NAMES = {
    "points": "points",
    "buchholz": "buchholz",
    "buchholz_minus_best_worst": "buchholz_median",
    "solkoff_truncated": "solkoff_truncated",
    "sonneborn_berger": "sonneborn_berger",
    "shmulyan": "shmulyan",
    "wins_otb": "wins",
}


def swiss_own() -> Event:
    case = CASES["swiss_own"]
    rounds: list[Json] = [{"round": r, "games": [], "byes": []} for r in range(1, 5)]
    for r, white, black, result in case["games"]:
        if black is None:
            rounds[r - 1]["byes"].append({"player": white, "points": 1})
            continue
        text = {"1": "1-0", "0": "0-1", "1/2": "1/2"}[result]
        rounds[r - 1]["games"].append({"white": white, "black": black, "result": text})
    data = event("swiss-buchholz", 7, rounds=rounds)
    data["system"]["rounds"] = 4
    data["players"][5]["withdrawn_after"] = 2
    return parse_event(data)


def test_the_worked_swiss_table_comes_out_in_every_coefficient() -> None:
    """tiebreak_cases: swiss_own; D5.4.10.11 for the bye and for who left."""
    case = CASES["swiss_own"]
    book = ledger(swiss_own())
    sums = Sums(book)
    assert sums.bye == Fraction(case["bye_virtual_score"])
    assert sums.as_opponents[book.record.index[6]] == Fraction(case["withdrawn"]["adjusted"])
    for player, expected in case["results"].items():
        i = book.record.index[int(player)]
        assert sums.partners(i) == list(map(Fraction, expected["opp_scores"]))
        for name, coefficient in NAMES.items():
            found = COEFFICIENTS[coefficient](sums, i, Tiebreak(coefficient))
            assert found == Fraction(expected[name]), (player, name)


def one_players_event(won: str, lost: str, drawn: int) -> Event:
    """Player 1 against opponents whose totals are set by byes."""
    scores = [(Fraction(x), "1-0") for x in won.split()]
    scores += [(Fraction(x), "0-1") for x in lost.split()]
    scores += [(Fraction(5), "1/2")] * drawn
    n = len(scores)
    data = event("round-robin", n + 1)
    gain = {"1-0": Fraction(0), "0-1": Fraction(1), "1/2": Fraction(1, 2)}
    data["rounds"] = [
        {"round": k, "games": [{"white": 1, "black": k + 1, "result": result}]}
        for k, (_score, result) in enumerate(scores, 1)
    ]
    byes = [
        {"player": k + 1, "points": str(score - gain[result])}
        for k, (score, result) in enumerate(scores, 1)
    ]
    data["rounds"].append({"round": n + 1, "games": [], "byes": byes})
    return parse_event(data)


@pytest.mark.parametrize(
    ("won", "lost", "drawn", "expected"),
    [
        ("6 4 4 2", "5", 7, "11"),  # Иванов
        ("15/2 4 5/2", "", 9, "14"),  # Борисов; the printed halves were lost (misprints)
        ("7 4 5/2", "", 9, "27/2"),  # as it is printed
        ("6 5 2 2 1", "7 4", 5, "5"),  # Степанов
    ],
)
def test_shmulyan_dvorkovich_as_worked_in_the_appendix(
    won: str, lost: str, drawn: int, expected: str
) -> None:
    """003 app. 2."""
    found = one_players_event(won, lost, drawn)
    assert COEFFICIENTS["shmulyan"](Sums(ledger(found)), 0, Tiebreak("shmulyan")) == Fraction(
        expected
    )
    assert Sums(ledger(found)).totals[0] == Fraction(15, 2)


def team_003(tiebreaks: list[Any]) -> Event:
    """Seven teams of seven boards; each match's sum made of wins, a draw and losses."""
    table = CASES["team_003"]["table"]
    teams = list(table)
    players, ids = [], {}
    for t in teams:
        for board in range(1, 8):
            ids[t, board] = len(players) + 1
            players.append({"id": len(players) + 1, "name": f"{t}{board}", "team": t})
    games: dict[int, list[Json]] = {}
    order = {frozenset(p): r for r, ps in enumerate(schedule(len(teams)), 1) for p in ps}
    for (i, a), (k, b) in combinations(enumerate(teams), 2):
        halves = int(2 * table[a][k])
        r = order[frozenset((i, k))]
        for board in range(1, 8):
            own = max(0, min(2, halves - 2 * (board - 1)))
            result = ("0-1", "1/2", "1-0")[own]
            white, black = ids[a, board], ids[b, board]
            games.setdefault(r, []).append(
                {"white": white, "black": black, "result": result, "board": board}
            )
    rounds = [{"round": r, "games": games[r]} for r in sorted(games)]
    data = event("round-robin", 0, players=players, rounds=rounds, tiebreaks=tiebreaks)
    data["system"]["entrants"] = "teams"
    return parse_event(data)


def schedule(n: int) -> list[list[tuple[int, int]]]:
    from flagfall.pairing.robin import table

    return [[(a - 1, b - 1) for a, b in r if max(a, b) <= n] for r in table(n)]


def test_team_coefficient_of_all_matches() -> None:
    """R3.2.4: А 473¼, В 478¾."""
    found = standings(team_003(["team_coefficient"]))
    values = {s.id: dict(s.tiebreaks)["team_coefficient"] for s in found}
    totals = {s.id: s.points for s in found}
    case = CASES["team_003"]
    assert totals == {t: Fraction(v) for t, v in case["totals"].items()}
    assert {t: values[t] for t in "AB"} == {
        t: Fraction(v) for t, v in case["computed_full"].items()
    }
    assert [s.id for s in found] == case["order"]
    assert [s.place for s in found][:3] == ["1", "2", "3"]
    assert found[2].parted_by == "team_coefficient"


def test_team_coefficient_as_the_appendix_prints_it_leaves_the_mutual_match_out() -> None:
    """003 app. 3: А 373½ (printed 375½, a slip), В 379."""
    found = standings(team_003([{"name": "team_coefficient", "without_mutual": True}]))
    values = {s.id: dict(s.tiebreaks)["team_coefficient"] for s in found}
    assert (values["A"], values["B"]) == (Fraction(747, 2), 379)
    assert [s.id for s in found] == CASES["team_003"]["order"]


def test_without_a_criterion_places_are_shared() -> None:
    """R3.2.4: 003 app. 3 prints «2-3»."""
    found = standings(team_003([]))
    assert [(s.id, s.place) for s in found] == [
        ("F", "1"),
        ("A", "2-3"),
        ("B", "2-3"),
        ("H", "4"),
        ("C", "5"),
        ("E", "6"),
        ("D", "7"),
    ]


def test_team_matches_count_one_and_a_half() -> None:
    """R3.2.4."""
    found = {s.id: dict(s.tiebreaks)["team_matches"] for s in standings(team_003(["team_matches"]))}
    assert found == {
        t: Fraction(v)
        for t, v in {"C": 2, "D": 0.5, "A": 4.5, "E": 0.5, "F": 6, "B": 4.5, "H": 3}.items()
    }


@st.composite
def crosstables(draw: st.DrawFn) -> Event:
    """A round robin of which some games were played, some forfeited, some not begun."""
    n = draw(st.integers(3, 7))
    results = st.sampled_from(["1-0", "0-1", "1/2", "+-", "-+", "--", "0-0"])
    rounds = []
    for r, pairs in enumerate(schedule(n), 1):
        games = [(a + 1, b + 1, draw(results)) for a, b in pairs if draw(st.integers(0, 9))]
        rounds.append(played(r, *games))
    return parse_event(event("round-robin", n, rounds=rounds))


@settings(max_examples=150)
@given(crosstables())
def test_coefficients_hang_together(found: Event) -> None:
    """scoring: identities between the definitions."""
    sums = Sums(ledger(found))

    def value(name: str, i: int, **how: bool) -> Fraction:
        return COEFFICIENTS[name](sums, i, Tiebreak(name, **how))

    n = len(sums.totals)
    for i in range(n):
        at_board = sums.meets(i, unplayed=False)
        partners = sum((sums.as_opponents[m.opponent] for m in at_board), Fraction(0))
        twice = 2 * value("sonneborn_berger", i)
        assert twice == value("shmulyan", i) + partners
        scores = sums.partners(i)
        assert value("buchholz", i) == sum(scores)
        if scores:
            assert value("buchholz", i) - value("solkoff_truncated", i) == min(scores)
        if len(scores) > 1:
            assert value("solkoff_truncated", i) - value("buchholz_median", i) == max(scores)
        assert value("wins", i, unplayed=True) >= value("wins", i)
    # Every partner counts my score once: the sum of all Buchholz is that of score × partners.
    assert sum(value("buchholz", i) for i in range(n)) == sum(
        sums.totals[i] * len(sums.partners(i)) for i in range(n)
    )
    # Σ team coefficient counts each pair of totals with all points of their game.
    assert sum(value("team_coefficient", i) for i in range(n)) == sum(
        Fraction(m.points, sums.ledger.record.scale.unit) * sums.totals[m.opponent]
        for i in range(n)
        for m in sums.meets(i)
    )
