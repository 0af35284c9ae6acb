"""The games of a hall as files, with what the clock showed after each move (CL-37).

Draughts and column draughts as PDN: a face rounds up while it counts down and down while it counts
up, and so do the `[%clock]` tags. Renju as SGF, whose times have fractions. The microseconds of
every game are in the log.
"""

import re
from datetime import UTC, date, datetime
from typing import Any

from flagfall_protocol import codes

from flagfall.arbiter.record import Line
from flagfall.arbiter.table import Table
from flagfall.rules import Colour, gamefile, other, pdn
from flagfall.rules.record import Clock, Game, Node, Result
from flagfall.rules.renju import RenjuPosition
from flagfall.rules.renju.files import Record, sgf

SECOND_US = 1_000_000
COLOURS: tuple[Colour, Colour] = ("white", "black")
# Game files have no signs of their own for games that were not played.
RESULTS: dict[str, Result] = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2": "1/2",
    "0-0": "0-0",
    "+-": "1-0",
    "-+": "0-1",
    "--": "0-0",
}


# A day as events write it: 2026-11-29, 2026.11.29, 29.11.2026.
_DAYS = (
    r"(?P<y>\d{4})[-.](?P<m>\d\d?)[-.](?P<d>\d\d?)",
    r"(?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>\d{4})",
)


def day_of(text: str) -> date | None:
    """The day a text names; None where it names none, or several."""
    for form in _DAYS:
        found = re.fullmatch(form, text.strip(), re.ASCII)
        if found is not None:
            try:
                return date(int(found["y"]), int(found["m"]), int(found["d"]))
            except ValueError:
                return None
    return None


def game_file(table: Table, *, event: str, day: date | None = None) -> tuple[str, str] | None:
    """The suffix and the text of a table's game; None where its rules are not known here."""
    if table.record.start is None:
        return None
    game = recorded(table, event=event, day=day)
    if not table.seating.variant.startswith("renju"):
        return "pdn", pdn.write(game)
    position: Any = table.record.position
    if position is not None and not table.record.setups:
        return "sgf", sgf.write(_renju(table, game, position.game))
    return "json", gamefile.write(game) + "\n"


def recorded(table: Table, *, event: str, day: date | None = None) -> Game:
    """A table's game in the form that all games of the rules room share; without `day` it was
    played today."""
    record, players, seating = table.record, table.players, table.seating
    start = record.start
    assert start is not None, "only games whose rules are known are written"
    white, black = (players[table.side_of(c)].name for c in COLOURS)
    game = Game(start.variant, start=start, result=result_of(table))
    game.headers = {
        "Event": event,
        "Date": (day or datetime.now(UTC).astimezone().date()).strftime("%Y.%m.%d"),
        "Round": str(table.number) if seating.round is None else f"{seating.round}.{table.number}",
        "White": white,
        "Black": black,
    }
    for line in record.lines:
        for setup in record.setups:
            if setup.ply == line.ply - 1:
                position = start.variant.position(setup.fen)
                game.line.nodes.append(Node("", setup=setup.fen, position=position))
        game.line.nodes.append(_node(table, line))
    return game


def result_of(table: Table) -> Result:
    """The table's result as game files have it."""
    return RESULTS.get(table.result or "*", "*")


def _node(table: Table, line: Line) -> Node:
    players = table.players
    readings = {
        players["left"].colour: reading(table, line.made.left_us),
        players["right"].colour: reading(table, line.made.right_us),
    }
    running = other(players[line.made.side].colour)
    clock = Clock(readings["white"], readings["black"], running=running)
    move = line.position.last_move if line.position is not None else None
    return Node(line.text, move=move, position=line.position, clock=clock)


def reading(table: Table, time_us: int) -> int:
    """What a face shows of a time, in whole seconds as microseconds."""
    clock = table.mirror.clock
    counts_up = clock is not None and clock.left.rules().method == codes.Method.UPCOUNT
    if counts_up:
        return time_us // SECOND_US * SECOND_US
    return -(-max(time_us, 0) // SECOND_US) * SECOND_US


def _renju(table: Table, game: Game, position: RenjuPosition) -> Record:
    """The game as the SGF writer takes it, each move with its mover's time.

    A turn of an opening may be several stones, or none: its time stands at the last of them, and
    a swap or an offer is told in words at the stone before.
    """
    book = Record.of(position, **game.headers)
    book.result = game.result
    if table.seating.opening:
        book.headers["Opening"] = table.seating.opening
    steps = [node for node in book.root.line() if node.move is not None]
    for line in table.record.lines:
        after: Any = line.position
        node = steps[after.game.ply - 1]  # an opening's first turn puts a stone down
        side = line.made.side
        time_us = max(0, line.made.left_us if side == "left" else line.made.right_us)
        black = table.players[side].colour == "black"
        clock = Clock(black_us=time_us) if black else Clock(white_us=time_us)
        node.clock = clock if node.clock is None else _both(node.clock, clock)
        if node.move is not None and line.text != node.move.text:
            node.comment = "\n".join(filter(None, (node.comment, line.text)))
    return book


def _both(one: Clock, other_: Clock) -> Clock:
    """The readings of both players after one stone."""
    white, black = (
        one.white_us if other_.white_us is None else other_.white_us,
        one.black_us if other_.black_us is None else other_.black_us,
    )
    return Clock(white_us=white, black_us=black)
