"""A board of columns as SVG: the top piece as a disc, what lies under it as a pile of slabs."""

from typing import TYPE_CHECKING

from flagfall.rules import svg
from flagfall.rules.draughts.picture import (
    MARGIN,
    UNIT,
    Corner,
    draw_crown,
    draw_piece,
    draw_squares,
    draw_trace,
    mark_squares,
)
from flagfall.rules.face import Piece

if TYPE_CHECKING:
    from flagfall.rules.columns.position import ColumnMove, ColumnPosition

SLAB_WIDTH = 2.6
SLAB_MOST = 1.5
PILE = 8.4


def draw(
    position: "ColumnPosition", *, last: "ColumnMove | None", labels: bool, flipped: bool
) -> str:
    """The picture; see `rules.svg.board`."""
    variant = position.variant
    margin = MARGIN if labels else 0.0
    side = variant.rules.size * UNIT + 2 * margin
    drawing = svg.Drawing(side, side, f"{variant.title}: {position.fen}")
    corner = Corner(variant.grid, margin, flipped)
    draw_squares(drawing, corner, variant.squares, around=labels, inside=False)
    if last is not None:
        mark_squares(drawing, corner, [last.walk.path[0], last.walk.path[-1]])
        draw_trace(drawing, corner, last.walk.path, last.walk.struck)
    index = variant.square_index
    for name, piece in position.pieces().items():
        _draw_column(drawing, corner.centre(index[name]), piece)
    return drawing.finish()


def _draw_column(drawing: svg.Drawing, at: tuple[float, float], piece: Piece) -> None:
    x, y = at
    if not piece.below:
        draw_piece(drawing, at, piece)
        return
    draw_piece(drawing, (x - 1.5, y), piece, 0.8)
    # The pile beside the top piece, read downwards; a king in it wears a small crown.
    height = min(SLAB_MOST, PILE / len(piece.below))
    top = y - height * len(piece.below) / 2
    for i, slab in enumerate(piece.below):
        white = slab.colour == "white"
        fill, line = (svg.WHITE, svg.INK) if white else (svg.BLACK_PIECE, svg.WHITE)
        drawing.rect(
            x + 2.1,
            top + i * height,
            SLAB_WIDTH,
            height,
            fill,
            stroke=svg.INK if white else svg.WHITE,
            stroke_width=0.2,
        )
        if slab.rank == "king":
            draw_crown(drawing, (x + 2.1 + SLAB_WIDTH / 2, top + (i + 0.5) * height), line, 0.26)
