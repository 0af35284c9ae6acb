"""A thing wrong with an event, as `flagfall event check` lists it."""

from dataclasses import dataclass
from typing import Any

from flagfall.errors import FlagfallError


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong, with the rule it breaks. A remark (`grave` false) changes nothing."""

    code: str
    message: str
    where: str = ""
    rule: str = ""
    hint: str = ""
    grave: bool = True

    def as_json(self) -> dict[str, Any]:
        """The fault as data, empty fields left out."""
        answer: dict[str, Any] = {"code": self.code, "message": self.message}
        for key in ("where", "rule", "hint"):
            if getattr(self, key):
                answer[key] = getattr(self, key)
        answer["grave"] = self.grave
        return answer


def of_error(error: FlagfallError) -> Fault:
    """An error as a fault."""
    return Fault(error.code, error.sentence, error.where, "", error.hint)
