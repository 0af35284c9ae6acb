"""What each side sees: numbers and signs, a pure function of the game's state and the moment.

Times are rounded up, so that 0:00 stands only at zero (failure 5); below `TENTHS_S` tenths are
shown. A face is anchored when something happens; from then on `refresh` does nothing but subtract
small integers, and allocates nothing. How it is drawn is the layout's business.
"""

from flagfall_clock.codes import (
    METHOD_UPCOUNT,
    RESULT_UNKNOWN,
    SIDE_BOTH,
    SIDE_LEFT,
    SIDE_NONE,
    SIDE_RIGHT,
)
from flagfall_clock.compat import const

from flagfall_device.timebase import FAR_US, MILLION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.engine import Clock

    from flagfall_device.timebase import Timebase

TENTHS_S = const(20)
_MOST_S = const(359999)  # 99:59:59
_HALF = const(500000)
_TENTH = const(100000)

# Signs of one face.
RUNS = const(1 << 0)  # this side's clock runs: lamp, blinking colon
TURN = const(1 << 1)  # nothing runs, and this side is to move
FLAG = const(1 << 2)  # this side's flag is down
FIRST = const(1 << 3)  # … and was the first (CL-41: for good)
FIRST_OTHER = const(1 << 4)  # the other side's was
FIRST_UNKNOWN = const(1 << 5)  # both at once: nobody knows (CL-10)
OVERTIME = const(1 << 6)  # a stretch or block runs; `stretches` are left
COUNTS_UP = const(1 << 7)
LIMIT = const(1 << 8)  # CL-22: as many violations as lose the game
BLACK = const(1 << 9)  # this side has black
CONFIRMED = const(1 << 10)  # this side has confirmed the result
# Signs of the unit, the same on both faces.
LOW_BATTERY = const(1 << 12)
LINKED = const(1 << 13)
DEFECT = const(1 << 14)
LOCKED = const(1 << 15)
SOUND = const(1 << 16)

# What the game waits for, as a word on the faces.
READY = const(0)
ARMED = const(1)
PLAYING = const(2)
STOPPED = const(3)  # by the arbiter
CALL_ARBITER = const(4)  # by a key, by a flag, by a loss of power
ADJOURNED = const(5)
OVER = const(6)


# By the wire's `Result`: half-points of the left and of the right side.
_HALVES = ((-1, -1), (2, 0), (0, 2), (1, 1), (0, 0))


class Value:
    """A time that goes down, up, or stands, laid down once and looked at without allocating.
    After `look`: `s` and `us` (0 to 999,999, also below zero: -0.25 s is -1, 750,000)."""

    def __init__(self) -> None:
        self.s = self.us = 0
        self.slope = 0
        self._s = self._us = 0  # at the anchor
        self._at_s = self._at_us = 0  # the anchor
        self._span_s = -1  # how long the slope holds from there; -1: for ever
        self._span_us = 0

    def anchor(self, value_us: int, slope: int, span_us: int, now_us: int) -> None:
        """From `now_us` on it is `value_us` and moves by `slope` for `span_us` (-1: for ever)."""
        self._s = value_us // MILLION
        self._us = value_us % MILLION
        self.slope = slope
        self._at_s = now_us // MILLION
        self._at_us = now_us % MILLION
        self._span_s = span_us // MILLION if span_us >= 0 else -1
        self._span_us = span_us % MILLION if span_us >= 0 else 0

    def look(self, s: int, us: int) -> None:
        """What it is at the moment (s, us)."""
        if self.slope:
            s -= self._at_s
            us -= self._at_us
            if us < 0:
                us += MILLION
                s -= 1
            if self._span_s >= 0 and (
                s > self._span_s or (s == self._span_s and us > self._span_us)
            ):
                s = self._span_s
                us = self._span_us
            if self.slope < 0:
                s = self._s - s
                us = self._us - us
                if us < 0:
                    us += MILLION
                    s -= 1
            else:
                s += self._s
                us += self._us
                if us >= MILLION:
                    us -= MILLION
                    s += 1
        else:
            s = self._s
            us = self._us
        self.s = s
        self.us = us


