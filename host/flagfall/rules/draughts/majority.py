"""Which of the possible captures are a duty: the majority rules of the variants."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from flagfall.rules.draughts.board import Board
from flagfall.rules.draughts.captures import Route
from flagfall.rules.draughts.rules import Rules

# (possible captures, opposing kings) → those that may be played
Duty = Callable[[list[Route], int], list[Route]]


def duty(rules: Rules, board: Board) -> Duty:
    """The variant's choice among captures."""
    if rules.majority == "italian":
        return _Italian(board)
    return {
        "none": _any,
        "most": _most,
        "value": _value,
        "king-first": _king_first,
        "most-then-kings": _most_then_kings,
    }[rules.majority]


def _best(routes: list[Route], rank: Callable[[Route], Any]) -> list[Route]:
    ranks = [rank(route) for route in routes]
    best = max(ranks)
    return [route for route, r in zip(routes, ranks, strict=True) if r == best]


def _any(routes: list[Route], kings: int) -> list[Route]:
    return routes


def _most(routes: list[Route], kings: int) -> list[Route]:
    best = max([len(route[0]) for route in routes], default=0)
    return [route for route in routes if len(route[0]) == best]


def _value(routes: list[Route], kings: int) -> list[Route]:
    def rank(route: Route) -> tuple[int, bool]:
        crowned = (route.taken & kings).bit_count()
        men = route.taken.bit_count() - crowned
        # Half-men; of two equal sums the one with fewer kings is worth more.
        return (2 * men + 3 * crowned) * 64 - crowned, route.began_king

    return _best(routes, rank) if routes else routes


def _king_first(routes: list[Route], kings: int) -> list[Route]:
    by_kings = [route for route in routes if route.began_king]
    return by_kings or routes


def _most_then_kings(routes: list[Route], kings: int) -> list[Route]:
    def rank(route: Route) -> tuple[int, int]:
        return len(route.path), (route.taken & kings).bit_count()

    return _best(routes, rank) if routes else routes


class _Italian:
    """The most pieces; with the king; the most kings; then the king met earliest."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __call__(self, routes: list[Route], kings: int) -> list[Route]:
        def rank(route: Route) -> tuple[Any, ...]:
            bits, between = self.board.bits, self.board.between
            met = tuple(bool(bits[between(a, b)[0]] & kings) for a, b in pairwise(route.path))
            return len(route.path), route.began_king, sum(met), met

        return _best(routes, rank) if routes else routes
