"""Draws in column draughts: repetition, and moves without progress."""

from collections.abc import Iterator

from flagfall.rules.columns.position import ColumnPosition
from flagfall.rules.face import Claim


def claims(position: ColumnPosition) -> Iterator[Claim]:
    """Draws that may be claimed in this position.

    Threefold repetition (D5.4.12.1.3) by the side to move, now or by writing a move down; and,
    where the variant counts, moves of both sides without a capture or a crowning.
    """
    seen: dict[object, int] = {}
    quiet = 0
    at: ColumnPosition | None = position
    while at is not None:
        seen[at.key] = seen.get(at.key, 0) + 1
        move = at.last_move
        if move is None or move.is_capture or move.crowns:
            break
        quiet += 1
        at = at.previous
    if seen[position.key] >= 3:
        yield Claim("threefold", "D5.4.12.1.3", position.turn, position.ply)
    elif max(seen.values()) >= 2:
        for move in position.legal_moves:
            if not move.is_capture and seen.get(position.push(move).key, 0) >= 2:
                yield Claim("threefold", "D5.4.12.1.3", position.turn, position.ply, move)
    plies = 2 * position.variant.rules.no_progress_moves
    if plies and quiet >= plies:
        yield Claim(
            "no-progress", "15 moves with the pieces unchanged", None, position.ply - quiet + plies
        )
