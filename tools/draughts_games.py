"""Makes the games of Russian draughts and bashni that the demo plays: whole, the same on every run.

`python tools/draughts_games.py` writes host/flagfall/sim/games/{russian,bashni}_*.pdn (some
minutes). Players and event are made up; the moves are a small program's.
"""

import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from draughts_player import Player
from flagfall import rules
from flagfall.rules import pdn
from flagfall.rules.record import Game, Line, Node

GAMES = Path(__file__).resolve().parent.parent / "host" / "flagfall" / "sim" / "games"
#: The first moves are drawn by lot, so that the games differ from the start.
OPENING_PLIES = 4


@dataclass(frozen=True)
class Plan:
    """A game to make: the seed decides everything. Depths are how far each side looks ahead."""

    name: str
    variant: str
    seed: int
    white: str
    black: str
    white_depth: int
    black_depth: int


PLANS = (
    Plan("russian_white_wins", "russian", 2, "Agafya Lomova", "Timur Zhdan", 6, 3),
    Plan("russian_draw", "russian", 8, "Otto Ranta", "Yelena Brusnik", 5, 5),
    Plan("bashni_black_wins", "bashni", 4, "Semyon Kolt", "Mirja Halonen", 3, 5),
    Plan("bashni_white_wins", "bashni", 4, "Ludmila Perova", "Karl Saar", 5, 3),
)


def play(plan: Plan) -> Any:
    """A whole game: to its end by the rules, or to the first draw that could be claimed."""
    lot = random.Random(f"{plan.name} {plan.seed}")
    players = {
        "white": Player(plan.white_depth, lot),
        "black": Player(plan.black_depth, lot),
    }
    position: Any = rules.variant(plan.variant).start()
    for _ply in range(OPENING_PLIES):
        position = position.push(lot.choice(position.legal_moves))
    while position.outcome() is None and not any(c.with_move is None for c in position.claims()):
        position = position.push(players[position.turn].choose(position))
    return position


def make(plan: Plan) -> str:
    """The game as PDN."""
    end = play(plan)
    outcome = end.outcome()
    game = Game(
        rules.variant(plan.variant),
        {"Event": "Flagfall demonstration", "White": plan.white, "Black": plan.black},
        Line([Node(move.text, move) for move in end.history]),
        outcome.result if outcome is not None else "1/2",
    )
    told = (
        f"; Made by tools/draughts_games.py with seed {plan.seed}: the players and the event are\n"
        "; invented, the moves are a small program's. MIT, as the rest of Flagfall.\n"
    )
    return told + pdn.write(game)


def main() -> int:
    names = sys.argv[1:]
    for plan in PLANS:
        if not names or plan.name in names:
            path = GAMES / f"{plan.name}.pdn"
            path.write_text(make(plan), "utf-8")
            print(path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
