"""The clock: a regulation, two sides, and what may be done to them, exact to the microsecond.

Time is an argument and never decreases; a moment before the last one counts as the last one.
Nothing here reads a clock, touches hardware or computes with a float.
"""

from flagfall_clock import acts, moves, penalties, rulings, snapshot
from flagfall_clock.codes import (
    ACT_ADJOURN,
    ACT_ADJOURN_EARLY,
    ACT_CHARGE,
    ACT_CLAIM,
    ACT_COMPENSATE,
    ACT_CORRECT,
    ACT_END,
    ACT_FLAG_VERDICT,
    ACT_HALF_SPLIT,
    ACT_OPEN_SEALED,
    ACT_POWER_CYCLE,
    ACT_PRESS,
    ACT_READ,
    ACT_REPLACE,
    ACT_RESUME,
    ACT_RUN_FOR,
    ACT_SETTLE,
    ACT_START,
    ACT_STOP,
    ACT_SWITCH_BACK,
    ACT_TAKEBACK,
    ACT_VIOLATION,
    METHOD_HOURGLASS,
    METHOD_UPCOUNT,
    REFUSAL_BAD_AMOUNT,
    REFUSAL_GAME_OVER,
    REFUSAL_NONE,
    SIDE_BOTH,
    SIDE_LEFT,
    SIDE_NONE,
    SIDE_RIGHT,
)
from flagfall_clock.order import Order
from flagfall_clock.running import NEVER, free_us, run, until_change
from flagfall_clock.side import SideState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from flagfall_clock.regulation import Regulation

_ACTS: "dict[int, Callable[[Clock, Order], int]]" = {
    ACT_START: acts.start,
    ACT_STOP: acts.stop,
    ACT_RESUME: acts.resume,
    ACT_TAKEBACK: acts.takeback,
    ACT_SWITCH_BACK: acts.switch_back,
    ACT_RUN_FOR: acts.run_for,
    ACT_OPEN_SEALED: acts.open_sealed,
    ACT_VIOLATION: rulings.violation,
    ACT_CORRECT: rulings.correct,
    ACT_CHARGE: penalties.charge,
    ACT_HALF_SPLIT: penalties.half_split,
    ACT_COMPENSATE: rulings.compensate,
    ACT_SETTLE: penalties.settle_uncollected,
    ACT_FLAG_VERDICT: rulings.flag_verdict,
    ACT_CLAIM: rulings.claim,
    ACT_ADJOURN: acts.adjourn,
    ACT_ADJOURN_EARLY: acts.adjourn_early,
    ACT_REPLACE: acts.replace,
    ACT_POWER_CYCLE: acts.power_cycle,
}


