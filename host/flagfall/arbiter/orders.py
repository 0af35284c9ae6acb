"""Orders of a face (`{"table": 3, "act": "charge", …}`, fields as in a scenario's step) made into
the fields of the wire's `Command`."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from flagfall_protocol import codes

from flagfall.arbiter.errors import BadOrder
from flagfall.arbiter.mirror import NUMBERS, SideName
from flagfall.arbiter.table import Table
from flagfall.words import words

_, ngettext = words("arbiter")

# Results from white's side → who wins.
WINNERS: dict[str, str | None] = {
    "1-0": "white",
    "+-": "white",
    "0-1": "black",
    "-+": "black",
    "1/2": None,
}
LOST_BY_BOTH = ("0-0", "--")
UNDECIDED = "*"
RESULTS = (*WINNERS, *LOST_BY_BOTH, UNDECIDED)
ACTS: dict[str, codes.Act] = {
    act.name.lower(): act
    for act in codes.Act
    if act
    not in (
        codes.Act.TICK,
        codes.Act.PRESS,
        codes.Act.HOLD,
        codes.Act.CONFIRM,
        codes.Act.POWER_CYCLE,
        codes.Act.REPLACE,
        codes.Act.READ,
    )
}
# Where `what` of the command has names: act → (field of the order, its names).
WHAT: dict[codes.Act, tuple[str, type[IntEnum]]] = {
    codes.Act.TAKEBACK: ("kind", codes.Violation),
    codes.Act.VIOLATION: ("kind", codes.Violation),
    codes.Act.CLAIM: ("what", codes.Claim),
    codes.Act.FLAG_VERDICT: ("verdict", codes.Verdict),
    codes.Act.SETTLE: ("how", codes.Settlement),
}
COUNTS = ("moves", "period", "violations", "carried_us", "uncollected_us")


def act_of(order: Mapping[str, Any]) -> codes.Act:
    """The act an order names; raises `BadOrder`."""
    name = order.get("act")
    if not isinstance(name, str) or name not in ACTS:
        raise BadOrder(
            _("There is no such act."),
            hint=_("One of: {names}.").format(names=", ".join(ACTS)),
            where="act",
        )
    return ACTS[name]


def command_fields(order: Mapping[str, Any], table: Table, first: SideName) -> dict[str, Any]:
    """The fields of `Command` beside act and revision. `first`: who is to begin.

    Raises `BadOrder` with the field in `where`.
    """
    act = act_of(order)
    fields: dict[str, Any] = {"flags": codes.OrderFlag(0)}
    side = order.get("side", first if act == codes.Act.START else None)
    if side is not None:
        fields["side"] = _side(side)
    if "by" in order:
        fields["by"] = codes.By[_name(order["by"], ("LEFT", "RIGHT", "ARBITER"), "by")]
    if "why" in order:
        fields["why"] = codes.Why[_name(order["why"], codes.Why.__members__, "why")]
    if act in WHAT:
        name, enum = WHAT[act]
        if name in order:
            fields["what"] = enum[_name(order[name], enum.__members__, name)]
    _amounts(act, order, fields)
    for name in COUNTS:
        if name in order:
            fields[name] = _number(order[name], name)
    if "turn" in order:
        fields["what"] = _side(order["turn"])
    if act == codes.Act.END:
        fields["what"] = result_code(str(order.get("result")), table)
    return fields


def _amounts(act: codes.Act, order: Mapping[str, Any], fields: dict[str, Any]) -> None:
    flags = {
        "override": codes.OrderFlag.OVERRIDE,
        "since_stop": codes.OrderFlag.SINCE_STOP,
    }
    for name, flag in flags.items():
        if order.get(name):
            fields["flags"] |= flag
    if order.get("count") is False:
        fields["flags"] |= codes.OrderFlag.UNCOUNTED
    if "charge" in order and act == codes.Act.TAKEBACK:
        fields["flags"] |= codes.OrderFlag.CHARGE_SAID
        if order["charge"]:
            fields["flags"] |= codes.OrderFlag.CHARGE_YES
    told = {
        "set_us": codes.OrderFlag.SET,
        "delta_us": codes.OrderFlag.DELTA,
        "declared_at_us": codes.OrderFlag.DECLARED,
        "amount_us": codes.OrderFlag(0),
    }
    for name, flag in told.items():
        if name in order:
            fields["amount_us"] = _number(order[name], name)
            fields["flags"] |= flag


def result_code(result: str, table: Table) -> codes.Result:
    """A result from white's side as the clock's, from the left side's. Raises `BadOrder`."""
    if result in LOST_BY_BOTH:
        return codes.Result.BOTH_LOSE
    if result == UNDECIDED:
        return codes.Result.UNKNOWN
    if result not in WINNERS:
        raise BadOrder(
            _("There is no such result."),
            hint=_("One of: {names}.").format(names=", ".join(RESULTS)),
            where="result",
        )
    winner = WINNERS[result]
    if winner is None:
        return codes.Result.DRAW
    left_wins = table.players["left"].colour == winner
    return codes.Result.LEFT_WINS if left_wins else codes.Result.RIGHT_WINS


def _side(value: Any) -> codes.Side:
    if value == "both":
        return codes.Side.BOTH
    if value not in NUMBERS:
        raise BadOrder(_("A side is left, right or both."), where="side")
    return NUMBERS[value]


def _name(value: Any, names: Any, field: str) -> str:
    name = str(value).upper()
    if name not in names:
        raise BadOrder(
            _("The value of '{field}' is not known.").format(field=field),
            hint=_("One of: {names}.").format(names=", ".join(n.lower() for n in names)),
            where=field,
        )
    return name


def _number(value: Any, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 62:
        raise BadOrder(_("'{field}' must be a whole number.").format(field=field), where=field)
    return value