class SideFace:
    """One face. After `refresh`: `hours`, `minutes`, `seconds`, `tenths` (-1: not shown),
    `below` (past zero), `lit` (this half of the second), and the signs and counts."""

    tenths_s = TENTHS_S  # below so many seconds tenths are shown

    def __init__(self) -> None:
        self.signs = 0
        self.period = 1  # counted from 1
        self.stretches = 0  # left in overtime
        self.violations = 0
        self.moves = -1  # -1: not shown (CL-18)
        self.halves = -1  # what the game brought this side, in half-points; -1: not known
        self.hours = self.minutes = self.seconds = 0
        self.tenths = -1
        self.below = False
        self.lit = True
        self._value = Value()
        self._up = False

    def anchor(self, value_us: int, slope: int, span_us: int, now_us: int, up: bool) -> None:
        """As `Value.anchor`; `up`: it counts up, and only what is full is shown."""
        self._value.anchor(value_us, slope, span_us, now_us)
        self._up = up

    def refresh(self, s: int, us: int) -> bool:
        """Show the moment (s, us); True if anything looks different now."""
        self._value.look(s, us)
        return self._show(self._value.s, self._value.us)

    def _show(self, s: int, us: int) -> bool:
        # Everything that is rounded up changes when a half or tenth of a second is reached.
        if not self.signs & RUNS:
            lit = True
        elif self._up:
            lit = us < _HALF
        else:
            lit = us > _HALF or us == 0
        below = s < 0
        tenths = -1
        if below:
            # Past zero the time over it is shown, in whole seconds.
            s = -s - 1 if us else -s
        elif self._up:
            us = 0
        elif s < self.tenths_s or (s == self.tenths_s and us == 0):
            tenths = (us + _TENTH - 1) // _TENTH
            if tenths == 10:
                tenths = 0
                s += 1
        elif us:
            s += 1
        if s > _MOST_S:
            s = _MOST_S
        hours = s // 3600
        s -= hours * 3600
        minutes = s // 60
        s -= minutes * 60
        same = (
            lit == self.lit
            and s == self.seconds
            and tenths == self.tenths
            and minutes == self.minutes
            and hours == self.hours
            and below == self.below
        )
        self.lit = lit
        self.below = below
        self.hours = hours
        self.minutes = minutes
        self.seconds = s
        self.tenths = tenths
        return not same

    def wait_us(self, s: int, us: int) -> int:
        """How long it will look the same, at least; short waits may change nothing."""
        value = self._value
        if not value.slope:
            return FAR_US
        value.look(s, us)
        step = _TENTH if self.tenths >= 0 else _HALF
        if value.slope < 0:
            left = value.us % step
            if left:
                return left
            zero = not (self.hours or self.minutes or self.seconds or self.tenths or self.below)
            return 1 if zero else step
        left = step - value.us % step
        return left if self._up else left + 1

    def text(self) -> str:
        """The time as a person would write it."""
        sign = "-" if self.below else ""
        if self.hours:
            return "{}{}:{:02d}:{:02d}".format(sign, self.hours, self.minutes, self.seconds)
        whole = "{}{}:{:02d}".format(sign, self.minutes, self.seconds)
        return whole if self.tenths < 0 else "{}.{}".format(whole, self.tenths)


