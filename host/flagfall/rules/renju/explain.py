"""Why a stone wins or is forbidden: the very rows, so that a page can draw them."""

from dataclasses import dataclass

from flagfall.rules.renju import shapes
from flagfall.rules.renju.board import Board, Foul, step
from flagfall.rules.renju.points import names
from flagfall.rules.renju.shapes import BLACK, COUNT, FIVE, FOUR, OVERLINE, WHITE


@dataclass(frozen=True, slots=True)
class Row:
    """One row a stone makes.

    `kind`: `five`, `overline`, `four` or `three`. `stones`: its stones, the new one among them.
    `open`: for a four the points that complete it, for a three the permitted points that make
    its straight four; none for the others.
    """

    kind: str
    stones: tuple[int, ...]
    open: tuple[int, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The row as data, its points by name."""
        return {"kind": self.kind, "stones": names(self.stones), "open": names(self.open)}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a stone on `point` makes: kinds of foul (empty if none) and the rows behind them."""

    point: int
    wins: bool
    fouls: tuple[Foul, ...]
    rows: tuple[Row, ...]


def _points(point: int, direction: int, offsets: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(point + offset * step(direction) for offset in offsets)


def _three(point: int, direction: int, window: int, opens: list[int]) -> Row:
    made = {
        point + at * step(direction): _points(point, direction, four)
        for at, four in shapes.straight_fours(window).items()
    }
    stones = sorted({stone for at in opens for stone in made[at] if stone != at})
    return Row("three", tuple(stones), tuple(opens))


def explain_black(board: Board, point: int) -> Explanation:
    """What black's stone on this empty point would make under the board's law.

    A five wins whatever else it makes, so then only the fives are told.
    """
    windows = board.windows(point)
    value = board.value(point)
    if value & FIVE * COUNT:
        rows = [
            Row("five", _points(point, direction, shapes.run(window)))
            for direction, window in enumerate(windows)
            if shapes.VALUES[window] & FIVE
        ]
        return Explanation(point, True, (), tuple(rows))
    rows = []
    for direction, window in enumerate(windows):
        made = shapes.VALUES[window]
        if made & OVERLINE:
            rows.append(Row("overline", tuple(_overline(board, point, direction))))
        elif made & FOUR * COUNT:
            rows += [
                Row("four", _points(point, direction, four), _points(point, direction, ends))
                for four, ends in shapes.fours(window).items()
            ]
    rows += [
        _three(point, direction, windows[direction], opens)
        for direction, opens in board.true_threes(point)
    ]
    return Explanation(point, False, board.fouls_at(point), tuple(rows))


def _overline(board: Board, point: int, direction: int) -> list[int]:
    # The window sees five cells each way; a row may be longer.
    board.place(point, BLACK)
    row = board.row(point, direction)
    board.remove(point)
    return row


def explain_white(board: Board, point: int) -> Explanation:
    """What white's stone on this empty point would win by: fives and longer rows (R1.7.2)."""
    board.place(point, WHITE)
    rows = [
        Row("five" if len(row) == 5 else "overline", tuple(row))
        for row in board.winning_rows(point)
    ]
    board.remove(point)
    return Explanation(point, bool(rows), (), tuple(rows))