class Clock:
    """One game on one clock.

    `left`, `right`   the sides, as of `now_us`
    `running`         whose clock runs; `turn`: whose turn it is; `out_of_turn`: a side runs
                      though the turn may be the other's (`run_for`)
    `first_flag`      which flag fell first; `SIDE_BOTH`: nobody knows
    `frozen`          a flag stopped the clock (and no order since)
    `stopped_us`      when it last stopped running; -1: never ran
    `happened`, `amount_us`   what the last call brought about, and the time it concerned
    `then`            running, first flag, out of turn, frozen and stopped_us after the last act
    `revision`        grows with every change but the passing of time
    """

    __slots__ = (
        "_left_before",
        "_left_then",
        "_right_before",
        "_right_then",
        "adjourned",
        "amount_us",
        "ended",
        "first_flag",
        "first_flag_before",
        "frozen",
        "happened",
        "idle",
        "last_act_us",
        "left",
        "now_us",
        "out_of_turn",
        "pressed_by",
        "regulation",
        "revision",
        "right",
        "ruled",
        "running",
        "started",
        "stopped_us",
        "then",
        "turn",
    )

    def __init__(self, regulation: "Regulation") -> None:
        """Lay out a new game; ValueError names the field of an impossible regulation."""
        fault = regulation.fault()
        if fault:
            raise ValueError(fault)
        self.regulation = regulation
        self.left = SideState(SIDE_LEFT, regulation.left)
        self.right = SideState(SIDE_RIGHT, regulation.right)
        for side in (self.left, self.right):
            moves.grant_period(side, side.rules())
        self.now_us = 0
        self.running = SIDE_NONE
        self.turn = SIDE_NONE
        self.first_flag = SIDE_NONE
        self.started = False
        self.ended = False
        self.adjourned = False
        self.frozen = False
        self.out_of_turn = False
        self.stopped_us = NEVER
        self.revision = 0
        self.happened = 0
        self.amount_us = 0
        self.idle = False
        # The last press, for a take-back: who made it, whether a ruling came since, both sides
        # and the first flag before it.
        self.pressed_by = SIDE_NONE
        self.ruled = False
        self.first_flag_before = SIDE_NONE
        self._left_before = SideState(SIDE_LEFT, regulation.left)
        self._right_before = SideState(SIDE_RIGHT, regulation.right)
        # The state after the last act that did something: an end may be declared as of then.
        self.last_act_us = 0
        self._left_then = SideState(SIDE_LEFT, regulation.left)
        self._right_then = SideState(SIDE_RIGHT, regulation.right)
        self.then = (SIDE_NONE, SIDE_NONE, False, False, NEVER)
        self._mark()

    # ------------------------------------------------------------ what is done to it

    def do(self, at_us: int, order: "Order") -> int:
        """Do one act at a moment; answers a refusal, `REFUSAL_NONE` if it was done.

        A refused act changes nothing, but the time up to it has passed.
        """
        at_us = max(at_us, self.now_us)
        self.happened = 0
        self.amount_us = 0
        self.idle = False
        if order.act == ACT_END:
            refusal = acts.end(self, at_us, order)
        else:
            run(self, at_us)
            refusal = self._dispatch(order)
        return self._finish(at_us, refusal)

    def press(self, at_us: int, side: int) -> int:
        """A key is pressed: what `do` does with an order to press, without the order."""
        at_us = max(at_us, self.now_us)
        self.happened = 0
        self.amount_us = 0
        self.idle = False
        run(self, at_us)
        return self._finish(at_us, REFUSAL_GAME_OVER if self.ended else moves.press(self, side))

    def settle(self, at_us: int) -> None:
        """Let time alone pass: stretches are lost and flags fall, exactly when they do."""
        self.happened = 0
        self.amount_us = 0
        run(self, max(at_us, self.now_us))
        if self.happened:
            self.revision += 1

    def _dispatch(self, order: "Order") -> int:
        act = order.act
        if self.ended and act != ACT_READ and act != ACT_CORRECT:
            return REFUSAL_GAME_OVER
        if act == ACT_PRESS:
            return moves.press(self, order.side)
        if act in _ACTS:
            return _ACTS[act](self, order)
        self.idle = True
        return REFUSAL_NONE if act == ACT_READ else REFUSAL_BAD_AMOUNT

    def _finish(self, at_us: int, refusal: int) -> int:
        # A side set running with nothing left has used it up at this very microsecond.
        run(self, at_us)
        done = refusal == REFUSAL_NONE and not self.idle
        if done or self.happened:
            self.revision += 1
        if done:
            self._mark()
        return refusal

    # ------------------------------------------------------------ what the acts use

    def side(self, number: int) -> "SideState":
        """The side with this number."""
        return self.left if number == SIDE_LEFT else self.right

    def other(self, side: "SideState") -> "SideState":
        """The side across the board."""
        return self.right if side.number == SIDE_LEFT else self.left

    def sides(self, number: int) -> "tuple[SideState, ...]":
        """The sides an order addresses: none, one or both."""
        if number == SIDE_BOTH:
            return (self.left, self.right)
        return (self.side(number),) if self.is_side(number) else ()

    def is_side(self, number: int) -> bool:
        """Whether the number means one side."""
        return number == SIDE_LEFT or number == SIDE_RIGHT

    def has_next(self, side: "SideState") -> bool:
        """Whether another period follows the one the side is in."""
        if side.rules().moves is None:
            return False
        return side.period + 1 < len(side.periods) or self.regulation.repeat_last

    def stands_still(self) -> bool:
        """Whether a flag that is down lets nothing run (CL-08, `freeze`)."""
        if self.regulation.run_on_flag:
            return False
        return self.left.flag_us >= 0 or self.right.flag_us >= 0

    def pass_turn(self, side: "SideState") -> None:
        """It is this side's turn now, and its move begins."""
        self.turn = side.number
        side.move_us = 0

    def halt(self) -> None:
        """Nothing runs from now on."""
        if self.running != SIDE_NONE:
            self.stopped_us = self.now_us
            self.running = SIDE_NONE
        self.out_of_turn = False
        self.frozen = False

    def remember_press(self) -> None:
        """Keep the state for a take-back of the press that comes now."""
        self._left_before.copy(self.left)
        self._right_before.copy(self.right)
        self.first_flag_before = self.first_flag
        self.pressed_by = self.running
        self.ruled = False

    def before(self, side: "SideState") -> "SideState":
        """The side as it was before the last press."""
        return self._left_before if side.number == SIDE_LEFT else self._right_before

    def _mark(self) -> None:
        self.last_act_us = self.now_us
        self._left_then.copy(self.left)
        self._right_then.copy(self.right)
        self.then = (
            self.running,
            self.first_flag,
            self.out_of_turn,
            self.frozen,
            self.stopped_us,
        )

    def rewind(self) -> None:
        """Go back to the last act that did something: what time did since is undone."""
        self.now_us = self.last_act_us
        self.left.copy(self._left_then)
        self.right.copy(self._right_then)
        self.running, self.first_flag, self.out_of_turn, self.frozen, self.stopped_us = self.then

    # ------------------------------------------------------------ whole states

    def all_sides(self) -> "tuple[SideState, ...]":
        """Both sides: now, before the last press, and after the last act that did something."""
        return (
            self.left,
            self.right,
            self._left_before,
            self._right_before,
            self._left_then,
            self._right_then,
        )

    def snapshot(self) -> bytes:
        """The whole game as bytes, the regulation and the memory of the last press included."""
        return snapshot.pack_clock(self)

    @staticmethod
    def restored(data: bytes) -> "Clock":
        """The game of a snapshot, as it was; ValueError where the bytes are none."""
        regulation, offset = snapshot.unpack_regulation(data)
        clock = Clock(regulation)
        snapshot.unpack_state(clock, data, offset)
        return clock

    # ------------------------------------------------------------ what it shows

    def next_us(self, at_us: int) -> int:
        """When the state next changes by itself, as a moment; -1: never. After `settle(at_us)`."""
        if self.running == SIDE_NONE:
            return NEVER
        until_us = until_change(self, self.side(self.running))
        return NEVER if until_us < 0 else max(at_us, self.now_us + until_us)

    def segment(self, number: int, at_us: int) -> "tuple[int, int, int]":
        """What a face shows of a side from `at_us` on: `(value_us, slope, until_us)`.

        The value changes by `slope` (-1, 0, +1) µs a µs until the moment `until_us`; -1: for ever,
        as far as time alone is concerned. Ask again then, and after every act. `at_us` is not
        before the last `settle`, and not after the next change.
        """
        side = self.side(number)
        if self.running == SIDE_NONE:
            return (side.remaining_us, 0, NEVER)
        mover = self.side(self.running)
        method = mover.rules().method
        if side is mover:
            slope = 1 if method == METHOD_UPCOUNT else -1
        elif method == METHOD_HOURGLASS:
            slope = 1
        else:
            return (side.remaining_us, 0, NEVER)
        since_us = max(0, at_us - self.now_us)
        free = free_us(self, mover)
        if free > since_us:
            return (side.remaining_us, 0, self.now_us + free)
        return (side.remaining_us + slope * (since_us - free), slope, self.next_us(at_us))
