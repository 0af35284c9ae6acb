"""Who has not come (CL-04, R2.6): sides whose clock ran and who have made no move in the game.

The clock of the absent side runs from the start of the round; what has run when he comes is used
time. Once it is more than `forfeit_after` of the regulation (exactly as much is admitted) the
arbiter is asked; nothing is decided here.
"""

from dataclasses import dataclass

from flagfall.arbiter.log import Decision
from flagfall.arbiter.mirror import NUMBERS, SideName
from flagfall.arbiter.table import SIDE_NAMES, Table

KIND = "late"


@dataclass(frozen=True)
class Awaited:
    """A side without a move; after `due_us` (hall time) he is late. None: his clock stands."""

    side: SideName
    due_us: int | None


def awaited(table: Table) -> list[Awaited]:
    """The sides of a table that have made no move since its clock was started."""
    clock = table.mirror.clock
    if clock is None or table.phase not in ("playing", "stopped"):
        return []
    limit_us = clock.regulation.forfeit_after_us
    found = []
    for side in SIDE_NAMES:
        state = clock.left if side == "left" else clock.right
        if state.moves or not limit_us:
            continue
        runs = clock.running == NUMBERS[side]
        due_us = clock.now_us + limit_us - state.used_us + table.offset_us
        if runs or state.used_us > limit_us:
            found.append(Awaited(side, due_us))
        else:
            found.append(Awaited(side, None))
    return found


def newly_late(table: Table, now_us: int) -> list[Decision]:
    """What is to be written down of those who are late and of whom nobody was asked yet."""
    return [
        Decision(KIND, table.number, "clock", "R2.6.1", data={"side": who.side})
        for who in awaited(table)
        if who.due_us is not None and now_us > who.due_us and who.side not in table.asked_late
    ]
