"""The Swiss systems of the codes: six ways to pair players of equal points."""
