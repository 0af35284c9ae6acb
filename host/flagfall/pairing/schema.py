"""The JSON Schema of `flagfall.event/1`, made from the same words the reader knows."""

from typing import Any

from flagfall.pairing.event import KINDS, RESULTS, SANCTIONS, SCHEMA, WAIVABLE
from flagfall.pairing.options import AVOID_FIELDS, DRAW_POLICIES, MAX_ROUNDS, options_of
from flagfall.pairing.parse import MAX_PLAYERS
from flagfall.pairing.parse_pairs import TIEBREAKS
from flagfall.pairing.reader import MAX_TEXT

Schema = dict[str, Any]


def _nullable(kind: str, **more: Any) -> Schema:
    return {"type": [kind, "null"], **more}


_ROUND: Schema = {"type": "integer", "minimum": 1, "maximum": MAX_ROUNDS}
_ROUNDS = _nullable("array", items=_ROUND)
_ID: Schema = {"type": "integer", "minimum": 1, "maximum": 10**9}
_NAME: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
_TEXT = _nullable("string", maxLength=MAX_TEXT)
_RATING = _nullable("integer", minimum=0, maximum=9999)
_POINTS: Schema = {
    "description": 'a number of points: 1, 0.5, "1/2" or "0.5"',
    "type": ["integer", "number", "string", "null"],
}
_TEAM_ID: Schema = {"type": ["integer", "string"]}
_PAIR: Schema = {"type": "array", "items": _ID, "minItems": 2, "maxItems": 2}


def _object(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "required": required, "properties": properties}


def _list(items: Schema) -> Schema:
    return _nullable("array", items=items)


def _system() -> Schema:
    options: Schema = {
        "kind": {"enum": list(KINDS)},
        "rounds": _nullable("integer", minimum=1, maximum=MAX_ROUNDS),
        "first_colour": {"enum": ["white", "black", "lot", None]},
        "seed": {"type": ["integer", "string", "null"], "maxLength": MAX_TEXT},
        "numbers": {"enum": ["rating", "listed", "lot", None]},
        "colour_rule": {"enum": ["draughts", "renju", "none", None]},
        "points": _object([], win=_POINTS, draw=_POINTS, loss=_POINTS),
        "bye_points": _POINTS,
        "micro_match": _object(
            [],
            games=_nullable("integer", minimum=1, maximum=20),
            score={"enum": ["games", "match", None]},
        ),
        "remeet_after_forfeit": _nullable("boolean"),
        "avoid": _list(
            _object(
                ["field", "through_round"],
                field={"enum": list(AVOID_FIELDS)},
                through_round=_ROUND,
                strict=_nullable("boolean"),
            )
        ),
        "waive": _list(
            _object(["rule", "round"], rule={"enum": list(WAIVABLE)}, round=_ROUND, reason=_TEXT)
        ),
        "entrants": {"enum": ["players", "teams", None]},
        "boards": _nullable("integer", minimum=1, maximum=100),
        "team_score": {"enum": ["games", "matches", None]},
        "games": _nullable("integer", minimum=1, maximum=MAX_ROUNDS),
        "to_points": _POINTS,
        "to_wins": _nullable("integer", minimum=1, maximum=MAX_ROUNDS),
        "cycles": _nullable("integer", minimum=1, maximum=MAX_ROUNDS),
        "round_order": {"anyOf": [_ROUNDS, {"const": "lot"}]},
        "table": {"anyOf": [_TEXT, _list({"type": "array", "items": _PAIR})]},
        "groups": _nullable("array", items={"type": "array", "items": _ID}, minItems=2, maxItems=2),
        "bracket": {"enum": ["fixed", "redrawn", None]},
        "free": {"enum": ["seeds", "lot", None]},
        "draw_policy": {"enum": [*DRAW_POLICIES, None]},
        "lives": _POINTS,
        "tries": _nullable("integer", minimum=0, maximum=10_000),
    }
    kinds = []
    for kind in KINDS:
        known = dict.fromkeys(sorted(options_of(kind)), True)
        kinds.append(
            {
                "if": {"properties": {"kind": {"const": kind}}},
                "then": {
                    "properties": known,
                    "patternProperties": {"^x-": True},
                    "additionalProperties": False,
                },
            }
        )
    return {"type": "object", "required": ["kind"], "properties": options, "allOf": kinds}


