"""Every pin and port of a board in one table."""
