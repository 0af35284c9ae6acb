"""What can go wrong with a report."""

from flagfall.errors import FlagfallError


class ReportError(FlagfallError):
    """A report can't be written."""

    code = "report"
