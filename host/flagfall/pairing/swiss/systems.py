"""The six Swiss systems: how each classifies, sends players on, and pairs within a group."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from flagfall.pairing.lots import Lots
from flagfall.pairing.notes import Note, note
from flagfall.pairing.opponents import current_buchholz, current_solkoff
from flagfall.pairing.rounds import number_text
from flagfall.pairing.swiss.colour import due, first_round
from flagfall.pairing.swiss.field import Swiss, moves_of
from flagfall.pairing.swiss.graph import Graph
from flagfall.pairing.swiss.inside import Couple, drawn, ends, halves, nearest
from flagfall.pairing.swiss.plan import Stage, borders


class System:
    """What the systems share; each overrides what its text says."""

    rule = ""
    floater_rule = ""
    repair_rule = "D5.4.10.8"
    bye_rule = "D5.4.10.2"
    bye_code = "bye"

    def __init__(self, swiss: Swiss) -> None:
        self.swiss = swiss
        self.ids = swiss.record.ids
        self._texts: dict[int, str] = {}
        self.rank = {p: i for i, p in enumerate(self.order())}

    def order(self) -> list[int]:
        """The classification of this round: points, then what the system says."""
        return sorted(self.swiss.present, key=self.place)

    def place(self, p: int) -> tuple[int | Fraction, ...]:
        """The key of the classification."""
        return (-self.swiss.score[p], p)

    def bye_order(self) -> Iterable[int]:
        """Who is to have the bye: the last of the classification, the last but one …"""
        return reversed(list(self.rank))

    def groups(self, players: Iterable[int]) -> list[list[int]]:
        """Score groups from the top, each in the order of the classification."""
        found: list[list[int]] = []
        last = None
        for p in sorted(players, key=self.rank.__getitem__):
            if self.swiss.score[p] != last:
                last = self.swiss.score[p]
                found.append([])
            found[-1].append(p)
        return found

    def stages(self, graph: Graph, groups: list[list[int]]) -> list[Stage]:
        """The groups in the order of work, here from the top to the bottom."""
        leave = [*borders(graph, groups), 0]
        return [
            Stage(tuple(g), "down", k, self.swiss.score[g[0]])
            for g, k in zip(groups, leave, strict=True)
        ]

    def partners(self, stage: Stage, comer: int, others: Sequence[int]) -> Iterable[int]:
        """Whom one who came meets: the first of the group, the second … (5.4.10.5.4)."""
        return others

    def leavers(self, stage: Stage, players: Sequence[int]) -> Iterable[int]:
        """Who goes: the last of the group, the last but one … (5.4.10.5.4)."""
        return reversed(players)

    def why_leaves(self, stage: Stage, p: int, others: Sequence[int]) -> str:
        """The word for why this player leaves."""
        return "odd" if len(stage.residents) % 2 else "no_partner"

    def inside(
        self, graph: Graph, players: Sequence[int], points: int
    ) -> tuple[list[Couple], list[Note]]:
        """Pairs of a group, in order."""
        return halves(graph, players, self.ids, self.rule), []

    def first_colours(self, a: int, b: int, board_one: int) -> tuple[int, tuple[Note, ...]]:
        """Colour of the upper player of a pair of round 1 (5.4.10.5.2)."""
        return first_round(self.swiss, a, b, board_one)

    def upper_first(self, a: int, b: int) -> tuple[int, int]:
        """Two players, the better placed first."""
        return (a, b) if self.rank[a] < self.rank[b] else (b, a)

    def points(self, units: int) -> str:
        """Units as a person reads them."""
        text = self._texts.get(units)
        if text is None:
            text = self._texts[units] = number_text(self.swiss.record.scale.points(units))
        return text


class Individual(System):
    """5.4.10.5: by number, rising in odd rounds, falling in even ones."""

    rule = "D5.4.10.5.5"
    floater_rule = "D5.4.10.5.4"

    def place(self, p: int) -> tuple[int | Fraction, ...]:
        return (-self.swiss.score[p], p if self.swiss.round_no % 2 else -p)


class Solkoff(Individual):
    """5.4.10.6: from round 3 by truncated Solkoff, then number rising."""

    def __init__(self, swiss: Swiss) -> None:
        self.solkoff = current_solkoff(swiss.record) if swiss.round_no > 2 else []
        super().__init__(swiss)

    def place(self, p: int) -> tuple[int | Fraction, ...]:
        if self.swiss.round_no <= 2:
            return super().place(p)
        return (-self.swiss.score[p], -self.solkoff[p], p)


class Buchholz(System):
    """5.4.10.7: first against last; from round 3 by current Buchholz, then number."""

    rule = "D5.4.10.7.5"
    floater_rule = "D5.4.10.7.4"

    def __init__(self, swiss: Swiss) -> None:
        self.buchholz = current_buchholz(swiss.record) if swiss.round_no > 2 else []
        super().__init__(swiss)

    def place(self, p: int) -> tuple[int | Fraction, ...]:
        return (-self.swiss.score[p], -self.buchholz[p] if self.buchholz else 0, p)

    def partners(self, stage: Stage, comer: int, others: Sequence[int]) -> Iterable[int]:
        return reversed(others)

    def leavers(self, stage: Stage, players: Sequence[int]) -> Iterable[int]:
        return players

    def inside(
        self, graph: Graph, players: Sequence[int], points: int
    ) -> tuple[list[Couple], list[Note]]:
        return ends(graph, players, self.ids, self.rule), []


class Rating(System):
    """R3.7: from the top to above the median, from the bottom up, the median last."""

    rule = "R3.7.3"
    floater_rule = "R3.7.4"
    repair_rule = "R3.7.4"
    bye_rule = "R3.7.2"

    def stages(self, graph: Graph, groups: list[list[int]]) -> list[Stage]:
        swiss = self.swiss
        scale = swiss.record.scale
        cross = borders(graph, groups)
        twice_half = (swiss.round_no - 1) * scale.per_round
        scores = [swiss.score[g[0]] for g in groups]
        down = [i for i, s in enumerate(scores) if 2 * s > twice_half]
        up = [i for i, s in enumerate(scores) if 2 * s < twice_half]
        middle = [i for i, s in enumerate(scores) if 2 * s == twice_half]
        stages = [
            Stage(tuple(groups[i]), "down", cross[i], scores[i]) for i in down if i < len(cross)
        ]
        top = -1 if middle or not down or not up else up[0]
        stages += [
            Stage(tuple(groups[i]), "up", cross[i - 1], scores[i], i == top)
            for i in reversed(up)
            if i > 0
        ]
        if middle:
            stages.append(Stage(tuple(groups[middle[0]]), "middle", 0, scores[middle[0]]))
        elif not up or not down:
            # All on one side of half the points: the last group of the way is the middle.
            lone = groups[-1] if not up else groups[0]
            stages.append(Stage(tuple(lone), "middle", 0, swiss.score[lone[0]]))
        else:
            stages.append(Stage((), "middle", 0, twice_half // 2))
        return stages

    def partners(self, stage: Stage, comer: int, others: Sequence[int]) -> Iterable[int]:
        from_below = self.swiss.score[comer] < stage.points
        return reversed(others) if from_below else others

    def leavers(self, stage: Stage, players: Sequence[int]) -> Iterable[int]:
        """Who evens out the colours due; then going down the largest number, up the smallest."""
        dues = {p: due(self.swiss, p) for p in players}
        excess = sum(dues.values())
        falling = stage.direction == "down"
        return sorted(players, key=lambda p: (abs(excess - dues[p]), -p if falling else p))

    def why_leaves(self, stage: Stage, p: int, others: Sequence[int]) -> str:
        excess = sum(due(self.swiss, q) for q in others)
        mine = due(self.swiss, p)
        if excess and abs(excess - mine) < abs(excess):
            return "evens_colours"
        return super().why_leaves(stage, p, others)


class ByLot(System):
    """5.4.10.4: everything within a group is drawn."""

    rule = "D5.4.10.4"
    floater_rule = "D5.4.10.4"

    bye_code = "bye_lot"

    def _lots(self, purpose: str) -> Lots:
        return Lots(self.swiss.event.system.seed, self.swiss.round_no, purpose)

    def bye_order(self) -> Iterable[int]:
        """Round 1: the last number; then by lot among the lowest."""
        if self.swiss.round_no == 1:
            return reversed(self.swiss.present)
        lots = self._lots("bye")
        return (p for g in reversed(self.groups(self.swiss.present)) for p in lots.shuffled(g))

    def partners(self, stage: Stage, comer: int, others: Sequence[int]) -> Iterable[int]:
        return drawing(self._lots(f"meets:{self.swiss.numbers[comer]}"), others)

    def leavers(self, stage: Stage, players: Sequence[int]) -> Iterable[int]:
        return drawing(self._lots(f"leaves:{self.points(stage.points)}"), players)

    def why_leaves(self, stage: Stage, p: int, others: Sequence[int]) -> str:
        return "lot"

    def first_colours(self, a: int, b: int, board_one: int) -> tuple[int, tuple[Note, ...]]:
        """Round 1: the odd number begins (of two alike the smaller)."""
        numbers, event = self.swiss.numbers, self.swiss.event
        given = event.system.first_colour
        white = (given if given in ("white", "black") else event.first) == "white"
        a_is_odd = numbers[a] % 2 == 1 or numbers[b] % 2 == 0
        return (1 if a_is_odd == white else -1), (note("colour_odd_begins", self.rule),)

    def inside(
        self, graph: Graph, players: Sequence[int], points: int
    ) -> tuple[list[Couple], list[Note]]:
        if self.swiss.round_no == 1:
            return nearest(graph, players, self.ids, "numbers_in_turn", self.rule), []
        lots = self._lots(f"pairs:{self.points(points)}")
        found = drawn(graph, players, self.ids, lots, self.swiss.event.system.tries, self.rule)
        notes = []
        if found.draws > 1:
            notes.append(note("draws", self.rule, points=self.points(points), count=found.draws))
        elif not found.draws:
            notes.append(note("draws_given_up", self.rule, points=self.points(points)))
        return found.couples, notes


class RenjuLot(ByLot):
    """R3.8: drawn, but who leaves evens out colours and balances his moves between groups."""

    rule = "R3.8.1"
    floater_rule = "R3.8.1"
    repair_rule = "R3.8.1"
    bye_rule = "R3.8.1"

    def __init__(self, swiss: Swiss) -> None:
        super().__init__(swiss)
        self.moves, self.last_move = moves_of(swiss.record)

    def partners(self, stage: Stage, comer: int, others: Sequence[int]) -> Iterable[int]:
        """Who came down often and did not come up just now, then by lot."""
        moves, last = self.moves, self.last_move
        way = 1 if self.swiss.score[comer] > stage.points else -1

        def keeps_balance(p: int) -> tuple[int, bool]:
            return (way * moves[p], last[p] == way)

        return sorted(super().partners(stage, comer, others), key=keeps_balance)

    def leavers(self, stage: Stage, players: Sequence[int]) -> Iterable[int]:
        dues = {p: due(self.swiss, p) for p in players}
        excess = sum(dues.values())
        moves, last = self.moves, self.last_move

        def keeps_balance(p: int) -> tuple[int, int, bool]:
            return (abs(excess - dues[p]), -moves[p], last[p] == -1)

        return sorted(super().leavers(stage, players), key=keeps_balance)

    def why_leaves(self, stage: Stage, p: int, others: Sequence[int]) -> str:
        excess = sum(due(self.swiss, q) for q in others)
        mine = due(self.swiss, p)
        if excess and abs(excess - mine) < abs(excess):
            return "evens_colours"
        return "balances_floats" if self.moves[p] > 0 else "lot"


def drawing(lots: Lots, things: Sequence[int]) -> Iterator[int]:
    """The things in a random order, drawn only as far as somebody asks."""
    order = list(things)
    for i in range(len(order) - 1, 0, -1):
        j = lots.below(i + 1)
        order[i], order[j] = order[j], order[i]
        yield order[i]
    yield from order[:1]


SYSTEMS: dict[str, type[System]] = {
    "swiss-individual": Individual,
    "swiss-solkoff": Solkoff,
    "swiss-buchholz": Buchholz,
    "swiss-rating": Rating,
    "swiss-blind": ByLot,
    "swiss-lot": RenjuLot,
}
