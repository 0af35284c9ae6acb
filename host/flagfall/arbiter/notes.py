"""What the arbiter should see at a table: questions with their ways out, and remarks.

The machine proposes and names the rule; nothing is decided here (CL-07, CL-16, CL-22, CL-25).
An answer is an order, or the words `seen` for what needs none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flagfall_protocol import codes

from flagfall.arbiter.history import seconds
from flagfall.arbiter.mirror import SideName
from flagfall.arbiter.record import Line
from flagfall.arbiter.sensing import reading
from flagfall.arbiter.table import OTHER, SIDE_NAMES, Table, Unread
from flagfall.words import words

_, ngettext = words("arbiter")

SEEN = "seen"


@dataclass(frozen=True)
class Way:
    """A way out: its code, its words, and the order it stands for (`{"act": "seen"}`: none)."""

    answer: str
    text: str
    order: dict[str, Any]
    rule: str = ""
    final: bool = False


@dataclass(frozen=True)
class Question:
    """A note; with `ways` it is a question."""

    number: int
    code: str
    text: str
    rule: str
    side: SideName | None = None
    at_us: int | None = None
    ways: tuple[Way, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As faces show it."""
        note: dict[str, Any] = {"code": self.code, "text": self.text, "rule": self.rule}
        if self.side is not None:
            note["side"] = self.side
        if self.at_us is not None:
            note["at_us"] = self.at_us
        if self.ways:
            note["id"] = self.number
            note["answers"] = [
                {"answer": w.answer, "text": w.text, "rule": w.rule, "final": w.final}
                for w in self.ways
            ]
        return note


def questions(table: Table) -> list[Question]:
    """Every note of a table, the pressing ones first. A question's number stays the same while it
    stands."""
    found: list[Question] = []
    for number, make in enumerate(MAKERS):
        for side in SIDE_NAMES:
            question = make(table, side, 10 * number + SIDE_NAMES.index(side) + 1)
            if question is not None:
                found.append(question)
    return found


def _loss(table: Table, loser: SideName) -> dict[str, Any]:
    """The order that ends the game as lost by a side."""
    winner = table.players[OTHER[loser]].colour
    return {"act": "end", "result": "1-0" if winner == "white" else "0-1"}


def _colour(table: Table, side: SideName) -> str:
    return _("White") if table.players[side].colour == "white" else _("Black")


def _flag(table: Table, side: SideName, number: int) -> Question | None:
    """CL-07: the verdict on a flag is the arbiter's."""
    clock = table.mirror.clock
    if clock is None or table.phase == "over" or side in table.verdicts:
        return None
    flag_us = getattr(clock, side).flag_us
    if flag_us < 0:
        return None
    text = _("{colour}'s flag has fallen.").format(colour=_colour(table, side))
    if clock.first_flag == codes.Side.BOTH:
        text += " " + _("Both are down and the first can't be told: a draw is proposed.")
    ways = (
        Way(
            "confirm",
            _("The flag fell"),
            {"act": "flag_verdict", "side": side, "verdict": "confirm"},
            "R2.1.2",
        ),
        Way(
            "overrule",
            _("A defect: it did not fall"),
            {"act": "flag_verdict", "side": side, "verdict": "overrule"},
            "R2.1.2",
        ),
    )
    return Question(number, "flag", text, "CL-07", side, flag_us + table.offset_us, ways)


def _confirmed(table: Table, side: SideName, number: int) -> Question | None:
    """CL-10: a confirmed flag proposes a result."""
    clock = table.mirror.clock
    if clock is None or table.phase == "over" or side not in table.verdicts:
        return None
    unknown = clock.first_flag == codes.Side.BOTH
    order = {"act": "end", "result": "1/2"} if unknown else _loss(table, side)
    text = _("{colour}'s flag is confirmed.").format(colour=_colour(table, side))
    ways = (Way("end", _("End: {result}").format(result=order["result"]), order, "R2.1.2", True),)
    return Question(
        number, "flag_confirmed", text, "CL-10" if unknown else "CL-07", side, ways=ways
    )


