"""Who leaves his score group and whom he meets there: the round seen group by group.

Groups are taken one after another (`Stage`). Those who came from the stage before meet residents,
each the first in the order of his system; then, where the group is to lose players, those leave
whom the system names first; the rest pair within the group. The plan is the first, in that order
of choices, that pairs everybody and in which as few as possible cross a border between groups.

That is the codes' own procedure with its breaking of pairs from the last one made, without the
walk: a choice is given up only when nothing after it can be completed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from flagfall.pairing.swiss.graph import Graph, Matching, most_bound, stays_over

# Checks of a group before the search gives up; some thousand groups of ten take a hundredth.
MOST_WORK = 30_000


@dataclass(frozen=True, slots=True)
class Stage:
    """A score group in the order of work. `leave` is how many must leave it at the least.

    `down` sends its leavers to the next group below, `up` to the next above; `middle` is the last
    and takes those of both sides.
    """

    residents: tuple[int, ...]
    direction: Literal["down", "up", "middle"]
    leave: int
    points: int
    meets_upper: bool = False  # no middle group: as many go up as wait from above


@dataclass(frozen=True, slots=True)
class Step:
    """What was decided for one stage."""

    stage: Stage
    met: tuple[tuple[int, int], ...]  # (who came, whom he meets here)
    left: tuple[int, ...]
    rest: tuple[int, ...]


class Orders(Protocol):
    """In what order a system tries players."""

    def partners(self, stage: Stage, comer: int, others: Sequence[int]) -> Iterable[int]:
        """Whom one who came from another group meets: first choice first."""

    def leavers(self, stage: Stage, players: Sequence[int]) -> Iterable[int]:
        """Who of those left in the group leaves it: first choice first."""


class Tangled(Exception):
    """More checks than the search is given."""


def borders(graph: Graph, groups: list[list[int]]) -> list[int]:
    """For each border between neighbouring groups, how many pairs must cross it at the least.

    Above or below the border somebody stays over whatever is done: those must cross.
    """
    above = _left_over(graph, groups[:-1])
    below = _left_over(graph, groups[:0:-1])[::-1]
    return [max(a, b) for a, b in zip(above, below, strict=True)]


def _left_over(graph: Graph, groups: list[list[int]]) -> list[int]:
    """How many stay over in the first group, in the first two, in the first three …"""
    found = []
    pool: list[int] = []
    bound = [0, 0, 0, 0]
    guess: dict[int, int] | None = None
    for group in groups:
        pool += group
        for p in group:
            bound[graph.cap[p]] += 1
        odd = len(pool) % 2
        if graph.surely_pairs(len(pool) - odd, most_bound(bound)):
            found.append(odd)
            continue
        matching = Matching(graph, pool, guess)
        guess = matching.mate
        found.append(len(matching.over))
    return found


def crossings(steps: list[Step]) -> int:
    """How often a border between groups is crossed in a plan."""
    return sum(len(s.left) for s in steps if not s.stage.meets_upper)


class Planner:
    """The search for a plan; `steps()` gives it."""

    def __init__(self, graph: Graph, stages: list[Stage], orders: Orders) -> None:
        self.graph = graph
        self.stages = stages
        self.orders = orders
        self._work = 0
        self._known: dict[tuple[int, tuple[int, ...], tuple[int, ...], int], bool] = {}
        self._sure: list[int] = [graph.one_coloured(s.residents) for s in stages]

    def steps(self) -> list[Step]:
        """The first plan with the fewest crossings; `Tangled` if the search grows too large.

        A border that both sides of an empty middle share is counted once, from above.
        """
        most = sum(len(s.residents) for s in self.stages)
        for extra in range(most + 1):
            found = self._from(0, (), (), extra)
            if found is not None:
                return found
        raise AssertionError("a field with a perfect matching has a plan")

    def _from(
        self, i: int, came: tuple[int, ...], parked: tuple[int, ...], extra: int
    ) -> list[Step] | None:
        """Steps from stage i on. `parked` are those from above who wait for the middle."""
        if i == len(self.stages):
            return None if came or parked else []
        key = (i, came, parked, extra)
        if key in self._known:
            return None
        stage = self.stages[i]
        if stage.direction == "middle":
            came, parked = parked + came, ()
        turn = i + 1 < len(self.stages) and (
            stage.direction == "down" and self.stages[i + 1].direction != "down"
        )
        size = len(stage.residents) + len(came)
        for more in range(1 if stage.meets_upper else extra + 1):
            leave = len(parked) if stage.meets_upper else stage.leave + 2 * more
            if leave > size or (size - leave) % 2:
                continue
            for step in self._choices(i, came, leave):
                on = step.left
                following = (
                    self._from(i + 1, (), on, extra - more)
                    if turn
                    else self._from(i + 1, on, parked, extra - more)
                )
                if following is not None:
                    return [step, *following]
        self._known[key] = False
        return None

    def _choices(self, i: int, came: tuple[int, ...], leave: int) -> Iterator[Step]:
        """Every way to treat a stage in which `leave` players go on, in the system's order."""
        stage = self.stages[i]
        for met, passed in self._meetings(stage, came, leave, frozenset()):
            taken = {p for pair in met for p in pair}
            here = [p for p in stage.residents if p not in taken]
            for left in self._leavers(stage, here, leave - len(passed)):
                if not left:
                    rest = tuple(here)
                else:
                    rest = tuple(p for p in here if p not in left)
                    # In the next group the better placed meet first; coming up, the worse placed.
                    left = tuple(p for p in here if p in left)
                    if stage.direction == "up":
                        left = left[::-1]
                if self._pairs_off(i, rest):
                    yield Step(stage, met, passed + left, rest)

    def _meetings(
        self, stage: Stage, came: tuple[int, ...], leave: int, taken: frozenset[int]
    ) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
        """Ways for those who came: whom each meets, and who goes on without meeting anybody."""
        if not came:
            yield (), ()
            return
        comer, others = came[0], came[1:]
        if comer in taken:
            yield from self._meetings(stage, others, leave, taken)
            return
        legal = self.graph.legal
        for partner in self._partners(stage, comer, others):
            if partner in taken or not legal(comer, partner):
                continue
            for met, passed in self._meetings(stage, others, leave, taken | {partner}):
                yield ((comer, partner), *met), passed
        if leave and stage.direction != "middle":
            for met, passed in self._meetings(stage, others, leave - 1, taken):
                yield met, (comer, *passed)

    def _partners(self, stage: Stage, comer: int, others: tuple[int, ...]) -> Iterator[int]:
        yield from self.orders.partners(stage, comer, stage.residents)
        if stage.direction == "middle":  # those from the other side, if residents don't do
            yield from others

    def _leavers(
        self, stage: Stage, players: list[int], count: int, given_up: frozenset[int] = frozenset()
    ) -> Iterator[tuple[int, ...]]:
        """Sets of players who leave, first choice first; each set once.

        Whom the system names next depends on all who are still there, those given up included.
        """
        if count == 0:
            yield ()
            return
        for first in self.orders.leavers(stage, players):
            if first in given_up:
                continue
            others = [p for p in players if p != first]
            for more in self._leavers(stage, others, count - 1, given_up):
                yield (first, *more)
            given_up |= {first}

    def _pairs_off(self, i: int, rest: tuple[int, ...]) -> bool:
        self._work += 1
        if self._work > MOST_WORK:
            raise Tangled
        if not rest:
            return True
        if self.graph.surely_pairs(len(rest), self._sure[i]):
            return True
        return stays_over(self.graph, rest) == 0
