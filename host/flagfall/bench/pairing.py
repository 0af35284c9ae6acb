"""How long one Swiss round takes after five played: every system, growth, and other packages.

With peers asked for (`--peer`), other packages pair the same field in the same run.
"""

import random
import time
from dataclasses import replace
from math import log2

from flagfall.bench import Row, peers_wanted
from flagfall.bench.pairing_peers import COVERS, peer_seconds
from flagfall.pairing import pair
from flagfall.pairing.event import Event, PlayedRound, Player, System

KINDS = (
    "swiss-individual",
    "swiss-solkoff",
    "swiss-buchholz",
    "swiss-rating",
    "swiss-blind",
    "swiss-lot",
)
RENJU = frozenset({"swiss-rating", "swiss-lot"})
LIMITS_MS = {200: 5.0, 1000: 50.0, 5000: 1000.0}
GROWTH = (250, 500, 1000, 2000, 4000, 8000, 16_000)


def played(kind: str, n: int, rounds: int = 5, seed: int = 1) -> Event:
    """An event of n players after some rounds of random results, three in ten drawn."""
    rng = random.Random(seed)
    players = tuple(
        Player(i, f"Player {i}", rating=rng.randint(1200, 2600)) for i in range(1, n + 1)
    )
    discipline = "renju" if kind in RENJU else "draughts-russian"
    system = System(kind, rounds=13, first_colour="white", seed=str(seed))
    event = Event("bench", discipline, system, players)
    for _round in range(rounds):
        made = pair(event).as_played()
        games = tuple(replace(g, result=_result(rng)) for g in made.games)
        event = replace(event, rounds=(*event.rounds, PlayedRound(made.number, games, made.byes)))
    return event


def _result(rng: random.Random) -> tuple[str]:
    return (rng.choices(("1-0", "0-1", "1/2"), (35, 35, 30))[0],)


def best_ms(event: Event, repeats: int) -> float:
    """The shortest of some calls, each on an event that nobody has looked into before."""
    best = float("inf")
    for _ in range(repeats):
        fresh = replace(event)
        start = time.perf_counter()
        pair(fresh)
        best = min(best, time.perf_counter() - start)
    return best * 1000


def run(quick: bool = False) -> list[Row]:
    """All measurements; `quick` leaves out the largest fields."""
    rows = []
    sizes = (200, 1000) if quick else tuple(LIMITS_MS)
    for kind in KINDS:
        for n in sizes:
            value = best_ms(played(kind, n), max(3, 5000 // n))
            name = f"{kind}, {n} players, round 6"
            rows.append(Row("pairing", name, value, "ms", LIMITS_MS[n], note="library call"))
    rows += _growth(GROWTH[:4] if quick else GROWTH)
    if peers_wanted():
        rows += _peers(200 if quick else 1000)
    return rows


def _growth(sizes: tuple[int, ...]) -> list[Row]:
    """Time by size, and how often it grows when the field doubles (on the average)."""
    times = {n: best_ms(played("swiss-individual", n), 3) for n in sizes}
    rows = [Row("pairing", f"growth, {n} players", t, "ms") for n, t in times.items()]
    first, last = sizes[0], sizes[-1]
    factor = 2 ** (log2(times[last] / times[first]) / log2(last / first))
    note = f"{first} to {last} players"
    rows.append(Row("pairing", "growth when the field doubles", factor, "×", 3.0, note=note))
    return rows


def _peers(n: int) -> list[Row]:
    event = played("swiss-rating", n)
    ours = max(best_ms(played(kind, n), 5) for kind in KINDS) / 1000
    rows = [Row("pairing", f"our slowest system, {n} players", ours, "s")]
    for name, seconds in peer_seconds(event).items():
        note = f"{COVERS[name]}; FIDE Dutch rules, which are heavier"
        rows.append(Row("pairing", f"{name}, {n} players", seconds, "s", note=note))
        rows.append(Row("pairing", f"times faster than {name}", seconds / ours, "×", 1.0, "more"))
    return rows
