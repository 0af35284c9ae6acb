"""One side's moves in one variant: listed, counted, and told apart.

A `Side` binds every table it needs when the variant is first used; its functions take the four
masks (own men, own kings, opposing men, opposing kings) and nothing else.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from flagfall.rules.draughts import unrolled
from flagfall.rules.draughts.captures import Route, Search, search
from flagfall.rules.draughts.majority import Duty, duty
from flagfall.rules.draughts.move import DraughtsMove
from flagfall.rules.face import Colour, other

if TYPE_CHECKING:
    from flagfall.rules.draughts.variant import DraughtsVariant

MoveList = list[DraughtsMove]


class Side:
    """The moves of one colour under one variant's rules."""

    __slots__ = (
        "colour",
        "count",
        "due",
        "moves",
        "opponent",
        "promotion",
        "search",
        "variant",
    )

    opponent: "Side"
    moves: Callable[[int, int, int, int], MoveList]
    """Every legal move, each once."""
    count: Callable[[int, int, int, int], int]
    """How many there are, without making them."""
    due: Duty
    """Which of the possible captures the rules allow."""
    search: Search
    """Every possible capture, by route."""

    def __init__(self, variant: "DraughtsVariant", colour: Colour) -> None:
        self.variant = variant
        self.colour = colour
        rules, board = variant.rules, variant.board
        self.promotion = board.row_mask(0 if colour == "white" else board.size - 1)
        self.search = search(rules, board, colour)
        self.due = duty(rules, board)
        self._bind()

    def routes(self, men: int, kings: int, their_men: int, their_kings: int) -> MoveList:
        """Every legal move, captures by other ways to the same end counted as often as they go."""
        found = self.due(self.search(men, kings, their_men, their_kings), their_kings)
        if found:
            return [self._capture(route) for route in found]
        return self.moves(men, kings, their_men, their_kings)

    def _capture(self, route: Route) -> DraughtsMove:
        crowns = route.ends_king and not route.began_king
        return DraughtsMove(self.variant, route.path, route.taken, route.began_king, crowns)

    def _bind(self) -> None:
        variant, board, rules = self.variant, self.variant.board, self.variant.rules
        full, bits = board.full, board.bits
        steps = rules.man_steps(self.colour)
        starts = unrolled.capture_starts(board, rules.man_capture_steps(self.colour))
        count_steps = unrolled.count_steps(board, steps)
        find, due = self.search, self.due
        take_kings, flying = rules.men_take_kings, rules.flying_kings
        make = self._capture

        # Quiet moves never change: one object each, found by the bit of the square they go to.
        man_tables: list[tuple[int, dict[int, DraughtsMove]]] = []
        for step in steps:
            table = {}
            for square in range(len(bits)):
                ray = board.ray(square, step)
                if ray:
                    crowns = bool(bits[ray[0]] & self.promotion)
                    table[bits[ray[0]]] = DraughtsMove(variant, (square, ray[0]), 0, False, crowns)
            man_tables.append((board.shift(step), table))
        king_tables: dict[int, list[list[tuple[int, DraughtsMove]]]] = {}
        for square, bit in enumerate(bits):
            king_tables[bit] = [
                [(bits[t], DraughtsMove(variant, (square, t), 0, True, False)) for t in ray]
                for step in rules.quiet_steps
                if (ray := board.ray(square, step)[: None if flying else 1])
            ]
        (up1, table1), (up2, table2) = man_tables[0], man_tables[1]
        third = man_tables[2:]
        king_shifts = [board.shift(step) for step in rules.quiet_steps]

        def captures(men: int, kings: int, their_men: int, their_kings: int) -> MoveList:
            routes = find(men, kings, their_men, their_kings)
            if len(routes) < 2:
                return [make(route) for route in routes]
            found: dict[tuple[int, int, int, bool], DraughtsMove] = {}
            ends: dict[tuple[int, int], DraughtsMove] = {}
            for route in due(routes, their_kings):
                path = route.path
                key = (path[0], path[-1], route.taken, route.ends_king)
                if key not in found:
                    move = found[key] = make(route)
                    twin = ends.setdefault(key[:2], move)
                    if twin is not move:
                        twin.full = move.full = True
            return list(found.values())

        def moves(men: int, kings: int, their_men: int, their_kings: int) -> MoveList:
            empty = full ^ (men | kings | their_men | their_kings)
            if kings or starts(men, their_men | their_kings if take_kings else their_men, empty):
                found = captures(men, kings, their_men, their_kings)
                if found:
                    return found
            out: MoveList = []
            append = out.append
            to = (men << up1 if up1 > 0 else men >> -up1) & empty
            while to:
                low = to & -to
                append(table1[low])
                to ^= low
            to = (men << up2 if up2 > 0 else men >> -up2) & empty
            while to:
                low = to & -to
                append(table2[low])
                to ^= low
            for by, table in third:
                to = (men << by if by > 0 else men >> -by) & empty
                while to:
                    low = to & -to
                    append(table[low])
                    to ^= low
            while kings:
                low = kings & -kings
                for ray in king_tables[low]:
                    for bit, move in ray:
                        if not bit & empty:
                            break
                        append(move)
                kings ^= low
            return out

        def count(men: int, kings: int, their_men: int, their_kings: int) -> int:
            empty = full ^ (men | kings | their_men | their_kings)
            if kings or starts(men, their_men | their_kings if take_kings else their_men, empty):
                routes = find(men, kings, their_men, their_kings)
                if routes:
                    if len(routes) == 1:
                        return 1
                    return len({(r[0][0], r[0][-1], r[1], r[2]) for r in due(routes, their_kings)})
            n = count_steps(men, empty)
            if kings:
                for by in king_shifts:
                    to = kings
                    while to := (to << by if by > 0 else to >> -by) & empty:
                        n += to.bit_count()
                        if not flying:
                            break
            return n

        self.moves, self.count = moves, count


def sides(variant: "DraughtsVariant") -> dict[Colour, Side]:
    """Both sides of a variant, each knowing the other."""
    made: dict[Colour, Side] = {c: Side(variant, c) for c in ("white", "black")}
    for colour, side in made.items():
        side.opponent = made[other(colour)]
    return made
