"""Results, coefficients and tables, in exact fractions."""

from flagfall.scoring.stage import Stage, stage
from flagfall.scoring.standings import Standing, standings

__all__ = ["Stage", "Standing", "stage", "standings"]
