"""Every act of a scenario and the fields it may have: one table for the parser and the schema."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from flagfall_protocol.codes import (
    Act,
    By,
    Claim,
    OrderFlag,
    Result,
    Settlement,
    Side,
    Verdict,
    Violation,
    Why,
)

from flagfall.arbiter.scenario.values import MAX_AT_US, MAX_COUNT, MAX_TIME_US

Kind = Literal["word", "text", "time", "count", "yes_no"]
Values = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """One field of an act: its type, its words or range, and what it sets in the order."""

    name: str
    kind: Kind
    doc: str
    set: Callable[[Values, Any], None]
    required: bool = True
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


def _names(enum: Any, *without: Any) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in enum if member not in without)


def _into(name: str, enum: Any) -> Callable[[Values, Any], None]:
    """Set an order's field to the member that the word names."""

    def put(order: Values, value: Any) -> None:
        order[name] = enum[value.upper()]

    return put


def _free(name: str, enum: Any, otherwise: Any) -> Callable[[Values, Any], None]:
    """A free text, of which the wire knows some words."""

    def put(order: Values, value: Any) -> None:
        order[name] = enum.__members__.get(value.upper(), otherwise)

    return put


def _flag(when: dict[Any, OrderFlag]) -> Callable[[Values, Any], None]:
    def put(order: Values, value: Any) -> None:
        order["flags"] = order.get("flags", OrderFlag(0)) | when.get(value, OrderFlag(0))

    return put


def _plain(name: str) -> Callable[[Values, Any], None]:
    def put(order: Values, value: Any) -> None:
        order[name] = value

    return put


def _amount(flag: OrderFlag) -> Callable[[Values, Any], None]:
    mark = _flag(dict.fromkeys((True,), flag))

    def put(order: Values, value: Any) -> None:
        order["amount_us"] = value
        mark(order, True)

    return put


def _side(doc: str, *more: str, required: bool = True, name: str = "side") -> Field:
    words = ("left", "right", *more)
    return Field(name, "word", doc, _into("side", Side), required, words)


def _by(*more: str, required: bool = True) -> Field:
    return Field("by", "word", "who does it", _into("by", By), required, ("left", "right", *more))


def _time(name: str, doc: str, put: Callable[[Values, Any], None], required: bool = True) -> Field:
    return Field(name, "time", doc, put, required, (), -MAX_TIME_US, MAX_TIME_US)


def _count(name: str, doc: str) -> Field:
    return Field(name, "count", doc, _plain(name), False, (), 0, MAX_COUNT)


_WHY = Field(
    "why", "text", "the reason, in any words", _free("why", Why, Why.UNSAID), required=False
)
_OVERRIDE = Field(
    "override",
    "yes_no",
    "the arbiter insists: no floor, no refusal by CL-11 or CL-33",
    _flag({True: OrderFlag.OVERRIDE}),
    required=False,
)
_SINCE_STOP = Field(
    "since_stop",
    "yes_no",
    "the amount is the time since the clock last stopped",
    _flag({True: OrderFlag.SINCE_STOP}),
    required=False,
)
_AMOUNT = _time("amount_us", "how much", _plain("amount_us"))
_MEASURED = _time("amount_us", "how much; or `since_stop`", _plain("amount_us"), required=False)
_KIND = "impossible_move and unclear_move are counted; any other word is recorded"


def _kind(required: bool) -> Field:
    return Field(
        "kind", "text", _KIND, _free("what", Violation, Violation.OTHER), required=required
    )


@dataclass(frozen=True)
class ActSpec:
    """An act: its number, what it does in a sentence, and its fields."""

    act: Act
    doc: str
    fields: tuple[Field, ...] = ()


