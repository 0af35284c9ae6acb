"""What can go wrong in writing a renju file."""

from flagfall.rules.errors import RulesError


class CannotWrite(RulesError):
    """The game has something that the format has no place for."""

    code = "file-unwritable"
