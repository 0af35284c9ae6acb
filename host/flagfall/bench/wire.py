"""The wire in virtual time: how well a clock's time is known, and how quickly a full bus goes
round. The firmware and the host's end are the real ones; only time is made."""

import random
import statistics

from flagfall_protocol import codes, messages

from flagfall.bench import Row
from flagfall.link.bus import TURN_US
from flagfall.sim.bus import BusRig
from flagfall.sim.truth import Truth

CLOCKS = 32
DRIFTS_PPM = (40, -40)
ALONE = "40 ppm, 1 ms polling, 2 % stalls to 25 ms; virtual time"
SHARED = "32 clocks, 115,200 baud, 1.5 ms turnaround; virtual time"
S = 1_000_000


def run(quick: bool = False) -> list[Row]:
    """The area's rows."""
    return [*_sync(2 if quick else 12), *_bus(20 if quick else 100)]


def _sync(seeds: int) -> list[Row]:
    errors: list[int] = []
    for seed in range(seeds):
        for drift_ppm in DRIFTS_PPM:
            truth = Truth(seed, drift_ppm)
            truth.run(400)
            errors += truth.errors_us
    errors.sort()
    return [
        Row("wire", "clock sync error, median", statistics.median(errors), "µs", 100, note=ALONE),
        Row(
            "wire", "clock sync error, p99", errors[len(errors) * 99 // 100], "µs", 500, note=ALONE
        ),
    ]


def _bus(presses: int) -> list[Row]:
    rig = BusRig()
    for address in range(1, CLOCKS + 1):
        rig.add(address)
    rig.run(3 * S)
    head = messages.RulesBegin(
        0,
        0,
        codes.Code.PLAIN,
        codes.RuleFlag(0),
        3,
        0,
        0,
        2_000_000,
        3_600_000,
        codes.CarryWithoutControl.ASK,
        1,
        1,
    )
    period = messages.Period(
        0, codes.Side.BOTH, 0, 0xFFFF, 3_600 * S, codes.Method.SUDDEN, 0, 0, 0, 0, 0
    )
    rig.order(lambda s: s.send_rules(head, [period], rig.now_us))
    rig.order(lambda s: s.command(codes.Act.START, rig.now_us, side=codes.Side.LEFT))
    rig.run(20 * S)
    rig.rounds_us.clear()
    rig.run(10 * S)
    quiet_us = max(rig.rounds_us)
    waits = [_wait(rig, seed) for seed in range(presses)]
    for _ in range(20):
        for clock in rig.clocks.values():
            clock.press()
        rig.run(60_000)
    rig.rounds_us.clear()
    rig.run(5 * S)
    rounds = max(n for n, _us in waits)
    slowest_us = max(us for _n, us in waits)
    return [
        Row("wire", "bus: longest quiet round", quiet_us / 1000, "ms", 150, note=SHARED),
        Row("wire", "bus: longest busy round", max(rig.rounds_us) / 1000, "ms", 270, note=SHARED),
        Row("wire", "bus: all frames longest", CLOCKS * TURN_US / 1000, "ms", 270, note="computed"),
        Row("wire", "bus: rounds an event waits", rounds, "rounds", 2, note=SHARED),
        Row("wire", "bus: longest wait of an event", slowest_us / 1000, "ms", note=SHARED),
        Row("wire", "bus: collisions", rig.wires.collisions, "frames", 0, note=SHARED),
    ]


def _wait(rig: BusRig, seed: int) -> tuple[int, int]:
    """A press on a clock at some moment: rounds and microseconds until the host has it."""
    rng = random.Random(seed)
    rig.run(rng.randrange(80_000))
    address = rng.randrange(1, CLOCKS + 1)
    rig.clocks[address].press()
    newest, events = rig.clocks[address].device.journal.newest, rig.bus.sessions[address].events
    round_, began_us = rig.bus.rounds, rig.now_us
    while events.delivered < newest:
        rig.run(500)
    return rig.bus.rounds - round_, rig.now_us - began_us
