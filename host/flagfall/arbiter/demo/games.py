"""Stored games made into scripts for the players: whose turn, which move, how much time used.

Where the record has clock times the players keep to them; else their thoughts are drawn from the
seed. What a record sets up on the way becomes an interruption by the arbiter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from typing import TypeVar

from flagfall.rules import Colour, files, other
from flagfall.rules.record import Game, Node
from flagfall.sim.games import Recorded, catalogue
from flagfall.sim.players import LEAST_THOUGHT_US, Interruption, Script, SideName, Turn
from flagfall.sim.thinking import SECOND_US, draw, drawn, from_readings

EARLY = 4
"""By which table the long game of the catalogue has begun."""
T = TypeVar("T")


@dataclass(frozen=True)
class Assignment:
    """What is played at a table: the stored game, its start (None: the game's own), the script, and
    renju's opening rule (empty: none)."""

    table: int
    recorded: Recorded
    start_fen: str | None
    script: Script
    opening: str = ""
    overthinks_at: int | None = None
    """After so many turns the side to move thinks until its flag falls, against the record."""

    @property
    def sensors(self) -> bool:
        """Every second table has a board with sensors."""
        return self.table % 2 == 0


def assign(tables: int, seed: int, names: Sequence[str] = ()) -> list[Assignment]:
    """Which game is played at which table, each with thoughts of its own: the stored games in the
    order that the seed deals, or the games of these names; after the last one the first again.

    Raises `LookupError` for a name that is none.
    """
    stored = {game.name: game for game in catalogue()}
    games = [stored[name] for name in names] if names else _dealt(list(stored.values()), seed)
    return [
        assignment(table, games[(table - 1) % len(games)], f"{seed}|{table}")
        for table in range(1, tables + 1)
    ]


def _dealt(games: list[Recorded], seed: int) -> list[Recorded]:
    """Every stored game once: one of each kind in an order that the seed draws, then a second of
    each kind that has one, and so on. The catalogue's first kind is among the first four."""
    kinds: dict[str, list[Recorded]] = {}
    for game in games:
        kinds.setdefault(game.kind, []).append(game)
    first, *others = kinds
    order = _shuffled(others, f"{seed}|kinds")
    order.insert(draw(f"{seed}|first", 0, 0, EARLY - 1), first)
    piles = [_shuffled(kinds[kind], f"{seed}|{kind}") for kind in order]
    return [game for round_ in zip_longest(*piles) for game in round_ if game is not None]


def _shuffled(things: list[T], seed: str) -> list[T]:
    """The things in an order that the seed draws."""
    rest, order = list(things), list[T]()
    while rest:
        order.append(rest.pop(draw(seed, len(order), 0, len(rest) - 1)))
    return order


def with_flag_fall(games: list[Assignment]) -> list[Assignment]:
    """The same, but that at the first table whose clocks have flags a player forgets the time half
    way through his game."""
    for at, game in enumerate(games):
        if game.recorded.regulation["periods"][0]["method"] != "upcount":
            fallen = replace(game, overthinks_at=len(game.script.turns) // 2)
            return [*games[:at], fallen, *games[at + 1 :]]
    return games


def assignment(table: int, recorded: Recorded, seed: str) -> Assignment:
    """One table's game with the times the seed draws."""
    game = read(recorded)
    fen = game.headers.get("FEN")
    script = _Scripter(game, recorded, seed).script()
    return Assignment(table, recorded, fen, script, getattr(game.start, "rule", ""))


def read(recorded: Recorded) -> Game:
    """The stored game, read by the rules room; once, for however many tables play it."""
    return _read(recorded.text, recorded.file, recorded.variant)


@cache
def _read(text: str, file: str, variant: str) -> Game:
    return next(files.read(text.encode(), file, files.Options(variant)))


class _Scripter:
    """Goes through a record once: sections of moves, with set-ups between them."""

    def __init__(self, game: Game, recorded: Recorded, seed: str) -> None:
        period = recorded.regulation["periods"][0]
        main_us = int(period["time_s"]) * SECOND_US
        self.game = game
        self.recorded = recorded
        self.seed = seed
        self.increment_us = int(period.get("increment_s", 0)) * SECOND_US
        self.counts_up = period["method"] == "upcount"
        self.turn: Colour = game.start.turn
        self.sides: dict[Colour, SideName] = {"white": "left", "black": "right"}
        if draw(f"{seed}|sides", 0, 0, 1):
            self.sides = {"white": "right", "black": "left"}
        self.turns: list[Turn] = []
        self.breaks: list[Interruption] = []
        self.used_us: dict[Colour, int] = {"white": 0, "black": 0}
        # Where each clock stood, and what had been used, when the section began.
        self.base_us: dict[Colour, int] = {"white": main_us, "black": main_us}
        self.used_before_us = dict(self.used_us)

    def script(self) -> Script:
        first = self.sides[self.turn]
        section: list[Node] = []
        for node in self.game.line.nodes:
            if node.setup is None:
                section.append(node)
            else:
                self._play(section)
                self._set_up(node, section[-1] if section else None)
                section = []
        self._play(section)
        headers = self.game.headers
        names = {"white": headers.get("White", "?"), "black": headers.get("Black", "?")}
        swaps = [getattr(node.move, "swapped", None) for node in self.game.line.nodes]
        if [swapped for swapped in swaps if swapped is not None][-1:] == [True]:
            # Headers have the colours of the game; here they are as the players sit down.
            names = {"white": names["black"], "black": names["white"]}
        colours: dict[SideName, Colour] = {side: colour for colour, side in self.sides.items()}
        return Script(
            source=self.recorded.name,
            variant=self.recorded.variant,
            first=first,
            turns=tuple(self.turns),
            result=self._result(),
            left_name=names[colours["left"]],
            right_name=names[colours["right"]],
            left_colour=colours["left"],
            interruptions=tuple(self.breaks),
        )

    def _result(self) -> str:
        """What the moves end with: tags tell of the whole game also where its record breaks off."""
        return "*" if self.recorded.text.rstrip().endswith("*") else self.game.result

    def _play(self, section: list[Node]) -> None:
        """The turns of a section."""
        colours = [self.turn if i % 2 == 0 else other(self.turn) for i in range(len(section))]
        plans = {
            colour: iter(
                self._used(
                    colour, [n for n, c in zip(section, colours, strict=True) if c == colour]
                )
            )
            for colour in self.sides
        }
        for node, colour in zip(section, colours, strict=True):
            self.used_us[colour] = self.used_before_us[colour] + next(plans[colour])
            self.turns.append(Turn(self.sides[colour], node.text, self.used_us[colour]))
        if len(section) % 2:
            self.turn = other(self.turn)

    def _used(self, colour: Colour, own: list[Node]) -> list[int]:
        """Used in this section at each press of one colour."""
        seed = f"{self.seed}|{colour}|{len(self.breaks)}"
        base_us = self.base_us[colour]
        readings = [n.clock.of(colour, colour) if n.clock else None for n in own]
        told_us = [reading for reading in readings if reading is not None]
        if len(told_us) == len(own) > 0:
            if any(reading % SECOND_US for reading in told_us):
                return [abs(reading - base_us) for reading in told_us]  # told to the fraction
            seconds = [reading // SECOND_US for reading in told_us]
            return from_readings(seed, seconds, base_us=base_us, counts_up=self.counts_up)
        return drawn(seed, len(own), main_us=base_us, increment_us=self.increment_us)

    def _set_up(self, node: Node, last: Node | None) -> None:
        """The arbiter comes while the side to move thinks, at the moment its clock shows what the
        record tells of it, sets up the position and both clocks."""
        colour, stopped = self.turn, last.clock if last else None
        shown_us = stopped.of(colour, colour) if stopped else None
        thought_us = LEAST_THOUGHT_US
        if shown_us is not None:
            ran_us = abs(shown_us - self.base_us[colour])
            thought_us = max(
                thought_us, self.used_before_us[colour] + ran_us - self.used_us[colour]
            )
        self.used_us[colour] += thought_us
        assert node.clock is not None, "a set-up in the middle of a game tells both clocks"
        for each in self.sides:
            set_us = node.clock.of(each, each)
            assert set_us is not None, "a set-up in the middle of a game tells both clocks"
            self.base_us[each] = set_us
        by_side = {side: self.base_us[each] for each, side in self.sides.items()}
        assert node.position is not None, "a position that the rules room could read"
        self.turn = node.position.turn
        self.breaks.append(
            Interruption(
                after=len(self.turns),
                used_us=self.used_us[colour],
                fen=node.position.fen,
                left_us=by_side["left"],
                right_us=by_side["right"],
                turn=self.sides[self.turn],
            )
        )
        self.used_before_us = dict(self.used_us)
