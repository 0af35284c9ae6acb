"""Makes the renju games that the demo plays: whole, legal under both laws, the same on every run.

`python tools/renju_games.py` writes host/flagfall/sim/games/renju_*.sgf, and renju_opening.json, a
game with a swap and offered fifth moves (some minutes). Players, event and times are made up; the
moves are a small program's, but for the opening's.
"""

import random
import sys
from dataclasses import dataclass
from pathlib import Path

from flagfall.rules import gamefile
from flagfall.rules.pdn.clocks import SECOND_US
from flagfall.rules.record import Clock, Game, Node
from flagfall.rules.renju import (
    BLACK,
    OPENINGS,
    PASS,
    RENJU,
    RENJU_RF,
    WHITE,
    RenjuMove,
    RenjuPosition,
)
from flagfall.rules.renju.files import Record, sgf
from flagfall.rules.renju.points import CENTRE, SYMMETRIES
from renju_player import Player

GAMES = Path(__file__).resolve().parent.parent / "host" / "flagfall" / "sim" / "games"
EACH_US = 30 * 60 * SECOND_US
#: A game that is not decided by then ends by both passing.
LAST_PLY = 120


@dataclass(frozen=True)
class Plan:
    """A game to make: the seed decides everything."""

    name: str
    seed: int
    black: str
    white: str
    table: int


PLANS = (
    Plan("black_five", 103, "Ume Takara", "Ilmar Pihlak", 1),
    Plan("white_five", 102, "Tove Granqvist", "Ren Aoyama", 2),
    Plan("two_passes", 105, "Arseny Voronin", "Maris Kalve", 3),
    Plan("foul_trap", 122, "Vera Lindqvist", "Tan Xiaobo", 5),
    Plan("short", 107, "Lin Yuchen", "Klara Novotna", 4),
)


#: A game under an opening rule: its turns, and the seed of what follows.
OPENING = Plan("opening", 204, "Ada Merilo", "Kenji Sorai", 6)
RULE = "taraguchi-5"
TURNS = ("h8", "stay, i9", "swap", "j9", "stay, i7", "offer g8 h6 k10 j6 g9", "g8, h10")


def opened(plan: Plan) -> str:
    """The game with its opening as flagfall.game/1."""
    game = Game(RENJU, start=RENJU.start(opening=RULE))
    position, lot = game.start.play(*TURNS), random.Random(plan.seed)
    game.line.nodes = [Node(text) for text in TURNS]
    while position.outcome() is None:
        colour = BLACK if position.turn == "black" else WHITE
        point = Player(position.board.copy(), lot).choose(colour)
        position = position.push(PASS if point is None else RenjuMove(point))
        game.line.nodes.append(Node(position.last_move.text))
    game.result = position.outcome().result
    game.headers = {
        "Event": "Flagfall demonstration",
        "Round": str(plan.table),
        "White": plan.white,
        "Black": plan.black,
        "Source": "Made by tools/renju_games.py: the players and the opening are invented.",
    }
    return gamefile.write(game) + "\n"


def play(seed: int) -> RenjuPosition:
    """A whole game from a canonical opening drawn from the list."""
    lot = random.Random(seed)
    opening, image = lot.choice(OPENINGS), lot.choice(SYMMETRIES)
    position = RENJU_RF.start()
    for point in (CENTRE, image[opening.second], image[opening.third]):
        position = position.push(RenjuMove(point))
    while position.outcome() is None:
        player = Player(position.board.copy(), lot)
        colour = BLACK if position.turn == "black" else WHITE
        point = player.choose(colour) if position.ply < LAST_PLY else None
        position = position.push(PASS if point is None else RenjuMove(point))
    return position


def clocked(record: Record, seed: int) -> None:
    """Give every move a plausible time left, to the millisecond."""
    lot = random.Random(f"times {seed}")
    left = {"black": EACH_US, "white": EACH_US}
    for ply, node in enumerate(record.steps, 1):
        colour = record.positions[ply - 1].turn
        share = left[colour] // 40
        spent = lot.randrange(share // 20, share) if ply > 6 else lot.randrange(2, 20) * SECOND_US
        left[colour] -= spent // 1000 * 1000
        time = left[colour]
        node.clock = Clock(black_us=time) if colour == "black" else Clock(white_us=time)


def make(plan: Plan) -> str:
    """The game as SGF."""
    position = play(plan.seed)
    record = Record.of(
        position,
        Event="Flagfall demonstration",
        Round=str(plan.table),
        Black=plan.black,
        White=plan.white,
        TimeLimit=str(EACH_US // SECOND_US),
        GameComment=f"Made by tools/renju_games.py with seed {plan.seed}: "
        "the players, the event and the times are invented. MIT, as the rest of Flagfall.",
    )
    clocked(record, plan.seed)
    return sgf.write(record)


def main() -> int:
    names = sys.argv[1:]
    for plan in PLANS:
        if not names or plan.name in names:
            path = GAMES / f"renju_{plan.name}.sgf"
            path.write_text(make(plan), "utf-8")
            print(path.name)
    if not names or OPENING.name in names:
        (GAMES / "renju_opening.json").write_text(opened(OPENING), "utf-8")
        print("renju_opening.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
