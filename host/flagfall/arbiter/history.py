"""A table's history in words (CL-39): what the clock recorded and what the arbiter decided."""

from flagfall_protocol import codes

from flagfall.arbiter.table import Told
from flagfall.words import words

_, ngettext = words("arbiter")


# Why the demonstration's arbiter does what he does; the log keeps these very words.
ROUND_BEGINS = "the round begins"
CAME_BACK_STOPPED = "the clock came back stopped"
PUT_BACK = "the clock lost its power and is put back"
SET_UP_ON_THE_WAY = "a position set up on the way, as in the record"
BREAKS_OFF = "the record breaks off"
AS_RECORDED = "the record's result"
ON_TIME = "on time"


def sentence(told: Told) -> str:
    """One line of the history, in the reader's language."""
    parts = [_acts().get(told.what, told.what)]
    if told.side is not None:
        parts.append(_("left") if told.side == "left" else _("right"))
    if told.amount_us:
        parts.append(seconds(told.amount_us))
    if told.refusal != codes.Refusal.NONE:
        parts.append(_("refused: {why}").format(why=refusals()[told.refusal]))
    if told.reason:
        parts.append(reason(told.reason))
    return " · ".join(parts)


def reason(said: str) -> str:
    """A reason in the reader's language if the demonstration's arbiter gave it; what a person
    wrote stays as it is."""
    return _reasons().get(said, said)


def seconds(time_us: int) -> str:
    """A span of time, exact: `5 s`, `0.25 s`."""
    whole, rest_us = divmod(abs(time_us), 1_000_000)
    number = f"{whole}.{rest_us:06}".rstrip("0").rstrip(".")
    return _("{seconds} s").format(seconds=("-" if time_us < 0 else "") + number)


def _reasons() -> dict[str, str]:
    return {
        ROUND_BEGINS: _("the round begins"),
        CAME_BACK_STOPPED: _("the clock came back stopped"),
        PUT_BACK: _("the clock lost its power and is put back"),
        SET_UP_ON_THE_WAY: _("a position set up on the way, as in the record"),
        BREAKS_OFF: _("the record breaks off"),
        AS_RECORDED: _("the record's result"),
        ON_TIME: _("on time"),
    }


def _acts() -> dict[str, str]:
    return {
        "adjourn": _("adjourned"),
        "adjourn_early": _("adjourned early"),
        "arm": _("armed: the opponent's press starts it"),
        "boot": _("the clock restarted"),
        "charge": _("time charged"),
        "claim": _("claim"),
        "clock": _("another clock takes its place"),
        "compensate": _("time given"),
        "confirm": _("a player confirms the result"),
        "correct": _("corrected"),
        "end": _("the game is over"),
        "flag_verdict": _("verdict on a flag"),
        "gap": _("the clock had overwritten records"),
        "half_split": _("time split in halves"),
        "hello": _("the clock answers"),
        "hold": _("a key is held down"),
        "late": _("a player is late"),
        "new_game": _("a new game is laid out"),
        "open_sealed": _("the sealed move is made"),
        "power": _("power is given back to the clock"),
        "replace": _("the game moves to another clock"),
        "restore": _("the whole state is given to the clock"),
        "result": _("result"),
        "resume": _("resumed"),
        "run_for": _("a side's clock runs out of turn"),
        "seen": _("seen by the arbiter"),
        "settle": _("a penalty is settled"),
        "setup": _("a position is set up"),
        "snapshot": _("the clock's whole state is taken over"),
        "start": _("started"),
        "stop": _("stopped"),
        "switch_back": _("switched back"),
        "takeback": _("a press is taken back"),
        "tick": _("time ran out"),
        "violation": _("violation"),
        "warned": _("the link warns"),
        "write": _("a move is written down"),
    }


def refusals() -> dict[codes.Refusal, str]:
    """The engine's refusals in the reader's language."""
    return {
        codes.Refusal.NOT_STARTED: _("the game has not begun."),
        codes.Refusal.ALREADY_STARTED: _("the game has begun already."),
        codes.Refusal.FLAG_DOWN: _("a flag is down: give the verdict first."),
        codes.Refusal.NO_FLAG: _("no flag is down."),
        codes.Refusal.ALREADY_FLAGGED: _("the flag is down already."),
        codes.Refusal.NOTHING_TO_TAKE_BACK: _("there is no press to take back."),
        codes.Refusal.RULING_SINCE_PRESS: _("a ruling came after the press."),
        codes.Refusal.COMPENSATION_OUT_OF_RANGE: _(
            "compensation is at most two minutes and at least the increment."
        ),
        codes.Refusal.CONTROL_NOT_MADE: _("the first control is not made by both."),
        codes.Refusal.NOTHING_TO_SETTLE: _("nothing is owed."),
        codes.Refusal.BAD_AMOUNT: _("the time makes no sense here."),
        codes.Refusal.CLAIM_REFUSED: _("the claim came after the claimant's own flag."),
        codes.Refusal.NOT_STOPPED: _("the clock runs: stop it first."),
        codes.Refusal.NO_TIME_LEFT: _("this side has no time left."),
        codes.Refusal.GAME_OVER: _("the game is over."),
        codes.Refusal.NOT_ADJOURNED: _("the game is not adjourned."),
    }
