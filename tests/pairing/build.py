"""Small events for tests, as the JSON of a file."""

from typing import Any

Json = dict[str, Any]


def event(kind: str, n: int, **more: Any) -> Json:
    """An event of n players rated 2000, 1999 …; `system` options and top-level fields mixed in."""
    top = {"players", "rounds", "tiebreaks", "teams", "forbidden_pairs", "forced_pairs", "extra"}
    top |= {"discipline", "law", "language"}
    # `rounds=7` is the system's number of rounds, `rounds=[…]` those that were played.
    fields = {k: v for k, v in more.items() if k in top and not isinstance(v, int)}
    options = {k: v for k, v in more.items() if k not in fields}
    return {
        "schema": "flagfall.event/1",
        "name": "test",
        "discipline": "draughts-russian",
        "system": {"kind": kind, "seed": 7, **options},
        "players": [{"id": i, "name": f"P{i}", "rating": 2001 - i} for i in range(1, n + 1)],
        "rounds": [],
        **fields,
    }


def played(number: int, *games: tuple[int, int, str], byes: tuple[int, ...] = ()) -> Json:
    """A round with results: `(white, black, result)`."""
    return {
        "round": number,
        "games": [
            {"table": t, "white": w, "black": b, "result": r}
            for t, (w, b, r) in enumerate(games, 1)
        ],
        "byes": [{"player": p, "points": 1} for p in byes],
    }
