"""What can go wrong in the arbiter's room, each with a stable code and a way out."""

from typing import ClassVar

from flagfall.errors import FlagfallError


class ArbiterError(FlagfallError):
    """Base of this room's errors."""

    code: ClassVar[str] = "arbiter"


class LogError(ArbiterError):
    """The log can't be read or written; nothing that was not written has been acknowledged."""

    code = "log"


class LogFull(LogError):
    """There is no room for more records; the clocks keep theirs until there is."""

    code = "log_full"


class LogBusy(LogError):
    """Another program writes this log."""

    code = "log_busy"


class LogUnreadable(LogError):
    """The file is not a log, or a newer version wrote it."""

    code = "log_unreadable"


class NoSuchTable(ArbiterError):
    """The hall has no table of that number."""

    code = "no_such_table"


class BadOrder(ArbiterError):
    """An order of a face that can't be understood; `where` names the field."""

    code = "bad_order"


class OrderRefused(ArbiterError):
    """The clock or the state of the table refused an order."""

    code = "refused"


class NoClock(ArbiterError):
    """The table's clock does not answer."""

    code = "no_clock"


class LogMissing(LogError):
    """There is no log at this place."""

    code = "log_missing"


class LogTaken(LogError):
    """A new log was to be made where there is something already."""

    code = "log_taken"


class ClocksMissing(ArbiterError):
    """Clocks that were to be there did not answer."""

    code = "clocks_missing"


class EventNotReady(ArbiterError):
    """An event that no hall can be opened for as it stands; `where` names the place in it."""

    code = "event_not_ready"


class NotConfirmed(ArbiterError):
    """Nobody said that the tables and clocks are as proposed."""

    code = "not_confirmed"


class NotThisRound(ArbiterError):
    """A log whose games are not those of the event's round."""

    code = "not_this_round"


class ResultsDiffer(ArbiterError):
    """A log and an event that have different results of the same game."""

    code = "results_differ"
