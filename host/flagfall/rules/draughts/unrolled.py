"""Straight-line bit expressions, made once from a table of directions.

Counting and finding moves for all men at once is the innermost work of the library. Written as a
loop over directions it runs at a third of the speed, and written out by hand it stands eight
times in the source; so the expressions are put together here and compiled when a variant is first
used. Nothing but numbers of our own tables goes into them.
"""

from collections.abc import Callable, Sequence

from flagfall.rules.draughts.board import Board, Step


def _shifted(what: str, by: int) -> str:
    return f"({what} << {by})" if by > 0 else f"({what} >> {-by})"


def capture_starts(board: Board, steps: Sequence[Step]) -> Callable[[int, int, int], int]:
    """(men, prey, empty) → the men that stand beside prey with an empty square behind it."""
    terms = []
    for step in steps:
        down, right = step
        straight = 0 in step and not board.all_squares
        # Frisian: the next square played on in the row or file.
        by = right or down * (2 * board.per_row + 1) if straight else board.shift(step)
        behind = _shifted("empty", -by)
        term = _shifted(f"(prey & {behind})", -by)
        if straight:
            # There is no spare bit within a row, so men too near its end are masked out.
            able = [b for square, b in enumerate(board.bits) if len(board.ray(square, step)) > 1]
            term = f"({term} & {sum(able)})"
        terms.append(term)
    return _compiled(f"lambda men, prey, empty: men & ({' | '.join(terms)})")


def count_steps(board: Board, steps: Sequence[Step]) -> Callable[[int, int], int]:
    """(men, empty) → how many steps they can make."""
    terms = [f"({_shifted('men', board.shift(step))} & empty).bit_count()" for step in steps]
    return _compiled(f"lambda men, empty: {' + '.join(terms)}")


def _compiled(source: str) -> Callable[..., int]:
    made: Callable[..., int] = eval(source)
    return made
