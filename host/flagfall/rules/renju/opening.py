"""An opening in progress: a state machine over the steps of an opening rule.

Whose colour is whose may change, whose clock is whose never: the machine speaks of the players
`first` and `second`, and says at each step who is to act and which colour he has.

>>> opening = Opening.begin("rif-1996").play("h8", "h9", "i9", "swap")
>>> opening.player, opening.colours["first"], opening.step.kind
('first', 'white', 'place')
>>> opening.play("j8", "offer i8 g7", "i8", "i7").is_done
True
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from flagfall.rules import face
from flagfall.rules.errors import AmbiguousMove, IllegalMove, InvalidMove
from flagfall.rules.renju.opening_rules import OpeningRule, Step, opening_rule
from flagfall.rules.renju.openings import opening_of
from flagfall.rules.renju.points import POINTS, SYMMETRIES, distance, find, find_all, name, names
from flagfall.rules.renju.position import RenjuMove, RenjuPosition
from flagfall.rules.renju.shapes import EMPTY
from flagfall.rules.renju.variant import RENJU, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

Player = Literal["first", "second"]
_OTHER: dict[Player, Player] = {"first": "second", "second": "first"}


def symmetric_images(position: RenjuPosition, point: int) -> frozenset[int]:
    """The points that a symmetry of the position (stones with their colours) maps the point to.

    Two fifth moves are symmetric if one is among the other's images.
    """
    return frozenset(image[point] for image in _symmetries(bytes(position.board.cells)))


@lru_cache(maxsize=64)
def _symmetries(cells: bytes) -> tuple[tuple[int, ...], ...]:
    return tuple(
        image
        for image in SYMMETRIES
        if all(cells[image[point]] == cells[point] for point in range(POINTS))
    )


@dataclass(frozen=True, eq=False)
class Opening:
    """An opening up to some act. Every act answers a further one and leaves this as it is.

    `position` has the stones that count; `offers` are the fifth moves on the board besides.
    `acts` are all acts as text, from which `play` makes the same opening again.
    """

    rule: OpeningRule
    position: RenjuPosition
    steps: tuple[Step, ...]
    black: Player = "first"
    placed: Player = "second"
    declared: int = 0
    offers: tuple[int, ...] = ()
    acts: tuple[str, ...] = ()

    @classmethod
    def begin(cls, rule: str | OpeningRule, variant: RenjuVariant = RENJU) -> Opening:
        """The opening before its first act. Raises `UnknownOpening`."""
        found = opening_rule(rule) if isinstance(rule, str) else rule
        return cls(found, variant.start(), found.steps)

    def _key(self) -> tuple[object, ...]:
        return self.rule, self.position.variant.name, self.acts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opening) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def step(self) -> Step | None:
        """What is to be done now; None when the opening is over."""
        return self.steps[0] if self.steps else None

    @property
    def is_done(self) -> bool:
        """Whether the rule has no more steps: the game goes on from `position`."""
        return not self.steps

    @property
    def colours(self) -> dict[Player, face.Colour]:
        """Which colour each player has now."""
        return {self.black: "black", _OTHER[self.black]: "white"}

    def player_of(self, colour: face.Colour) -> Player:
        """Who has the colour now."""
        return self.black if colour == "black" else _OTHER[self.black]

    @property
    def player(self) -> Player:
        """Who is to act: his clock runs. After the opening, who is to move."""
        by = self.step.by if self.step else self.position.turn
        if by == "black" or by == "white":
            return self.player_of(by)
        return _OTHER[self.placed] if by == "other" else by

    @property
    def fifths(self) -> int:
        """How many fifth moves are to be offered."""
        return (self.step.number if self.step else 0) or self.declared

    def sentence(self) -> str:
        """What is to be done now, for the page and the arbiter."""
        step = self.step
        if step is None:
            return _("The opening is over.")
        colour = {"black": _("Black"), "white": _("White")}[self.colours[self.player]]
        if step.kind == "place":
            return self._place_sentence(step)
        if step.kind == "swap":
            return _("{colour} may swap colours.").format(colour=colour)
        if step.kind == "declare":
            return _("{colour} declares how many fifth moves will be offered.").format(
                colour=colour
            )
        if step.kind == "offer":
            return ngettext(
                "{colour} offers {n} fifth move.", "{colour} offers {n} fifth moves.", self.fifths
            ).format(colour=colour, n=self.fifths)
        if step.kind == "choose":
            return _("{colour} chooses one of the fifth moves.").format(colour=colour)
        return _("{colour} may swap, or offers fifth moves instead.").format(colour=colour)

    def _place_sentence(self, step: Step) -> str:
        number = self.position.ply + 1
        if step.reach is None:
            return _("Stone {n} goes anywhere.").format(n=number)
        if step.reach == 0:
            return _("Stone {n} goes to the centre.").format(n=number)
        size = 2 * step.reach + 1
        return _("Stone {n} goes into the central square of {size} × {size}.").format(
            n=number, size=size
        )

    def points(self) -> list[int]:
        """Where a stone may go at this step: to be placed, to be offered, or to be chosen."""
        step = self.step
        if step is None or step.kind not in ("place", "offer", "choose"):
            return []
        if step.kind == "choose":
            return list(self.offers)
        return [point for point in range(POINTS) if self._objection(step, point) is None]

    def _objection(self, step: Step, point: int) -> str | None:
        """Why the stone may not be put there at this step, as a sentence."""
        board = self.position.board
        text = name(point)
        if board.cells[point] != EMPTY or point in self.offers:
            return _("There is a stone on {point} already.").format(point=text)
        if step.kind == "place":
            if step.reach is not None and distance(point) > step.reach:
                return self._place_sentence(step)
            if step.opening and not self._makes_opening(step, point):
                return _("With {point} the first three stones make no opening of the list.").format(
                    point=text
                )
        elif self.offers and symmetric_images(self.position, point) & set(self.offers):
            twin = next(p for p in symmetric_images(self.position, point) if p in self.offers)
            return _("{point} is symmetric to {other}, which is offered already.").format(
                point=text, other=name(twin)
            )
        if self.position.turn == "black" and board.copy().is_foul(point):
            return _("{point} is forbidden to black.").format(point=text)
        return None

    def _makes_opening(self, step: Step, point: int) -> bool:
        stones = [move.point for move in self.position.history if move.point is not None]
        found = opening_of([*stones, point])
        return found is not None and (step.opening == "26" or found.in_24)

    def _expect(self, *kinds: str) -> Step:
        step = self.step
        if step is None or step.kind not in kinds:
            raise IllegalMove(self.sentence(), reason="opening-step")
        return step

    def _next(self, act: str, **changes: object) -> Opening:
        values = {"steps": self.steps[1:], "acts": (*self.acts, act), **changes}
        return replace(self, **values)  # type: ignore[arg-type]

    def place(self, point: int) -> Opening:
        """The next stone. Raises `IllegalMove`."""
        step = self._expect("place")
        objection = self._objection(step, point)
        if objection is not None:
            raise IllegalMove(objection, reason="opening", where=name(point))
        after = self.position.push(RenjuMove(point))
        return self._next(name(point), position=after, placed=self.player)

    def swap(self, swaps: bool = True) -> Opening:
        """Exchange colours, or leave them as they are; of two ways the one with a swap is taken."""
        if self._has_way("swap-on"):
            return self.branch("swap-on").swap(swaps)
        self._expect("swap")
        if not swaps:
            return self._next("stay")
        return self._next("swap", black=_OTHER[self.black])

    def _has_way(self, way: str) -> bool:
        return self.step is not None and way in dict(self.step.ways)

    def declare(self, number: int) -> Opening:
        """Say how many fifth moves will be offered."""
        step = self._expect("declare")
        if not 1 <= number <= step.number:
            raise IllegalMove(
                _("The number of fifth moves is 1 to {n}.").format(n=step.number),
                reason="opening",
            )
        return self._next(str(number), declared=number)

    def branch(self, way: str) -> Opening:
        """Take one of the ways of a `branch` step, by its name."""
        step = self._expect("branch")
        ways = dict(step.ways)
        if way not in ways:
            raise IllegalMove(
                _("The ways are: {names}.").format(names=", ".join(ways)), reason="opening"
            )
        return self._next(way, steps=(*ways[way], *self.steps[1:]))

    def offer(self, *points: int) -> Opening:
        """Offer fifth moves: all that are due, no two of them symmetric. Raises `IllegalMove`."""
        if self._has_way("offer"):
            return self.branch("offer").offer(*points)
        step = self._expect("offer")
        if len(points) != self.fifths:
            raise IllegalMove(self.sentence(), reason="opening")
        offering = self
        for point in points:
            objection = offering._objection(step, point)
            if objection is not None:
                raise IllegalMove(objection, reason="symmetric-or-taken", where=name(point))
            offering = replace(offering, offers=(*offering.offers, point))
        return self._next(f"offer {' '.join(names(points))}", offers=points)

    def choose(self, point: int) -> Opening:
        """Choose one of the fifth moves; the others are taken off."""
        self._expect("choose")
        if point not in self.offers:
            raise IllegalMove(
                _("{point} was not offered; {names} were.").format(
                    point=name(point), names=", ".join(names(self.offers))
                ),
                reason="opening",
                where=name(point),
            )
        after = self.position.push(RenjuMove(point))
        return self._next(name(point), position=after, offers=(), placed=self.player_of("black"))

    def act(self, text: str) -> Opening:
        """An act as text: a point, `swap`, `stay`, a number, `offer i8 g7`, or a way's name.

        Raises `InvalidMove` for what is no act at all, `IllegalMove` for one out of place.
        """
        text = text.strip().lower()
        step = self.step
        point = find(text)
        if point is not None:
            return self.choose(point) if step and step.kind == "choose" else self.place(point)
        if text in ("swap", "stay"):
            return self.swap(text == "swap")
        if step is not None and text in dict(step.ways):
            return self.branch(text)
        if text.isascii() and text.isdigit() and len(text) <= 4:
            return self.declare(int(text))
        points = find_all(text.removeprefix("offer ")) if text.startswith("offer ") else None
        if points:
            return self.offer(*points)
        raise InvalidMove(
            _("'{text}' is no act of an opening.").format(text=text[:40]), reason="act"
        )

    def play(self, *acts: str) -> Opening:
        """The opening after several acts as text."""
        opening = self
        for act in acts:
            opening = opening.act(act)
        return opening

    def continuations(self) -> Iterator[Opening]:
        """The opening after each act of this step, one by one.

        Several fifths can be offered in too many ways to list: then there is none here, and
        `points` tells where they may go.
        """
        step = self.step
        if step is None:
            return
        if step.kind == "swap":
            yield from (self.swap(False), self.swap(True))
        elif step.kind == "branch":
            yield from (self.branch(way) for way, _steps in step.ways)
        elif step.kind == "declare":
            yield from (self.declare(number) for number in range(1, step.number + 1))
        elif step.kind != "offer" or self.fifths == 1:
            act: Callable[[int], Opening] = self.place
            if step.kind != "place":
                act = self.choose if step.kind == "choose" else self.offer
            yield from (act(point) for point in self.points())

    # --- reading the sensors ---

    @property
    def occupied(self) -> frozenset[int]:
        """Every point where a stone should stand now, the offered ones among them."""
        cells = self.position.board.cells
        return frozenset(p for p in range(POINTS) if cells[p] != EMPTY) | frozenset(self.offers)

    def infer(self, occupied: Collection[int]) -> Opening:
        """What the player did, from the points that are occupied when he presses.

        A press with no new stone where he may swap is a swap or its opposite, whichever hands the
        move over; several new stones are the fifths he offers; of the fifths all but one taken off
        is his choice. A number of fifths can't be seen: the opening then waits for `declare`.
        Raises `IllegalMove` if nothing fits, `AmbiguousMove` with the acts if several do.
        """
        seen = frozenset(occupied)
        objections: list[str] = []
        readings = self._readings(seen, objections)
        found = {opening.acts[len(self.acts) :]: opening for opening in readings}
        if not found:
            # What was tried and refused says more than what is due, where it is one thing.
            why = objections[0] if len(set(objections)) == 1 else self.sentence()
            raise IllegalMove(
                _("The stones on the board fit no act: {sentence}").format(sentence=why),
                reason="sensors",
                where=", ".join(names(sorted(seen ^ self.occupied))),
            )
        if len(found) > 1:
            raise AmbiguousMove(
                _("The stones on the board can be read in several ways."),
                candidates=tuple(", ".join(acts) for acts in found),
            )
        return next(iter(found.values()))

    def _readings(self, seen: frozenset[int], objections: list[str]) -> Iterator[Opening]:
        waiting = [self]
        while waiting:
            opening = waiting.pop()
            moved = len(opening.acts) > len(self.acts)
            handed_over = opening.is_done or opening.player != self.player
            declares = opening.step is not None and opening.step.kind == "declare"
            if moved and opening.occupied == seen and (handed_over or declares):
                yield opening
            elif not handed_over:
                waiting += opening._tries(seen, objections)

    def _tries(self, seen: frozenset[int], objections: list[str]) -> Sequence[Opening]:
        """The acts of this step that the seen stones allow; why others are refused."""
        step = self.step
        new = sorted(seen - self.occupied)
        tries: list[Opening] = []
        if step is None or step.kind == "declare":
            return tries
        if step.kind == "swap":
            return [self.swap(False), self.swap(True)]
        if step.kind == "branch":
            return [self.branch(way) for way, _steps in step.ways]
        act: Callable[..., Opening] = self.place
        candidates: list[tuple[int, ...]] = [(point,) for point in new]
        if step.kind == "offer":
            act, candidates = self.offer, [tuple(new)]
        elif step.kind == "choose":
            act, candidates = self.choose, [(point,) for point in self.offers if point in seen]
        for points in candidates:
            try:
                tries.append(act(*points))
            except IllegalMove as error:
                objections.append(error.sentence)
        return tries
