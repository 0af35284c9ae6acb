"""Virtual boards: the real firmware without hardware, and players who press its keys."""
