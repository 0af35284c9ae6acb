"""What can be wrong with an event or with a round: one class and one stable code per fault."""

from flagfall.errors import FlagfallError


class EventError(FlagfallError):
    """An event file that can't be used as it stands; `where` is a JSON path."""

    code = "event"


class NotJson(EventError):
    """The text is not JSON, or is JSON of a kind nobody can mean (NaN, doubled keys)."""

    code = "not_json"


class WrongType(EventError):
    """A value of another type than the field has."""

    code = "wrong_type"


class MissingField(EventError):
    """A field without which the event can't be understood."""

    code = "missing_field"


class BadValue(EventError):
    """A value of the right type that the field can't have."""

    code = "bad_value"


class NegativeRating(EventError):
    """Ratings are not negative."""

    code = "negative_rating"


class TooLong(EventError):
    """A text longer than any list or table could print."""

    code = "too_long"


class TooMany(EventError):
    """More players, rounds or entries than an event can have."""

    code = "too_many"


class UnknownSchema(EventError):
    """Another kind of file, or one of another version."""

    code = "unknown_schema"


class UnknownKind(EventError):
    """A system of play this program does not know."""

    code = "unknown_kind"


class UnknownOption(EventError):
    """An option of the system that its kind does not have; silence would change pairings."""

    code = "unknown_option"


class UnknownTiebreak(EventError):
    """A coefficient this program does not know."""

    code = "unknown_tiebreak"


class UnknownResult(EventError):
    """A result outside 1-0, 0-1, 1/2, +-, -+, --, 0-0, *."""

    code = "unknown_result"


class UnknownPlayer(EventError):
    """A number that no player of the list has."""

    code = "unknown_player"


class UnknownTeam(EventError):
    """A team that is not in the list of teams."""

    code = "unknown_team"


class DuplicatePlayer(EventError):
    """Two players (or teams) with one number."""

    code = "duplicate_player"


class PlaysTwice(EventError):
    """One player twice in one round: two games, or a game and a bye."""

    code = "plays_twice"


class DoubleResult(EventError):
    """One game written down twice in one round."""

    code = "double_result"


class PlaysHimself(EventError):
    """A game of a player against himself."""

    code = "plays_himself"


class RoundOrder(EventError):
    """Rounds that are not numbered 1, 2, 3 … in order."""

    code = "round_order"


class TableTaken(EventError):
    """Two games at one table."""

    code = "table_taken"


class ForcedPairsClash(EventError):
    """One player in two forced pairs of a round."""

    code = "forced_pairs_clash"


class CannotPair(FlagfallError):
    """The round can't be paired as asked: the answer is 'no'."""

    code = "cannot_pair"


class NoLegalPairing(CannotPair):
    """No pairing keeps the rules; `ways` names the rules whose waiving would make one."""

    code = "no_legal_pairing"

    def __init__(
        self, sentence: str, *, hint: str = "", where: str = "", ways: tuple[str, ...] = ()
    ) -> None:
        super().__init__(sentence, hint=hint, where=where)
        self.ways = ways

    def as_json(self) -> dict[str, str]:
        answer = super().as_json()
        if self.ways:
            answer["waive"] = " ".join(self.ways)
        return answer


class EventOver(CannotPair):
    """Every round of the event has been paired."""

    code = "event_over"


class ResultsMissing(CannotPair):
    """Games of an earlier round have no result, and this system needs them."""

    code = "results_missing"


class NothingToPair(CannotPair):
    """Fewer than two players are left to play."""

    code = "nothing_to_pair"
