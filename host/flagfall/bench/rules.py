"""What the rules cost, family by family."""

from flagfall.bench import Row, rules_draughts, rules_renju


def run(quick: bool = False) -> list[Row]:
    """Every family's measurements."""
    return rules_draughts.run(quick) + rules_renju.run(quick)
