"""The draughts variants, one object each."""

from flagfall.rules.draughts.rules import Rules
from flagfall.rules.draughts.variant import DraughtsVariant


def N_(message: str) -> str:
    """Mark a message for the catalogue without translating it yet."""
    return message


RUSSIAN = DraughtsVariant(
    "russian",
    N_("Russian draughts"),
    Rules(
        size=8,
        rows_of_men=3,
        men_capture_back=True,
        crowned_in_passing=True,
        algebraic=True,
        capture_sign=":",
    ),
    game_type="25,W,8,8,A0,0",
)

INTERNATIONAL = DraughtsVariant(
    "international",
    N_("International draughts"),
    Rules(size=10, rows_of_men=4, men_capture_back=True, majority="most"),
    game_type="20,W,10,10,N2,0",
)
