"""Random scenarios of every method and act, dense in the corners where rules meet.

`random_scenario(random)` takes any `random.Random`; Hypothesis has one that shrinks.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from flagfall.arbiter.scenario.acts import ACTS
from flagfall.arbiter.scenario.parse import NAME

Object = dict[str, Any]

# Moments and amounts lie on a coarse grid, so that they often meet to the microsecond, with a few
# off it by one.
_GRID_US = 500_000
_LAST = ("sudden", "fischer", "bronstein", "delay", "byoyomi", "canadian", "hourglass", "upcount")
_MIDDLE = _LAST[:4]
_ACTS = (
    *("press",) * 30,
    *("read",) * 4,
    *("stop",) * 3,
    *("resume",) * 5,
    *("takeback",) * 4,
    *("correct",) * 4,
    *("charge",) * 3,
    *("half_split",) * 2,
    *("flag_verdict",) * 3,
    *(name for name in ACTS if name not in ("press", "start", "end")),
)


def seconds(random: Random, most: int) -> int | str:
    """A grid time up to `most` seconds, as a number or a decimal string."""
    halves = random.randrange(2 * most + 1)
    if random.randrange(8) == 0:
        return f"{halves // 2}.{halves % 2 * 5}00001"
    return halves // 2 if halves % 2 == 0 else f"{halves // 2}.5"


def _period(random: Random, last: bool) -> Object:
    method = random.choice(_LAST if last else _MIDDLE)
    ends = last and random.randrange(3) > 0
    period: Object = {
        "moves": None if ends else random.randint(1, 4),
        "time_s": seconds(random, 12) if random.randrange(8) else 0,
        "method": method,
    }
    if method in ("fischer", "bronstein", "delay"):
        period["increment_s"] = seconds(random, 4)
    if method == "fischer" and random.randrange(2):
        period["increment_from"] = random.choice(("start", "first_move"))
    if method == "byoyomi":
        period |= {"count": random.randint(1, 3), "byo_s": random.randint(1, 4)}
    if method == "canadian":
        period |= {"byo_moves": random.randint(1, 3), "byo_s": random.randint(1, 6)}
    return period


def _periods(random: Random) -> list[Object]:
    count = random.choice((1, 1, 2, 2, 3))
    return [_period(random, index == count - 1) for index in range(count)]


def random_regulation(random: Random) -> Object:
    """Any regulation the format allows, with times short enough that everything comes to pass."""
    regulation: Object = {"periods": _periods(random)}
    choices: dict[str, Callable[[], Any]] = {
        "code": lambda: random.choice(("renju-rf", "renju-rif", "draughts-rf", "plain")),
        "on_flag": lambda: random.choice(("freeze", "run")),
        "blitz": lambda: random.choice((True, False)),
        "repeat_last": lambda: random.choice((True, False)),
        "carry_over": lambda: random.choice((True, False)),
        "correction_floor_s": lambda: seconds(random, 6),
        "carry_floor_s": lambda: seconds(random, 6),
        "carry_without_control": lambda: random.choice(("ask", "charge", "drop")),
        "charge_takeback": lambda: random.choice((True, False)),
        "violation_limit": lambda: random.randint(1, 3),
        "left": lambda: {"periods": _periods(random)},
        "right": lambda: {"periods": _periods(random)},
    }
    for name, choose in choices.items():
        often = name in ("on_flag", "correction_floor_s", "carry_floor_s")
        if random.randrange(2 if often else 4) == 0:
            regulation[name] = choose()
    return regulation


def _amount(random: Random, most: int) -> int:
    return random.randrange(most * 2 + 1) * _GRID_US + random.choice((0, 0, 0, 0, 1, -1))


def _fields(random: Random, act: str, at_us: int) -> Object:
    """Everything an act may say, at random; now and then something it should not."""
    side = random.choice(("left", "right"))
    fields: Object = {}
    if act in ("start", "press", "run_for", "settle", "violation", "flag_verdict"):
        fields["side"] = side
    if act in ("charge", "compensate"):
        fields["side"] = side
    if act == "resume" and random.randrange(2):
        fields["side"] = side
    if act in ("stop", "claim", "adjourn_early"):
        fields["by"] = side
    if act in ("charge", "half_split"):
        if random.randrange(3) == 0:
            fields["since_stop"] = True
        else:
            fields["amount_us"] = _amount(random, 10)
    elif act in ("compensate", "adjourn_early"):
        fields["amount_us"] = _amount(random, 5)
    if act == "adjourn_early" and random.randrange(2):
        fields["override"] = True
    if act == "violation" or (act == "takeback" and random.randrange(4)):
        fields["kind"] = random.choice(("impossible_move", "unclear_move", "touch"))
    if act == "takeback":
        if random.randrange(3) == 0:
            fields["count"] = random.choice((True, False))
        if random.randrange(3) == 0:
            fields["charge"] = random.choice((True, False))
    if act == "settle":
        fields["how"] = random.choice(("charge", "drop"))
    if act == "flag_verdict":
        fields["verdict"] = random.choice(("confirm", "overrule", "overrule", "declare"))
    if act == "claim":
        fields["what"] = random.choice(("flag", "draw", "defect", "defect", "repetition"))
    if act == "power_cycle":
        fields["off_us"] = _amount(random, 3)
    if act == "end" and random.randrange(2):
        fields["declared_at_us"] = max(0, at_us - _amount(random, 3) + random.choice((0, 0, 9)))
    if act == "correct":
        fields |= _correction(random, side)
    return fields


def _correction(random: Random, side: str) -> Object:
    fields: Object = {"side": random.choice((side, side, "both"))}
    kind = random.randrange(4)
    if kind == 0 and fields["side"] != "both":
        fields["set_us"] = _amount(random, 12) - 2 * _GRID_US
    elif kind <= 2:
        fields["delta_us"] = _amount(random, 12) - 12 * _GRID_US
    if random.randrange(4) == 0:
        fields["moves"] = random.randint(0, 6)
    if random.randrange(6) == 0:
        fields["period"] = random.randint(0, 2)
    if random.randrange(6) == 0:
        fields["violations"] = random.randint(0, 3)
    if random.randrange(6) == 0:
        fields["carried_us"] = max(0, _amount(random, 4))
    if random.randrange(6) == 0:
        fields["uncollected_us"] = max(0, _amount(random, 4))
    if random.randrange(4) == 0:
        fields["turn"] = random.choice(("left", "right"))
    if random.randrange(4) == 0:
        fields["override"] = True
    return fields


def random_steps(random: Random, count: int, start_us: int = 0) -> list[Object]:
    """Acts at never decreasing moments; mostly a game that goes on."""
    at_us = start_us
    steps: list[Object] = []
    mover = random.choice(("left", "right"))
    started = False
    for number in range(count):
        if random.randrange(4):
            at_us += random.randrange(9) * _GRID_US
        if random.randrange(8) == 0:
            at_us = max(steps[-1]["at_us"] if steps else start_us, at_us + random.choice((-1, 1)))
        act = random.choice(_ACTS)
        if not started and random.randrange(6):
            act, started = "start", True
        elif number > count // 2 and random.randrange(40) == 0:
            act = "end"
        fields = _fields(random, act, at_us)
        if act == "start":
            fields["side"] = mover
        if act == "press" and random.randrange(12):
            fields["side"] = mover
            mover = "right" if mover == "left" else "left"
        steps.append({"at_us": at_us, "act": act, **fields})
    return steps


def random_scenario(random: Random, most: int = 40) -> Object:
    """A scenario of up to `most` steps whose moments lie about a wrap of 2^30 µs."""
    wrap = random.choice((0, 0, 1, 2, 5)) << 30
    start_us = max(0, wrap - random.randrange(20) * _GRID_US)
    return {
        "schema": NAME,
        "regulation": random_regulation(random),
        "steps": random_steps(random, random.randint(1, most), start_us),
    }
