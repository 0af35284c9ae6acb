"""Other pairing packages, measured on an event of ours if they are installed."""

import importlib
import importlib.util
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagfall.pairing.event import Event
from flagfall.pairing.files.trf import write_trf
from flagfall.pairing.swiss.field import swiss_field
from flagfall.scoring import standings


@dataclass(frozen=True)
class Peer:
    """A package: its import name, how a round of it is timed, and what the time covers."""

    name: str
    module: str
    measure: Callable[[Event], float]
    note: str

    def seconds(self, event: Event) -> float | None:
        """Seconds for the next round; None where the package is not installed."""
        return self.measure(event) if importlib.util.find_spec(self.module) else None


def _trf(event: Event, folder: str) -> Path:
    lines = standings(event)
    text = write_trf(event, {s.id: s.first or 0 for s in lines}, {s.id: s.points for s in lines})
    path = Path(folder) / "field.trf"
    path.write_text(text, encoding="utf-8")
    return path


def _load(name: str) -> Any:
    return importlib.import_module(name)


def _gacrux(event: Event) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = _trf(event, folder)
        command = [sys.executable, "-m", "gacrux.pairingchecker", "-i", str(path), "-f", "TRF"]
        command += ["-p", "-m", "dutch", "-d", "T", "-o", str(path.with_suffix(".out"))]
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - start


def _py4swiss(event: Event) -> float:
    engine = _load("py4swiss.engines").DutchEngine
    with tempfile.TemporaryDirectory() as folder:
        field = _load("py4swiss.trf").TrfParser.parse(_trf(event, folder))
        start = time.perf_counter()
        engine.generate_pairings(field)
        return time.perf_counter() - start


def _pairing_core(event: Event) -> float:
    core = _load("pairing_core")
    swiss = swiss_field(event, len(event.rounds) + 1)
    players = tuple(
        core.CanonicalPlayer(
            id=i + 1,
            pairing_no=i + 1,
            rating=event.players[i].rating or 0,
            points=swiss.score[i] / swiss.record.scale.unit,
            color_hist="".join("w" if c > 0 else "b" for c in swiss.colours[i] if c),
            opponents=tuple(o + 1 for o in swiss.met[i]),
            received_bye=swiss.lucky[i],
        )
        for i in swiss.present
    )
    request = core.CanonicalRequest(
        players=players, ruleset=core.DUTCH_TILL2026_COMPAT, round_number=swiss.round_no
    )
    start = time.perf_counter()
    core.pair_canonical(request)
    return time.perf_counter() - start


PEERS = (
    Peer("gacrux", "gacrux", _gacrux, "whole process from TRF"),
    Peer("py4swiss", "py4swiss", _py4swiss, "library call, compiled matching"),
    Peer("pairing-core", "pairing_core", _pairing_core, "library call"),
)
