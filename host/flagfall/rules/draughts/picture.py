"""A draughts board as SVG: ten units to a square."""

from typing import TYPE_CHECKING, Protocol

from flagfall.rules import svg
from flagfall.rules.draughts.move import DraughtsMove
from flagfall.rules.face import Piece

if TYPE_CHECKING:
    from flagfall.rules.draughts.position import DraughtsPosition

UNIT = 10.0
MARGIN = 5.0

Point = tuple[float, float]


class BoardShape(Protocol):
    """What a picture needs to know of a board."""

    size: int
    cells: tuple[tuple[int, int], ...]
    all_squares: bool

    def cell_seen(self, square: int) -> tuple[int, int]:
        """Row from the top and file from the left, as White sees them."""
        ...


class Corner:
    """Where squares lie in the picture."""

    def __init__(self, board: BoardShape, margin: float, flipped: bool) -> None:
        self.board, self.margin, self.flipped = board, margin, flipped

    def cell(self, row: int, file: int) -> Point:
        """The upper left corner of a cell, counted from White's top left."""
        last = self.board.size - 1
        if self.flipped:
            row, file = last - row, last - file
        return self.margin + file * UNIT, self.margin + row * UNIT

    def centre(self, square: int) -> Point:
        """The middle of a square."""
        x, y = self.cell(*self.board.cell_seen(square))
        return x + UNIT / 2, y + UNIT / 2


def draw(
    position: "DraughtsPosition", *, last: DraughtsMove | None, labels: bool, flipped: bool
) -> str:
    """The picture; see `rules.svg.board`."""
    variant = position.variant
    around = labels and variant.rules.algebraic
    margin = MARGIN if around else 0.0
    side = variant.rules.size * UNIT + 2 * margin
    drawing = svg.Drawing(side, side, f"{variant.title}: {position.fen}")
    corner = Corner(variant.board, margin, flipped)
    draw_squares(drawing, corner, variant.squares, around=around, inside=labels and not around)
    if last is not None:
        mark_squares(drawing, corner, [last.squares[0], last.squares[-1]])
        draw_trace(drawing, corner, last.squares, last.captured_squares)
    index = variant.square_index
    for name, piece in position.pieces().items():
        draw_piece(drawing, corner.centre(index[name]), piece)
    return drawing.finish()


def draw_squares(
    drawing: svg.Drawing, corner: Corner, names: tuple[str, ...], *, around: bool, inside: bool
) -> None:
    """The empty board with coordinates `around` it or numbers `inside` its squares."""
    board, margin = corner.board, corner.margin
    size, whole = board.size, board.size * UNIT
    if margin:
        drawing.rect(0, 0, whole + 2 * margin, whole + 2 * margin, svg.WHITE)
    drawing.rect(margin, margin, whole, whole, svg.LIGHT_SQUARE)
    for square in range(len(board.cells)):
        row, file = board.cell_seen(square)
        x, y = corner.cell(row, file)
        if not board.all_squares or (row + file) % 2 == 1:
            drawing.rect(x, y, UNIT, UNIT, svg.DARK_SQUARE)
        if inside:
            drawing.text(x + 1.5, y + 1.3, names[square], 2.1)
    drawing.rect(margin, margin, whole, whole, "none", stroke=svg.INK, stroke_width=0.5)
    if around:
        for i in range(size):
            x, _y = corner.cell(0, i)
            _x, y = corner.cell(i, 0)
            letter, digit = "abcdefghijkl"[i], str(size - i)
            for at in (margin / 2, whole + 1.5 * margin):
                drawing.text(x + UNIT / 2, at, letter, 3.6)
                drawing.text(at, y + UNIT / 2, digit, 3.6)


def mark_squares(drawing: svg.Drawing, corner: Corner, squares: list[int]) -> None:
    """A frame around squares."""
    for square in squares:
        x, y = corner.centre(square)
        half = UNIT / 2 - 0.5
        drawing.rect(
            x - half, y - half, 2 * half, 2 * half, "none", stroke=svg.MARK, stroke_width=1
        )


def draw_piece(drawing: svg.Drawing, at: Point, piece: Piece, scale: float = 1.0) -> None:
    """A man is a ringed disc; a king wears a crown."""
    x, y = at
    white = piece.colour == "white"
    fill, line = (svg.WHITE, svg.INK) if white else (svg.BLACK_PIECE, svg.WHITE)
    drawing.circle(x, y, 4 * scale, fill, stroke=svg.INK, stroke_width=0.6 * scale)
    if piece.rank == "king":
        draw_crown(drawing, at, line, scale)
    else:
        drawing.circle(x, y, 2.7 * scale, "none", stroke=line, stroke_width=0.4 * scale)


def draw_crown(drawing: svg.Drawing, at: Point, colour: str, scale: float = 1.0) -> None:
    """A crown of three points."""
    x, y = at
    outline = [
        (-2.5, 1.7),
        (-2.7, -1.5),
        (-1.2, 0.1),
        (0, -2.3),
        (1.2, 0.1),
        (2.7, -1.5),
        (2.5, 1.7),
    ]
    drawing.shape([(x + dx * scale, y + dy * scale) for dx, dy in outline], colour)


def draw_trace(
    drawing: svg.Drawing, corner: Corner, way: tuple[int, ...], taken: tuple[int, ...]
) -> None:
    """The way a piece went, and a cross where it took something."""
    points = [corner.centre(square) for square in way]
    drawing.line(points, svg.MARK, 0.9)
    x, y = points[0]
    drawing.circle(x, y, 1.1, svg.MARK)
    for square in taken:
        cx, cy = corner.centre(square)
        for slope in (1, -1):
            drawing.line(
                [(cx - 1.8, cy - 1.8 * slope), (cx + 1.8, cy + 1.8 * slope)], svg.MARK, 0.9
            )
