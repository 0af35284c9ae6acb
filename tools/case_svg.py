"""Draws what a case needs, in millimetres: the drilling template of a front and a label to print.

The front is for the shopping list's clock with 14 mm digits; nothing else depends on it.
"""

from dataclasses import dataclass

from sheet import GREY, Sheet

FRONT = (220.0, 120.0)
PAGE = (297.0, 210.0)  # A4
AT = (38.5, 22.0)  # the front's upper left corner on the page
LEAST = 3.0  # between two edges
THIN = 0.25


@dataclass(frozen=True)
class Hole:
    """`x`, `y`: its centre from the front's upper left corner; round with `width` across, or
    `width` × `height`."""

    what: tuple[str, str]
    x: float
    y: float
    width: float
    height: float = 0

    @property
    def size(self) -> str:
        """As a driller reads it."""
        return f"{self.width:g} × {self.height:g}" if self.height else f"⌀ {self.width:g}"


HOLES = (
    Hole(("left digits", "цифры слева"), 66, 36, 51, 20),
    Hole(("right digits", "цифры справа"), 154, 36, 51, 20),
    Hole(("left running lamp", "лампа хода слева"), 24, 30, 5.2),
    Hole(("right running lamp", "лампа хода справа"), 196, 30, 5.2),
    Hole(("left flag lamp", "лампа левого флага"), 24, 42, 5.2),
    Hole(("right flag lamp", "лампа правого флага"), 196, 42, 5.2),
    Hole(("left key", "левая кнопка"), 38, 88, 24),
    Hole(("right key", "правая кнопка"), 182, 88, 24),
    Hole(("START", "СТАРТ"), 74, 88, 7.2),
    Hole(("▲", "▲"), 92, 88, 7.2),
    Hole(("▼", "▼"), 110, 88, 7.2),
    Hole(("OK", "ОК"), 128, 88, 7.2),
    Hole(("BACK", "НАЗАД"), 146, 88, 7.2),
    Hole(("screw", "винт"), 6, 6, 3.2),
    Hole(("screw", "винт"), 214, 6, 3.2),
    Hole(("screw", "винт"), 6, 114, 3.2),
    Hole(("screw", "винт"), 214, 114, 3.2),
)
SMALL = range(8, 13)

TITLE = ("Front of the clock, 220 × 120 mm, 1 : 1", "Лицевая панель часов, 220 × 120 мм, 1 : 1")
NOTES = (
    (
        "Print at 100 %, not 'fit to page'; the bar must measure 100 mm.",
        "Digits: modules of 50.3 × 19 mm (0.56 inch); measure yours first.",
        "Keys: 24 mm push buttons, 7 mm panel buttons. x, y: centre, from the upper left corner.",
    ),
    (
        "Печатать в масштабе 100 %, не «по размеру листа»; отрезок должен быть равен 100 мм.",
        "Цифры: модули 50,3 × 19 мм (0,56 дюйма); сначала измерьте свои.",
        "Кнопки: 24 мм и панельные 7 мм. x, y – центр, от левого верхнего угла.",
    ),
)
LABEL = (
    (
        ("", "You have moved: press your key."),
        ("START", "ready; the opponent of the first to move presses and"),
        ("", "the game runs. In a game: both stop, call the arbiter."),
        ("BACK + your key", "his move was impossible: his time runs again."),
        ("A preset", "OK, presets, OK, ▼ to yours, OK, START."),
        ("⚑ or red lamp", "this side's flag fell; until a new game."),
        ("Arbiter", "while both stand hold OK for two seconds; the code."),
    ),
    (
        ("", "Сделали ход – нажмите свою кнопку."),
        ("СТАРТ", "готовы; нажмёт соперник того, кто ходит первым, –"),
        ("", "партия пошла. В партии: оба стоят, позовите судью."),
        ("НАЗАД + своя", "невозможный ход соперника: снова его время."),
        ("Регламент", "ОК, готовые, ОК, ▼ до нужного, ОК, СТАРТ."),
        ("⚑ или красная", "флаг этой стороны упал; знак – до новой партии."),
        ("Судье", "пока оба стоят, держать ОК две секунды; код."),
    ),
)


