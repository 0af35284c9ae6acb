"""A regulation as JSON, read and written. Times in seconds become whole microseconds."""

from typing import Any

from flagfall_clock.regulation import MAX_PERIODS, Period, Regulation
from flagfall_protocol.codes import CarryWithoutControl, Code, Method

from flagfall.arbiter.scenario.errors import Contradiction, Missing, TooLarge, WrongType
from flagfall.arbiter.scenario.values import (
    MAX_COUNT,
    MAX_TIME_US,
    Fields,
    below,
    boolean,
    fields_of,
    integer,
    kind,
    need,
    seconds,
    word,
)
from flagfall.words import words

_, ngettext = words("arbiter")

CODES = {
    "plain": Code.PLAIN,
    "renju-rf": Code.RENJU_RF,
    "renju-rif": Code.RENJU_RIF,
    "draughts-rf": Code.DRAUGHTS_RF,
}
METHODS = {method.name.lower(): method for method in Method}
CARRY = {policy.name.lower(): policy for policy in CarryWithoutControl}
ON_FLAG = ("freeze", "run")
REVEAL = ("at_once", "at_zero")
ORIENTATION = ("black-left", "black-right")
INCREMENT_FROM = ("start", "first_move")
METHOD_FIELDS = {
    "sudden": (),
    "fischer": ("increment_s",),
    "bronstein": ("increment_s",),
    "delay": ("increment_s",),
    "byoyomi": ("count", "byo_s"),
    "canadian": ("byo_moves", "byo_s"),
    "hourglass": (),
    "upcount": (),
}
METHOD_CHOICES = {"fischer": ("increment_from",)}
ONLY_LAST = ("byoyomi", "canadian", "hourglass", "upcount")
YES_NO = ("repeat_last", "carry_over", "blitz", "charge_takeback", "discreet")
# The fields in seconds, and the most that the wire carries of each.
TIMES = {
    "correction_floor_s": MAX_TIME_US // 1_000_000,
    "carry_floor_s": MAX_TIME_US // 1_000_000,
    "hold_limit_s": 3_600,
    "forfeit_after_s": 30 * 86_400,
}
FIELDS = (
    "code",
    "periods",
    "left",
    "right",
    "on_flag",
    "reveal_control",
    "violation_limit",
    "carry_without_control",
    "orientation",
    *YES_NO,
    *TIMES,
)


def parse_regulation(value: Any, where: str = "regulation") -> Regulation:
    """The regulation of a JSON object; `ScenarioError` names the field that is wrong."""
    fields = fields_of(value, where, FIELDS)
    code = word(fields.get("code", "plain"), below(where, "code"), tuple(CODES))
    blitz = boolean(fields.get("blitz", False), below(where, "blitz"))
    left, right = _sides(fields, where)
    regulation = Regulation(left, right, code=CODES[code], blitz=blitz)
    for name in YES_NO:
        if name in fields:
            setattr(regulation, name, boolean(fields[name], below(where, name)))
    for name, most_s in TIMES.items():
        if name in fields:
            amount_us = seconds(fields[name], below(where, name), most_s)
            setattr(regulation, name[:-1] + "us", amount_us)
    if "on_flag" in fields:
        on_flag = word(fields["on_flag"], below(where, "on_flag"), ON_FLAG)
        regulation.run_on_flag = on_flag == "run"
    # What is shown of a passed control follows discretion unless it is said (CL-18).
    regulation.reveal_at_zero = regulation.discreet
    if "reveal_control" in fields:
        reveal = word(fields["reveal_control"], below(where, "reveal_control"), REVEAL)
        regulation.reveal_at_zero = reveal == "at_zero"
    if "violation_limit" in fields:
        place = below(where, "violation_limit")
        regulation.violation_limit = integer(fields["violation_limit"], place, 1, 255)
    if "carry_without_control" in fields:
        place = below(where, "carry_without_control")
        policy = word(fields["carry_without_control"], place, tuple(CARRY))
        regulation.carry_without_control = CARRY[policy]
    if "orientation" in fields:
        place = below(where, "orientation")
        regulation.black_right = word(fields["orientation"], place, ORIENTATION) == "black-right"
    fault = regulation.fault()
    if fault:
        raise Contradiction(_("impossible"), where=below(where, fault))
    return regulation


def _sides(fields: Fields, where: str) -> tuple[list[Period], list[Period]]:
    """The periods of both sides: the common ones, or a side's own (odds)."""
    own: dict[str, list[Period]] = {}
    for name in ("left", "right"):
        if name in fields:
            place = below(where, name)
            side = fields_of(fields[name], place, ("periods",))
            if "periods" in side:
                own[name] = _periods(side["periods"], below(place, "periods"))
    if "periods" in fields:
        common = _periods(fields["periods"], below(where, "periods"))
        return own.get("left", common), own.get("right", common)
    if len(own) < 2:
        raise Missing(
            _("the field {name!r} is missing").format(name="periods"),
            where=below(where, "periods"),
        )
    return own["left"], own["right"]


