"""What the bench measures is what it says: a sixth round of a legal event."""

import pytest
from flagfall.bench.pairing import KINDS, _growth, best_ms, played
from flagfall.pairing.rulecheck import rule_faults


@pytest.mark.parametrize("kind", KINDS)
def test_the_measured_event_is_legal_and_has_five_rounds(kind: str) -> None:
    event = played(kind, 30)
    assert len(event.rounds) == 5
    assert rule_faults(event) == []
    assert best_ms(event, 1) > 0


def test_growth_is_shown_for_every_size_and_as_a_factor() -> None:
    rows = _growth((20, 40))
    assert [r.name for r in rows] == [
        "growth, 20 players",
        "growth, 40 players",
        "growth when the field doubles",
    ]