def _gap(a: Hole, b: Hole) -> float:
    """Material between two holes, taken as boxes."""
    across = abs(a.x - b.x) - (a.width + b.width) / 2
    down = abs(a.y - b.y) - ((a.height or a.width) + (b.height or b.width)) / 2
    return max(across, down)


def checked() -> tuple[Hole, ...]:
    """The holes; a ValueError where two would break into one another or into the edge."""
    for i, hole in enumerate(HOLES):
        half = (hole.width / 2, (hole.height or hole.width) / 2)
        edge = min(
            hole.x - half[0],
            hole.y - half[1],
            FRONT[0] - hole.x - half[0],
            FRONT[1] - hole.y - half[1],
        )
        if edge < LEAST:
            raise ValueError(f"{hole.what[0]} is {edge:g} mm from the edge")
        for other in HOLES[:i]:
            if _gap(hole, other) < LEAST:
                raise ValueError(f"{hole.what[0]} and {other.what[0]} are too close")
    return HOLES


def template(language: int) -> str:
    """The drilling template on a page of A4, one millimetre a unit."""
    sheet = Sheet(*PAGE, "mm")
    left, top = AT
    sheet.text(left, top - 8, TITLE[language], 5, bold=True)
    sheet.rect(left, top, *FRONT, thick=0.4)
    for number, hole in enumerate(checked(), 1):
        x, y = left + hole.x, top + hole.y
        arm = 3 if hole.width > 6 else 2.2
        sheet.line((x - arm, y), (x + arm, y), thick=THIN)
        sheet.line((x, y - arm), (x, y + arm), thick=THIN)
        if hole.height:
            sheet.rect(x - hole.width / 2, y - hole.height / 2, hole.width, hole.height, thick=0.35)
        else:
            sheet.circle(x, y, hole.width / 2, thick=0.35)
        beyond = hole.width / 2 + 1
        if hole.height:
            sheet.text(x - hole.width / 2 + 1.5, y - hole.height / 2 + 4.2, str(number), 3.2)
        else:
            sheet.text(x + beyond * 0.75, y - beyond * 0.75, str(number), 3.2)
        if number - 1 in SMALL:
            sheet.text(x, y + 10, hole.what[language], 3.4, "middle", bold=True)
    y = top + FRONT[1] + 9
    for i, hole in enumerate(HOLES):
        column, row = divmod(i, 6)
        x = left + column * 76
        said = f"{i + 1}  {hole.what[language]}"
        sheet.text(x, y + row * 5, said, 3.2)
        sheet.text(x + 36, y + row * 5, hole.size, 3.2)
        sheet.text(x + 50, y + row * 5, f"x {hole.x:g}", 3.2)
        sheet.text(x + 61, y + row * 5, f"y {hole.y:g}", 3.2)
    y += 34
    for i, note in enumerate(NOTES[language]):
        sheet.text(left + 112, y + i * 5, note, 3, ink=GREY)
    sheet.line((left, y), (left + 100, y), thick=0.4)
    for x in range(0, 101, 10):
        sheet.line((left + x, y - (2.5 if x % 50 == 0 else 1.5)), (left + x, y), thick=0.3)
    sheet.text(left + 50, y + 5, "100 mm" if language == 0 else "100 мм", 3.4, "middle")
    return sheet.svg()


def label(language: int) -> str:
    """The short manual on the case (CL-46), 120 × 50 mm."""
    sheet = Sheet(120, 50, "mm")
    sheet.rect(0.5, 0.5, 119, 49, thick=0.3, round_=2)
    for i, (key, what) in enumerate(LABEL[language]):
        y = 7.5 + i * 6.3
        first = not key and i == 0
        sheet.text(4, y, what if first else key, 3.9 if first else 3.4, bold=True)
        if not first:
            sheet.text(35, y, what, 3.1)
    return sheet.svg()


def drawings(language: int) -> dict[str, str]:
    """Every drawing by its file name."""
    end = "-ru" if language else ""
    return {f"case-front{end}.svg": template(language), f"case-label{end}.svg": label(language)}
