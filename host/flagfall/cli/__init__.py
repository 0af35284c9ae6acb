"""The `flagfall` command.

Rooms are imported lazily: `--help` loads neither the web nor the database.
"""


def main() -> None:
    """Entry point of the `flagfall` console script."""
    from flagfall.cli.app import app

    app()
