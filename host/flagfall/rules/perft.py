"""Counting the leaves of the tree of moves: the measure rule engines are compared by.

Two conventions are in use. Without `routes` each legal move counts once; with `routes` a capture
counts once for every way to make it (other programs speak of keeping or dropping duplicates).

>>> from flagfall import rules
>>> start = rules.variant("international").start()
>>> [count(start, depth) for depth in (1, 2, 3)]
[9, 81, 658]
"""

from collections.abc import Iterator
from typing import Any


def count(position: Any, depth: int, *, routes: bool = False) -> int:
    """How many sequences of `depth` plies there are; 1 for no depth."""
    if depth < 1:
        return 1
    moves = position.routes if routes else position.legal_moves
    if depth == 1:
        return len(moves)
    return sum(count(position.push(move), depth - 1, routes=routes) for move in moves)


def divide(position: Any, depth: int, *, routes: bool = False) -> Iterator[tuple[str, int]]:
    """The count of each first move, as they are done: `(text, leaves)`; depth is at least 1."""
    for move in position.routes if routes else position.legal_moves:
        text = getattr(move, "long_text", move.text) if routes else move.text
        yield text, count(position.push(move), depth - 1, routes=routes)
