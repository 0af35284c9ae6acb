"""What opponents' scores count for: byes, and players who left (D5.4.10.11).

A bye counts as an opponent with the lowest score of the event. An opponent who left counts as
having scored, in the rounds he missed, the average of those who stood level with him then.
Scores are in the record's units; only an average can be a fraction.
"""

from fractions import Fraction

from flagfall.pairing.event import SWISS
from flagfall.pairing.record import Record

Score = int | Fraction


def scores_as_opponents(record: Record) -> list[Score]:
    """Each entrant's score as his opponents count it."""
    own = record.scores()
    scores: list[Score] = list(own)
    event = record.event
    if event.system.kind not in SWISS:
        return scores
    entrants = event.entrants
    left = {
        i: after
        for i, id_ in enumerate(record.ids)
        if (after := entrants[id_].withdrawn_after) is not None and after < record.rounds
    }
    for i, after in left.items():
        then = record.score(i, after)
        level = [
            k
            for k in range(len(own))
            if k != i and left.get(k, after + 1) > after and record.score(k, after) == then
        ]
        if level:
            gained = sum(own[k] - then for k in level)
            scores[i] = own[i] + Fraction(gained, len(level))
    return scores


def lowest_score(record: Record) -> int:
    """The lowest score of anybody who has entered: what a bye's opponent counts for."""
    entrants = record.event.entrants
    begun = max(record.rounds, 1)
    scores = (
        score
        for id_, score in zip(record.ids, record.scores(), strict=True)
        if entrants[id_].late_entry <= begun
    )
    return min(scores, default=0)


def opponents_scores(record: Record) -> list[list[Score]]:
    """For each entrant the scores of his opponents, a bye's among them, in order of rounds."""
    scores = scores_as_opponents(record)
    lowest = lowest_score(record)
    return [
        [
            lowest if m.opponent < 0 else scores[m.opponent]
            for m in row
            if m is not None and (m.opponent >= 0 or m.points > 0)
        ]
        for row in record.rows
    ]


def current_buchholz(record: Record) -> list[Score]:
    """Sum of the opponents' points so far (5.4.10.7.6)."""
    return [sum(found) for found in opponents_scores(record)]


def current_solkoff(record: Record) -> list[Score]:
    """Sum of the opponents' points so far without the worst (5.4.10.6.2); of one opponent 0."""
    return [sum(found) - min(found) if found else 0 for found in opponents_scores(record)]
