"""The ladder of sanctions, and tables by parts of the field."""

from fractions import Fraction

from flagfall.pairing import parse_event
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
