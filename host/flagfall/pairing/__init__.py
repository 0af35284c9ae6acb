"""Competition systems of the codes: who meets whom, with which colour, and why."""
