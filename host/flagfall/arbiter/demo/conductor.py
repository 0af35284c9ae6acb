"""Lets a hall of simulated clocks live through virtual time, all tables in step.

Hall time passes in slices; no clock begins a slice before every living clock has finished the one
before, and everything it journaled is in the log and folded. So speed, the number of tables and
the scheduler change nothing: the moments of a game are fixed by its script alone.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress

from flagfall.arbiter.demo.pieces import Place
from flagfall.arbiter.demo.seat import WHO, Ruling, Seat, Span
from flagfall.arbiter.demo.time import VirtualTime
from flagfall.arbiter.errors import ArbiterError
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.history import PUT_BACK, ROUND_BEGINS
from flagfall.arbiter.log import Decision
from flagfall.errors import FlagfallError
from flagfall.link.errors import LinkError
from flagfall.words import words

_, ngettext = words("arbiter")

START_US = 1_000_000
"""Hall time of the one command that starts every clock."""
WAIT_S = 0.25
SILENT_S = 30.0
"""A clock that has power and does not answer for so long is given up; the others go on."""
PATIENCE_S = 60.0
"""How long a log that can't be written is waited for."""
MOST_DEATHS = 20
RULERS = 8  # rulings at different tables at the same time
Say = Callable[[str], None]


class Conductor:
    """Conducts seats through their games; `say` is told what people should hear."""

    def __init__(self, hall: Hall, seats: Sequence[Seat], time_: VirtualTime, say: Say) -> None:
        self.hall = hall
        self.seats = list(seats)
        self.time = time_
        self.say = say
        self._goal_us = START_US
        self._troubled_since_s: float | None = None
        self._progress: dict[int, tuple[object, float]] = {}
        self._busy: set[int] = set()
        self._told: set[int] = set()

    def play(self) -> None:
        """Start the hall at one word and play every game to its end.

        Raises `LogError` where the log can't be written any more.
        """
        with ThreadPoolExecutor(RULERS, "arbiter") as self._rulers:
            try:
                self._reach(self._goal_us)
                self.time.reached(self._goal_us)
                self._start()
                while self._reach(self._goal_us):
                    self.time.reached(self._goal_us)
                    self._goal_us += self.time.slice_us
            finally:
                self._rulers.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """CL-05: one command, one moment. A clock that is dead just now is started when it is
        back."""
        order = {"table": "all", "act": "start", "reason": ROUND_BEGINS}
        given = self._rulers.submit(self.hall.commander.command, order, who=WHO)
        while not given.done():
            self._check()
            wait([given], WAIT_S)
        for seat in self.seats:
            seat.may_start = True

    def _reach(self, goal_us: int) -> bool:
        """Play every table up to hall time `goal_us`; whether any game still goes on."""
        while True:
            with self.hall.changed:
                waiting, playing = self._step(goal_us)
                if waiting:
                    self.hall.changed.wait(WAIT_S)
            self._check()
            if not waiting:
                return playing

    def _step(self, goal_us: int) -> tuple[bool, bool]:
        """Send every clock on that can go on: whether there is to wait, whether any plays."""
        waiting = playing = reached = False
        self._busy.clear()
        for seat in self.seats:
            next_ = seat.next(self.hall.state.tables[seat.number], goal_us)
            while isinstance(next_, Place):
                self._place(seat, next_)
                next_ = seat.next(self.hall.state.tables[seat.number], goal_us)
            if next_ == "over":
                continue
            playing = True
            if next_ == "reached":
                reached = True
                continue
            self._busy.add(seat.number)
            # A clock without power holds up nobody but its own table.
            waiting |= not seat.reviving
            if isinstance(next_, Ruling):
                seat.ruling = self._rulers.submit(self._rule, seat, next_)
                seat.ruling.add_done_callback(lambda _done: self.hall.tell())
            elif isinstance(next_, Span):
                # A ValueError: it restarted this moment; its time is asked anew.
                with suppress(ValueError):
                    seat.line.port.advance(next_.to_us, next_.edges)
                    seat.sent(next_)
        return waiting or (playing and not reached), playing

    def _place(self, seat: Seat, place: Place) -> None:
        """Show the sensors the pieces. It goes out before whatever is sent next, unacknowledged:
        where the wire loses it the board tells the old position, and the score sheet is asked."""
        seat.line.port.tell(lambda session: session.set_board(place.squares, place.occupied))

    def _rule(self, seat: Seat, ruling: Ruling) -> None:
        """Do what the arbiter would; a clock that died meanwhile is asked again later."""
        try:
            if ruling.decision is not None:
                self.hall.say(ruling.decision)
            if ruling.order is not None:
                self.hall.commander.give(seat.number, ruling.order, who=WHO)
        except (ArbiterError, LinkError) as error:
            if self.hall.trouble is None and seat.board.alive and not seat.reviving:
                self._troubled(seat, error.sentence)

    def _check(self) -> None:
        """Give power back to clocks that lost it; give up what stays silent."""
        if self.hall.failure is not None:
            raise self.hall.failure
        now_s = time.monotonic()
        self._check_log(now_s)
        for seat in self.seats:
            if not seat.gave_up and not seat.board.alive:
                self._revive(seat)
            sign = (seat.line.advanced_us, seat.line.newest, seat.line.boots)
            before, since_s = self._progress.get(seat.number, (None, now_s))
            idle = seat.number not in self._busy or self.hall.trouble is not None
            if sign != before or idle:
                self._progress[seat.number] = (sign, now_s)
            elif now_s - since_s > SILENT_S:
                self._give_up(seat, _("its clock does not answer"))
            self._tell_of(seat)

    def _check_log(self, now_s: float) -> None:
        """The log can't be written: say so once, wait for it, and not for ever."""
        trouble = self.hall.trouble
        if trouble is None:
            self._troubled_since_s = None
        elif self._troubled_since_s is None:
            self._troubled_since_s = now_s
            self.say(f"{trouble.sentence} {trouble.hint}")
        elif now_s - self._troubled_since_s > PATIENCE_S:
            raise trouble

    def _give_up(self, seat: Seat, why: str) -> None:
        seat.gave_up = seat.gave_up or why

    def _tell_of(self, seat: Seat) -> None:
        """Say once that a table goes on no more, whoever gave it up."""
        if seat.gave_up and seat.number not in self._told:
            self._told.add(seat.number)
            self.say(
                _("Table {number} is left as it stands: {why}.").format(
                    number=seat.number, why=seat.gave_up.rstrip(".")
                )
            )

    def _troubled(self, seat: Seat, why: str) -> bool:
        """Something went wrong at a table; whether it is to go on."""
        seat.deaths += 1
        if seat.deaths > MOST_DEATHS:
            self._give_up(seat, why)
        return not seat.gave_up

    def _revive(self, seat: Seat) -> None:
        if not self._troubled(seat, _("its clock dies again and again")):
            return
        self.say(
            _("Table {number}: the clock lost its power; it is put back.").format(
                number=seat.number
            )
        )
        self.hall.say(Decision("power", seat.number, WHO, "CL-12", PUT_BACK))
        seat.revived()
        try:
            seat.board.restart()
        except FlagfallError as error:
            self._give_up(seat, error.sentence)
