"""A scenario from JSON, whole or not at all."""

from dataclasses import dataclass
from typing import Any

from flagfall_clock.order import Order
from flagfall_clock.regulation import Regulation
from flagfall_protocol.codes import Act, OrderFlag, Violation

from flagfall.arbiter.scenario.acts import ACTS, Field
from flagfall.arbiter.scenario.errors import (
    Contradiction,
    Missing,
    TimeGoesBack,
    TooLarge,
    WrongType,
)
from flagfall.arbiter.scenario.regulation import parse_regulation
from flagfall.arbiter.scenario.values import (
    MAX_AT_US,
    Fields,
    below,
    boolean,
    fields_of,
    integer,
    kind,
    loads,
    need,
    text,
    word,
)
from flagfall.words import words

_, ngettext = words("arbiter")

NAME = "flagfall.scenario/1"
MAX_STEPS = 200_000
FIELDS = ("schema", "name", "comment", "regulation", "steps")


@dataclass(frozen=True)
class Step:
    """One act at its moment, as an order to the clock."""

    at_us: int
    order: Order


@dataclass(frozen=True)
class Scenario:
    """A regulation and the acts that are played on it, in order of time."""

    name: str
    comment: str
    regulation: Regulation
    steps: tuple[Step, ...]


def parse(source: str | bytes) -> Scenario:
    """The scenario of a JSON text; `ScenarioError` names the step and the field."""
    fields = fields_of(loads(source), "", FIELDS)
    word(need(fields, "schema", ""), "schema", (NAME,))
    return Scenario(
        text(fields.get("name", ""), "name"),
        text(fields.get("comment", ""), "comment"),
        parse_regulation(need(fields, "regulation", "")),
        _steps(need(fields, "steps", "")),
    )


def _steps(value: Any) -> tuple[Step, ...]:
    if not isinstance(value, list):
        raise WrongType(_("a list is wanted, not {kind}").format(kind=kind(value)), where="steps")
    if len(value) > MAX_STEPS:
        raise TooLarge(_("more than {n} steps").format(n=MAX_STEPS), where="steps")
    steps: list[Step] = []
    before_us = 0
    for index, found in enumerate(value):
        step = parse_step(found, f"steps[{index}]")
        if step.at_us < before_us:
            raise TimeGoesBack(
                _("{at} is before {before}, the step above").format(
                    at=step.at_us, before=before_us
                ),
                where=f"steps[{index}].at_us",
            )
        before_us = step.at_us
        steps.append(step)
    return tuple(steps)


def parse_step(value: Any, where: str) -> Step:
    """One step; `ScenarioError` names the field that is wrong."""
    if not isinstance(value, dict):
        raise WrongType(_("an object is wanted, not {kind}").format(kind=kind(value)), where=where)
    name = word(need(value, "act", where), below(where, "act"), tuple(ACTS))
    spec = ACTS[name]
    fields = fields_of(value, where, ("at_us", "act", *(field.name for field in spec.fields)))
    at_us = integer(need(fields, "at_us", where), below(where, "at_us"), 0, MAX_AT_US)
    values: dict[str, Any] = {}
    for field in spec.fields:
        if field.name in fields:
            field.set(values, _read(field, fields[field.name], below(where, field.name)))
        elif field.required:
            need(fields, field.name, where)
    _together(spec.act, fields, values, where)
    plain = {name: int(number) for name, number in values.items()}
    return Step(at_us, Order(int(spec.act), **plain))


def _read(field: Field, value: Any, where: str) -> Any:
    if field.kind == "word":
        return word(value, where, field.words)
    if field.kind == "text":
        return text(value, where)
    if field.kind == "yes_no":
        return boolean(value, where)
    return integer(value, where, field.least, field.most)


def _together(act: Act, fields: Fields, values: dict[str, Any], where: str) -> None:
    """What fields must be to one another, and what an act says by silence."""
    if act in (Act.CHARGE, Act.HALF_SPLIT):
        measured = bool(values.get("flags", OrderFlag(0)) & OrderFlag.SINCE_STOP)
        if measured and "amount_us" in fields:
            raise Contradiction(
                _("either {one!r} or {other!r}").format(one="amount_us", other="since_stop"),
                where=below(where, "since_stop"),
            )
        if not measured:
            need(fields, "amount_us", where)
    elif act == Act.TAKEBACK and "kind" not in fields:
        values["what"] = Violation.IMPOSSIBLE_MOVE
    elif act == Act.CORRECT:
        _correction(fields, where)


def _correction(fields: Fields, where: str) -> None:
    if "set_us" in fields and "delta_us" in fields:
        raise Contradiction(
            _("either {one!r} or {other!r}").format(one="set_us", other="delta_us"),
            where=below(where, "delta_us"),
        )
    if "set_us" in fields and fields.get("side") == "both":
        raise Contradiction(
            _("a time is set for one side at a time"),
            where=below(where, "set_us"),
            hint=_("change both by the same `delta_us`"),
        )
    if "side" not in fields and not set(fields) <= {"at_us", "act", "turn", "why", "override"}:
        raise Missing(
            _("the field {name!r} is missing").format(name="side"), where=below(where, "side")
        )
