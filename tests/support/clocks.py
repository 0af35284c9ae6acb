"""Clocks for tests: regulations in a line, orders by their names, answers as dictionaries."""

from typing import Any

from flagfall_clock import codes
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation

LEFT, RIGHT, BOTH = codes.SIDE_LEFT, codes.SIDE_RIGHT, codes.SIDE_BOTH
S = 1_000_000
MIN = 60 * S


def clock(*periods: Period, right: list[Period] | None = None, **choices: Any) -> Clock:
    """A new game; `code` and `blitz` choose defaults, every other keyword is set on top."""
    defaults = {name: choices.pop(name) for name in ("code", "blitz") if name in choices}
    regulation = Regulation(list(periods), right, **defaults)
    for name, value in choices.items():
        setattr(regulation, name, value)
    return Clock(regulation)


def do(clock: Clock, at_us: int, act: str, side: int = 0, **fields: Any) -> int:
    """Do `act` ('half_split', …); answers the refusal."""
    return clock.do(at_us, Order(getattr(codes, "ACT_" + act.upper()), side, **fields))


def events(clock: Clock) -> set[str]:
    """What the last act brought about, by name."""
    return {
        name.removeprefix("HAPPENED_").lower()
        for name in dir(codes)
        if name.startswith("HAPPENED_") and clock.happened & getattr(codes, name)
    }


def refusal(number: int) -> str:
    """The name of a refusal; '' if none."""
    for name in dir(codes):
        if name.startswith("REFUSAL_") and getattr(codes, name) == number:
            return "" if number == 0 else name.removeprefix("REFUSAL_").lower()
    raise ValueError(number)
