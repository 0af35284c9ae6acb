"""A sheet of drawing as SVG: lines, shapes and text; the same calls give the same bytes."""

from xml.sax.saxutils import escape

INK = "#1d1d1f"
GREY = "#8a8a8e"
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"

Point = tuple[float, float]


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Sheet:
    """`width` × `height` of `unit` ("px" or "mm"); y grows downwards."""

    def __init__(self, width: float, height: float, unit: str = "") -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}{unit}" '
            f'height="{_n(height)}{unit}" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'font-family="{FONT}">'
        )
        self._parts: list[str] = []
        self.rect(0, 0, width, height, fill="white", ink="none")

    def _put(self, tag: str, fill: str, ink: str, thick: float, more: str = "") -> None:
        self._parts.append(
            f'<{tag} fill="{fill}" stroke="{ink}" stroke-width="{_n(thick)}"{more}/>'
        )

    def line(self, *points: Point, ink: str = INK, thick: float = 2, dashes: str = "") -> None:
        """A line through points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        more = ' stroke-linejoin="round" stroke-linecap="round"'
        if dashes:
            more += f' stroke-dasharray="{dashes}"'
        self._put(f'polyline points="{path}"', "none", ink, thick, more)

    def shape(self, *points: Point, fill: str = INK, ink: str = INK, thick: float = 2) -> None:
        """A closed shape."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._put(f'polygon points="{path}"', fill, ink, thick)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        ink: str = INK,
        thick: float = 2,
        round_: float = 0,
    ) -> None:
        """A rectangle by its upper left corner."""
        where = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
        self._put(f'rect {where} rx="{_n(round_)}"', fill, ink, thick)

    def circle(
        self, x: float, y: float, r: float, fill: str = "none", ink: str = INK, thick: float = 2
    ) -> None:
        """A circle by its centre."""
        self._put(f'circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"', fill, ink, thick)

    def dot(self, x: float, y: float, ink: str = INK) -> None:
        """A joint of wires."""
        self.circle(x, y, 4.5, fill=ink, ink="none")

    def text(
        self,
        x: float,
        y: float,
        said: str,
        size: float = 15,
        at: str = "start",
        bold: bool = False,
        ink: str = INK,
    ) -> None:
        """A line of text; `at`: start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{at}" '
            f'fill="{ink}"{weight}>{escape(said)}</text>'
        )

    def svg(self) -> str:
        """The whole file."""
        return "\n".join([self._head, *self._parts, "</svg>", ""])
