"""What can be wrong with a position, a move or a file, each with a stable code and a reason."""

from typing import Any, ClassVar

from flagfall.errors import FlagfallError
from flagfall.words import words

_, ngettext = words("rules")


class RulesError(FlagfallError):
    """Base of this room's errors; `reason` is a stable word that programs may test."""

    code: ClassVar[str] = "rules"

    def __init__(self, sentence: str, *, reason: str = "", hint: str = "", where: str = "") -> None:
        super().__init__(sentence, hint=hint, where=where)
        self.reason = reason

    def as_json(self) -> dict[str, str]:
        """The error as data, with its `reason`."""
        answer = super().as_json()
        if self.reason:
            answer["reason"] = self.reason
        return answer


class UnknownVariant(RulesError):
    """There is no game by that name."""

    code = "variant-unknown"


class InvalidPosition(RulesError):
    """A set-up that can't be read, or that no game may start from."""

    code = "position-invalid"


MOST_ROUTES = 100_000
"""Games have captures of some dozens of ways; a position made up to have millions is refused."""


def too_many_routes() -> InvalidPosition:
    """Why a position with more ways to capture than `MOST_ROUTES` is not followed."""
    return InvalidPosition(
        _("There are more than {n} ways to capture in this position.").format(n=MOST_ROUTES),
        reason="captures",
        hint=_("No game comes to such a position: look at how it was set up."),
    )


class InvalidMove(RulesError):
    """A text that is no move of this game at all."""

    code = "move-invalid"


class IllegalMove(RulesError):
    """A move that reads well and that the rules forbid here; `reason` says which rule.

    `stands` is the position after it where the law leaves it to the opponent to claim (renju's
    fouls under `rif`), so that a recorded game can go on; None everywhere else.
    """

    code = "move-illegal"
    stands: Any = None


def expect_text(value: object, error: type[RulesError]) -> None:
    """Raise the error where something else was given in a text's place."""
    if not isinstance(value, str):
        raise error(
            _("A text is expected, not {what}.").format(what=repr(value)[:40]), reason="no-text"
        )


class AmbiguousMove(RulesError):
    """A text that fits several legal moves; `candidates` are their unambiguous texts."""

    code = "move-ambiguous"

    def __init__(
        self,
        sentence: str,
        *,
        candidates: tuple[str, ...] = (),
        hint: str = "",
        where: str = "",
    ) -> None:
        super().__init__(sentence, reason="several", hint=hint, where=where)
        self.candidates = candidates


class InvalidFile(RulesError):
    """A game file that can't be read; `where` names the line."""

    code = "file-invalid"
