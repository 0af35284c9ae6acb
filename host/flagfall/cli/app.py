"""The command tree: one Typer application, each group in a file of its own."""

import typer

app = typer.Typer(no_args_is_help=True, add_completion=True)


@app.callback()
def root() -> None:
    """Flagfall: tournament clocks for renju and draughts, and the hall they stand in."""