def _late(table: Table, side: SideName, number: int) -> Question | None:
    """CL-04: who is late by more than the regulation allows; a good reason excuses him."""
    clock = table.mirror.clock
    if clock is None or table.phase == "over" or side not in table.late:
        return None
    if getattr(clock, side).moves:
        return None  # he has come meanwhile, and nobody stopped him
    loss = _loss(table, side)["result"]
    ways = [
        Way("excused", _("There was a good reason: go on"), {"act": SEEN, "late": side}, "R2.6.1"),
        _forfeit({"1-0": "+-", "0-1": "-+"}[loss], "R2.6.1"),
    ]
    if not getattr(clock, OTHER[side]).moves:
        ways.append(_forfeit("--", "R2.6.3"))
    minutes = clock.regulation.forfeit_after_us // 60_000_000
    text = ngettext(
        "{colour} is more than {n} minute late.", "{colour} is more than {n} minutes late.", minutes
    ).format(colour=_colour(table, side), n=minutes)
    return Question(number, "late", text, "CL-04", side, ways=tuple(ways))


def _forfeit(result: str, rule: str) -> Way:
    text = _("Without play: {result}").format(result=result)
    return Way(f"forfeit {result}", text, {"act": "end", "result": result}, rule, True)


def _stopped(table: Table, side: SideName, number: int) -> Question | None:
    """CL-16: a player's own stop is an event with a question."""
    if table.stopped_by != side or table.phase != "stopped":
        return None
    ways = [
        Way("called", _("He called the arbiter"), {"act": SEEN}, "R2.1.5"),
        Way("mistake", _("A mistake: go on"), {"act": "resume"}, "R2.1.7"),
    ]
    if table.seating.variant.startswith("renju"):
        ways.append(Way("resigns", _("He resigns"), _loss(table, side), "R2.1.7", True))
    text = _("{colour} stopped the clock. Why?").format(colour=_colour(table, side))
    return Question(number, "stopped", text, "CL-16", side, ways=tuple(ways))


def _violations(table: Table, side: SideName, number: int) -> Question | None:
    """CL-22: the limit is reached: a loss is proposed."""
    clock = table.mirror.clock
    if clock is None or table.phase == "over":
        return None
    count, limit = getattr(clock, side).violations, clock.regulation.violation_limit
    if count < limit:
        return None
    order = _loss(table, side)
    text = ngettext(
        "{colour} has made {count} violation: the limit.",
        "{colour} has made {count} violations: the limit.",
        count,
    ).format(colour=_colour(table, side), count=count)
    ways = (Way("loss", _("End: {result}").format(result=order["result"]), order, "R3.10.3", True),)
    return Question(number, "violation_limit", text, "CL-22", side, ways=ways)


def _uncollected(table: Table, side: SideName, number: int) -> Question | None:
    """CL-25: a penalty that no control will collect."""
    clock = table.mirror.clock
    if clock is None or table.phase == "over":
        return None
    amount_us = getattr(clock, side).uncollected_us
    if not amount_us:
        return None
    text = _("{colour} still owes {time}, and no control comes any more.").format(
        colour=_colour(table, side), time=seconds(amount_us)
    )
    ways = tuple(
        Way(how, words_, {"act": "settle", "side": side, "how": how}, "R2.2.2")
        for how, words_ in (("charge", _("Take it now")), ("drop", _("Let it go")))
    )
    return Question(number, "uncollected", text, "CL-25", side, ways=ways)


def _held(table: Table, side: SideName, number: int) -> Question | None:
    """CL-20: holding the key or the lever."""
    if table.held != side or table.phase == "over":
        return None
    text = _("{colour} holds the key down.").format(colour=_colour(table, side))
    return Question(
        number, "held", text, "CL-20", side, ways=(Way(SEEN, _("Seen"), {"act": SEEN}, "R3.10.2"),)
    )


def _outcome(table: Table, side: SideName, number: int) -> Question | None:
    """CL-48: the rules end the game; the arbiter writes the result."""
    position = table.record.shown  # a press after the end changes nothing of it
    if side == "right" or position is None or table.result is not None:
        return None
    outcome = position.outcome()
    if outcome is None:
        return None
    order = {"act": "end", "result": outcome.result}
    text = _("By the rules the game is over: {result}.").format(result=outcome.result)
    ways = (Way("end", _("End: {result}").format(result=outcome.result), order, outcome.law, True),)
    return Question(number, "outcome", text, "CL-48", ways=ways)


