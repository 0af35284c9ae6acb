"""Counting the leaves of the tree of moves through the public face."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data" / "draughts"
PUBLISHED: dict[str, Any] = json.loads((DATA / "perft.json").read_text("utf-8"))


def drop(position: Any, depth: int) -> int:
    """Leaves where each move counts once."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(drop(position.push(move), depth - 1) for move in position.legal_moves)


def keep(position: Any, depth: int) -> int:
    """Leaves where each route of a capture counts."""
    routes = position.routes
    if depth == 1:
        return len(routes)
    return sum(keep(position.push(move), depth - 1) for move in routes)
