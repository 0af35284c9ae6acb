"""Moves read from noisy boards: how many are asked, and that none is read wrongly.

Every reading goes through the firmware's own debouncing. Pieces are lifted, slid, set down
elsewhere and taken off in any order (`sim.hands`); contacts bounce, single readings are disturbed,
and on every third board one sensor is dead: it never sees a piece, or always sees one. Whatever is
asked the arbiter answers with the move that was made.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from flagfall_device.sensors import BYTES, EVERY_US, Sensors

from flagfall import rules
from flagfall.bench import Row
from flagfall.rules import files, infer
from flagfall.rules.renju import opening_rules
from flagfall.rules.renju.turns import OpeningPosition
from flagfall.sim.games import catalogue
from flagfall.sim.hands import Step, steps

VARIANTS = (
    *("russian", "international", "brazilian", "english", "frisian", "turkish"),
    *("bashni", "lasca", "renju-rf", "renju"),
)
"""The last one with its openings: swaps, and fifth moves that are offered and taken off."""
SEED = 20261129
LONGEST_GAME = 120
BOUNCE_US = 12_000
DISTURBED = 25  # one reading in so many has a wrong bit
MOST_FIFTHS = 4
DEAD = 3  # one board in so many has a sensor that is dead


@dataclass
class Tally:
    """What became of the presses."""

    right: int = 0
    asked: int = 0
    wrong: int = 0

    @property
    def plies(self) -> int:
        """All presses."""
        return self.right + self.asked + self.wrong


class NoisyBoard:
    """A board of `cells` sensors, read every 15 ms and debounced as on the clock."""

    def __init__(self, cells: int, stands: frozenset[int], lot: random.Random) -> None:
        self.lot = lot
        self.cells = cells
        self.dead = lot.randrange(cells) if lot.randrange(DEAD) == 0 else -1
        self.dead_sees = lot.random() < 0.5
        self._stands = self._before = stands
        self._since_us = BOUNCE_US
        self._clock_us = 0
        self.sensors = Sensors(cells, self._scan)
        self.sensors.settle()

    def show(self, seen: list[Step], press_us: int) -> set[int]:
        """A player's move up to his press; the cells that count as occupied at that moment."""
        starts_us = seen[0].lead_us + press_us if seen else press_us
        at_us = -starts_us
        for i, step in enumerate(seen):
            self._before, self._stands, self._since_us = self._stands, step.occupied, 0
            until_us = -seen[i + 1].lead_us if i + 1 < len(seen) else 0
            at_us = self._read_until(at_us, until_us)
        self._read_until(at_us, 0)
        occupied = int.from_bytes(self.sensors.occupied, "little")
        return {cell for cell in range(self.cells) if occupied >> cell & 1}

    def _read_until(self, at_us: int, until_us: int) -> int:
        while at_us + self._clock_us <= until_us:
            at_us += self._clock_us
            self._since_us += self._clock_us
            self.sensors.read()
            self._clock_us = EVERY_US
        passed_us = max(0, until_us - at_us)
        self._clock_us -= passed_us
        self._since_us += passed_us
        return at_us + passed_us

    def _scan(self, raw: bytearray) -> None:
        stands = set(self._stands)
        if self._since_us < BOUNCE_US:
            for cell in self._stands ^ self._before:
                if self.lot.random() < 0.5:
                    stands ^= {cell}
        if self.lot.randrange(DISTURBED) == 0:
            stands ^= {self.lot.randrange(self.cells)}
        if self.dead >= 0:
            (stands.add if self.dead_sees else stands.discard)(self.dead)
        raw[:] = sum(1 << cell for cell in stands).to_bytes(BYTES, "little")


Ply = tuple[Any, Any, Any]
"""The position before, the move, the position after."""


