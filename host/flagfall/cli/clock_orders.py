"""Orders to one clock, as the commands of `flagfall clock` give them, and the clock's 'no'."""

from typing import TYPE_CHECKING, NoReturn

from flagfall.errors import FlagfallError
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall_protocol.messages import Outcome

    from flagfall.link.visit import Visit

_, ngettext = words("cli")

DRIFT_ZERO = 1 << 31
# Numbers of the wire's `Setting`.
DRIFT, SOUNDS, BRIGHTNESS, ADDRESS, DEFECTIVE = range(1, 6)
CODE = 7


class NotDone(FlagfallError):
    """The clock answered, and it was 'no'."""

    code = "not_done"


class GameRuns(FlagfallError):
    """A game runs on this clock."""

    code = "game_runs"


def change(clock: "Visit", number: int, value: int) -> "Outcome":
    """Change a setting of the unit; the clock's answer."""
    answer: Outcome = clock.wait(clock.port.ask(lambda s, now: s.setting(number, value, now)))
    return answer


def done(outcome: "Outcome") -> None:
    """Raise `NotDone` where the clock said no."""
    from flagfall_protocol.codes import Status

    if outcome.status is Status.DONE:
        return
    reason = (outcome.refusal if outcome.refusal else outcome.status).name.lower()
    raise NotDone(
        _("The clock did not do it: {reason}.").format(reason=reason),
        hint=_("'flagfall clock show PORT' says how it stands."),
    )


def game_runs(port: str) -> NoReturn:
    """Refuse what a running game would suffer from."""
    raise GameRuns(
        _("A game runs on the clock at {port}.").format(port=port),
        hint=_("Stop the clock first."),
    )
