"""Plays many scenarios in one MicroPython process: integers in, integers out, JSON on the host.

What the firmware gets are its own ticks, which wrap at 2^30 in the middle of every scenario, and
which it extends as it does on a board: with the device's own `Timebase`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from flagfall.arbiter.scenario import Answer, Scenario
from flagfall.arbiter.scenario.answer import SideAnswer
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period
from flagfall_clock.snapshot import rule_flags
from flagfall_protocol.codes import Happened, Refusal, Side

from tests.support import micropython

ORDER_FIELDS = (
    "act",
    "side",
    "by",
    "what",
    "why",
    "flags",
    "amount_us",
    "moves",
    "period",
    "violations",
    "carried_us",
    "uncollected_us",
)
SIDE_FIELDS = (
    "remaining_us",
    "used_us",
    "moves",
    "period",
    "byo_left",
    "carried_us",
    "uncollected_us",
    "violations",
    "flag_us",
)

SCRIPT = f"""
import sys
from flagfall_clock.engine import Clock
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_clock.snapshot import set_rule_flags
from flagfall_device.timebase import Timebase

TICK_MASK = (1 << 30) - 1
MINUTE = 60_000_000
SIDE_FIELDS = {SIDE_FIELDS!r}

def period(n):
    return Period(n[0], n[1] or None, n[2], n[3], bool(n[4]), n[5], n[6], n[7])

def shown(side):
    return [getattr(side, name) for name in SIDE_FIELDS]

def play(n, out, again):
    periods = [period(n[9 + 8 * i : 17 + 8 * i]) for i in range(n[7] + n[8])]
    rules = Regulation(periods[: n[7]], periods[n[7] :], n[0])
    set_rule_flags(rules, n[1])
    rules.violation_limit, rules.correction_floor_us, rules.carry_floor_us = n[2:5]
    rules.carry_without_control = n[5]
    clock = Clock(rules)
    at = 9 + 8 * len(periods)
    # The first wrap comes when half of the scenario is over, as if the board had run before it.
    first = TICK_MASK - (n[at] + n[at + 13 * (n[6] - 1)]) // 2
    time = Timebase(first & TICK_MASK)
    seen = wraps = 0
    for _ in range(n[6]):
        moment = n[at]
        while seen < moment:
            seen = min(moment, seen + MINUTE)
            last = time.tick
            time.advance((first + seen) & TICK_MASK)
            wraps += time.tick < last
        now = time.now_us()
        order = Order(*n[at + 1 : at + 13])
        at += 13
        refusal = clock.do(now, order)
        answer = [refusal, clock.running, clock.turn, clock.first_flag, clock.happened]
        out.write(" ".join([str(x) for x in answer + shown(clock.left) + shown(clock.right)]))
        out.write("\\n")
        if again:
            clock = Clock.restored(clock.snapshot())
    out.write(str(wraps) + "\\n")

again = sys.argv[1] == "snapshot"
with open("scenarios.txt") as lines, open("answers.txt", "w") as out:
    for line in lines:
        play([int(x) for x in line.split()], out, again)
"""


def encode(scenario: Scenario) -> str:
    """One line of integers."""
    rules = scenario.regulation
    numbers = [
        rules.code,
        rule_flags(rules),
        rules.violation_limit,
        rules.correction_floor_us,
        rules.carry_floor_us,
        rules.carry_without_control,
        len(scenario.steps),
        len(rules.left),
        len(rules.right),
    ]
    for period in (*rules.left, *rules.right):
        numbers += _period(period)
    for step in scenario.steps:
        numbers += [step.at_us, *_order(step.order)]
    return " ".join(map(str, numbers))


def _period(period: Period) -> list[int]:
    return [
        period.time_us,
        period.moves or 0,
        period.method,
        period.increment_us,
        int(period.from_first_move),
        period.count,
        period.byo_us,
        period.byo_moves,
    ]


def _order(order: Order) -> list[int]:
    return [getattr(order, name) for name in ORDER_FIELDS]


def _answer(step: int, at_us: int, numbers: list[int]) -> Answer:
    half = len(SIDE_FIELDS)
    return Answer(
        step,
        at_us,
        Refusal(numbers[0]),
        SideAnswer(*numbers[5 : 5 + half]),
        SideAnswer(*numbers[5 + half :]),
        Side(numbers[1]),
        Side(numbers[2]),
        Side(numbers[3]),
        Happened(numbers[4]),
    )


def play_all(
    scenarios: Iterable[Scenario],
    folder: Path,
    *,
    python: tuple[str | Path, ...] = (),
    snapshots: bool = False,
    timeout: float = 600,
) -> Iterator[list[Answer]]:
    """The firmware's answers to each scenario, staged in `folder`.

    `snapshots`: the clock is replaced by one restored from its snapshot after every step.
    """
    kept = list(scenarios)
    (folder / "scenarios.txt").write_text("\n".join(map(encode, kept)) + "\n", "ascii")
    mode = "snapshot" if snapshots else "plain"
    micropython.run(SCRIPT, folder, mode, python=python, timeout=timeout)
    with (folder / "answers.txt").open("r", encoding="ascii") as lines:
        for scenario in kept:
            yield [
                _answer(number, step.at_us, [int(x) for x in next(lines).split()])
                for number, step in enumerate(scenario.steps)
            ]
            wraps, span_us = int(next(lines)), scenario.steps[-1].at_us - scenario.steps[0].at_us
            assert wraps > 0 or span_us < 2, "the ticks of this scenario did not wrap"
