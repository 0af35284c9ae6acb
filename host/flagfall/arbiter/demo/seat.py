"""One table of a demonstration: what happens there next, as its clock and its record stand.

Nothing is remembered that the log does not say: after a clock lost its power, the same questions
get the right answers again.
"""

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from flagfall_clock.engine import Clock
from flagfall_clock.side import SideState
from flagfall_protocol import codes

from flagfall.arbiter.demo.games import Assignment
from flagfall.arbiter.demo.pieces import Pieces, Place
from flagfall.arbiter.history import (
    AS_RECORDED,
    BREAKS_OFF,
    CAME_BACK_STOPPED,
    ON_TIME,
    SET_UP_ON_THE_WAY,
)
from flagfall.arbiter.line import ClockLine
from flagfall.arbiter.log import Decision
from flagfall.arbiter.mirror import SIDES, SideName
from flagfall.arbiter.record import Line
from flagfall.arbiter.table import OTHER, Table
from flagfall.link.virtual import Edge
from flagfall.sim.players import Interruption, Press, next_press
from flagfall.words import words

_, ngettext = words("arbiter")

WHO = "auto:demo"
TAIL_US = 60_000
"""Virtual time given to a key after it came up: its bounce is over before the next press."""
FOUND_AFTER_US = 2_000_000
"""How long after it fell the arbiter finds a flag that stopped nothing."""


class SimulatedClock(Protocol):
    """What a demonstration needs of a simulated clock; `sim.board.Board` is one."""

    address: str

    @property
    def complaints(self) -> str:
        """What its firmware wrote on standard error."""

    @property
    def pid(self) -> int:
        """Its process; 0 while it has none."""

    @property
    def alive(self) -> bool:
        """Whether it has power."""

    def restart(self) -> None:
        """Give it power."""

    def close(self) -> None:
        """Take it away."""


@dataclass(frozen=True)
class Span:
    """Let virtual time pass to `to_us`, with these edges."""

    to_us: int
    edges: tuple[Edge, ...] = ()


@dataclass(frozen=True)
class Ruling:
    """What the demonstration's arbiter does: an order to the clock, or a decision to write."""

    order: dict[str, Any] | None = None
    decision: Decision | None = None


Next = Span | Ruling | Place | Literal["wait", "reached", "over"]


