"""What the clock knows of one side."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_clock.regulation import Period

NO_OVERTIME = -1
NO_FLAG = -1


class SideState:
    """One side at one moment. Times in µs; values stand as of the clock's last `settle`.

    `remaining_us`  to the control; in overtime what is left of the stretch or block; counting up,
                    the count
    `used_us`       what ran on the side in the game
    `move_us`       what the move in progress has taken
    `moves`         of the game; `period_moves` of the period
    `period`        from 0; goes on growing where the last one repeats
    `byo_left`      stretches left, the running one included; canadian: moves left in the block;
                    -1: not in overtime
    `flag_us`       the moment the flag fell; -1: it is up
    """

    __slots__ = (
        "byo_left",
        "carried_us",
        "flag_us",
        "move_us",
        "moves",
        "number",
        "period",
        "period_moves",
        "periods",
        "remaining_us",
        "uncollected_us",
        "used_us",
        "violations",
    )

    def __init__(self, number: int, periods: "list[Period]") -> None:
        self.number = number
        self.periods = periods
        self.remaining_us = 0
        self.used_us = 0
        self.move_us = 0
        self.moves = 0
        self.period_moves = 0
        self.period = 0
        self.byo_left = NO_OVERTIME
        self.carried_us = 0
        self.uncollected_us = 0
        self.violations = 0
        self.flag_us = NO_FLAG

    def copy(self, other: "SideState") -> None:
        """Become what `other` is."""
        self.remaining_us = other.remaining_us
        self.used_us = other.used_us
        self.move_us = other.move_us
        self.moves = other.moves
        self.period_moves = other.period_moves
        self.period = other.period
        self.byo_left = other.byo_left
        self.carried_us = other.carried_us
        self.uncollected_us = other.uncollected_us
        self.violations = other.violations
        self.flag_us = other.flag_us

    def rules(self) -> "Period":
        """The period the side is in; a repeated last period is the same one again."""
        return self.rules_of(self.period)

    def rules_of(self, period: int) -> "Period":
        """The period with this number."""
        return self.periods[min(period, len(self.periods) - 1)]