def _periods(value: Any, where: str) -> list[Period]:
    if not isinstance(value, list):
        raise WrongType(_("a list is wanted, not {kind}").format(kind=kind(value)), where=where)
    if not value:
        raise Contradiction(_("a regulation has at least one period"), where=where)
    if len(value) > MAX_PERIODS:
        raise TooLarge(_("more than {n} periods").format(n=MAX_PERIODS), where=where)
    return [
        _period(period, f"{where}[{index}]", index == len(value) - 1)
        for index, period in enumerate(value)
    ]


def _period(value: Any, where: str, last: bool) -> Period:
    every = ("moves", "time_s", "method", "increment_s", "increment_from")
    fields = fields_of(value, where, (*every, "count", "byo_s", "byo_moves"))
    place = below(where, "method")
    method = word(need(fields, "method", where), place, tuple(METHODS))
    if method in ONLY_LAST and not last:
        raise Contradiction(
            _("{method!r} stands only in the last period").format(method=method), where=place
        )
    wanted = METHOD_FIELDS[method]
    fields_of(fields, where, (*every[:3], *wanted, *METHOD_CHOICES.get(method, ())))
    period = Period(
        seconds(need(fields, "time_s", where), below(where, "time_s")),
        _moves(need(fields, "moves", where), below(where, "moves"), last),
        METHODS[method],
    )
    for name in wanted:
        found, place = need(fields, name, where), below(where, name)
        if name.endswith("_s"):
            setattr(period, name[:-1] + "us", seconds(found, place))
        else:
            setattr(period, name, integer(found, place, 1, MAX_COUNT))
    if "byo_s" in wanted and period.byo_us == 0:
        raise Contradiction(_("overtime of no length"), where=below(where, "byo_s"))
    if "increment_from" in fields:
        place = below(where, "increment_from")
        chosen = word(fields["increment_from"], place, INCREMENT_FROM)
        period.from_first_move = chosen == "first_move"
    return period


def _moves(value: Any, where: str, last: bool) -> int | None:
    if value is not None:
        return integer(value, where, 1, MAX_COUNT)
    if not last:
        raise Contradiction(
            _("a period that lasts to the end is the last one"),
            where=where,
            hint=_("give the number of moves of this control"),
        )
    return None


def regulation_json(regulation: Regulation) -> dict[str, Any]:
    """The regulation as JSON with every field said; `parse_regulation` reads it back the same."""
    answer: dict[str, Any] = {
        "code": next(name for name, code in CODES.items() if code == regulation.code),
        "periods": [_period_json(period) for period in regulation.left],
    }
    if regulation.right is not regulation.left:
        answer["right"] = {"periods": [_period_json(period) for period in regulation.right]}
    answer |= {name: getattr(regulation, name) for name in YES_NO}
    answer |= {name: seconds_json(getattr(regulation, name[:-1] + "us")) for name in TIMES}
    answer["on_flag"] = ON_FLAG[regulation.run_on_flag]
    answer["reveal_control"] = REVEAL[regulation.reveal_at_zero]
    answer["violation_limit"] = regulation.violation_limit
    answer["carry_without_control"] = CarryWithoutControl(
        regulation.carry_without_control
    ).name.lower()
    answer["orientation"] = ORIENTATION[regulation.black_right]
    return answer


def _period_json(period: Period) -> dict[str, Any]:
    method = Method(period.method).name.lower()
    answer: dict[str, Any] = {
        "moves": period.moves,
        "time_s": seconds_json(period.time_us),
        "method": method,
    }
    for name in METHOD_FIELDS[method]:
        if name.endswith("_s"):
            answer[name] = seconds_json(getattr(period, name[:-1] + "us"))
        else:
            answer[name] = getattr(period, name)
    if method == "fischer":
        answer["increment_from"] = INCREMENT_FROM[period.from_first_move]
    return answer


def seconds_json(amount_us: int) -> int | str:
    """Seconds for JSON: a number where they are whole, else a decimal string."""
    whole, rest = divmod(amount_us, 1_000_000)
    return f"{whole}.{rest:06d}".rstrip("0") if rest else whole


def advice(regulation: Regulation) -> list[str]:
    """What is allowed and yet unusual, in sentences for the arbiter."""
    found: list[str] = []
    if regulation.blitz and regulation.code == Code.RENJU_RF:
        for periods in (regulation.left, regulation.right):
            total_us = sum(period.time_us for period in periods)
            if not 300_000_000 <= total_us <= 600_000_000 and not found:
                found.append(_("CL-02, R3.10.2: renju blitz is 5 to 10 minutes for the game"))
    return found
