"""One worked message of every kind: what PROTOCOL.md shows byte by byte.

They tell one story: a clock on table 5 is greeted, its journal fetched, a press seen, a penalty
ordered, a regulation laid out, a state moved to a fresh unit.
"""

from flagfall_protocol import codes, messages
from flagfall_protocol.fields import Message
from flagfall_protocol.schema import FRAME_MAX, MAJOR, MINOR, WINDOW

JOURNAL = 0x5EEDC10C
HOST = 0x0A4B17E4
NOW = 3_725_000_417  # 1 h 2 min 5 s after the journal began
PHASE = (
    codes.StateFlag.RUNNING_HIGH
    | codes.StateFlag.TURN_HIGH
    | codes.StateFlag.RIGHT_FLAG
    | codes.StateFlag.STARTED
)


def examples() -> list[Message]:
    """A message of every kind, by rising kind."""
    return [*_hello(), *_events(), *_state(), *_commands(), *_rig()]


def _hello() -> list[Message]:
    return [
        messages.HelloRequest(major=MAJOR, minor=MINOR, host_id=HOST, nonce=0x11223344),
        messages.Hello(
            major=MAJOR,
            minor=MINOR,
            nonce=0x11223344,
            firmware_major=0,
            firmware_minor=1,
            firmware_patch=0,
            uid=bytes.fromhex("e66178c1d3410a2f"),
            boot_id=0xB0071D00,
            reset_cause=codes.ResetCause.POWER_ON,
            capabilities=codes.Capability.BUZZER | codes.Capability.SCRATCH,
            frame_max=FRAME_MAX,
            window=WINDOW,
            journal_id=JOURNAL,
            oldest=1,
            newest=258,
            schema_crc=0x01234567,  # of an imagined build: the real one changes with this file
            implementation=codes.Implementation.MICROPYTHON,
            implementation_major=1,
            implementation_minor=29,
            board=codes.BoardKind.PICO,
            holder=0,
        ),
        messages.SyncRequest(host_us=86_400_000_000),
        messages.Sync(host_us=86_400_000_000, received_us=NOW, sent_us=NOW + 180, newest=258),
        messages.Release(host_id=HOST),
        messages.Busy(holder=HOST, idle_ms=1_250),
    ]


def _events() -> list[Message]:
    return [
        messages.Subscribe(journal_id=JOURNAL, after=253),
        messages.Ack(journal_id=JOURNAL, seq=257),
        messages.Event(
            journal_id=JOURNAL,
            seq=258,
            at_us=NOW,
            game=3,
            act=codes.Act.PRESS,
            side=codes.Side.LEFT,
            refusal=codes.Refusal.NONE,
            aux=57,
            amount_us=41_230_117,
            left_us=4_230_000_000,
            right_us=-1,
            happened=codes.Happened.MOVE | codes.Happened.CONTROL_PASSED,
        ),
        messages.BoardEvent(
            journal_id=JOURNAL,
            seq=257,
            at_us=NOW,
            squares=50,
            press=1,
            occupied=b"\xff\xff\x0f\0\xc0\xff\x03" + bytes(22),
        ),
        messages.OrderEvent(
            journal_id=JOURNAL,
            seq=259,
            at_us=NOW + 9_000_000,
            act=codes.Act.HALF_SPLIT,
            side=codes.Side.RIGHT,
            by=codes.By.ARBITER,
            what=0,
            why=codes.Why.UNSAID,
            flags=codes.OrderFlag(0),
            amount_us=360_000_001,
            moves=messages.ABSENT16,
            period=messages.ABSENT16,
            violations=messages.ABSENT16,
            carried_us=messages.ABSENT64,
            uncollected_us=messages.ABSENT64,
        ),
        messages.RulesEvent(
            journal_id=JOURNAL,
            seq=1,
            at_us=0,
            code=codes.Code.RENJU_RF,
            flags=codes.RuleFlag.CARRY_OVER | codes.RuleFlag.RUN_ON_FLAG | codes.RuleFlag.DISCREET,
            violation_limit=3,
            correction_floor_us=300_000_000,
            carry_floor_us=300_000_000,
            hold_limit_us=2_000_000,
            forfeit_after_ms=3_600_000,
            carry_without_control=codes.CarryWithoutControl.ASK,
            periods_left=2,
            periods_right=2,
        ),
        messages.PeriodEvent(
            journal_id=JOURNAL,
            seq=2,
            at_us=0,
            side=codes.Side.BOTH,
            index=0,
            moves=40,
            time_us=7_200_000_000,
            method=codes.Method.SUDDEN,
            from_first_move=0,
            increment_us=0,
            count=0,
            byo_us=0,
            byo_moves=0,
        ),
        messages.BootEvent(
            journal_id=JOURNAL,
            seq=260,
            at_us=NOW + 12_000_000,
            game=3,
            boot_id=0xB0071D01,
            reset_cause=codes.ResetCause.BROWN_OUT,
            left_us=4_230_000_000,
            right_us=-1,
        ),
        messages.Gap(journal_id=JOURNAL, oldest=101, newest=260),
    ]


