"""Results, coefficients and tables, in exact fractions."""
