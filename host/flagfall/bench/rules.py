"""What the rules cost, family by family."""

from flagfall.bench import Row, rules_draughts


def run(quick: bool = False) -> list[Row]:
    """Every family's measurements."""
    return rules_draughts.run(quick)