def random_game(name: str, lot: random.Random) -> Iterator[Ply]:
    """A random game; of `renju` under a random opening rule."""
    game: Any = rules.variant(name)
    position = game.start(opening=lot.choice(opening_rules())) if name == "renju" else game.start()
    for _ply in range(LONGEST_GAME):
        in_opening = isinstance(position, OpeningPosition)
        moves = [random_turn(position, lot)] if in_opening else position.legal_moves
        if not moves:
            return
        move = lot.choice(moves)
        after = position.push(move)
        yield position, move, after
        position = after


def random_turn(position: Any, lot: random.Random) -> Any:
    """A random turn of an opening."""
    opening = position.opening
    while opening is position.opening or (
        not opening.is_done and opening.player == position.player
    ):
        opening = random_act(opening, lot)
    return position.parse(", ".join(opening.acts[len(position.opening.acts) :]))


def random_act(opening: Any, lot: random.Random) -> Any:
    """The opening after one random act."""
    step = opening.step
    if step.kind == "declare":
        return opening.declare(lot.randint(1, min(step.number, MOST_FIFTHS)))
    if step.kind == "offer" and opening.fifths > 1:
        points = opening.points()
        while True:  # most choices have no two that are symmetric
            with suppress(rules.IllegalMove):
                return opening.offer(*lot.sample(points, opening.fifths))
    return lot.choice(list(opening.continuations()))


def stored_games(name: str) -> list[list[Ply]]:
    """The stored games of a variant, up to the first set-up on the way."""
    found = []
    for recorded in catalogue():
        if recorded.variant != name:
            continue
        options = files.Options(recorded.variant)
        game = next(files.read(recorded.text.encode(), recorded.file, options))
        before, plies = game.start, []
        for node in game.line.nodes:
            if node.setup is not None:
                break
            plies.append((before, node.move, node.position))
            before = node.position
        found.append(plies)
    return found


def follow(plies: list[Ply], lot: random.Random, tally: Tally) -> None:
    """A game over a noisy board, from press to press."""
    start = plies[0][0]
    variant = start.variant
    names = [name for row in variant.cells() for name in row]
    number = {name: i for i, name in enumerate(names) if name}

    def cells(position: Any) -> frozenset[int]:
        return frozenset(number[name] for name in position.pieces())

    board = NoisyBoard(len(names), cells(start), lot)
    follower = infer.Follower(start)
    for before, move, after in plies:
        path = [number[name] for name in move.path]
        seed = str(lot.getrandbits(64))
        seen = steps(cells(before), cells(after), path, cells=len(names), seed=seed)
        stood = board.show(seen, lot.randrange(200_000))
        follower.board = {names[cell] for cell in stood if names[cell]}
        reading = follower.press()
        if reading.kind != "move":
            tally.asked += 1
            follower.settle(getattr(move, "long_text", move.text))
        elif follower.position.fen == after.fen and same(reading.move, move):
            tally.right += 1
        else:
            tally.wrong += 1
        # From here on the game is the one that was played, whatever was read.
        follower.position = after


def same(read: Any, made: Any) -> bool:
    """Whether two moves are one, in whichever order fifths were put down."""
    ours, theirs = (sorted(move.text.replace(",", "").split()) for move in (read, made))
    return ours == theirs


def measure(name: str, plies: int) -> Tally:
    """At least so many plies: the stored games of the variant, then random ones."""
    tally = Tally()
    lot = random.Random(f"{SEED} {name}")
    for game in stored_games(name):
        if tally.plies < plies:
            follow(game, lot, tally)
    for _game in count():
        if tally.plies >= plies:
            return tally
        follow(list(random_game(name, lot)), lot, tally)
    raise AssertionError("unreachable")


def run(quick: bool = False) -> list[Row]:
    """The share that is asked, and what is read wrongly, per variant."""
    plies = 100 if quick else 2_300
    rows = []
    for name in VARIANTS:
        tally = measure(name, plies)
        how = f"{tally.plies} plies over noisy boards"
        asked = 100 * tally.asked / tally.plies
        rows.append(Row("rules", f"sensors: {name}, asked", asked, "%", note=how))
        rows.append(Row("rules", f"sensors: {name}, wrong", tally.wrong, "moves", 0, note=how))
    return rows
