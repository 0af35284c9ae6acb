"""Places of knock-outs: how far somebody came goes before points (R3.5.3)."""

from flagfall.pairing.bracket import progress
from flagfall.pairing.knockout import living
from flagfall.scoring.ledger import Ledger


def knockout_groups(book: Ledger, placed: list[int]) -> list[tuple[str, list[int]]]:
    """Blocks in order, each with the criterion that parts it from the one above; one block else."""
    system = book.event.system
    if not system.kind.startswith("knockout"):
        return [("", placed)]
    stage = _by_lives(book) if system.lives is not None else _by_level(book)
    blocks: dict[int, list[int]] = {}
    for i in placed:
        blocks.setdefault(stage[i], []).append(i)
    return [("level", blocks[k]) for k in sorted(blocks)]


def _by_level(book: Ledger) -> dict[int, int]:
    """The best place of who is out; those still in stand at the best place they contest."""
    state = progress(book.record)
    found = {i: low for i, (low, _high) in state.out.items()}
    for block in state.blocks:
        for c in block.couples:
            for p in (c.a, c.b):
                if p is not None:
                    found[p] = block.low
    return found


def _by_lives(book: Ledger) -> dict[int, int]:
    """Who lived longer stands higher."""
    record = book.record
    found = {}
    for rounds in range(record.rounds + 1):
        for i in living(record, rounds):
            found[i] = record.rounds - rounds
    return found