ACTS: dict[str, ActSpec] = {
    "start": ActSpec(Act.START, "the side's clock runs, its turn it is", (_side("who moves"),)),
    "press": ActSpec(Act.PRESS, "the running side completes its move", (_side("whose key"),)),
    "stop": ActSpec(
        Act.STOP,
        "nothing runs; the turn is kept",
        (_by("arbiter", required=False), _WHY),
    ),
    "resume": ActSpec(
        Act.RESUME,
        "runs again; for the other side it passes the turn",
        (_side("default: whose turn it is", required=False),),
    ),
    "takeback": ActSpec(
        Act.TAKEBACK,
        "CL-21: undoes the last press, charges the offender, counts a violation",
        (
            _kind(required=False),
            Field(
                "count",
                "yes_no",
                "false: counts no violation",
                _flag({False: OrderFlag.UNCOUNTED}),
                required=False,
            ),
            Field(
                "charge",
                "yes_no",
                "default: the regulation's `charge_takeback`",
                _flag(
                    {
                        True: OrderFlag.CHARGE_SAID | OrderFlag.CHARGE_YES,
                        False: OrderFlag.CHARGE_SAID,
                    }
                ),
                required=False,
            ),
        ),
    ),
    "switch_back": ActSpec(
        Act.SWITCH_BACK, "D5.4.13.3: the running side switches the clock back; counts nothing"
    ),
    "run_for": ActSpec(
        Act.RUN_FOR,
        "CL-19: the side's clock runs out of turn until stop or resume",
        (_side("whose clock"), _WHY),
    ),
    "end": ActSpec(
        Act.END,
        "CL-48: the game is over as of the declared moment",
        (
            Field(
                "result",
                "text",
                "the result, in any words",
                _free("what", Result, Result.UNKNOWN),
                required=False,
            ),
            Field("reason", "text", "the reason, in any words", lambda o, v: None, required=False),
            Field(
                "declared_at_us",
                "time",
                "default: now",
                _amount(OrderFlag.DECLARED),
                required=False,
                least=0,
                most=MAX_AT_US,
            ),
        ),
    ),
    "open_sealed": ActSpec(
        Act.OPEN_SEALED, "CL-34: the sealed move counts, the responder's clock runs"
    ),
    "violation": ActSpec(Act.VIOLATION, "CL-22: counts one", (_side("whose"), _kind(True))),
    "correct": ActSpec(
        Act.CORRECT,
        "CL-13, CL-14: sets or changes what stands on the clock",
        (
            _side("whose; may be left out where only `turn` is given", "both", required=False),
            _time("set_us", "the time left", _amount(OrderFlag.SET), required=False),
            _time("delta_us", "+ gives time", _amount(OrderFlag.DELTA), required=False),
            _count("moves", "moves of the game"),
            _count("period", "the period, from 0"),
            _count("violations", "violations counted"),
            _time("carried_us", "carried penalty", _plain("carried_us"), required=False),
            _time("uncollected_us", "uncollected one", _plain("uncollected_us"), required=False),
            Field(
                "turn",
                "word",
                "whose turn it is",
                _into("what", Side),
                required=False,
                words=("left", "right"),
            ),
            _WHY,
            _OVERRIDE,
        ),
    ),
    "charge": ActSpec(Act.CHARGE, "CL-25: a penalty", (_side("whose"), _MEASURED, _SINCE_STOP)),
    "half_split": ActSpec(
        Act.HALF_SPLIT, "CL-26: a check's time, halved between the sides", (_MEASURED, _SINCE_STOP)
    ),
    "compensate": ActSpec(
        Act.COMPENSATE, "CL-27: time for the offender's opponent", (_side("who receives"), _AMOUNT)
    ),
    "settle": ActSpec(
        Act.SETTLE,
        "CL-25: answers an uncollected penalty",
        (
            _side("whose"),
            Field(
                "how",
                "word",
                "charge or drop it",
                _into("what", Settlement),
                True,
                _names(Settlement),
            ),
        ),
    ),
    "flag_verdict": ActSpec(
        Act.FLAG_VERDICT,
        "CL-07: what the arbiter finds of a flag",
        (
            _side("whose flag"),
            Field("verdict", "word", "the finding", _into("what", Verdict), True, _names(Verdict)),
        ),
    ),
    "claim": ActSpec(
        Act.CLAIM,
        "recorded; CL-11 may refuse it",
        (
            _by(),
            Field("what", "word", "of what", _into("what", Claim), True, _names(Claim)),
            _OVERRIDE,
        ),
    ),
    "adjourn": ActSpec(Act.ADJOURN, "CL-32: stops; the turn is the sealing side's"),
    "adjourn_early": ActSpec(
        Act.ADJOURN_EARLY,
        "CL-33: the side takes the time to the session's control on itself",
        (_by(), _AMOUNT, _OVERRIDE),
    ),
    "replace": ActSpec(Act.REPLACE, "CL-12: the state goes to a fresh unit, stopped"),
    "power_cycle": ActSpec(
        Act.POWER_CYCLE,
        "power fails now and is back later: the state as it was, stopped",
        (_time("off_us", "how long power is off", _plain("amount_us"), required=False),),
    ),
    "read": ActSpec(Act.READ, "looks only"),
}
