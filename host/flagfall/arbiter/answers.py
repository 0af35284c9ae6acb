"""The end of an order: the clock's answer, and what it recorded of it folded."""

from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING

from flagfall_protocol import codes
from flagfall_protocol.messages import Outcome

from flagfall.arbiter.errors import NoClock
from flagfall.arbiter.table import Table
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.arbiter.hall import Hall

_, ngettext = words("arbiter")

ANSWER_S = 15.0
FOLDED_S = 2.0


def no_answer(table: Table) -> NoClock:
    """The table's clock is silent."""
    return NoClock(
        _("The clock of table {number} does not answer.").format(number=table.number),
        hint=_("Check its cable; the clock itself goes on and loses nothing."),
    )


def answered(
    hall: "Hall", table: Table, future: "Future[Outcome]", *, folded_s: float = FOLDED_S
) -> Outcome:
    """The clock's answer; if it did what was ordered, its record is folded by now or `folded_s`
    have passed: who ordered sees what came of it. Raises `NoClock`, or the link's error."""
    try:
        outcome = future.result(ANSWER_S)
    except FutureTimeout:
        raise no_answer(table) from None
    if outcome.status == codes.Status.DONE:
        with hall.changed:
            hall.changed.wait_for(lambda: table.mirror.newest >= outcome.seq, folded_s)
    return outcome
