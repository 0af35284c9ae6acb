"""The draughts family: one engine, the variants as data."""