class Faces:
    """Both faces and the word that stands between them (`READY` … `OVER`)."""

    def __init__(self) -> None:
        self.left = SideFace()
        self.right = SideFace()
        self.word = READY
        self.result = RESULT_UNKNOWN

    def side(self, number: int) -> SideFace:
        """The face of a side."""
        return self.left if number == SIDE_LEFT else self.right

    def show(
        self,
        clock: "Clock",
        now_us: int,
        *,
        unit: int = 0,
        armed: bool = False,
        called: bool = False,
        result: int = RESULT_UNKNOWN,
        confirmed: int = 0,
        revealed: "tuple[bool, bool]" = (True, True),
    ) -> None:
        """Anchor both faces in the state of `clock`, settled at `now_us`.

        `unit`: the unit's signs. `called`: what stopped the clock is for the arbiter to settle.
        `result`: as declared; `confirmed`: bits of the sides that have confirmed it.
        `revealed`: whether a control that side passed may be seen yet (`control_hidden`).
        """
        if clock.ended:
            self.word = OVER
        elif clock.adjourned:
            self.word = ADJOURNED
        elif clock.running != SIDE_NONE:
            self.word = PLAYING
        elif not clock.started:
            self.word = ARMED if armed else READY
        else:
            self.word = CALL_ARBITER if called or clock.frozen else STOPPED
        self.result = result
        self.left.halves = _HALVES[result][0]
        self.right.halves = _HALVES[result][1]
        for number in (SIDE_LEFT, SIDE_RIGHT):
            self._show_side(clock, number, now_us, unit, revealed[number - 1])
            if confirmed & number:
                self.side(number).signs |= CONFIRMED
        s = now_us // MILLION
        us = now_us % MILLION
        self.left.refresh(s, us)
        self.right.refresh(s, us)

    def _show_side(
        self, clock: "Clock", number: int, now_us: int, unit: int, revealed: bool
    ) -> None:
        face = self.side(number)
        side = clock.side(number)
        regulation = clock.regulation
        value_us, slope, until_us = clock.segment(number, now_us)
        hidden_us = 0 if revealed else control_hidden(clock, number)
        up = side.rules().method == METHOD_UPCOUNT
        span_us = -1 if until_us < 0 else until_us - now_us
        face.anchor(value_us - hidden_us, slope, span_us, now_us, up)
        face.period = side.period + (0 if hidden_us else 1)
        face.stretches = side.byo_left if side.byo_left >= 0 else 0
        face.violations = side.violations
        face.moves = -1 if regulation.discreet else side.moves
        signs = unit
        if clock.running == number:
            signs |= RUNS
        elif clock.running == SIDE_NONE and clock.turn == number and not clock.ended:
            signs |= TURN
        if side.flag_us >= 0:
            signs |= FLAG
        if clock.first_flag == number:
            signs |= FIRST
        elif clock.first_flag == SIDE_BOTH:
            signs |= FIRST_UNKNOWN
        elif clock.first_flag != SIDE_NONE:
            signs |= FIRST_OTHER
        if side.byo_left >= 0:
            signs |= OVERTIME
        if up:
            signs |= COUNTS_UP
        if side.violations >= regulation.violation_limit:
            signs |= LIMIT
        if (number == SIDE_RIGHT) == bool(regulation.black_right):
            signs |= BLACK
        face.signs = signs

    def refresh(self, time: "Timebase") -> bool:
        """Show the present moment; True if a face looks different now."""
        left = self.left.refresh(time.s, time.us)
        return self.right.refresh(time.s, time.us) or left

    def wait_us(self, time: "Timebase") -> int:
        """How long both look the same, at least."""
        left = self.left.wait_us(time.s, time.us)
        right = self.right.wait_us(time.s, time.us)
        return left if left < right else right


def control_hidden(clock: "Clock", number: int) -> int:
    """CL-18: of a control passed ahead of time, the part of the time left that is not to be seen:
    what the period entered has added. 0: there is nothing to hide (any more)."""
    side = clock.side(number)
    regulation = clock.regulation
    if not (regulation.reveal_at_zero and regulation.carry_over) or side.period == 0:
        return 0
    if side.byo_left >= 0 or side.flag_us >= 0:
        return 0
    added_us: int = side.rules().time_us
    return added_us if side.remaining_us > added_us else 0
