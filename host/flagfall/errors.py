"""The one base of every error a user can meet: a stable code, a sentence, a way out."""

from typing import ClassVar


class FlagfallError(Exception):
    """Something a person can act on.

    `code` is stable and documented; `str(error)` is a sentence in the reader's language;
    `hint` says what to do; `where` names the place in the input (a JSON path, a line, a frame).
    """

    code: ClassVar[str] = "error"

    def __init__(self, sentence: str, *, hint: str = "", where: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint
        self.where = where

    def as_json(self) -> dict[str, str]:
        """The error as data: `code`, `message`, and `hint` and `where` if they say something."""
        answer = {"code": self.code, "message": self.sentence}
        if self.hint:
            answer["hint"] = self.hint
        if self.where:
            answer["where"] = self.where
        return answer
