"""The link: a hall of clocks at blitz pace. What the host costs, how soon a press is durable, and
whether anything is lost when cables are pulled and clocks lose their power."""

import sys
import tempfile
import time
from pathlib import Path

from flagfall.bench import Row
from flagfall.bench.link_proof import Proof, prove
from flagfall.bench.link_world import World

CLOCKS, SECONDS, UNPLUG = 200, 60, 10
HOST_PERCENT = 40.0
PRESS_TO_LOG_MS = 30.0
SETTLE_S = 2.0
QUIET_S = 30.0


def run(
    quick: bool = False,
    clocks: int | None = None,
    seconds: int | None = None,
    unplug: int = UNPLUG,
) -> list[Row]:
    """The area's rows: all cables in; then again with some in clumsy hands."""
    clocks = clocks or (20 if quick else CLOCKS)
    seconds = seconds or (10 if quick else SECONDS)
    rows = _measured(clocks, seconds, 0)
    return rows + _measured(clocks, seconds, unplug) if unplug else rows


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _measured(clocks: int, seconds: int, unplug: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as name:
        folder = Path(name)
        with World(folder, clocks, seconds, unplug, _say) as world:
            world.begin()
            time.sleep(SETTLE_S)
            began, before = time.monotonic_ns() // 1000, world.ask("usage")
            mishaps = world.suffer()
            for second in range(10, seconds + 1, 10):
                time.sleep(10)
                _say(f"{second} s")
            time.sleep(seconds % 10)
            ended, after = time.monotonic_ns() // 1000, world.ask("usage")
            mishaps.join()
            audit, moves = _quiet(world)
            moments = world.dismiss()
        proof = prove(
            folder / "hall.db",
            {world.uid(n): world.flash(n) for n in world.boards},
            moments,
        )
    print(
        before,
        after,
        audit,
        moves,
        len(proof.waits_us),
        proof.pressed,
        proof.taken,
        proof.kept,
        proof.records,
        proof.lost,
        proof.doubled,
        proof.altered,
        proof.disordered,
        proof.unheard,
        file=sys.stderr,
    )
    waits = sorted(w for _u, at, w in proof.waits_us if began <= at <= ended)
    print(
        [waits[int(len(waits) * q)] / 1e3 for q in (0.5, 0.9, 0.99, 0.999)],
        waits[-1] / 1e3,
        file=sys.stderr,
    )
    used = {k: after[k] - before[k] for k in after}
    print(used, (used["user_s"] + used["system_s"]) / used["real_s"] * 100, file=sys.stderr)
    return []


def _quiet(world: World) -> tuple[dict, dict]:
    until_s = time.monotonic() + QUIET_S
    while True:
        time.sleep(SETTLE_S)
        audit, moves = world.ask("audit"), world.ask("moves")
        if (
            not audit["lost"]
            and not audit["silent"]
            and moves["written"] >= sum(world.planned.values())
        ) or time.monotonic() > until_s:
            return audit, moves
