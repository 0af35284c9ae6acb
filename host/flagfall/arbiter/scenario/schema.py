"""The JSON Schema of scenarios, made from the same tables as the parser."""

from typing import Any

from flagfall_clock.regulation import MAX_PERIODS

from flagfall.arbiter.scenario.acts import ACTS, Field
from flagfall.arbiter.scenario.parse import MAX_STEPS, NAME
from flagfall.arbiter.scenario.regulation import (
    CARRY,
    CODES,
    INCREMENT_FROM,
    METHOD_CHOICES,
    METHOD_FIELDS,
    ON_FLAG,
    ORIENTATION,
    REVEAL,
    TIMES,
    YES_NO,
)
from flagfall.arbiter.scenario.values import MAX_AT_US, MAX_COUNT, MAX_TEXT, MAX_TIME_US

_EXAMPLE = {
    "schema": NAME,
    "name": "half-split with carry",
    "regulation": {
        "code": "renju-rf",
        "on_flag": "run",
        "periods": [
            {"moves": 40, "time_s": 7200, "method": "sudden"},
            {"moves": None, "time_s": 3600, "method": "fischer", "increment_s": 30},
        ],
    },
    "steps": [
        {"at_us": 0, "act": "start", "side": "left"},
        {"at_us": 5000000, "act": "press", "side": "left"},
        {"at_us": 9000000, "act": "stop", "by": "arbiter", "why": "check"},
        {"at_us": 9000000, "act": "half_split", "amount_us": 360000001},
        {"at_us": 9000000, "act": "read"},
    ],
}


def schema() -> dict[str, Any]:
    """The schema, draft 2020-12. What it cannot say (order of times) the parser checks."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://flagfall.org/schema/scenario-1.json",
        "title": NAME,
        "description": "A regulation and timed acts: one script for every clock.",
        "type": "object",
        "additionalProperties": False,
        "required": ["schema", "regulation", "steps"],
        "properties": {
            "schema": {"const": NAME},
            "name": _text("what it shows"),
            "comment": _text("why: the law's line, the story behind it"),
            "regulation": {"$ref": "#/$defs/regulation"},
            "steps": {
                "type": "array",
                "maxItems": MAX_STEPS,
                "items": {"oneOf": [_act(name) for name in ACTS]},
                "description": "`at_us` never decreases.",
            },
        },
        "$defs": {
            "seconds": {
                "description": "Seconds with at most six decimals, as a number or a string.",
                "oneOf": [
                    {"type": "number", "minimum": 0, "maximum": MAX_TIME_US // 1_000_000},
                    {"type": "string", "pattern": r"^[0-9]{1,15}(\.[0-9]{1,6})?$"},
                ],
            },
            "regulation": _regulation(),
            "periods": {
                "type": "array",
                "minItems": 1,
                "maxItems": MAX_PERIODS,
                "items": {"oneOf": [_period(method) for method in METHOD_FIELDS]},
            },
        },
        "examples": [_EXAMPLE],
    }


def _text(doc: str) -> dict[str, Any]:
    return {"type": "string", "maxLength": MAX_TEXT, "description": doc}


def _regulation() -> dict[str, Any]:
    side = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"periods": {"$ref": "#/$defs/periods"}},
        "description": "odds: this side's own periods",
    }
    properties: dict[str, Any] = {
        "code": {"enum": list(CODES), "default": "plain"},
        "periods": {"$ref": "#/$defs/periods"},
        "left": side,
        "right": side,
        "on_flag": {"enum": list(ON_FLAG)},
        "reveal_control": {"enum": list(REVEAL)},
        "violation_limit": {"type": "integer", "minimum": 1, "maximum": 255, "default": 3},
        "carry_without_control": {"enum": list(CARRY), "default": "ask"},
        "orientation": {"enum": list(ORIENTATION), "default": "black-left"},
    }
    properties |= {name: {"type": "boolean"} for name in YES_NO}
    properties |= {
        name: {"$ref": "#/$defs/seconds", "maximum": most_s} for name, most_s in TIMES.items()
    }
    both = {
        "required": ["left", "right"],
        "properties": {name: {"required": ["periods"]} for name in ("left", "right")},
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "anyOf": [{"required": ["periods"]}, both],
    }


def _period(method: str) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "method": {"const": method},
        "moves": {
            "oneOf": [{"type": "integer", "minimum": 1, "maximum": MAX_COUNT}, {"type": "null"}]
        },
        "time_s": {"$ref": "#/$defs/seconds"},
    }
    for name in METHOD_FIELDS[method]:
        properties[name] = (
            {"$ref": "#/$defs/seconds"}
            if name.endswith("_s")
            else {"type": "integer", "minimum": 1, "maximum": MAX_COUNT}
        )
    required = list(properties)
    for name in METHOD_CHOICES.get(method, ()):
        properties[name] = {"enum": list(INCREMENT_FROM), "default": INCREMENT_FROM[0]}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }


def _act(name: str) -> dict[str, Any]:
    spec = ACTS[name]
    properties: dict[str, Any] = {
        "at_us": {"type": "integer", "minimum": 0, "maximum": MAX_AT_US},
        "act": {"const": name},
    }
    properties |= {field.name: _field(field) for field in spec.fields}
    required = ["at_us", "act", *(field.name for field in spec.fields if field.required)]
    answer: dict[str, Any] = {
        "type": "object",
        "description": spec.doc,
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }
    if name in ("charge", "half_split"):
        since_stop = {"required": ["since_stop"], "properties": {"since_stop": {"const": True}}}
        answer["oneOf"] = [{"required": ["amount_us"]}, since_stop]
    elif name == "correct":
        answer["not"] = {
            "anyOf": [
                {"required": ["set_us", "delta_us"]},
                {"required": ["set_us", "side"], "properties": {"side": {"const": "both"}}},
            ]
        }
        named = [field.name for field in spec.fields[1:] if field.name not in _SIDELESS]
        answer["dependentRequired"] = {field: ["side"] for field in named}
    return answer


_SIDELESS = ("turn", "why", "override")


def _field(field: Field) -> dict[str, Any]:
    if field.kind == "word":
        return {"enum": list(field.words), "description": field.doc}
    if field.kind == "text":
        return _text(field.doc)
    if field.kind == "yes_no":
        return {"type": "boolean", "description": field.doc}
    return {
        "type": "integer",
        "minimum": field.least,
        "maximum": field.most,
        "description": field.doc,
    }
