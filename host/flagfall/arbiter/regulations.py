"""A regulation on the wire: the engine's made into messages, and back from a clock's records."""

from flagfall_clock.regulation import Period, Regulation
from flagfall_protocol import codes, messages
from flagfall_protocol.messages import ABSENT16, PeriodEvent, RulesEvent

# The engine's yes/no attributes and their bits on the wire.
FLAGS = {
    "repeat_last": codes.RuleFlag.REPEAT_LAST,
    "carry_over": codes.RuleFlag.CARRY_OVER,
    "run_on_flag": codes.RuleFlag.RUN_ON_FLAG,
    "reveal_at_zero": codes.RuleFlag.REVEAL_AT_ZERO,
    "blitz": codes.RuleFlag.BLITZ,
    "charge_takeback": codes.RuleFlag.CHARGE_TAKEBACK,
    "discreet": codes.RuleFlag.DISCREET,
    "black_right": codes.RuleFlag.BLACK_RIGHT,
}


def to_messages(
    regulation: Regulation,
) -> tuple[messages.RulesBegin, list[messages.Period]]:
    """Head and periods for `Port.send_rules`; request ids are the link's to give."""
    flags = codes.RuleFlag(0)
    for name, flag in FLAGS.items():
        if getattr(regulation, name):
            flags |= flag
    head = messages.RulesBegin(
        request=0,
        scratch=0,
        code=codes.Code(regulation.code),
        flags=flags,
        violation_limit=regulation.violation_limit,
        correction_floor_us=regulation.correction_floor_us,
        carry_floor_us=regulation.carry_floor_us,
        hold_limit_us=regulation.hold_limit_us,
        forfeit_after_ms=regulation.forfeit_after_us // 1000,
        carry_without_control=codes.CarryWithoutControl(regulation.carry_without_control),
        periods_left=len(regulation.left),
        periods_right=len(regulation.right),
    )
    if regulation.left is regulation.right:
        return head, _periods(codes.Side.BOTH, regulation.left)
    left = _periods(codes.Side.LEFT, regulation.left)
    return head, left + _periods(codes.Side.RIGHT, regulation.right)


def _periods(side: codes.Side, periods: list[Period]) -> list[messages.Period]:
    return [
        messages.Period(
            request=0,
            side=side,
            index=index,
            moves=ABSENT16 if period.moves is None else period.moves,
            time_us=period.time_us,
            method=codes.Method(period.method),
            from_first_move=int(period.from_first_move),
            increment_us=period.increment_us,
            count=period.count,
            byo_us=period.byo_us,
            byo_moves=period.byo_moves,
        )
        for index, period in enumerate(periods)
    ]


def from_records(head: RulesEvent, periods: list[PeriodEvent]) -> Regulation:
    """The engine's regulation from the records that laid it out."""
    left: list[Period] = []
    right: list[Period] = []
    for told in periods:
        period = Period(
            time_us=told.time_us,
            moves=None if told.moves == ABSENT16 else told.moves,
            method=int(told.method),
            increment_us=told.increment_us,
            from_first_move=bool(told.from_first_move),
            count=told.count,
            byo_us=told.byo_us,
            byo_moves=told.byo_moves,
        )
        if told.side & codes.Side.LEFT:
            left.append(period)
        if told.side & codes.Side.RIGHT:
            right.append(period)
    alike = all(told.side == codes.Side.BOTH for told in periods)
    regulation = Regulation(left, None if alike else right, code=int(head.code))
    for name, flag in FLAGS.items():
        setattr(regulation, name, flag in head.flags)
    regulation.violation_limit = head.violation_limit
    regulation.correction_floor_us = head.correction_floor_us
    regulation.carry_floor_us = head.carry_floor_us
    regulation.carry_without_control = int(head.carry_without_control)
    regulation.hold_limit_us = head.hold_limit_us
    regulation.forfeit_after_us = head.forfeit_after_ms * 1000
    return regulation
