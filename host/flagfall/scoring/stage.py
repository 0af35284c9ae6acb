"""How far an event is: which rounds have begun, and whether the last of them is over."""

from dataclasses import dataclass

from flagfall.pairing.event import UNPLAYED, Event, PlayedRound


@dataclass(frozen=True, slots=True)
class Stage:
    """`begun` rounds count; `missing` games of the last of them have no result."""

    begun: int
    missing: int

    @property
    def finished(self) -> int:
        """Rounds that are over, but for adjourned games of rounds before the last."""
        return self.begun - 1 if self.missing else self.begun


def stage(event: Event) -> Stage:
    """The stage of an event.

    A round has begun when a game of it was played, or when every game has a result: one that is
    only paired, with its byes and known absences, does not count yet.
    """
    begun = len(event.rounds)
    while begun and not _begun(event.rounds[begun - 1]):
        begun -= 1
    games = event.rounds[begun - 1].games if begun else ()
    return Stage(begun, sum(not g.finished for g in games))


def _begun(played: PlayedRound) -> bool:
    return all(g.finished for g in played.games) or any(
        r != "*" and r not in UNPLAYED for g in played.games for r in g.result
    )
