"""What the rules say of a recorded game: its first illegal move, its result, its draws."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flagfall.rules.face import Claim, Outcome
from flagfall.rules.record import Game


@dataclass(frozen=True)
class Checked:
    """The verdict on one game.

    `outcome` is what the rules alone make of the last position; `claims` are the draws that
    could have been claimed, each told once, at the ply it arose.
    """

    game: Game
    outcome: Outcome | None
    claims: tuple[Claim, ...]

    @property
    def legal(self) -> bool:
        """Whether every move was."""
        return self.game.fault is None

    @property
    def contradicted(self) -> bool:
        """Whether the file gives a result that the rules deny."""
        given = self.game.result
        return self.outcome is not None and given not in ("*", self.outcome.result)

    def as_json(self) -> dict[str, Any]:
        """The verdict as data; a fault comes with its step, its text and its reason."""
        game = self.game
        moves = game.moves
        answer: dict[str, Any] = {
            "variant": game.variant.name,
            "white": game.headers.get("White", ""),
            "black": game.headers.get("Black", ""),
            "moves": len(moves),
            "legal": self.legal,
            "result": game.result,
            "by_rules": None,
            "contradicted": self.contradicted,
            "claims": [_claim_json(claim) for claim in self.claims],
            "final": game.end.fen,
        }
        if self.outcome is not None:
            answer["by_rules"] = {"result": self.outcome.result, "reason": self.outcome.reason}
        if game.fault is not None:
            answer["fault"] = {
                "ply": len(moves) + 1,
                "move": game.fault_at.text if game.fault_at else "",
                **game.fault.as_json(),
            }
        return answer


def _claim_json(claim: Claim) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "rule": claim.rule,
        "law": claim.law,
        "by": claim.by or "either",
        "since": claim.since,
    }
    if claim.with_move is not None:
        answer["with_move"] = claim.with_move.text
    return answer


def check(game: Game) -> Checked:
    """The verdict on a game that a reader has replayed."""
    return Checked(
        game,
        game.end.outcome() if game.fault is None else None,
        tuple(_claims(game)),
    )


def _claims(game: Game) -> Iterator[Claim]:
    told: set[tuple[str, int, str]] = set()
    for position in game.positions():
        for claim in position.claims():
            key = (claim.rule, claim.since, str(claim.with_move or ""))
            if key not in told:
                told.add(key)
                yield claim
