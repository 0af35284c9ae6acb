"""Random events played through: byes, absences, withdrawals, forfeits."""

import random
from collections.abc import Iterator

from flagfall.pairing import Round, pair, parse_event
from flagfall.pairing.errors import CannotPair

from tests.pairing.build import Json, event

DISCIPLINE = {"swiss-rating": "renju", "swiss-lot": "renju"}


def random_event(
    kind: str, rng: random.Random, low: int = 4, high: int = 24, discipline: str | None = None
) -> Json:
    """An event before its first round; every rating is another."""
    n = rng.randint(low, high)
    rounds = rng.randint(2, min(n, 9))
    discipline = discipline or DISCIPLINE.get(kind, "draughts-russian")
    first = rng.choice(["white", "black", "lot"])
    data = event(
        kind, n, rounds=rounds, discipline=discipline, first_colour=first, seed=rng.randrange(10**6)
    )
    ratings = rng.sample(range(1000, 2500), n)
    for p, rating in zip(data["players"], ratings, strict=True):
        p["rating"] = rating
        if rng.random() < 0.1:
            p["absent"] = sorted(rng.sample(range(1, rounds + 1), rng.randint(1, 2)))
        if rng.random() < 0.08:
            p["withdrawn_after"] = rng.randint(0, rounds)
    return data


def result(rng: random.Random) -> str:
    """A result; one in fifteen without play."""
    if rng.random() < 1 / 15:
        return rng.choice(["+-", "-+", "--"])
    return rng.choice(["1-0", "0-1", "1/2"])


def played_rounds(data: Json, rng: random.Random) -> Iterator[tuple[Json, Round | CannotPair]]:
    """The event before each round, and what `pair` made of it; ends where it can't go on."""
    rounds: list[Json] = []
    while len(rounds) < data["system"]["rounds"]:
        before = {**data, "rounds": list(rounds)}
        try:
            found = pair(parse_event(before))
        except CannotPair as error:
            yield before, error
            return
        yield before, found
        answer = found.as_json()
        for g in answer["games"]:
            g["result"] = result(rng)
        rounds.append({k: answer[k] for k in ("round", "games", "byes")})
