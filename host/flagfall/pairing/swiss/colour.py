"""Who has which colour: limit, alternation, balance, history, lot (R3.8.1, D5.4.10.2)."""

from flagfall.pairing.lots import Lots
from flagfall.pairing.notes import Note, note
from flagfall.pairing.swiss.field import Swiss
from flagfall.pairing.swiss.graph import BLACK_OK, WHITE_OK

_NAMES = {1: "white", -1: "black"}


def rule_of(swiss: Swiss) -> str:
    """The article that pairs' colours stand on."""
    return "R3.8.1" if swiss.event.colour_rule == "renju" else "D5.4.10.2"


def due(swiss: Swiss, i: int) -> int:
    """The colour a player is due: +1, −1, or 0 where he had none yet.

    Renju: even rounds even out first, odd rounds alternate first; draughts alternate always.
    """
    if not swiss.last[i]:
        return 0
    if swiss.event.colour_rule == "renju" and swiss.round_no % 2 == 0 and swiss.balance[i]:
        return -1 if swiss.balance[i] > 0 else 1
    return -swiss.last[i]


def allot(swiss: Swiss, caps: list[int], a: int, b: int) -> tuple[int, tuple[Note, ...]]:
    """The colour of a (b has the other), and why. `caps` are the limits in force."""
    rule = rule_of(swiss)
    a_white = caps[a] & WHITE_OK and caps[b] & BLACK_OK
    a_black = caps[a] & BLACK_OK and caps[b] & WHITE_OK
    ids = swiss.record.ids
    if bool(a_white) != bool(a_black):
        colour = 1 if a_white else -1
        bound = a if caps[a] in (WHITE_OK, BLACK_OK) else b
        own = colour if bound == a else -colour
        return colour, (note("colour_limit", rule, player=ids[bound], colour=_NAMES[own]),)
    steps = [_alternate, _balance]
    if swiss.event.colour_rule == "renju" and swiss.round_no % 2 == 0:
        steps.reverse()
    for step in steps:
        found = step(swiss, a, b, rule)
        if found is not None:
            return found
    for r in range(swiss.round_no - 2, -1, -1):
        mine, his = swiss.colours[a][r], swiss.colours[b][r]
        if mine * his < 0:
            return his, (note("colour_history", rule, round=r + 1),)
    low, high = min(a, b), max(a, b)
    purpose = f"colour:{swiss.numbers[low]}-{swiss.numbers[high]}"
    low_white = Lots(swiss.event.system.seed, swiss.round_no, purpose).below(2) == 0
    return (1 if low_white == (a == low) else -1), (note("colour_lot", rule),)


def _alternate(swiss: Swiss, a: int, b: int, rule: str) -> tuple[int, tuple[Note, ...]] | None:
    """The colour with which more of the two alternate."""
    wish = swiss.last[b] - swiss.last[a]
    if not wish:
        return None
    colour = 1 if wish > 0 else -1
    who = a if swiss.last[a] else b
    return colour, (note("colour_alternate", rule, player=swiss.record.ids[who]),)


def _balance(swiss: Swiss, a: int, b: int, rule: str) -> tuple[int, tuple[Note, ...]] | None:
    """The colour that evens out the player with the greater lack of it."""
    wish = swiss.balance[b] - swiss.balance[a]
    if not wish:
        return None
    colour = 1 if wish > 0 else -1
    who, own = (a, colour) if abs(swiss.balance[a]) >= abs(swiss.balance[b]) else (b, -colour)
    return colour, (note("colour_balance", rule, player=swiss.record.ids[who], colour=_NAMES[own]),)


def first_round(swiss: Swiss, a: int, b: int, board_one: int) -> tuple[int, tuple[Note, ...]]:
    """Round 1 of the systems by numbers: the colour of `a`, who is of the upper half.

    `board_one` is the upper player of the first board: his colour is given or drawn; upper players
    whose number has the parity of his have the same, the others the opposite (5.4.10.5.2).
    """
    given = swiss.event.system.first_colour
    if given in ("white", "black"):
        first = 1 if given == "white" else -1
        why = note("colour_first_board", "D5.4.10.5.2")
    else:
        first = 1 if Lots(swiss.event.system.seed, 1, "first colour").below(2) == 0 else -1
        why = note("colour_first_board_lot", "D5.4.10.5.2")
    if a == board_one:
        return first, (why,)
    if (swiss.numbers[a] - swiss.numbers[board_one]) % 2 == 0:
        return first, (note("colour_odd", "D5.4.10.5.2"),)
    return -first, (note("colour_even", "D5.4.10.5.2"),)
