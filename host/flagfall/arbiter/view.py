"""The hall as data for its faces, in the shape of the page's contract.

Times are hall time in whole microseconds. A side is a line (value, slope, until) as the engine has
it: who draws it computes nothing else. Words are in the language of the calling context.
"""

from collections.abc import Callable
from typing import Any

from flagfall_clock.side import NO_OVERTIME
from flagfall_protocol import codes

from flagfall.arbiter.history import reason, sentence
from flagfall.arbiter.late import awaited
from flagfall.arbiter.mirror import NUMBERS, SIDES, SideName
from flagfall.arbiter.notes import questions
from flagfall.arbiter.state import HallState
from flagfall.arbiter.table import SIDE_NAMES, Table, Told
from flagfall.rules import Piece, Position


def hall_json(
    state: HallState,
    *,
    now_us: int,
    speed: float,
    lost: int,
    card: Callable[[Table], dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """The whole wall. `speed`: hall seconds in a second of ours; 0: hall time stands. `card` gives
    a table's card, if not by `table_json`."""
    tables = [state.tables[number] for number in sorted(state.tables)]
    phases = {table.phase for table in tables}
    begun = "playing" if phases - {"ready", "armed"} else "ready"
    return {
        "name": state.name,
        "now_us": now_us,
        "speed": speed,
        "events": state.events,
        "events_lost": lost,
        "phase": "over" if phases == {"over"} else begun,
        "tables": [(card or table_json)(table) for table in tables],
        "awaited": [
            {
                "table": table.number,
                "side": who.side,
                "name": table.seating.players[who.side].name,
                "due_us": who.due_us,
            }
            for table in tables
            for who in awaited(table)
        ],
    }


def table_json(table: Table) -> dict[str, Any]:
    """A table's card on the wall."""
    clock = table.mirror.clock
    record = table.record
    last = record.lines[-1] if record.lines else None
    running = SIDES.get(clock.running) if clock else None
    turn = SIDES.get(clock.turn) if clock else None
    return {
        "table": table.number,
        "variant": table.seating.variant,
        "source": table.seating.source,
        "players": {
            side: {"name": player.name, "colour": player.colour}
            for side, player in table.players.items()
        },
        **{side: side_json(table, side) for side in SIDE_NAMES},
        "running": running,
        "turn": turn or first_side(table),
        "phase": table.phase,
        "result": table.result,
        "reason": reason(table.reason),
        "swapped": table.swapped,
        **opening_json(record.position),
        "legal": record.legal,
        "move_no": len(record.lines),
        "last_move": last.text if last else "",
        "board": board_json(record.shown),
        "sensors": table.sensors,
        "notes": [question.as_json() for question in questions(table)],
        "clock": table.clock,
        "firmware": table.firmware,
        "link": table.link.state,
        "link_since_us": table.link.since_us,
        "faults": sum(table.link.faults.values()),
        "fault_kinds": dict(sorted(table.link.faults.items())),
        "health": [str(bit.name).lower() for bit in codes.Health if bit in table.link.health],
        "both_flags_unknown": clock is not None and clock.first_flag == codes.Side.BOTH,
        "revision": table.mirror.revision,
    }


def side_json(table: Table, side: SideName) -> dict[str, Any]:
    """One face of the clock; all zeros before a game is laid out."""
    clock = table.mirror.clock
    if clock is None:
        return {
            **dict.fromkeys(("value_us", "slope", "period", "moves", "violations"), 0),
            **dict.fromkeys(("carried_us", "uncollected_us", "used_us"), 0),
            "at_us": table.mirror.at_us + table.offset_us,
            "until_us": None,
            "flag": None,
            "first": False,
        }
    state = clock.left if side == "left" else clock.right
    period = state.rules()
    value_us, slope, until_us = clock.segment(NUMBERS[side], clock.now_us)
    due = None if period.moves is None else period.moves - state.period_moves
    return {
        "value_us": value_us,
        "at_us": clock.now_us + table.offset_us,
        "slope": slope,
        "until_us": None if until_us < 0 else until_us + table.offset_us,
        "flag": None if state.flag_us < 0 else state.flag_us + table.offset_us,
        "first": clock.first_flag == NUMBERS[side],
        "period": state.period,
        "moves": state.moves,
        "violations": state.violations,
        "carried_us": state.carried_us,
        "uncollected_us": state.uncollected_us,
        "used_us": state.used_us,
        "byo_left": None if state.byo_left == NO_OVERTIME else state.byo_left,
        "moves_due": due,
        "counts_up": period.method == codes.Method.UPCOUNT,
    }


def board_json(position: Position | None) -> dict[str, Any] | None:
    """What stands on the board; None where the rules don't know it."""
    if position is None:
        return None
    last = position.last_move
    return {
        "variant": position.variant.name,
        "pieces": {square: _letters(piece) for square, piece in position.pieces().items()},
        "last": list(last.path) if last is not None else [],
        "fen": position.fen,
        **(_stones_json(position) if position.variant.of_stones else {}),
    }


def _stones_json(position: Any) -> dict[str, Any]:
    """What renju's board shows beside stones: fifths that are offered, the rows that won or made a
    foul, black's forbidden points while black is to move."""
    from flagfall.rules.renju.points import names

    game, outcome = position.game, position.outcome()
    rows = outcome.rows if outcome else game.foul.rows if game.foul else ()
    found: dict[str, Any] = {}
    if position.offers:
        found = {"offers": list(position.offers), "last": []}
    if rows:
        found["rows"] = [row.as_json() for row in rows]
    if outcome is None and position.turn == "black" and not position.offers:
        found["forbidden"] = names(sorted(game.forbidden))
    return found


def opening_json(position: Any) -> dict[str, Any]:
    """While renju's opening lasts: its rule, and in words what is to be done."""
    rule = getattr(position, "rule", None)
    return {} if rule is None else {"opening": {"rule": rule, "text": position.sentence()}}


def detail_json(table: Table) -> dict[str, Any]:
    """What the view of one table adds to its card: the record and the history."""
    return {
        "table": table.number,
        "moves": [
            {
                "ply": line.ply,
                "side": line.made.side,
                "text": line.text,
                "used_us": line.made.used_us,
                "left_us": line.made.left_us,
                "right_us": line.made.right_us,
                "at_us": line.made.at_us + table.offset_us,
                **({"mark": line.mark} if line.mark else {}),
                **({"source": line.source} if line.source else {}),
            }
            for line in table.record.lines
        ],
        "acts": [_act_json(told) for told in table.history],
    }


def _act_json(told: Told) -> dict[str, Any]:
    act: dict[str, Any] = {"at_us": told.at_us, "who": told.who, "text": sentence(told)}
    if told.rule:
        act["rule"] = told.rule
    return act


def _letters(piece: Piece) -> str:
    def letter(one: Piece) -> str:
        small = "w" if one.colour == "white" else "b"
        return small.upper() if one.rank == "king" else small

    return "".join(letter(one) for one in (piece, *piece.below))


def first_side(table: Table) -> SideName:
    """The side to move by the position; where it is not known, the left one."""
    position = table.record.position
    return "left" if position is None else table.side_of(position.turn)
