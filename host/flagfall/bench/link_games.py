"""What is played on the clocks of the link's bench: real games at blitz pace, a press every two
seconds, as scripts for the players of `flagfall_device.boards.playing`."""

from dataclasses import replace
from functools import cache
from itertools import accumulate, takewhile

from flagfall import rules
from flagfall.arbiter.demo.games import Assignment, assign
from flagfall.arbiter.sensing import BOARD_BYTES, picture
from flagfall.rules import Position
from flagfall.sim.hands import STEADY_US, Step, steps
from flagfall.sim.players import KEYS
from flagfall.sim.thinking import draw

SEED = 20261129
LEAST_US, MOST_US = 1_400_000, 2_600_000
"""A thought: two seconds in the mean."""
CALM_US = 300_000
"""So much earlier than elsewhere the pieces stand: on a machine that two hundred clocks share a
board's sensors may be read late."""
BLITZ = {"moves": None, "time_s": 300, "method": "fischer", "increment_s": 2}
GAMES = (
    *("nk2009_derkx_meijer", "renju_two_passes", "russian_draw", "renju_foul_trap"),
    "russian_white_wins",
)
SHORTEST = 61
"""Presses in the shortest of these games."""
LONGEST_S = SHORTEST * LEAST_US // 1_000_000
"""For so long every table has something to play."""


def deal(clocks: int) -> list[Assignment]:
    """Which game is played on which clock, from 1; every second table has a board with sensors."""
    games = assign(clocks, SEED, GAMES)
    return [
        replace(
            game,
            recorded=replace(
                game.recorded, regulation={**game.recorded.regulation, "periods": [BLITZ]}
            ),
        )
        for game in games
    ]


def thoughts(game: Assignment, seconds: int) -> list[int]:
    """How long each player of a game thinks, in microseconds, from the start until `seconds` have
    passed; the first thought is such that the tables don't press all at once."""
    seed = f"{SEED}|{game.table}|pace"
    waits = [draw(seed, i, LEAST_US, MOST_US) for i in range(len(game.script.turns))]
    waits[0] = draw(seed, len(waits), 0, MOST_US)
    return waits[: len(list(takewhile(lambda us: us <= seconds * 1_000_000, accumulate(waits))))]


def script(game: Assignment, waits_us: list[int]) -> str:
    """What the players of a table do, as their board reads it."""
    position = rules.variant(game.script.variant).start()
    squares = picture(position)[0] if game.sensors else 0
    lines = [f"{squares} {_bits(_stands(position))}"]
    turns = game.script.turns[: len(waits_us)]
    moves = _moves(game.script.variant, tuple(turn.text for turn in game.script.turns))
    for ply, (turn, wait_us) in enumerate(zip(turns, waits_us, strict=True)):
        before, path, after = moves[ply]
        words = [str(int(KEYS[turn.side])), str(wait_us)]
        if game.sensors:
            seed = f"{SEED}|{game.table}|{ply}"
            hand = steps(before, after, path, cells=squares, seed=seed)
            if hand and hand[-1].occupied != after:  # here nobody presses in haste
                hand.append(Step(STEADY_US, after))
            words += [f"{step.lead_us + CALM_US}:{_bits(step.occupied)}" for step in hand]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


Cells = frozenset[int]


@cache
def _moves(variant: str, texts: tuple[str, ...]) -> list[tuple[Cells, list[int], Cells]]:
    """What stands before each move, the cells it goes over, what stands after it."""
    position = rules.variant(variant).start()
    names = [name for row in position.variant.cells() for name in row]
    found = []
    for text in texts:
        move = position.parse(text)
        before, position = position, position.push(move)
        path = [names.index(name) for name in move.path]
        found.append((_stands(before), path, _stands(position)))
    return found


def _stands(position: Position) -> Cells:
    names = [name for row in position.variant.cells() for name in row]
    return frozenset(names.index(name) for name in position.pieces())


def _bits(cells: Cells) -> str:
    return sum(1 << cell for cell in cells).to_bytes(BOARD_BYTES, "little").hex()
