"""A demonstration from beginning to end: clocks, hall, games, audit.

with Demo(options, say=print) as demo:
    demo.open()      # clocks found, regulations set
    demo.play()      # every game to its recorded end
    audit = demo.audit()
"""

import hashlib
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from flagfall_protocol import codes

from flagfall.arbiter.audit import Audit, audit
from flagfall.arbiter.demo.conductor import Conductor
from flagfall.arbiter.demo.games import Assignment, assign, with_flag_fall
from flagfall.arbiter.demo.pieces import Pieces
from flagfall.arbiter.demo.places import fresh_clocks
from flagfall.arbiter.demo.seat import WHO, Seat, SimulatedClock, written
from flagfall.arbiter.demo.time import VirtualTime
from flagfall.arbiter.errors import ClocksMissing, OrderRefused
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.line import ClockLine
from flagfall.arbiter.log import Decision, Log
from flagfall.arbiter.record import Line
from flagfall.arbiter.regulations import to_messages
from flagfall.arbiter.scenario import parse_regulation
from flagfall.arbiter.table import OTHER, Player, Seating
from flagfall.link.transport import Transport, open_transport
from flagfall.rules import other
from flagfall.sim.board import prepare, start
from flagfall.sim.faults import PlugPuller
from flagfall.words import words

_, ngettext = words("arbiter")

FOUND_S = 20.0
ClockKind = Literal["micropython", "cpython", "inside"]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """What a demonstration is to be. `speed` None: as fast as the clocks can; `kind` None: the
    nearest to a real board that this machine can run."""

    log: Path
    tables: int = 8
    seed: int = 1
    speed: float | None = None
    kind: ClockKind | None = None
    flag_fall: bool = False
    """One player thinks until his flag falls instead of following the record."""
    also: tuple[str, ...] = field(default=())
    """Addresses to look for clocks at, beside the simulated ones."""
    games: tuple[str, ...] = ()
    """Names of stored games, table by table; else the seed deals them."""
    mishap_seed: int = 0
    """Draws which clocks lose their power, where that is rehearsed."""


def uid_of(seed: int, table: int) -> bytes:
    """The id of a simulated unit: the same for the same seed and table."""
    return hashlib.sha256(f"{seed}|uid|{table}".encode()).digest()[:8]


