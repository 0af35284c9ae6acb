"""Pictures of boards: one call for every game, and the strokes they are drawn with.

A picture is one SVG string without styles, scripts or outside files: it can stand in a page, in a
report or alone, and scales to whatever width it is given. Nothing is told by hue alone: the sides
differ in lightness, the last move by shape, so it reads on a grey print and to any eye.

>>> from flagfall import rules
>>> board(rules.variant("russian").start()).startswith("<svg ")
True
"""

from html import escape
from typing import Any

from flagfall.rules.face import Move, Position

INK = "#1d2733"
WHITE = "#ffffff"
LIGHT_SQUARE = "#f3e9d8"
DARK_SQUARE = "#a58a68"
BLACK_PIECE = "#20262e"
MARK = "#0b5fbf"


def board(
    position: Position, *, last: Move | None = None, labels: bool = True, flipped: bool = False
) -> str:
    """The position as SVG.

    `last` marks a move (usually `position.last_move`), `labels` writes coordinates, `flipped`
    shows the board from Black's side.
    """
    return position.variant.picture(position, last=last, labels=labels, flipped=flipped)


def number(value: float) -> str:
    """A coordinate with at most two decimals and no more digits than it needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Drawing:
    """An SVG picture under construction; coordinates are in its own units."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} '
            f'{number(height)}" role="img"><title>{escape(title)}</title>'
        )
        self._parts: list[str] = []

    def add(self, element: str, content: str | None = None, **attributes: Any) -> None:
        """One element; `_` in an attribute's name stands for `-`, numbers are shortened."""
        written = "".join(
            f' {name.rstrip("_").replace("_", "-")}="'
            f'{number(value) if isinstance(value, (int, float)) else escape(str(value))}"'
            for name, value in attributes.items()
            if value is not None
        )
        end = "/>" if content is None else f">{escape(content)}</{element}>"
        self._parts.append(f"<{element}{written}{end}")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, **more: Any) -> None:
        """A rectangle."""
        self.add("rect", x=x, y=y, width=width, height=height, fill=fill, **more)

    def circle(self, x: float, y: float, radius: float, fill: str, **more: Any) -> None:
        """A circle."""
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, **more)

    def line(self, points: list[tuple[float, float]], colour: str, width: float) -> None:
        """An open line through points, with round ends."""
        self.add(
            "polyline",
            points=" ".join(f"{number(x)},{number(y)}" for x, y in points),
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_linecap="round",
            stroke_linejoin="round",
        )

    def shape(self, points: list[tuple[float, float]], fill: str, **more: Any) -> None:
        """A filled polygon."""
        written = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add("polygon", points=written, fill=fill, **more)

    def text(self, x: float, y: float, words: str, size: float, **more: Any) -> None:
        """Text centred on a point, both ways."""
        more = {"fill": INK, "text_anchor": "middle", **more}
        # Not every renderer knows dominant-baseline; a third of the size does it for digits.
        self.add(
            "text",
            words,
            x=x,
            y=y + size * 0.35,
            font_size=size,
            font_family="sans-serif",
            **more,
        )

    def finish(self) -> str:
        """The picture."""
        return self._head + "".join(self._parts) + "</svg>"
