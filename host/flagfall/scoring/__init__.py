"""Results, coefficients and tables, in exact fractions."""

from flagfall.scoring.standings import Standing, standings

__all__ = ["Standing", "standings"]
