"""A table whose board has sensors, on paper: what is pressed, recorded, read and asked."""

from dataclasses import replace
from typing import Any

from flagfall import rules
from flagfall.arbiter import sensing
from flagfall.arbiter.log import Arrival, Decision, Row
from flagfall.arbiter.notes import questions
from flagfall.arbiter.state import HallState
from flagfall.arbiter.table import Table
from flagfall.rules import Position
from flagfall_protocol import codes

from tests.arbiter.test_state import LEFT, SECOND, UID, seating
from tests.support.paper_clock import PaperClock, blitz

Act = codes.Act


class Played:
    """A game on a clock beside a board with sensors, folded as a hall does it: every record, then
    what the board tells of it."""

    def __init__(self, variant: str, *, left: str = "white", opening: str = "") -> None:
        self.clock = PaperClock(blitz(3600))
        self.state = HallState(virtual=True)
        game: Any = rules.variant(variant)
        self.position: Any = game.start(opening=opening) if opening else game.start()
        self._n = self._taken = 0
        self.say(
            Decision("seat", 1, data=replace(seating(variant, left), opening=opening).as_data())
        )
        self.clock.do(SECOND, Act.START, side=LEFT)
        self.fold()

    @property
    def table(self) -> Table:
        return self.state.tables[1]

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.table.record.lines]

    @property
    def asked(self) -> list[str]:
        return [q.code for q in questions(self.table)]

    def say(self, said: Decision) -> None:
        self._apply(decision=said)

    def fold(self) -> None:
        for record in self.clock.records[self._taken :]:
            self._taken += 1
            self._apply(arrival=Arrival(UID, record))

    def _apply(self, **what: Any) -> None:
        self._n += 1
        self.state.apply(Row(self._n, self._n, **what))
        told = sensing.written(self.table)
        if told is not None:
            self.say(told)

    def press(self, stands: Position | set[str] | None = None) -> None:
        """The side whose clock runs presses; `stands` is on the board by then."""
        at_us, side = self.clock.at_us + 5 * SECOND, self.clock.clock.running
        if stands is None:
            stands = self.position
        squares, bits = sensing.picture(self.position)
        if isinstance(stands, set):
            bits = sensing.bits(self.position, frozenset(stands))
        else:
            squares, bits = sensing.picture(stands)
        self.clock.press(at_us, side, (squares, bits))
        self.fold()

    def move(self, text: str) -> None:
        """A move made well and pressed."""
        self.position = self.position.play(text)
        self.press()

    def order(self, act: int, **fields: int) -> None:
        self.clock.do(self.clock.at_us + SECOND, act, **fields)
        self.fold()

    def stands(self) -> set[str]:
        return set(self.position.pieces())


def answer(game: Played, text: str) -> Decision:
    """The arbiter's word on the oldest move without a text."""
    line = game.table.record.due()
    assert line is not None
    press = {"journal": line.made.journal, "seq": line.made.seq}
    return Decision("move", 1, data={**press, "text": text})
