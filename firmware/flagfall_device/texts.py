"""What the clock says, in English and Russian; 21 letters fit a line of the graphic display."""

LANGUAGES = ("English", "Русский")

PERIOD = ("C", "К")  # control, контроль
COLOURS = (("white", "black"), ("белые", "черные"))
MOVES = ("moves: {}", "ходов: {}")

# By `faces.READY` … `faces.OVER`.
WORDS = (
    (
        "ready",
        "press starts the game",
        "",
        "stopped",
        "call the arbiter",
        "adjourned",
        "game over",
    ),
    (
        "готовы",
        "нажатие начнет партию",
        "",
        "остановлены",
        "позовите судью",
        "отложена",
        "партия окончена",
    ),
)

# By the wire's `Result`, from the left side.
RESULTS = (
    ("game over", "left wins 1-0", "right wins 0-1", "draw 1/2-1/2", "both lose 0-0"),
    ("партия окончена", "левый выиграл 1-0", "правый выиграл 0-1", "ничья 1/2-1/2", "оба 0-0"),
)

# Under a result: what the side has yet to do, and that it is done.
CONFIRM = (("press your key", "confirmed"), ("нажмите свою кнопку", "подтверждено"))


def unit_signs(bits: int) -> str:
    """The unit's signs as a picture of each; bits: battery, link, defect, lock, sound."""
    said = ""
    for bit, sign in ((4, "♪"), (3, "⚿"), (1, "≡"), (0, "▂"), (2, "×")):
        if bits >> bit & 1:
            said += sign
    return said


def capital(letter: str) -> str:
    """A letter as a capital; MicroPython's own `upper` knows no Russian."""
    code = ord(letter)
    if 0x430 <= code <= 0x44F:
        return chr(code - 0x20)
    return "Е" if code in (0x451, 0x401) else letter.upper()
