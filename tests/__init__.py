"""Tests mirror the rooms; `tests/support` has the fakes."""
