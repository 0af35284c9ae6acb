"""Clock readings inside PDN comments: `[%clock w0:09:57 B0:09:58]` and its older forms.

>>> reading, rest = extract("[%clock w0:09:57 B0:09:58] a quick reply")
>>> reading.white_us, reading.running, rest
(597000000, 'black', 'a quick reply')
>>> write(reading)
'[%clock w0:09:57 B0:09:58]'
"""

import re

from flagfall.rules.face import Colour
from flagfall.rules.record import Clock

SECOND_US = 1_000_000
_TIME = r"(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,6}))?"
_COMMAND = re.compile(
    rf"\[%(clock|clk|egt|emt|mct)\s*((?:[wWbB]?\s*{_TIME}[\s,]*){{1,2}})\]", re.ASCII
)
_READING = re.compile(rf"([wWbB])?\s*{_TIME}", re.ASCII)


def extract(comment: str) -> tuple[Clock | None, str]:
    """The first clock command of a comment, and the comment without it."""
    found = _COMMAND.search(comment)
    if found is None:
        return None, comment
    times: dict[str, int] = {}
    running: Colour | None = None
    for letter, hours, minutes, seconds, part in _READING.findall(found[2]):
        whole = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
        times[letter.lower()] = whole * SECOND_US + int(part.ljust(6, "0") or 0)
        if letter.isupper():
            running = "white" if letter == "W" else "black"
    rest = f"{comment[: found.start()].rstrip()} {comment[found.end() :].lstrip()}".strip()
    reading = Clock(times.get("w"), times.get("b"), times.get(""), running, found[1])
    return reading, rest


def write(reading: Clock) -> str:
    """The command as PDN has it; fractions of a second only where there are any."""
    parts = []
    for colour, letter, time in (
        ("white", "w", reading.white_us),
        ("black", "b", reading.black_us),
        ("", "", reading.mover_us),
    ):
        if time is not None:
            parts.append((letter.upper() if reading.running == colour else letter) + hms(time))
    return f"[%{reading.command} {' '.join(parts)}]"


def hms(time_us: int) -> str:
    """`h:mm:ss`, with decimals only where the time has them."""
    seconds, part = divmod(max(time_us, 0), SECOND_US)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return text + f".{part:06}".rstrip("0") if part else text
