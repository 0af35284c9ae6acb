"""The ladder of sanctions (D5.4.14, R2.7.4, R3.10.3) as data: what follows what."""

from dataclasses import dataclass

from flagfall.pairing.reader import N_
from flagfall.words import words

_, _plural = words("scoring")


@dataclass(frozen=True, slots=True)
class Sanction:
    """A step of the ladder. `text` is English; `flagfall.words` turns it."""

    code: str
    rule: str
    text: str

    def sentence(self) -> str:
        """The sanction in the language in force."""
        return _(self.text)


REMARK = Sanction("remark", "D5.4.14.2", N_("a remark"))
WARNING = Sanction("warning", "D5.4.14.2", N_("a warning"))
TIME = Sanction("time", "D5.4.14.1", N_("up to two minutes added to the opponent's time"))
LOSS = Sanction("loss", "D5.4.14.2", N_("the game (or micro-match) is lost"))
BOTH_LOSE = Sanction("both_lose", "D5.4.14.1", N_("both lose the game"))
EXCLUSION = Sanction("exclusion", "D5.4.14.2", N_("exclusion from the event"))
BLITZ_LOSS = Sanction("blitz_loss", "R3.10.3", N_("third unclear move of a blitz game: it is lost"))

LADDER = (REMARK, WARNING, LOSS, EXCLUSION)
EVERY = (REMARK, WARNING, TIME, LOSS, BOTH_LOSE, EXCLUSION, BLITZ_LOSS)


def following(given: tuple[str, ...], *, gross: bool = False) -> Sanction:
    """What the code provides after the sanctions given to a player so far.

    The first breach: a remark, a gross one a warning; after a remark a warning; after a warning
    the game; after a lost game exclusion may follow. The arbiter decides; this proposes.
    """
    if "exclusion" in given or "loss" in given:
        return EXCLUSION
    if "warning" in given:
        return LOSS
    if "remark" in given or gross:
        return WARNING
    return REMARK