def _unread(table: Table, side: SideName, number: int) -> Question | None:
    """CL-17, CL-21: what the board does not tell is asked."""
    unread, line = table.unread, table.record.due()
    if unread is None or line is None or line.made.side != side:
        return None
    stones = table.record.start is not None and table.record.start.variant.of_stones
    rule = "CL-17" if stones else "CL-21"
    write = {"act": "write", "journal": unread.journal, "seq": unread.seq}
    ways = [
        Way(move, _("It was {move}").format(move=move), {**write, "text": move}, rule)
        for move in unread.moves
    ]
    if unread.kind == "unchanged" and line is table.record.lines[-1]:
        back = {"act": "takeback", "count": False}
        ways.append(Way("mistake", _("A mistake: switch the clock back"), back, "R2.1.7"))
    return Question(
        number,
        "unread_move",
        _unread_text(table, side, unread, line),
        rule,
        side,
        line.made.at_us + table.offset_us,
        tuple(ways),
    )


def _unread_text(table: Table, side: SideName, unread: Unread, line: Line) -> str:
    ply = line.ply
    if unread.kind == "declare":
        return _(
            "Move {ply}: the board does not show how many fifth moves will be offered."
        ).format(ply=ply)
    if unread.kind == "several":
        return _("The board at move {ply} fits several moves.").format(ply=ply)
    if unread.kind == "unchanged":
        return _("{colour} pressed at move {ply} and nothing has moved.").format(
            colour=_colour(table, side), ply=ply
        )
    text = _("The board at move {ply} fits no legal move.").format(ply=ply)
    seen = reading(table, line)
    if seen is not None and seen.kind == "none" and seen.why:
        text += f" {seen.why}"
    if unread.missing:
        text += " " + _("Missing: {squares}.").format(squares=", ".join(unread.missing))
    if unread.extra:
        text += " " + _("Not expected: {squares}.").format(squares=", ".join(unread.extra))
    return text


def _illegal(table: Table, side: SideName, number: int) -> Question | None:
    """An impossible move is shown, not swallowed."""
    if side == "right" or table.record.legal:
        return None
    line = table.record.lines[table.record.fault_ply - 1]
    text = _("Move {ply}, {text}: {why}").format(
        ply=line.ply, text=line.text, why=table.record.objection()
    )
    position = table.record.position
    claims = position.claims() if position is not None and table.phase != "over" else ()
    ways = tuple(
        Way(
            "claimed",
            _("White claims the foul"),
            _loss(table, table.side_of("black")),
            claim.law,
            True,
        )
        for claim in claims
        if claim.rule == "foul"
    )
    return Question(number, "illegal_move", text, "CL-23", line.made.side, ways=ways)


def _claimable(table: Table, side: SideName, number: int) -> Question | None:
    """CL-51: draws that may be claimed, by whom and since when. A remark: who wants it claims it,
    and the arbiter may fix it himself (D5.4.12.6)."""
    position = table.record.position
    if side == "right" or position is None or table.phase == "over":
        return None
    by = {"white": _("White"), "black": _("Black"), None: _("either side")}
    told = []
    for claim in position.claims():
        if claim.rule == "foul":
            continue
        if claim.with_move is None:
            text = _("a draw may be claimed by {who} since move {ply} ({rule}, {law})")
        else:
            text = _("a draw may be claimed by {who} with {move} written down ({rule}, {law})")
        told.append(
            text.format(
                who=by[claim.by],
                ply=claim.since + len(table.record.lines) - position.ply,
                rule=claim.rule,
                law=claim.law,
                move=claim.with_move,
            )
        )
    if not told:
        return None
    text = "; ".join(told)
    return Question(number, "claimable", f"{text[0].upper()}{text[1:]}.", "CL-51")


def _doubt(table: Table, side: SideName, number: int) -> Question | None:
    if side == "right" or not table.mirror.doubt:
        return None
    text = _("The laptop's copy of this clock's game is in doubt; the clock's own times stand.")
    return Question(number, "mirror", text, "CL-12")


Maker = Callable[[Table, SideName, int], Question | None]
MAKERS: tuple[Maker, ...] = (
    _flag,
    _confirmed,
    _stopped,
    _violations,
    _uncollected,
    _outcome,
    _unread,
    _held,
    _illegal,
    _doubt,
    _claimable,
    _late,
)
