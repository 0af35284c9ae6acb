"""The answer to a step: numbers as the clock has them, and the JSON that shows them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flagfall_clock.engine import Clock
from flagfall_clock.side import SideState
from flagfall_protocol.codes import Happened, Refusal, Side

_SIDES = {Side.NONE: None, Side.LEFT: "left", Side.RIGHT: "right", Side.BOTH: "unknown"}


@dataclass(frozen=True)
class SideAnswer:
    """One side after a step; times in µs. `byo_left`: -1 outside overtime; `flag_us`: -1 up."""

    remaining_us: int
    used_us: int
    moves: int
    period: int
    byo_left: int
    carried_us: int
    uncollected_us: int
    violations: int
    flag_us: int

    @classmethod
    def of(cls, side: SideState) -> "SideAnswer":
        """The side of an engine, as it stands."""
        return cls(
            side.remaining_us,
            side.used_us,
            side.moves,
            side.period,
            side.byo_left,
            side.carried_us,
            side.uncollected_us,
            side.violations,
            side.flag_us,
        )

    def as_json(self) -> dict[str, Any]:
        """The side's object, in the order of its keys."""
        return {
            "remaining_us": self.remaining_us,
            "used_us": self.used_us,
            "moves": self.moves,
            "period": self.period,
            "byo_left": None if self.byo_left < 0 else self.byo_left,
            "carried_us": self.carried_us,
            "uncollected_us": self.uncollected_us,
            "violations": self.violations,
            "flag": None if self.flag_us < 0 else self.flag_us,
        }


@dataclass(frozen=True)
class Answer:
    """What a clock says after a step."""

    step: int
    at_us: int
    refusal: Refusal
    left: SideAnswer
    right: SideAnswer
    running: Side
    turn: Side
    first_flag: Side
    happened: Happened

    @classmethod
    def of(cls, step: int, at_us: int, refusal: int, clock: Clock) -> "Answer":
        """The answer of an engine that has just done the step."""
        return cls(
            step,
            at_us,
            Refusal(refusal),
            SideAnswer.of(clock.left),
            SideAnswer.of(clock.right),
            Side(clock.running),
            Side(clock.turn),
            Side(clock.first_flag),
            Happened(clock.happened),
        )

    def as_json(self) -> dict[str, Any]:
        """The answer's object, in the order of its keys."""
        return {
            "step": self.step,
            "at_us": self.at_us,
            "ok": self.refusal is Refusal.NONE,
            "error": None if self.refusal is Refusal.NONE else self.refusal.name.lower(),
            "left": self.left.as_json(),
            "right": self.right.as_json(),
            "running": _SIDES[self.running],
            "turn": _SIDES[self.turn],
            "first_flag": _SIDES[self.first_flag],
            "events": list(_events(self.happened)),
        }

    def line(self, pretty: bool = False) -> str:
        """The answer as one line of JSON; `pretty`: for people."""
        return json.dumps(self.as_json(), indent=2 if pretty else None)


def _events(happened: Happened) -> Iterator[str]:
    for event in Happened:
        if happened & event:
            name = event.name
            assert name is not None
            yield name.lower()