def _state() -> list[Message]:
    return [
        messages.State(
            now_us=NOW,
            flags=PHASE,
            left_us=4_230_000_000,
            right_us=-1,
            left_period=1,
            right_period=0,
            health=codes.Health.LOW_BATTERY,
            revision=71,
            newest=258,
            game=3,
        ),
        messages.Poll(cursor=258),
        messages.Turn(cursor=258),
        messages.Quiet(newest=258),
        messages.Fault(fault=codes.FaultKind.BAD_CRC, count=4, detail=0),
        messages.FaultsRequest(request=7),
        messages.Faults(request=7, counts=[4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0]),
    ]


def _commands() -> list[Message]:
    return [
        messages.Command(
            request=8,
            revision=71,
            act=codes.Act.CORRECT,
            side=codes.Side.LEFT,
            flags=codes.OrderFlag.SET,
            amount_us=4_200_000_000,
        ),
        messages.Outcome(
            request=8,
            status=codes.Status.DONE,
            refusal=codes.Refusal.NONE,
            revision=72,
            seq=262,
            now_us=NOW + 15_000_000,
        ),
        messages.RulesBegin(
            request=9,
            scratch=0,
            code=codes.Code.PLAIN,
            flags=codes.RuleFlag.CARRY_OVER | codes.RuleFlag.BLITZ,
            violation_limit=3,
            correction_floor_us=0,
            carry_floor_us=0,
            hold_limit_us=2_000_000,
            forfeit_after_ms=3_600_000,
            carry_without_control=codes.CarryWithoutControl.ASK,
            periods_left=1,
            periods_right=1,
        ),
        messages.Period(
            request=10,
            side=codes.Side.BOTH,
            index=0,
            moves=messages.ABSENT16,
            time_us=180_000_000,
            method=codes.Method.FISCHER,
            from_first_move=0,
            increment_us=2_000_000,
            count=0,
            byo_us=0,
            byo_moves=0,
        ),
        messages.RulesCommit(request=11, scratch=0, crc=0xCAFE0042),
        messages.RulesRead(request=12),
        messages.SnapRequest(request=13),
        messages.Part(request=13, part=0, parts=1, length=5, data=b"state" + bytes(35)),
        messages.PartsCommit(request=14, crc=0x19C87BC2),
        messages.Setting(request=15, setting=1, value=(1 << 31) - 20_000),
    ]


def _rig() -> list[Message]:
    side = {
        "remaining_us": 7_195_000_000,
        "used_us": 5_000_000,
        "carried_us": 0,
        "uncollected_us": 0,
        "flag_us": -1,
        "moves": 1,
        "period": 0,
        "byo_left": messages.ABSENT16,
        "violations": 0,
    }
    return [
        messages.ActRequest(
            request=16, at_us=5_000_000, act=codes.Act.PRESS, side=codes.Side.LEFT, by=codes.By.LEFT
        ),
        messages.AnswerLeft(request=16, **side),
        messages.AnswerRight(request=16, **{**side, "used_us": 0, "moves": 0}),
        messages.AnswerCommon(
            request=16,
            refusal=codes.Refusal.NONE,
            running=codes.Side.RIGHT,
            turn=codes.Side.RIGHT,
            first_flag=codes.Side.NONE,
            happened=codes.Happened.MOVE,
        ),
        messages.Advance(
            to_us=2_000_000,
            count=2,
            keys=[0x80, 0x00, 0, 0, 0, 0, 0, 0],
            after_us=[750_000, 60_000, 0, 0, 0, 0, 0, 0],
        ),
        messages.Advanced(now_us=2_000_000, next_us=182_750_000, newest=258),
        messages.SetBoard(squares=50, occupied=b"\xff\xff\x0f\0\xc0\xff\x03" + bytes(22)),
    ]
