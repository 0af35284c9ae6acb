"""Alembic's migrations of the log; they travel inside the package."""