class Demo:
    """A demonstration; leaving the context ends every process it started."""

    def __init__(
        self,
        options: Options,
        *,
        say: Say,
        open_line: Callable[[str], Transport] = open_transport,
    ) -> None:
        self.options = options
        self.say = say
        self._open_line = open_line
        self.time = VirtualTime(options.speed)
        self.seats: dict[int, Seat] = {}
        self.boards: list[SimulatedClock] = []
        self._stack = ExitStack()

    def __enter__(self) -> "Demo":
        with ExitStack() as stack:
            self.log = stack.enter_context(Log(self.options.log))
            self.hall = Hall(
                self.log,
                name=_("Demonstration"),
                hall_us=self.time.now_us,
                virtual=True,
                speed=self.options.speed or 0.0,
                scribe=self._scribe,
                open_line=self._open_line,
            )
            stack.callback(self._close_boards)
            stack.enter_context(self.hall)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._stack.close()

    def open(self) -> None:
        """Power for the clocks; they are found, seated and given their regulations.

        Raises `ClocksMissing`, `OrderRefused`, or the board's own error.
        """
        games = assign(self.options.tables, self.options.seed, self.options.games)
        if self.options.flag_fall:
            games = with_flag_fall(games)
        prepare(len(games))
        for game in games:
            self.boards.append(self._board(game.table))
        found = self._found()
        for game, board in zip(games, self.boards, strict=True):
            line = found[uid_of(self.options.seed, game.table).hex()]
            pieces = Pieces(f"{self.options.seed}|{game.table}|hands") if game.sensors else None
            self.seats[game.table] = Seat(game.table, game, board, line, pieces=pieces)
            self.hall.seat(game.table, seating_of(game, line.uid), who=WHO)
        self._lay_out()

    def play(self) -> None:
        """Every game to its recorded end."""
        Conductor(self.hall, list(self.seats.values()), self.time, self.say).play()

    @property
    def moves(self) -> int:
        """How many moves will be played in all."""
        return sum(len(seat.assignment.script.turns) for seat in self.seats.values())

    def mishaps(self, kills: int) -> PlugPuller:
        """Clocks that lose their power in the middle of a game, for rehearsals."""
        return PlugPuller(self._playing, kills=kills, seed=self.options.mishap_seed)

    def _playing(self) -> list[int]:
        tables = self.hall.state.tables
        return [s.board.pid for s in self.seats.values() if tables[s.number].phase == "playing"]

    @cached_property
    def flash(self) -> Path:
        """The folder of what the clocks keep."""
        return fresh_clocks(self.options.log)

    def audit(self) -> Audit:
        """Ask the clocks whether anything was lost."""
        return audit(self.hall)

    # ------------------------------------------------------------ inside

    def _board(self, table: int) -> SimulatedClock:
        uid = uid_of(self.options.seed, table)
        kind = self.options.kind or ("inside" if sys.platform == "win32" else None)
        if kind == "inside":
            from flagfall.sim.desk import Desk

            return Desk(uid)
        return start(kind, uid=uid, state_dir=self.flash / f"{table:03}")

    def _close_boards(self) -> None:
        for board in self.boards:
            board.close()

    def _found(self) -> dict[str, ClockLine]:
        """The clocks at all addresses, by unit; whatever is no clock is told and left alone."""
        wanted = {b.address for b in self.boards}
        lines = [self.hall.connect(a) for a in (*wanted, *self.options.also)]
        with self.hall.changed:
            ours = [line for line in lines if line.address in wanted]
            all_there = self.hall.changed.wait_for(
                lambda: all(line.live and line.advanced_us >= 0 for line in ours), FOUND_S
            )
        silent = [line for line in lines if not line.live]
        for line in silent:
            self.say(f"{line.address}: {line.complaint}")
            self.hall.disconnect(line.address)
        if not all_there:
            raise ClocksMissing(
                ngettext(
                    "{n} clock does not answer.", "{n} clocks do not answer.", len(silent)
                ).format(n=len(silent)),
                hint=_("Their own words are in {folder}.").format(folder=self.flash),
            )
        self.say(ngettext("{n} clock found.", "{n} clocks found.", len(ours)).format(n=len(ours)))
        return {line.uid: line for line in ours}

    def _lay_out(self) -> None:
        """Each clock gets its table's regulation, which lays out a new game."""
        futures = []
        for seat in self.seats.values():
            regulation = parse_regulation(seat.assignment.recorded.regulation)
            futures.append((seat, seat.line.port.send_rules(*to_messages(regulation))))
        for seat, future in futures:
            outcome = future.result(FOUND_S)
            if outcome.status != codes.Status.DONE:
                raise OrderRefused(
                    _("The clock of table {number} does not take its regulation.").format(
                        number=seat.number
                    ),
                    where=outcome.status.name.lower(),
                )
        with self.hall.changed:
            self.hall.changed.wait_for(self._laid_out, FOUND_S)

    def _laid_out(self) -> bool:
        tables = self.hall.state.tables
        return all(
            tables[s.number].mirror.clock is not None
            and tables[s.number].mirror.newest >= s.line.newest
            for s in self.seats.values()
        )

    def _scribe(self, number: int, line: Line) -> Decision | None:
        seat = self.seats.get(number)
        return None if seat is None else written(seat, line)


def seating_of(game: Assignment, clock: str) -> Seating:
    """Who sits where at a table of a demonstration."""
    script = game.script
    left = script.left_colour
    return Seating(
        variant=script.variant,
        source=script.source,
        clock=clock,
        players={
            "left": Player(script.left_name, left),
            OTHER["left"]: Player(script.right_name, other(left)),
        },
        regulation=game.recorded.regulation,
        start=game.start_fen,
        opening=game.opening,
    )
