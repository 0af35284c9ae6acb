"""A renju board as a picture: SVG that stands alone, for pages, reports and the manual."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from flagfall.rules.renju.explain import Row
from flagfall.rules.renju.points import COLUMNS, SIZE, find, name

if TYPE_CHECKING:
    from flagfall.rules.renju.position import RenjuPosition

_CELL = 32
_EDGE = 36
_SIDE = 2 * _EDGE + (SIZE - 1) * _CELL
_STARS = ("h8", "d4", "d12", "m4", "m12")
_LINE, _RED, _GREEN, _BLUE = "#5c4318", "#b42318", "#1a7f37", "#175cd3"
_ROW_COLOURS = {"five": _GREEN, "overline": _RED, "four": _RED, "three": "#8b2fc9"}


class _Picture:
    """The parts of one picture, drawn from either side of the table."""

    def __init__(self, flipped: bool) -> None:
        self.flipped = flipped
        self.parts: list[str] = []

    def xy(self, point: int) -> tuple[int, int]:
        row, column = divmod(point, SIZE)
        x, y = _EDGE + column * _CELL, _SIDE - _EDGE - row * _CELL
        return (_SIDE - x, _SIDE - y) if self.flipped else (x, y)

    def grid(self, labels: bool) -> None:
        first, last = _EDGE, _SIDE - _EDGE
        path = "".join(
            f"M{first} {at}H{last}M{at} {first}V{last}" for at in range(first, last + 1, _CELL)
        )
        self.parts += [
            f'<rect width="{_SIDE}" height="{_SIDE}" rx="6" fill="#e9b95c"/>',
            f'<path d="{path}" stroke="{_LINE}" fill="none"/>',
            f'<rect x="{first}" y="{first}" width="{last - first}" height="{last - first}" '
            f'stroke="{_LINE}" stroke-width="2" fill="none"/>',
        ]
        for star in _STARS:
            point = find(star)
            if point is not None:
                x, y = self.xy(point)
                self.parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{_LINE}"/>')
        for index in range(SIZE if labels else 0):
            x, y = self.xy(index * (SIZE + 1))
            self.parts.append(f'<text x="{x}" y="{_SIDE - 8}">{COLUMNS[index]}</text>')
            self.parts.append(f'<text x="12" y="{y + 4}">{index + 1}</text>')

    def stone(self, point: int, colour: str, number: int | None, is_last: bool) -> None:
        x, y = self.xy(point)
        fill, ink, line = ("#1c1917", "#fff", "#000")
        if colour == "white":
            fill, ink, line = ("#fdfcf8", "#111", "#444")
        self.parts.append(
            f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="{line}">'
            f"<title>{name(point)}</title></circle>"
        )
        if number is not None:
            self.parts.append(
                f'<text x="{x}" y="{y + 4}" fill="{"#f97066" if is_last else ink}">{number}</text>'
            )
        elif is_last:
            self.parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#d92d20"/>')

    def cross(self, point: int, kinds: Collection[str]) -> None:
        x, y = self.xy(point)
        title = " ".join([name(point), *(str(kind) for kind in kinds)])
        self.parts.append(
            f'<path d="M{x - 7} {y - 7}l14 14m0 -14l-14 14" stroke="{_RED}" stroke-width="3" '
            f'stroke-linecap="round"><title>{title}</title></path>'
        )

    def ring(self, point: int, colour: str, radius: int, opacity: str) -> None:
        x, y = self.xy(point)
        self.parts.append(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" fill-opacity="{opacity}" '
            f'stroke="{colour}" stroke-width="2"><title>{name(point)}</title></circle>'
        )

    def row(self, row: Row) -> None:
        ends = sorted(row.stones, key=self.xy)
        (x1, y1), (x2, y2) = self.xy(ends[0]), self.xy(ends[-1])
        colour = _ROW_COLOURS[row.kind]
        self.parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="5" '
            'stroke-linecap="round" opacity=".8"/>'
        )
        for point in row.open:
            self.ring(point, colour, 6, "0")


def board(
    position: RenjuPosition,
    *,
    last: int | None = None,
    fouls: Mapping[int, Collection[str]] | Iterable[int] = (),
    wins: Iterable[int] = (),
    offers: Iterable[int] = (),
    rows: Iterable[Row] | None = None,
    numbers: bool = False,
    labels: bool = True,
    flipped: bool = False,
    size: int = 480,
) -> str:
    """The position as an SVG document, `size` CSS pixels square; points are 0…224.

    `last` marks that stone (left out: the last move). `fouls` are crossed, with their kinds as
    tool tips where a mapping gives them; `wins` and `offers` (fifth moves offered) are ringed.
    `rows` are drawn as lines through their stones, with rings on what would complete them; left
    out, those that won the game or made the last move a foul. `numbers` writes the moves' numbers
    on the stones. `flipped` shows the board from the far side.
    """
    if last is None and position.last_move is not None:
        last = position.last_move.point
    if rows is None:
        outcome = position.outcome()
        rows = outcome.rows if outcome else position.foul.rows if position.foul else ()
    numbered: dict[int | None, int] = {}
    if numbers:
        numbered = {move.point: ply for ply, move in enumerate(position.history, 1)}
    kinds = fouls if isinstance(fouls, Mapping) else dict.fromkeys(fouls, ())
    picture = _Picture(flipped)
    picture.grid(labels)
    for point, colour in position.stones():
        picture.stone(point, colour, numbered.get(point), point == last)
    for point, what in kinds.items():
        picture.cross(point, what)
    for points, ink in ((wins, _GREEN), (offers, _BLUE)):
        for point in points:
            picture.ring(point, ink, 9, ".25")
    for row in rows:
        picture.row(row)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 {_SIDE} {_SIDE}" role="img" font-family="sans-serif" font-size="12" '
        f'text-anchor="middle" fill="#3f2d0f">{"".join(picture.parts)}</svg>'
    )
