"""`flagfall rules`: games and positions. Each command lives beside its game's other commands."""

import typer

from flagfall.cli.rules_check import check
from flagfall.cli.rules_infer import infer
from flagfall.cli.rules_positions import moves, perft, show
from flagfall.cli.rules_renju import forbidden

rules_app = typer.Typer(no_args_is_help=True, help="Games and positions under the rules.")

for command in (check, moves, perft, show, infer, forbidden):
    rules_app.command()(command)
