"""The draughts variants, one object each."""

from dataclasses import replace

from flagfall.rules.draughts import draws
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
    draw_rules=draws.RUSSIAN,
)

INTERNATIONAL = DraughtsVariant(
    "international",
    N_("International draughts"),
    Rules(size=10, rows_of_men=4, men_capture_back=True, majority="most"),
    game_type="20,W,10,10,N2,0",
    draw_rules=draws.INTERNATIONAL,
)

BRAZILIAN = DraughtsVariant(
    "brazilian",
    N_("Brazilian draughts"),
    Rules(size=8, rows_of_men=3, men_capture_back=True, majority="most", algebraic=True),
    game_type="26,W,8,8,A0,0",
    draw_rules=draws.RUSSIAN,
)

ENGLISH = DraughtsVariant(
    "english",
    N_("English draughts"),
    Rules(size=8, rows_of_men=3, first="black", flying_kings=False, crowning_ends_move=True),
    game_type="21,B,8,8,N1,0",
    draw_rules=draws.ENGLISH,
)

FRISIAN = DraughtsVariant(
    "frisian",
    N_("Frisian draughts"),
    Rules(
        size=10,
        rows_of_men=4,
        orthogonal_captures=True,
        men_capture_back=True,
        majority="value",
        king_move_limit=3,
    ),
    game_type="40,W,10,10,N2,0",
    draw_rules=draws.FRISIAN,
)

POOL = DraughtsVariant(
    "pool",
    N_("Pool checkers"),
    Rules(size=8, rows_of_men=3, first="black", men_capture_back=True),
    game_type="23,B,8,8,N1,0",
    draw_rules=draws.OTHERS,
)

CZECH = DraughtsVariant(
    "czech",
    N_("Czech draughts"),
    Rules(size=8, rows_of_men=3, majority="king-first", algebraic=True),
    game_type="29,W,8,8,A0,0",
    draw_rules=draws.CZECH,
)

ITALIAN = DraughtsVariant(
    "italian",
    N_("Italian draughts"),
    Rules(
        size=8,
        rows_of_men=3,
        mirrored=True,
        flying_kings=False,
        men_take_kings=False,
        crowning_ends_move=True,
        majority="italian",
    ),
    game_type="22,W,8,8,N2,1",
    draw_rules=draws.OTHERS,
)

SPANISH = DraughtsVariant(
    "spanish",
    N_("Spanish draughts"),
    Rules(
        size=8,
        rows_of_men=3,
        mirrored=True,
        majority="most-then-kings",
        number_one="bottom-right",
    ),
    game_type="24,W,8,8,N1,1",
    draw_rules=draws.OTHERS,
)

THAI = DraughtsVariant(
    "thai",
    N_("Thai draughts"),
    Rules(
        size=8,
        rows_of_men=3,
        first="black",
        king_lands_behind=True,
        number_one="bottom-right",
    ),
    game_type="thai",
    draw_rules=draws.OTHERS,
)

TURKISH = DraughtsVariant(
    "turkish",
    N_("Turkish draughts"),
    Rules(size=8, rows_of_men=2, turkish=True, majority="most", algebraic=True),
    game_type="30,W,8,8,A0,0",
    draw_rules=draws.OTHERS,
)

# Thai draughts as it is played: two rows of men. The published counts are for three (`thai`).
MAKHOS = DraughtsVariant(
    "makhos",
    N_("Makhos"),
    replace(THAI.rules, rows_of_men=2),
    game_type="31,B,8,8,N2,0",
    draw_rules=draws.OTHERS,
)