@dataclass
class Seat:
    """A table, its clock and its script."""

    number: int
    assignment: Assignment
    board: SimulatedClock
    line: ClockLine
    deaths: int = 0
    gave_up: str = ""
    """Why this table goes on no more; empty: it does."""
    may_start: bool = False
    """The hall was started at one word; before it nobody starts a clock."""
    pieces: Pieces | None = None
    """Where the table's board has sensors."""
    ruling: Future[None] | None = None
    """What the arbiter is doing at this table."""
    _revived_at: int = -1
    _span: Span | None = None
    _boots: int = 0
    _tries: dict[int, int] = field(default_factory=dict)

    @property
    def reviving(self) -> bool:
        """Whether its clock was given power and has not answered since."""
        return self._revived_at == self.line.boots

    def revived(self) -> None:
        """Its clock is being given power again."""
        self._revived_at = self.line.boots

    def sent(self, span: Span) -> None:
        """The clock was told to live through this span."""
        self._span, self._boots = span, self.line.boots

    def next(self, table: Table, goal_us: int) -> Next:
        """What comes next at this table before hall time `goal_us`."""
        line, mirror = self.line, table.mirror
        if self.gave_up:
            return "over"
        if self.ruling is not None:
            if not self.ruling.done():
                return "wait"
            self.ruling = None
        if not line.live or line.advanced_us < 0 or self.reviving:
            return "wait"
        if self._span is not None:
            if self._boots == line.boots and line.advanced_us < self._span.to_us:
                return "wait"
            self._span = None
        clock = mirror.clock
        if mirror.newest < line.newest or clock is None:
            return "wait"
        if table.record.unwritten():
            return self._unwritten(table)
        if self.pieces is not None and (ply := self.pieces.misread(table)):
            self.gave_up = _("move {ply} was read wrongly from the board").format(ply=ply)
        if self.gave_up or table.phase == "over":
            return "over"
        if not clock.running:
            return self._standing(table, clock, goal_us)
        return self._running(table, clock, goal_us)

    def _running(self, table: Table, clock: Clock, goal_us: int) -> Next:
        now_us = self.line.advanced_us
        side = clock.left if clock.running == codes.Side.LEFT else clock.right
        used_us = side.used_us + now_us - clock.now_us
        made = len(table.record.lines)
        script = self.assignment.script
        brk = script.interruption(made)
        if brk is not None and not _set_up(table, brk):
            stop_us = now_us + max(0, brk.used_us - used_us)
            if stop_us > now_us:
                return self._pass(min(stop_us, goal_us))
            return Ruling({"act": "stop", "why": "position"})
        turn = script.turns[made] if made < len(script.turns) else None
        runs = SIDES.get(clock.running)
        nobody = clock.out_of_turn or (turn is not None and turn.side != runs)
        if nobody or made == self.assignment.overthinks_at:
            return self._thinks_on(table, clock, side, goal_us)
        press = next_press(script.turns, made, used_us, now_us)
        if press is None:
            last_us = table.record.lines[-1].made.at_us
            return Ruling(self._end(declared_us=max(last_us, clock.last_act_us)))
        if self.pieces is not None and turn is not None:
            next_ = self.pieces.next(table, turn.text, press.at_us, now_us, self.line.boots)
            if isinstance(next_, Place):
                return next_
            if next_ is not None:
                return self._pass(min(goal_us, next_))
        if press.at_us > goal_us:
            return self._pass(goal_us)
        return self._press(press, made)

    def _thinks_on(self, table: Table, clock: Clock, side: SideState, goal_us: int) -> Next:
        """Nobody presses: a player forgets the time, or the arbiter lets a clock run whose player
        has no move to make. Where a flag stops nothing (CL-08) it runs on until that is found."""
        if side.flag_us >= 0 and self.line.advanced_us >= side.flag_us + FOUND_AFTER_US:
            return self._flagged(table, clock)
        falls_us = side.flag_us if side.flag_us >= 0 else clock.next_us(clock.now_us)
        return self._pass(goal_us if falls_us < 0 else min(goal_us, falls_us + FOUND_AFTER_US))

    def _unwritten(self, table: Table) -> Next:
        """A move without a text: what the board does not tell the score sheet does."""
        sheet = written(self, table.record.unwritten()[0])
        return "wait" if table.unread is None or sheet is None else Ruling(decision=sheet)

    def _press(self, press: Press, made: int) -> Next:
        # A key that goes down and makes no move is a fault of the firmware or of ours.
        self._tries[made] = self._tries.get(made, 0) + 1
        if self._tries[made] > 3 + self.deaths:
            self.gave_up = _("press {ply} makes no move").format(ply=made + 1)
            return "over"
        return Span(press.up_us + TAIL_US, press.edges)

    def _pass(self, to_us: int) -> Next:
        return Span(to_us) if to_us > self.line.advanced_us else "reached"

    def _standing(self, table: Table, clock: Clock, goal_us: int) -> Next:
        """The clock stands: the arbiter's turn. What the record has him do he does at once; a
        clock that lost its power goes on at the hall's present moment; what a person at the page
        stopped is his to resume."""
        if table.stopper not in ("", WHO):
            return self._pass(goal_us)
        if clock.left.flag_us >= 0 or clock.right.flag_us >= 0:
            return self._flagged(table, clock)
        made = len(table.record.lines)
        brk = self.assignment.script.interruption(made)
        if brk is not None and clock.started:
            turn = clock.left if clock.turn == codes.Side.LEFT else clock.right
            if turn.used_us >= brk.used_us and not _set_up(table, brk):
                return Ruling(decision=_setup_decision(table, brk))
            if _set_up(table, brk) and not self._went_on(clock, brk):
                return self._set_clocks(clock, brk)
        if clock.started and made >= len(self.assignment.script.turns):
            return Ruling(self._end())
        if goal_us > self.line.advanced_us:
            return Span(goal_us)
        if not clock.started and not self.may_start:
            return "reached"
        if not clock.started:
            return Ruling({"act": "start", "side": self.assignment.script.first})
        return Ruling({"act": "resume", "reason": CAME_BACK_STOPPED, "rule": "CL-12"})

    def _flagged(self, table: Table, clock: Clock) -> Ruling:
        """CL-07: the demonstration's arbiter finds the flag as the clock shows it."""
        loser: SideName = "left" if clock.left.flag_us >= 0 else "right"
        if loser not in table.verdicts:
            verdict = {"act": "flag_verdict", "side": loser, "verdict": "confirm"}
            return Ruling({**verdict, "rule": "CL-07"})
        winner = table.players[OTHER[loser]].colour
        result = "1-0" if winner == "white" else "0-1"
        return Ruling({"act": "end", "result": result, "reason": ON_TIME, "rule": "R2.1.2"})

    def _set_clocks(self, clock: Clock, brk: Interruption) -> Ruling:
        for side, set_us in (("left", brk.left_us), ("right", brk.right_us)):
            if getattr(clock, side).remaining_us != set_us:
                return Ruling({"act": "correct", "side": side, "set_us": set_us, "rule": "CL-13"})
        return Ruling({"act": "resume", "side": brk.turn})

    def _went_on(self, clock: Clock, brk: Interruption) -> bool:
        """Whether the clock ran since the set-up: then it only lost its power, and its times are
        its own. Who was to move when the arbiter stepped in has used more since, or the turn
        passed by his word."""
        script = self.assignment.script
        waited = OTHER[script.turns[brk.after - 1].side] if brk.after else script.first
        to_move: SideName = "left" if clock.turn == codes.Side.LEFT else "right"
        if waited != brk.turn:
            return to_move == brk.turn
        return bool(getattr(clock, to_move).used_us > brk.used_us)

    def _end(self, declared_us: int | None = None) -> dict[str, Any]:
        """The result is the record's; time stands as of the last press (CL-48)."""
        result = self.assignment.script.result
        reason = BREAKS_OFF if result == "*" else AS_RECORDED
        order: dict[str, Any] = {"act": "end", "result": result, "reason": reason, "rule": "CL-48"}
        if declared_us is not None:
            order["declared_at_us"] = declared_us
        return order


def _set_up(table: Table, brk: Interruption) -> bool:
    return any(setup.ply == brk.after for setup in table.record.setups)


def _setup_decision(table: Table, brk: Interruption) -> Decision:
    return Decision("setup", table.number, WHO, "CL-39", SET_UP_ON_THE_WAY, {"fen": brk.fen})


def written(seat: Seat, line: Line) -> Decision | None:
    """The score sheet: the text of the move that a press completed."""
    turns = seat.assignment.script.turns
    if line.ply > len(turns):
        return None
    made = line.made
    data = {"journal": made.journal, "seq": made.seq, "text": turns[line.ply - 1].text}
    return Decision("move", seat.number, WHO, "CL-17", "as on the score sheet", data)
