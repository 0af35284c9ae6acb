"""Prints answers on a corpus of events, one a line: run by other interpreters to compare bytes.

Needs nothing but the standard library: `python answers.py HOST_FOLDER`.
"""

import json
import random
import sys
from pathlib import Path

sys.path[:0] = [sys.argv[1], str(Path(__file__).parents[2])]

from flagfall.pairing import Round, parse_event  # noqa: E402
from flagfall.pairing.check import check_data  # noqa: E402
from flagfall.pairing.event import SWISS  # noqa: E402
from flagfall.pairing.rounds import labels_of  # noqa: E402
from flagfall.scoring import standings  # noqa: E402

from tests.pairing.build import event  # noqa: E402
from tests.pairing.play import played_rounds, random_event  # noqa: E402

OTHERS = ("round-robin", "knockout", "knockout-places", "silly", "scheveningen-b", "match")
TIEBREAKS = ["buchholz", "solkoff_truncated", "sonneborn_berger", "shmulyan", "direct", "lot"]

for kind in sorted(SWISS) + list(OTHERS):
    for seed in range(3):
        rng = random.Random(f"{kind}{seed}")
        if kind in SWISS:
            data = random_event(kind, rng, 6, 40)
        else:
            data = event(kind, 2 if kind == "match" else rng.randrange(4, 17, 2), rounds=3)
            if kind.startswith("knockout"):
                data["system"]["draw_policy"] = "lot"
        data["tiebreaks"] = TIEBREAKS
        for before, found in played_rounds(data, rng):
            read = parse_event(before)
            if isinstance(found, Round):
                answer = found.as_json(labels_of(read), explain=True)
            else:
                answer = found.as_json()
            lines = [s.as_json(read) for s in standings(read)]
            faults = [f.as_json() for f in check_data(before)[1]]
            print(json.dumps([answer, lines, faults], ensure_ascii=True))
