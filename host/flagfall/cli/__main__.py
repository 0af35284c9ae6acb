"""`python -m flagfall.cli`: the command without its console script."""

from flagfall.cli import main

main()
