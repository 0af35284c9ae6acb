"""Orders of a face carried out: at one table or at all of them at one word (CL-05).

An order is written down with who gave it and why (CL-39) before the clock hears of it; what came
of it is in the clock's own record. A result is the laptop's to say: it stands also where the clock
does not answer.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from flagfall_protocol import codes
from flagfall_protocol.messages import ANY_REVISION, Outcome

from flagfall.arbiter.answers import answered, no_answer
from flagfall.arbiter.errors import BadOrder, NoClock, OrderRefused
from flagfall.arbiter.history import refusals
from flagfall.arbiter.log import Decision
from flagfall.arbiter.notes import SEEN, questions
from flagfall.arbiter.orders import act_of, command_fields
from flagfall.arbiter.table import Table
from flagfall.arbiter.view import first_side
from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.arbiter.hall import Hall

_, ngettext = words("arbiter")

SETTING_DEFECTIVE = 5
LONGEST_TEXT = 1_000
# Which tables an order to all of them concerns, by phase.
CONCERNED = {
    codes.Act.START: ("ready", "armed"),
    codes.Act.ARM: ("ready",),
    codes.Act.STOP: ("playing",),
    codes.Act.RESUME: ("stopped",),
}


class Commander:
    """Carries out a hall's orders. Any thread may call; a call may take seconds."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    def command(self, order: Mapping[str, Any], *, who: str = "arbiter") -> dict[str, Any]:
        """`{"ok": true}`, or `{"ok": false, "error": {code, message, hint, where}}`.

        With `"table": "all"` the order goes to every table it concerns; the error then names the
        tables where it failed.
        """
        try:
            if order.get("table") == "all":
                self._all(order, who)
            else:
                self._one(self._hall.table(order.get("table")), order, who)
        except FlagfallError as error:
            return {"ok": False, "error": error.as_json()}
        return {"ok": True}

    def give(self, table: int, order: Mapping[str, Any], *, who: str) -> None:
        """As `command` for one table, but raises what went wrong."""
        self._one(self._hall.table(table), order, who)

    # ------------------------------------------------------------ inside

    def _all(self, order: Mapping[str, Any], who: str) -> None:
        act = act_of(order)
        if act not in CONCERNED:
            raise BadOrder(_("This act is for one table at a time."), where="table")
        hall = self._hall
        with hall.changed:
            tables = [t for t in hall.state.tables.values() if t.phase in CONCERNED[act]]
        self._write(tables, act.name.lower(), order, who)
        sent: list[tuple[Table, Future[Outcome]]] = []
        failed: list[tuple[Table, FlagfallError]] = []
        for table in tables:
            try:
                sent.append((table, self._send(table, order)))
            except FlagfallError as error:
                failed.append((table, error))
        for table, future in sent:
            try:
                self._await(table, future)
            except FlagfallError as error:
                failed.append((table, error))
        if failed:
            numbers = ", ".join(str(table.number) for table, _error in failed)
            raise OrderRefused(
                _("Not done at these tables: {numbers}. {why}").format(
                    numbers=numbers, why=failed[0][1].sentence
                ),
                hint=failed[0][1].hint,
            )

    def _one(self, table: Table, order: Mapping[str, Any], who: str) -> None:
        act = order.get("act")
        if act == "answer":
            order, act = self._answered(table, order)
        if act == SEEN:
            self._write([table], SEEN, order, who)
        elif act in ("write", "setup"):
            self._on_the_board(table, str(act), order, who)
        elif act == "replace":
            self._replace(table, order, who)
        elif act_of(order) == codes.Act.END:
            self._end(table, order, who)
        else:
            self._write([table], str(act), order, who)
            self._await(table, self._send(table, order))

    def _answered(self, table: Table, order: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """The order that an answer to a question stands for."""
        with self._hall.changed:
            asked = {q.number: q for q in questions(table)}.get(order.get("note"))  # type: ignore[arg-type]
        ways = {w.answer: w for w in asked.ways} if asked is not None else {}
        way = ways.get(str(order.get("answer")))
        if way is None:
            raise BadOrder(
                _("This question does not stand any more."),
                hint=_("Look at the table again."),
                where="note",
            )
        meant = {"table": table.number, "rule": way.rule, **way.order}
        return meant, str(meant["act"])

    def _on_the_board(self, table: Table, act: str, order: Mapping[str, Any], who: str) -> None:
        """The move of a press is written down, or a position is set up (CL-23)."""
        rule, reason = str(order.get("rule", "")), str(order.get("reason", ""))
        if act == "setup":
            fen = str(order.get("fen"))[:LONGEST_TEXT]
            if table.record.start is not None:
                table.record.start.variant.position(fen)
            self._hall.say(Decision("setup", table.number, who, rule, reason, {"fen": fen}))
            return
        text = str(order.get("text", "")).strip()
        with self._hall.changed:
            made = {line.ply: (line.made.journal, line.made.seq) for line in table.record.lines}
        press = (order.get("journal"), order.get("seq"))
        if "ply" in order:
            press = made.get(order["ply"], press)
        if press not in made.values() or not text or len(text) > LONGEST_TEXT:
            raise BadOrder(
                _("No such move was made at this table."), hint=_("Look at the table again.")
            )
        data = {"journal": press[0], "seq": press[1], "text": text}
        self._hall.say(Decision("move", table.number, who, rule, reason, data))

    def _send(self, table: Table, order: Mapping[str, Any]) -> "Future[Outcome]":
        line = self._hall.line_of(table.clock)
        if line is None or not line.live:
            raise no_answer(table)
        act = act_of(order)
        fields = command_fields(order, table, first_side(table))
        if act == codes.Act.END and "declared_at_us" in order:
            fields["amount_us"] -= table.offset_us
        revision = order.get("revision", ANY_REVISION)
        future: Future[Outcome] = line.command(act, revision=revision, **fields)
        return future

    def _end(self, table: Table, order: Mapping[str, Any], who: str) -> None:
        """CL-48: the result stands from now on; the clock is told."""
        command_fields(order, table, first_side(table))
        data = {"result": order["result"], "act": "end"}
        reason, rule = str(order.get("reason", "")), str(order.get("rule", ""))
        self._hall.say(Decision("result", table.number, who, rule, reason, data))
        if table.mirror.clock is not None and table.mirror.clock.started:
            self._await(table, self._send(table, order))

    def _replace(self, table: Table, order: Mapping[str, Any], who: str) -> None:
        """CL-12: the whole state moves to another unit; the old one is marked defective."""
        hall = self._hall
        fresh = hall.line_of(str(order.get("clock")))
        if fresh is None or not fresh.live or hall.state.table_of(fresh.uid) is not None:
            raise NoClock(
                _("There is no free clock {uid}.").format(uid=order.get("clock")),
                hint=_("Connect the other clock first; 'flagfall clock list' shows it."),
            )
        old = hall.line_of(table.clock)
        if old is not None and old.live and table.phase == "playing":
            self._await(table, old.command(codes.Act.STOP, why=codes.Why.DEFECT))
        with hall.changed:
            clock = table.mirror.clock
            state = clock.snapshot() if clock is not None else b""
        if not state:
            raise OrderRefused(_("There is no game at this table yet."))
        self._write([table], "replace", order, who)
        hall.say(
            Decision("clock", table.number, who, "CL-12", data={"clock": fresh.uid}),
            Decision("restore", table.number, who, "CL-12", data={"state": state.hex()}),
        )
        self._await(table, fresh.port.restore(state))
        if old is not None and old.live:
            old.port.ask(lambda session, now_us: session.setting(SETTING_DEFECTIVE, 1, now_us))

    def _await(self, table: Table, future: "Future[Outcome]") -> None:
        """Wait for what came of an order. Raises `NoClock` or `OrderRefused` in words."""
        outcome = answered(self._hall, table, future)
        if outcome.status != codes.Status.DONE:
            raise OrderRefused(
                _("Table {number}: {why}").format(number=table.number, why=sentence(outcome)),
                hint=_("Look at the table again: its state has changed.")
                if outcome.status == codes.Status.STALE
                else "",
                where=outcome.refusal.name.lower(),
            )

    def _write(self, tables: Sequence[Table], act: str, order: Mapping[str, Any], who: str) -> None:
        said = {k: v for k, v in order.items() if k not in ("table", "rule", "reason")}
        kind = SEEN if act == SEEN else "order"
        rule, reason = str(order.get("rule", "")), str(order.get("reason", ""))
        self._hall.say(*(Decision(kind, t.number, who, rule, reason, said) for t in tables))


def sentence(outcome: Outcome) -> str:
    """Why an order was not carried out."""
    if outcome.status == codes.Status.REFUSED:
        return refusals()[outcome.refusal]
    return {
        codes.Status.STALE: _("the game went on meanwhile."),
        codes.Status.BAD: _("the clock can't read a value of the order."),
        codes.Status.UNSUPPORTED: _("this clock can't do that."),
        codes.Status.BUSY: _("another laptop holds this clock."),
        codes.Status.WRONG_CRC: _("the order was damaged on its way."),
    }.get(outcome.status, outcome.status.name.lower())
