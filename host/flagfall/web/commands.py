"""Commands as the page may send them: each act's fields, their kinds and bounds.

Only the form is checked here; whether an act is lawful now is the hall's and the engine's to say.
"""

from collections.abc import Callable
from typing import Any

from flagfall.web.errors import BadRequest, UnknownAct, UnknownField
from flagfall.words import words

_, _ngettext = words("web")

# A hundred hours: more than any control, far inside an exact integer of the page's language.
MAX_US = 100 * 3600 * 1_000_000
MAX_COUNT = 10_000
MAX_TABLE = 10_000

Check = Callable[[Any], bool]


def _integer(low: int, high: int) -> Check:
    return lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high


def _one_of(*names: str) -> Check:
    return lambda v: isinstance(v, str) and v in names


def _text(longest: int) -> Check:
    return lambda v: isinstance(v, str) and len(v) <= longest and v.isprintable()


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


_SIDE = _one_of("left", "right")
_AMOUNT = _integer(0, MAX_US)
_WHY = _one_of(
    "unsaid", "call_arbiter", "defect", "mistake", "resigns", "outside", "check", "draw_claim",
    "position",
)  # fmt: skip
_VIOLATION = _one_of("impossible_move", "unclear_move", "other")

# Fields that any command may carry.
_COMMON: dict[str, Check] = {
    "revision": _integer(0, 2**53),
    "rule": _text(40),
    "reason": _text(500),
}

ACTS: dict[str, dict[str, Check]] = {
    "start": {"side": _SIDE},
    "arm": {"side": _SIDE},
    "stop": {"why": _WHY},
    "resume": {"side": _SIDE},
    "run_for": {"side": _SIDE, "why": _WHY},
    "takeback": {"kind": _VIOLATION, "count": _flag, "charge": _flag},
    "violation": {"side": _SIDE, "kind": _VIOLATION},
    "correct": {
        "side": _one_of("left", "right", "both"),
        "set_us": _integer(-MAX_US, MAX_US),
        "delta_us": _integer(-MAX_US, MAX_US),
        "moves": _integer(0, MAX_COUNT),
        "period": _integer(0, MAX_COUNT),
        "violations": _integer(0, MAX_COUNT),
        "carried_us": _AMOUNT,
        "uncollected_us": _AMOUNT,
        "turn": _SIDE,
        "why": _WHY,
        "override": _flag,
    },
    "charge": {"side": _SIDE, "amount_us": _AMOUNT, "since_stop": _flag},
    "half_split": {"amount_us": _AMOUNT, "since_stop": _flag},
    "compensate": {"side": _SIDE, "amount_us": _AMOUNT},
    "settle": {"side": _SIDE, "how": _one_of("charge", "drop")},
    "flag_verdict": {"side": _SIDE, "verdict": _one_of("confirm", "overrule", "declare")},
    "claim": {"by": _SIDE, "what": _one_of("flag", "draw", "defect", "repetition")},
    "adjourn": {},
    "adjourn_early": {"by": _SIDE, "amount_us": _AMOUNT, "override": _flag},
    "open_sealed": {},
    "end": {
        "result": _one_of("1-0", "0-1", "1/2", "+-", "-+", "--", "0-0"),
        "declared_at_us": _integer(0, 2**53),
    },
    "replace": {"clock": _text(64)},
    "write": {"ply": _integer(1, MAX_COUNT), "text": _text(200)},
    "answer": {"note": _integer(0, 2**53), "answer": _text(200)},
}
# What makes sense for every table at one word (CL-05, CL-15).
FOR_ALL = frozenset({"start", "arm", "stop", "resume"})
_NEEDED: dict[str, tuple[str, ...]] = {
    "run_for": ("side",),
    "violation": ("side", "kind"),
    "correct": ("side",),
    "charge": ("side",),
    "compensate": ("side", "amount_us"),
    "settle": ("side", "how"),
    "flag_verdict": ("side", "verdict"),
    "claim": ("by", "what"),
    "adjourn_early": ("by", "amount_us"),
    "end": ("result",),
    "replace": ("clock",),
    "write": ("ply", "text"),
    "answer": ("note", "answer"),
}


def checked(order: dict[str, Any]) -> dict[str, Any]:
    """The command, if its form is right.

    Raises `UnknownAct`, `UnknownField` or `BadRequest` with the field in `where`.
    """
    act = order.get("act")
    if not isinstance(act, str) or act not in ACTS:
        raise UnknownAct(
            _("There is no such act."), hint=_("One of: {names}.").format(names=", ".join(ACTS))
        )
    _check_table(order.get("table"), act)
    fields = ACTS[act] | _COMMON
    for name, value in order.items():
        if name in ("table", "act"):
            continue
        if name not in fields:
            raise UnknownField(
                _("'{act}' has no such field.").format(act=act),
                hint=_("Its fields: {names}.").format(names=", ".join(fields)),
                where=name[:40],
            )
        if not fields[name](value):
            raise BadRequest(
                _("The value of '{field}' is out of range.").format(field=name), where=name
            )
    for name in _NEEDED.get(act, ()):
        if name not in order:
            raise BadRequest(_("'{act}' needs '{field}'.").format(act=act, field=name), where=name)
    return order


def _check_table(table: Any, act: str) -> None:
    if table == "all":
        if act not in FOR_ALL:
            raise BadRequest(_("'{act}' is for one table.").format(act=act), where="table")
    elif not _integer(1, MAX_TABLE)(table):
        raise BadRequest(_('Which table? A number, or "all".'), where="table")
