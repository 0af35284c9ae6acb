"""A renju board as a picture: stones, forbidden points, and the rows that tell why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from flagfall.rules.renju.explain import Row
from flagfall.rules.renju.points import COLUMNS, SIZE, find_all, name
from flagfall.rules.renju.shapes import BLACK
from flagfall.rules.svg import BLACK_PIECE, INK, LIGHT_SQUARE, MARK, WHITE, Drawing

if TYPE_CHECKING:
    from flagfall.rules.renju.position import RenjuMove, RenjuPosition

_CELL, _EDGE = 10.0, 12.0
_SPAN = (SIZE - 1) * _CELL
_SIDE = 2 * _EDGE + _SPAN
_STARS = tuple(find_all("h8 d4 d12 m4 m12") or ())
_RED, _GREEN = "#b42318", "#1a7f37"
# Colour and dashes: what a row is shows on a grey print too.
_ROWS = {
    "five": (_GREEN, None),
    "overline": (_RED, None),
    "four": (_RED, "5 2.5"),
    "three": (_RED, "1 2.5"),
}


class _Picture(Drawing):
    """A board under construction, seen from black's or from white's side of the table."""

    def __init__(self, title: str, flipped: bool) -> None:
        super().__init__(_SIDE, _SIDE, title)
        self._flipped = flipped

    def at(self, point: int) -> tuple[float, float]:
        row, column = divmod(point, SIZE)
        x, y = _EDGE + column * _CELL, _SIDE - _EDGE - row * _CELL
        return (_SIDE - x, _SIDE - y) if self._flipped else (x, y)

    def grid(self, labels: bool) -> None:
        self.rect(0, 0, _SIDE, _SIDE, LIGHT_SQUARE)
        for index in range(SIZE):
            at = _EDGE + index * _CELL
            width = 0.8 if index in (0, SIZE - 1) else 0.4
            self.line([(_EDGE, at), (_EDGE + _SPAN, at)], INK, width)
            self.line([(at, _EDGE), (at, _EDGE + _SPAN)], INK, width)
        for point in _STARS:
            self.circle(*self.at(point), 1.2, INK)
        for index in range(SIZE if labels else 0):
            x, y = self.at(index * (SIZE + 1))
            self.text(x, _SIDE - 4, COLUMNS[index], 4.2)
            self.text(4, y, str(index + 1), 4.2)

    def stone(self, point: int, black: bool) -> None:
        fill = BLACK_PIECE if black else WHITE
        self.circle(
            *self.at(point), 4.4, fill, stroke=INK, stroke_width=0.5, data_point=name(point)
        )

    def number(self, point: int, black: bool, number: int) -> None:
        self.text(*self.at(point), str(number), 4, fill=WHITE if black else INK)

    def mark_last(self, point: int) -> None:
        x, y = self.at(point)
        self.rect(x - 5, y - 5, 10, 10, "none", stroke=MARK, stroke_width=1)

    def cross(self, point: int, kinds: Collection[str]) -> None:
        x, y = self.at(point)
        what = ", ".join(str(kind) for kind in kinds)
        for turn in (1, -1):
            self.line([(x - 2.4, y - 2.4 * turn), (x + 2.4, y + 2.4 * turn)], _RED, 1.1)
        self.circle(x, y, 3.6, "none", data_point=name(point), data_foul=what)

    def ring(self, point: int, colour: str, radius: float) -> None:
        self.circle(
            *self.at(point), radius, "none", stroke=colour, stroke_width=0.9, data_point=name(point)
        )

    def row(self, row: Row) -> None:
        ends = sorted(self.at(point) for point in row.stones)
        colour, dashes = _ROWS[row.kind]
        (x1, y1), (x2, y2) = ends[0], ends[-1]
        self.add(
            "line",
            x1=x1,
            y1=y1,
            x2=x2,
            y2=y2,
            stroke=colour,
            stroke_width=1.6,
            stroke_dasharray=dashes,
            stroke_linecap="round",
            data_row=row.kind,
        )
        for point in row.open:
            self.ring(point, colour, 2)


def board(
    position: RenjuPosition,
    *,
    last: RenjuMove | None = None,
    fouls: Mapping[int, Collection[str]] | Iterable[int] = (),
    wins: Iterable[int] = (),
    offers: Iterable[int] = (),
    rows: Iterable[Row] | None = None,
    numbers: bool = False,
    labels: bool = True,
    flipped: bool = False,
) -> str:
    """The position as SVG; points are 0…224.

    `last` marks that move. `fouls` are crossed (their kinds stand in `data-foul`); `wins` and
    `offers` (fifth moves offered) are ringed. `rows` are drawn through their stones, with rings
    on what would complete them; left out, those that won the game or made the last move a foul.
    `numbers` writes the moves' numbers on the stones. `flipped` is the board from the far side.
    """
    if rows is None:
        outcome = position.outcome()
        rows = outcome.rows if outcome else position.foul.rows if position.foul else ()
    kinds = fouls if isinstance(fouls, Mapping) else dict.fromkeys(fouls, ())
    picture = _Picture(f"{position.variant.title}: {position.fen}", flipped)
    picture.grid(labels)
    for point, colour in position.stones():
        picture.stone(point, colour == "black")
    if last is not None and last.point is not None:
        picture.mark_last(last.point)
    for point, what in kinds.items():
        picture.cross(point, what)
    for point in wins:
        picture.ring(point, _GREEN, 3)
    for point in offers:
        picture.ring(point, MARK, 4.4)
    for row in rows:
        picture.row(row)
    for ply, move in enumerate(position.history if numbers else (), 1):
        if move.point is not None:
            picture.number(move.point, position.board.cells[move.point] == BLACK, ply)
    return picture.finish()
