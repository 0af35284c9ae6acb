"""Everything wrong with an event: faults of the file, and rules its rounds break."""

from flagfall.pairing.advice import advice
from flagfall.pairing.compare import differences
from flagfall.pairing.errors import MissingField
from flagfall.pairing.event import Event
from flagfall.pairing.faults import Fault, of_error
from flagfall.pairing.fit import misfits
from flagfall.pairing.parse import read_event
from flagfall.pairing.rulecheck import rule_faults


def check_data(data: object) -> tuple[Event | None, list[Fault]]:
    """The event of a JSON value if it can be used, and everything wrong with it."""
    reading = read_event(data)
    faults = [of_error(e) for e in reading.faults]
    faults += [
        Fault(
            "rounds_unsaid" if isinstance(e, MissingField) else "unread_field",
            e.sentence,
            e.where,
            "",
            e.hint,
            grave=False,
        )
        for e in reading.remarks
    ]
    if reading.event is not None:
        faults += misfits(reading.event)
        faults += rule_faults(reading.event)
        faults += differences(reading.event)
        faults += advice(reading.event)
    return reading.event, faults
