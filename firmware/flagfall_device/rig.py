"""The scratch engine: scenarios run on a clock without touching its game.

A step that is repeated under its id is answered again, not done again.
"""

from flagfall_clock.codes import REFUSAL_BAD_AMOUNT, REFUSAL_NONE
from flagfall_clock.engine import Clock

from flagfall_device import codec
from flagfall_device.orders import LONGEST_SCENARIO_US, order_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from flagfall_clock.regulation import Regulation
    from flagfall_clock.side import SideState

    from flagfall_device.session import Session


class Scratch:
    """A second engine, and its last answer."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._clock: "Clock | None" = None
        self._at_us = 0
        self._request = -1
        self._refusal = REFUSAL_NONE

    def lay_out(self, regulation: "Regulation") -> None:
        """Begin a scenario under this regulation."""
        self._clock = Clock(regulation)
        self._at_us = 0
        self._request = -1

    def act(self, buf: bytearray) -> None:
        """One step; three frames answer it."""
        fields = codec.unpack_act_request(buf)
        request, at_us = fields[0], fields[1]
        if request != self._request:
            order = order_from(fields[2:], True)
            self._refusal = REFUSAL_BAD_AMOUNT
            if self._clock and order and self._at_us <= at_us <= LONGEST_SCENARIO_US:
                self._at_us = at_us
                self._refusal = self._clock.do(at_us, order)
            self._request = request
        if self._clock is not None:
            self._session.stream = self._frames(self._session.writer.buf, request, self._clock)

    def _frames(self, buf: bytearray, request: int, clock: "Clock") -> "Iterator[int]":
        yield codec.pack_answer_left(buf, request, *self._side(clock.left))
        yield codec.pack_answer_right(buf, request, *self._side(clock.right))
        yield codec.pack_answer_common(
            buf,
            request,
            self._refusal,
            clock.running,
            clock.turn,
            clock.first_flag,
            clock.happened,  # of a refused step: what time alone brought about
        )

    @staticmethod
    def _side(side: "SideState") -> "tuple[int, ...]":
        return (
            side.remaining_us,
            side.used_us,
            side.carried_us,
            side.uncollected_us,
            side.flag_us,
            side.moves & 0xFFFF,
            side.period & 0xFFFF,
            codec.ABSENT16 if side.byo_left < 0 else side.byo_left,
            side.violations & 0xFFFF,
        )
