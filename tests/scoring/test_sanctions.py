"""The ladder of sanctions, and tables by parts of the field."""

from fractions import Fraction

from flagfall.pairing import parse_event
from flagfall.pairing.check import check_data
from flagfall.scoring import standings
from flagfall.scoring.sanctions import EVERY, LADDER, following
from flagfall.scoring.tables import standings_by, team_sums

from tests.pairing.build import event, played


def test_the_ladder_rises_step_by_step() -> None:
    """D5.4.14.2."""
    given: tuple[str, ...] = ()
    steps = []
    for _ in range(4):
        step = following(given)
        steps.append(step)
        given += (step.code,)
    assert tuple(steps) == LADDER


def test_a_gross_breach_begins_with_a_warning() -> None:
    """D5.4.14.2."""
    assert following((), gross=True).code == "warning"
    assert following(("warning",)).code == "loss"


def test_every_sanction_names_its_article() -> None:
    assert all(s.rule and s.sentence() for s in EVERY)
    assert len({s.code for s in EVERY}) == len(EVERY)


def test_places_within_a_class_are_counted_anew() -> None:
    """scoring: by class and by age groups."""
    data = event("round-robin", 4, rounds=[played(1, (1, 4, "0-1"), (2, 3, "1-0"))])
    for p, name in zip(data["players"], "ABAB", strict=True):
        p["class"] = name
    found = standings_by(parse_event(data), "class")
    assert [(name, [(s.id, s.place) for s in rows]) for name, rows in found] == [
        ("A", [(1, "1-2"), (3, "1-2")]),
        ("B", [(2, "1-2"), (4, "1-2")]),
    ]


def test_teams_by_the_sum_of_their_best() -> None:
    """R3.2.4: who played less than the least share does not count."""
    data = event(
        "swiss-individual", 6, rounds=[played(1, (1, 4, "1-0"), (2, 5, "1-0"), (3, 6, "+-"))]
    )
    for p in data["players"]:
        p["team"] = "ab"[p["id"] % 2]
    found = team_sums(parse_event(data), best=2)
    assert [(t.place, t.team, t.points) for t in found] == [("1", "b", 2), ("2", "a", 1)]
    strict = team_sums(parse_event(data), least_share=Fraction(1, 2))
    assert [(t.place, t.team, t.points) for t in strict] == [("1-2", "b", 1), ("1-2", "a", 1)]


def test_a_game_taken_away_counts_as_played_for_the_offender_alone() -> None:
    """R2.9.3–5: with it he has half of his games, so he has a place and the rest are minuses."""
    rounds = [
        played(1, (1, 6, "1-0"), (2, 5, "1-0"), (3, 4, "1-0")),
        played(2, (6, 4, "1-0"), (5, 3, "1-0"), (1, 2, "1-0")),
        played(3, (2, 6, "1-0"), (3, 1, "+-"), (4, 5, "1-0")),
    ]
    data = event("round-robin", 6, rounds=rounds)
    data["players"][0]["withdrawn_after"] = 3
    lines = {s.id: s for s in standings(parse_event(data))}
    assert (lines[1].place, lines[1].played, lines[1].unplayed) == (None, 2, 1)
    data["sanctions"] = [{"player": 1, "sanction": "loss", "round": 3, "reason": "телефон"}]
    lines = {s.id: s for s in standings(parse_event(data))}
    assert lines[1].place is not None
    assert (lines[1].played, lines[1].lost, lines[1].unplayed) == (3, 1, 0)
    assert (lines[3].played, lines[3].unplayed) == (2, 1)
    assert not [f for f in check_data(data)[1] if f.grave]
    data["sanctions"][0]["sanction"] = "warning"  # takes no game away
    assert {s.id: s.place for s in standings(parse_event(data))}[1] is None
