"""The clock engine: exact integer microseconds, no hardware, no wall clock."""
