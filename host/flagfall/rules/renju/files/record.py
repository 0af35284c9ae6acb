"""A game of a renju file: its headers, its tree of moves, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from flagfall.rules import face
from flagfall.rules.errors import IllegalMove, InvalidPosition, RulesError
from flagfall.rules.record import Clock, Game, Result
from flagfall.rules.record import Node as Step
from flagfall.rules.renju.board import Law
from flagfall.rules.renju.explain import Explanation
from flagfall.rules.renju.position import (
    ForbiddenMove,
    RenjuMove,
    RenjuOutcome,
    RenjuPosition,
    read_move,
    setup,
)
from flagfall.rules.renju.variant import RENJU, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")


@dataclass(eq=False, repr=False)
class Node:
    """One step: a move, a set-up of stones, or a remark.

    `colour` is whose move the file says it is (None: whoever is to move). `clock` is what the file
    tells of time. `text` is what stands where a move should and names none. `properties` keeps
    whatever the file says beside all that, by its own names, raw.
    Children are the ways the game went on: the first is the game itself, the others variations.
    """

    move: RenjuMove | None = None
    colour: face.Colour | None = None
    black: list[int] = field(default_factory=list)
    white: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    turn: face.Colour | None = None
    comment: str = ""
    clock: Clock | None = None
    text: str = ""
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Node {self.move.text if self.move else '-'} +{len(self.children)}>"

    @property
    def is_setup(self) -> bool:
        """Whether stones are put down or taken off beside the game."""
        return bool(self.black or self.white or self.empty or self.turn)

    def line(self) -> Iterator[Node]:
        """This node and its first children, to the end."""
        node = self
        while True:
            yield node
            if not node.children:
                return
            node = node.children[0]

    def walk(self) -> Iterator[Node]:
        """This node and everything below it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


@dataclass(eq=False)
class Record:
    """One game as a file has it.

    `headers` are by PDN's names where the format has the same (`Event`, `Black`, `White`, `Date`,
    `Round`, `Site`, `Result` …), in the file's order. `result` is from white's side.

    `foreign` is the file's own form of the game where that says more than fits here; the format's
    writer starts from it.

    After `replay`: `positions` from the start on, `fault` with the first thing the rules object to
    (the moves before it are sound), and `fouls`, black's forbidden moves that stand because the
    law leaves them to the opponent's claim (`rif`), by ply.
    """

    variant: RenjuVariant = RENJU
    headers: dict[str, str] = field(default_factory=dict)
    root: Node = field(default_factory=Node)
    result: Result = "*"
    foreign: object = None
    fault: RulesError | None = None
    positions: list[RenjuPosition] = field(default_factory=list)
    steps: list[Node] = field(default_factory=list)
    fouls: dict[int, Explanation] = field(default_factory=dict)

    @classmethod
    def of(cls, position: RenjuPosition, **headers: str) -> Record:
        """A record of the game that led to a position, without variations.

        >>> from flagfall import rules
        >>> game = Record.of(rules.variant("renju").start().play("h8 i9"), Black="A", White="B")
        >>> [move.text for move in game.moves], game.headers["Black"]
        (['h8', 'i9'], 'A')
        """
        start = position
        while start.previous is not None:
            start = start.previous
        root = Node()
        for point, colour in start.stones():
            (root.black if colour == "black" else root.white).append(point)
        if root.black or root.white:
            root.turn = start.turn
        record = cls(variant=position.variant, headers=dict(headers), root=root)
        node, turn = root, start.turn
        for move in position.history:
            node.children.append(Node(move, turn))
            node, turn = node.children[0], face.other(turn)
        outcome = position.outcome()
        if outcome is not None:
            record.result = outcome.result  # type: ignore[assignment]
        record.replay()
        return record

    def replay(self) -> None:
        """Play the game itself on the board."""
        position: RenjuPosition = self.variant.start()
        self.positions, self.steps, self.fouls, self.fault = [], [], {}, None
        try:
            for node in self.root.line():
                if node.is_setup:
                    position = _set_up(position, node)
                if not self.positions:
                    self.positions.append(position)
                elif node.is_setup:
                    self.positions[-1] = position
                if node.move is not None or node.text:
                    position = self._play(position, node)
        except RulesError as error:
            ply = len(self.steps) + 1
            error.where = _("move {ply}, {text}").format(ply=ply, text=error.where).rstrip(", ")
            self.fault = error
        if not self.positions:
            self.positions.append(self.variant.start())

    def _play(self, before: RenjuPosition, node: Node) -> RenjuPosition:
        move = read_move(node.text) if node.move is None else node.move
        if node.colour not in (None, before.turn):
            raise IllegalMove(
                _("It is not {colour}'s turn.").format(colour=node.colour),
                reason="turn",
                where=move.text,
            )
        try:
            after = before.push(move)
        except ForbiddenMove as error:
            if error.stands is None:
                raise
            self.fouls[len(self.steps) + 1] = error.explanation
            after = error.stands
        self.positions.append(after)
        self.steps.append(node)
        return after

    @property
    def start(self) -> RenjuPosition:
        """The position the game began from."""
        return self.positions[0]

    @property
    def end(self) -> RenjuPosition:
        """The last position that was reached."""
        return self.positions[-1]

    @property
    def moves(self) -> list[RenjuMove]:
        """The moves of the game itself, up to the first fault."""
        return [node.move for node in self.steps if node.move is not None]

    @property
    def clocks(self) -> list[Clock | None]:
        """What the file tells of time after each of `moves`."""
        return [node.clock for node in self.steps]

    def as_game(self) -> Game:
        """The game itself, without its variations, in the form all games of the house share."""
        game = Game(self.variant, dict(self.headers), result=self.result, start=self.start)
        played = dict(zip(map(id, self.steps), self.positions[1:], strict=True))
        nodes = [n for n in self.root.line() if n.move is not None or n.text]
        for node in nodes:
            text = node.text if node.move is None else node.move.text
            step = Step(text, node.move, clock=node.clock, position=played.get(id(node)))
            if node.comment:
                step.after.append(node.comment)
            game.line.nodes.append(step)
        game.fault = self.fault
        if self.fault is not None and len(self.steps) < len(nodes):
            game.fault_at = game.line.nodes[len(self.steps)]
        return game

    @property
    def outcome(self) -> RenjuOutcome | None:
        """How the game ended by the rules alone; a foul as the last move is taken as claimed."""
        if self.end.foul is not None and self.variant.law is Law.RIF:
            return self.end.claim_foul()
        return self.end.outcome()


def _set_up(position: RenjuPosition, node: Node) -> RenjuPosition:
    stones: dict[int, face.Colour | None] = dict(position.stones())
    for points, colour in ((node.black, "black"), (node.white, "white"), (node.empty, None)):
        if len(set(points)) < len(points):
            raise InvalidPosition(_("A set-up names a point twice."), reason="twice")
        stones.update(dict.fromkeys(points, colour))  # type: ignore[arg-type]
    black = [point for point, colour in stones.items() if colour == "black"]
    white = [point for point, colour in stones.items() if colour == "white"]
    turn = node.turn
    if turn is None and position.history:
        turn = position.turn
    return setup(position.variant, black, white, turn)
