"""What the rules cost, family by family."""

from flagfall.bench import Row, rules_draughts, rules_renju, rules_sensors


def run(quick: bool = False) -> list[Row]:
    """Every family's measurements."""
    return rules_draughts.run(quick) + rules_renju.run(quick) + rules_sensors.run(quick)
