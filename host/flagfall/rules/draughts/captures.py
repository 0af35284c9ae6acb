"""Finding every capture of one side: the search all draughts variants share.

A capture is found as a *route*: the squares the piece stands on, a mask of what it takes, whether
it ends as a king, whether it began as one. Which routes count as moves is settled elsewhere.
Captured pieces stay on the board until the move ends, so they block and can't be taken twice
(the Turkish strike); under Turkish rules they leave at once. A position made up to have millions of
routes raises `InvalidPosition`.
"""

from collections.abc import Callable
from typing import NamedTuple

from flagfall.rules.draughts import unrolled
from flagfall.rules.draughts.board import Board, Step
from flagfall.rules.draughts.rules import Rules
from flagfall.rules.errors import MOST_ROUTES, too_many_routes
from flagfall.rules.face import Colour


class Route(NamedTuple):
    """One way to capture."""

    path: tuple[int, ...]
    taken: int
    ends_king: bool
    began_king: bool


# (own men, own kings, opposing men, opposing kings) → routes
Search = Callable[[int, int, int, int], list[Route]]


def _turns(steps: tuple[Step, ...]) -> list[tuple[int, ...]]:
    """For each direction, the others a king may turn into after a capture: not straight back."""
    return [
        tuple(
            j
            for j, (down, right) in enumerate(steps)
            if j != i and (down, right) != (-step[0], -step[1])
        )
        for i, step in enumerate(steps)
    ]


def search(rules: Rules, board: Board, colour: Colour) -> Search:
    """The capture search of one side, with every table it needs bound in."""
    bits, square_of, full = board.bits, board.square_of, board.full
    steps = rules.capture_steps
    squares = range(len(bits))
    last_row = board.row_mask(0 if colour == "white" else board.size - 1)
    turns = _turns(steps)
    rays = [[board.ray(s, step) for s in squares] for step in steps]
    ray_masks = [[sum(bits[t] for t in ray) for ray in by_square] for by_square in rays]
    # Beyond a captured piece: the squares a king may land on, nearest first.
    beyond = [
        [
            tuple((bits[t], t) for t in (ray[:1] if rules.king_lands_behind else ray))
            for ray in by_square
        ]
        for by_square in rays
    ]
    # Towards the top left bits fall, so the nearest blocker is the highest.
    falling = [step < (0, 0) for step in steps]
    man_steps = rules.man_capture_steps(colour)
    jumps = [
        tuple(
            (bits[ray[0]], bits[ray[1]], ray[1])
            for step in man_steps
            if len(ray := board.ray(s, step)) > 1
        )
        for s in squares
    ]
    king_jumps = [
        tuple(
            (bits[ray[0]], bits[ray[1]], ray[1])
            for step in steps
            if len(ray := board.ray(s, step)) > 1
        )
        for s in squares
    ]
    every_direction = tuple(range(len(steps)))
    passing, stopping = rules.crowned_in_passing, rules.crowning_ends_move
    at_once, flying = rules.turkish, rules.flying_kings
    take_kings = rules.men_take_kings

    def fly(
        square: int,
        direction: int,
        prey: int,
        occupied: int,
        taken: int,
        path: tuple[int, ...],
        began_king: bool,
        out: list[Route],
    ) -> bool:
        """Captures of a flying king in one direction; whether there is any."""
        blockers = ray_masks[direction][square] & occupied
        if not blockers:
            return False
        over = 1 << (blockers.bit_length() - 1) if falling[direction] else blockers & -blockers
        if not over & prey:
            return False
        landings = []
        for bit, landing in beyond[direction][square_of[over]]:
            if bit & occupied:
                break
            landings.append(landing)
        if not landings:
            return False
        prey ^= over
        taken |= over
        if at_once:
            occupied ^= over
        goes_on = False
        for landing in landings:
            further = (*path, landing)
            for turn in turns[direction]:
                if fly(landing, turn, prey, occupied, taken, further, began_king, out):
                    goes_on = True
        # Straight on is one route, wherever the king is said to have paused.
        first = landings[0]
        if fly(first, direction, prey, occupied, taken, (*path, first), began_king, out):
            goes_on = True
        if not goes_on:
            out += [Route((*path, landing), taken, True, began_king) for landing in landings]
            if len(out) > MOST_ROUTES:
                raise too_many_routes()
        return True

    def leap(
        square: int, prey: int, occupied: int, taken: int, path: tuple[int, ...], out: list[Route]
    ) -> None:
        """Captures of a man."""
        goes_on = False
        for over, land, landing in jumps[square]:
            if over & prey and not land & occupied:
                goes_on = True
                further = (*path, landing)
                now_taken = taken | over
                left = occupied ^ over if at_once else occupied
                if land & last_row:
                    if stopping:
                        out.append(Route(further, now_taken, True, False))
                        continue
                    if passing:
                        on = False
                        for turn in every_direction:
                            if fly(
                                landing, turn, prey ^ over, left, now_taken, further, False, out
                            ):
                                on = True
                        if not on:
                            out.append(Route(further, now_taken, True, False))
                        continue
                leap(landing, prey ^ over, left, now_taken, further, out)
        if not goes_on and taken:
            out.append(Route(path, taken, bool(bits[square] & last_row), False))
            if len(out) > MOST_ROUTES:
                raise too_many_routes()

    def hop(
        square: int, prey: int, occupied: int, taken: int, path: tuple[int, ...], out: list[Route]
    ) -> None:
        """Captures of a king that doesn't fly."""
        goes_on = False
        for over, land, landing in king_jumps[square]:
            if over & prey and not land & occupied:
                goes_on = True
                hop(landing, prey ^ over, occupied, taken | over, (*path, landing), out)
        if not goes_on and taken:
            out.append(Route(path, taken, True, True))
            if len(out) > MOST_ROUTES:
                raise too_many_routes()

    def routes(own_men: int, own_kings: int, men: int, kings: int) -> list[Route]:
        out: list[Route] = []
        everyone = own_men | own_kings | men | kings
        prey = men | kings if take_kings else men
        found = starts(own_men, prey, full ^ everyone)
        while found:
            low = found & -found
            found ^= low
            square = square_of[low]
            leap(square, prey, everyone ^ low, 0, (square,), out)
        prey = men | kings
        while own_kings:
            low = own_kings & -own_kings
            own_kings ^= low
            square = square_of[low]
            if flying:
                for direction in every_direction:
                    fly(square, direction, prey, everyone ^ low, 0, (square,), True, out)
            else:
                hop(square, prey, everyone ^ low, 0, (square,), out)
        return out

    starts = unrolled.capture_starts(board, man_steps)
    return routes
