"""Other pairing packages on an event of ours, in the same run, in an environment of their own.

They follow FIDE's Dutch rules, which ask for more than the codes here do: the figures say how long
an arbiter waits, not who searches better.
"""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from flagfall.bench.peers import environment
from flagfall.pairing.event import Event
from flagfall.pairing.files.trf_write import write_trf
from flagfall.pairing.swiss.field import swiss_field
from flagfall.scoring import standings

PACKAGES = ("gacrux==1.11.65", "py4swiss==0.3.1", "pairing-core==0.4.1")
COVERS = {
    "gacrux": "whole process from TRF",
    "py4swiss": "library call, compiled matching",
    "pairing-core": "library call",
}

# Runs in their environment: the name of one, a TRF file and our field in; seconds, pairs out.
_PROGRAM = """
import json, subprocess, sys, time
name, trf, players, round_no = sys.argv[1], sys.argv[2], json.load(sys.stdin), int(sys.argv[3])
if name == "gacrux":
    command = [sys.executable, "-m", "gacrux.pairingchecker", "-i", trf, "-f", "TRF"]
    command += ["-p", "-m", "dutch", "-d", "T", "-o", trf + ".out"]
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    seconds = time.perf_counter() - start
    pairs = int(open(trf + ".out").readline())
elif name == "py4swiss":
    from pathlib import Path
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser
    field = TrfParser.parse(Path(trf))
    start = time.perf_counter()
    found = DutchEngine.generate_pairings(field)
    seconds = time.perf_counter() - start
    pairs = len(found)
else:
    import pairing_core as core
    field = tuple(
        core.CanonicalPlayer(**{**p, "opponents": tuple(p["opponents"])}) for p in players
    )
    request = core.CanonicalRequest(
        players=field, ruleset=core.DUTCH_TILL2026_COMPAT, round_number=round_no
    )
    start = time.perf_counter()
    found = core.pair_canonical(request)
    seconds = time.perf_counter() - start
    pairs = len(found.pairings)
print(json.dumps([seconds, pairs]))
"""


def _players(event: Event) -> list[dict[str, Any]]:
    swiss = swiss_field(event, len(event.rounds) + 1)
    return [
        {
            "id": i + 1,
            "pairing_no": i + 1,
            "rating": event.players[i].rating or 0,
            "points": swiss.score[i] / swiss.record.scale.unit,
            "color_hist": "".join("w" if c > 0 else "b" for c in swiss.colours[i] if c),
            "opponents": [o + 1 for o in sorted(swiss.met[i])],
            "received_bye": swiss.lucky[i],
        }
        for i in swiss.present
    ]


def peer_seconds(event: Event) -> dict[str, float]:
    """Seconds of each package for the next round. Raises `NoPeer`."""
    python = environment(*PACKAGES)
    lines = standings(event)
    text = write_trf(event, {s.id: s.first or 0 for s in lines}, {s.id: s.points for s in lines})
    players = json.dumps(_players(event))
    found = {}
    for name in COVERS:
        with tempfile.TemporaryDirectory() as folder:
            trf = Path(folder) / "field.trf"
            trf.write_text(text, encoding="utf-8")
            done = subprocess.run(
                [str(python), "-c", _PROGRAM, name, str(trf), str(len(event.rounds) + 1)],
                input=players,
                capture_output=True,
                text=True,
                check=True,
            )
        seconds, pairs = json.loads(done.stdout)
        assert pairs == len(event.players) // 2, f"{name} made {pairs} pairs"
        found[name] = seconds
    return found