def _round() -> Schema:
    single: Schema = {"enum": [*RESULTS, "½", "½-½", "1/2-1/2"]}
    result: Schema = {
        "anyOf": [
            {"type": "null"},
            single,
            _object(["games"], games={"type": "array", "items": single, "maxItems": 20}),
        ]
    }
    game = _object(
        ["white", "black"],
        table=_nullable("integer", minimum=1, maximum=10**6),
        white=_ID,
        black=_ID,
        result=result,
        board=_nullable("integer", minimum=1, maximum=1000),
        match=_nullable("integer", minimum=1, maximum=10**6),
    )
    bye = {"anyOf": [_ID, _object([], player=_ID, team=_TEAM_ID, points=_POINTS)]}
    return _object(["round"], round=_ROUND, games=_list(game), byes=_list(bye), reason=_TEXT)


def event_schema() -> Schema:
    """The schema, as `flagfall event schema` prints it."""
    member = {
        "number": _nullable("integer", minimum=1, maximum=10**6),
        "rating": _RATING,
        "absent": _ROUNDS,
        "late_entry": {"anyOf": [_ROUND, {"type": "null"}]},
        "withdrawn_after": _nullable("integer", minimum=0, maximum=MAX_ROUNDS),
    }
    texts = dict.fromkeys(
        ("title", "class", "age_group", "club", "family", "city", "federation", "sex", "born"),
        _TEXT,
    )
    player = _object(
        ["id", "name"],
        id=_ID,
        name=_NAME,
        code=_TEXT,
        team={"type": ["integer", "string", "null"]},
        board=_nullable("integer", minimum=1, maximum=1000),
        **texts,
        **member,
    )
    team = _object(["id"], id=_TEAM_ID, name=_TEXT, players=_list(_ID), **member)
    tiebreak = {
        "anyOf": [
            {"enum": list(TIEBREAKS)},
            _object(
                ["name"],
                name={"enum": list(TIEBREAKS)},
                unplayed=_nullable("boolean"),
                without_mutual=_nullable("boolean"),
            ),
        ]
    }
    forbidden = {
        "anyOf": [_PAIR, _object(["players"], players=_PAIR, rounds=_ROUNDS, reason=_TEXT)]
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "flagfall.event/1",
        "description": "An event of renju or draughts as a file: who plays, and what happened.",
        **_object(
            ["schema", "discipline", "system", "players"],
            schema={"const": SCHEMA},
            name=_TEXT,
            discipline=_NAME,
            law=_TEXT,
            language={"enum": ["en", "ru", None]},
            place=_TEXT,
            date=_TEXT,
            arbiter=_TEXT,
            system=_system(),
            tiebreaks=_list(tiebreak),
            players={"type": "array", "items": player, "maxItems": MAX_PLAYERS},
            teams=_list(team),
            rounds=_list(_round()),
            forbidden_pairs=_list(forbidden),
            forced_pairs=_list(
                _object(
                    ["players", "round"],
                    players=_PAIR,
                    round=_ROUND,
                    white=_nullable("integer"),
                    reason=_TEXT,
                )
            ),
            extra=_list(_object(["order"], order=_list(_TEAM_ID), how=_TEXT)),
            decisions=_list(
                _object(
                    ["round", "table"],
                    round=_ROUND,
                    table={"type": "integer", "minimum": 1},
                    was=_TEXT,
                    now=_TEXT,
                    reason=_TEXT,
                )
            ),
            sanctions=_list(
                _object(
                    ["player", "sanction"],
                    player=_ID,
                    sanction={"enum": list(SANCTIONS)},
                    round={"anyOf": [_ROUND, {"type": "null"}]},
                    reason=_TEXT,
                )
            ),
            regulation={"type": ["object", "null"]},
            hall={"type": ["object", "null"]},
            opening=_TEXT,
        ),
    }
