"""The games of a hall as files: PDN with what the clock showed after each move (CL-37).

A face rounds up while it counts down and down while it counts up; so do the `[%clock]` tags. The
microseconds are in the log and in `results.json`.
"""

from datetime import UTC, datetime

from flagfall_protocol import codes

from flagfall.arbiter.record import Line
from flagfall.arbiter.table import Table
from flagfall.rules import Colour, other, pdn

SECOND_US = 1_000_000
# Without play: PDN has no signs of its own for it.
PLAYED = {"+-": "1-0", "-+": "0-1", "--": "0-0"}


def pdn_game(table: Table, *, event: str, date: str | None = None) -> pdn.Game:
    """A table's game as the rules room's PDN writer takes it."""
    record, seating = table.record, table.seating
    start = record.start
    assert start is not None, "only games whose rules are known are written"
    white, black = (seating.players[seating.side_of(c)].name for c in ("white", "black"))
    headers = {
        "Event": event,
        "Date": date or datetime.now(UTC).strftime("%Y.%m.%d"),
        "Round": str(table.number),
        "White": white,
        "Black": black,
    }
    game = pdn.Game(start.variant, headers)
    game.start = start
    game.result = PLAYED.get(table.result or "*", table.result or "*")  # type: ignore[assignment]
    for line in record.lines:
        for setup in record.setups:
            if setup.ply == line.ply - 1:
                position = start.variant.position(setup.fen)
                game.line.nodes.append(pdn.Node("", setup=setup.fen, position=position))
        game.line.nodes.append(_node(table, line))
    return game


def _node(table: Table, line: Line) -> pdn.Node:
    mover = table.seating.players[line.made.side].colour
    readings = {
        table.seating.players["left"].colour: reading(table, line.made.left_us),
        table.seating.players["right"].colour: reading(table, line.made.right_us),
    }
    clock = pdn.Clock(readings["white"], readings["black"], running=_next(mover))
    move = line.position.last_move if line.position is not None else None
    return pdn.Node(line.text, move=move, position=line.position, clock=clock)


def _next(mover: Colour) -> Colour:
    return other(mover)


def reading(table: Table, time_us: int) -> int:
    """What a face shows of a time, in whole seconds as microseconds."""
    clock = table.mirror.clock
    counts_up = clock is not None and clock.left.rules().method == codes.Method.UPCOUNT
    if counts_up:
        return time_us // SECOND_US * SECOND_US
    return -(-max(time_us, 0) // SECOND_US) * SECOND_US


def game_file(table: Table, *, event: str, date: str | None = None) -> tuple[str, str] | None:
    """The suffix and the text of a table's game file; None where its rules are not known here."""
    if table.record.start is None:
        return None
    if table.seating.variant.startswith("renju"):
        return None
    return "pdn", pdn.write(pdn_game(table, event=event, date=date))
