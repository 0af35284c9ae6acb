"""Why: the reasons of a pairing as data, with a sentence in either language.

A `Note` is a code, the rule it stands on and its values; the sentence is made when somebody reads
it. Values called `player`, `a`, `b` are ids of who is paired (players, or teams) and are shown by
their labels.
"""

from collections.abc import Mapping
from contextvars import copy_context
from dataclasses import dataclass
from typing import TypedDict

from flagfall.pairing.reader import N_
from flagfall.words import language, use, words

_, _plural = words("pairing")

_PLAYERS = frozenset({"player", "a", "b"})

Value = int | str


class NoteJson(TypedDict):
    """A note as data."""

    code: str
    rule: str
    values: dict[str, Value]
    en: str
    ru: str


# Sentences by code. `{a}` and `{b}` are players, upper one first.
SENTENCES: dict[str, str] = {
    # why this opponent
    "table_of_rounds": N_("round {row} of the table: {a} – {b}"),
    "table_own": N_("the event's own table: {a} – {b}"),
    "only_pair": N_("the two of the match"),
    "forced": N_("a pair the arbiter laid down"),
    "repeat": N_("a second meeting the arbiter allows: nobody else was left"),
    "half_against_half": N_(
        "{a} heads the rest of his group and meets {b}, head of its lower half"
    ),
    "next_in_lower_half": N_(
        "{a} heads the rest of his group; of its lower half {b} is the first he may meet so that "
        "the others can be paired"
    ),
    "within_upper_half": N_(
        "{a} may meet nobody of the lower half (or the others would be left unpaired); {b} is "
        "the last of the upper half he may meet"
    ),
    "first_against_last": N_("{a} heads the rest of his group and meets {b}, its last"),
    "next_from_the_end": N_(
        "{a} heads the rest of his group; {b} is the last he may meet so that the others can be "
        "paired"
    ),
    "drawn": N_("{a} and {b} were drawn together"),
    "drawn_search": N_(
        "no draw without a repeat came up; in the drawn order {b} is the first {a} may meet"
    ),
    "numbers_in_turn": N_("numbers in turn: {a} and {b}"),
    "nearest": N_("{b} is the nearest {a} may meet so that all others can be paired"),
    "floats_down": N_("{a} comes down from {from_points} to {to_points} points and meets {b}"),
    "floats_up": N_("{b} comes up from {from_points} to {to_points} points and meets {a}"),
    "knockout_pair": N_("bracket of round {round}: {a} – {b}"),
    "knockout_drawn": N_("drawn for round {round}: {a} – {b}"),
    "replay": N_("{a} and {b} drew: they play again"),
    "replay_shortened": N_("{a} and {b} drew: an additional game with a shorter control"),
    "places_pair": N_("for places {low}–{high}: {a} – {b}"),
    # why this colour
    "colour_table": N_("colours by the table"),
    "colour_forced": N_("colours laid down by the arbiter"),
    "colour_first_board": N_("colour of the first board, given by the event"),
    "colour_first_board_lot": N_("colour of the first board, by lot"),
    "colour_odd": N_("same colour as the first board: number of the same parity"),
    "colour_even": N_("opposite colour to the first board: number of the other parity"),
    "colour_odd_begins": N_("the odd number begins"),
    "colour_limit": N_("{player} must have {colour}: the limit of colours"),
    "colour_alternate": N_("colours alternate: {player} had the other colour last"),
    "colour_balance": N_("colours even out: {player} had fewer games with {colour}"),
    "colour_history": N_(
        "both are due alike; in round {round} their colours differed: turned round"
    ),
    "colour_lot": N_("colours alike in everything: by lot"),
    "colour_unplayed": N_("{player}: the game of the last round was not played, it has no colour"),
    "colour_turn": N_("colours turn from game to game"),
    # what was repaired, waived, left out
    "bye": N_("{player} has the bye: the last who had no win without play"),
    "bye_lot": N_("{player} has the bye: drawn among the lowest who had no win without play"),
    "bye_next": N_(
        "the bye passed {count} lower places by: without those players the rest could not be paired"
    ),
    "bye_second": N_("{player} has a second win without play: nobody is left without one"),
    "free": N_("{player} is free in this round: his opponent of the table is the empty number"),
    "free_withdrawn": N_("{player} is free: {other} left the event"),
    "free_board": N_("{member} has nobody opposite: the other team is short on board {board}"),
    "knockout_free": N_("{player} is free: the number of players is no power of two"),
    "lives_rematch": N_("everybody left has met: some meet again"),
    "bye_table": N_("{player} has no opponent in the table in this round"),
    "absent": N_("{player} is absent: a loss for this round"),
    "forfeit": N_("{player} does not come: the game is lost without play"),
    "floater": N_("{player} leaves the group of {points} points: {why}"),
    "group_broken": N_(
        "the group of {points} points can't be paired within itself: {count} leave it"
    ),
    "draws": N_("the group of {points} points was drawn {count} times: pairs would have met again"),
    "draws_given_up": N_(
        "no draw of the group of {points} points was free of repeats; the drawn order was searched"
    ),
    "limit_waived_all": N_(
        "last round: the limit of colours is set aside, no pairing of the field keeps it"
    ),
    "limit_waived_last_round": N_(
        "last round: the limit of colours is set aside in the group of {points} points, which "
        "could not be kept together otherwise"
    ),
    "waived": N_("{rule} is set aside for this round by the arbiter: {reason}"),
    "broken_rematch": N_("{a} and {b} meet again: allowed by the arbiter"),
    "remeet_after_forfeit": N_("{a} and {b} were paired before but did not play"),
    "broken_limit": N_("{a} and {b}: a colour limit is broken, the rule is set aside"),
    "avoid_lifted": N_("players to be kept apart may meet: no pairing keeps all of them apart"),
    "forced_breaks": N_("the laid down pair {a} – {b} breaks a rule: {rule}"),
    "forced_missing": N_("the laid down pair {a} – {b} is not made: {player} does not play"),
    "next_impossible": N_(
        "after this round nobody can pair round {round} without a second meeting: end the event "
        "or allow meetings"
    ),
    "kept": N_("{a} – {b} stands from the first pairing of this round"),
    "repaired": N_("paired again: {reason}"),
    "table_changed": N_("the table of rounds of the renju code for 3 or 4 is used"),
    "venue": N_("{player} begins on odd boards and may choose the venue"),
    "uneven_two": N_(
        "two against two: if each round is even for both groups, two players keep one colour; "
        "here {a} and {b}"
    ),
    "round_of_order": N_("round {row} of the table is played now"),
    "decided": N_("the match is decided: {player} has {points} points"),
    "fallback_search": N_(
        "too many groups are tangled for the full search: pairs were fixed one by one, each so "
        "that all others could still be paired"
    ),
}

WORDS: dict[str, str] = {
    "white": N_("white"),
    "black": N_("black"),
    "odd": N_("an odd number of players"),
    "lot": N_("by lot"),
    "evens_colours": N_("it evens out the colours due"),
    "balances_floats": N_("it balances his moves between groups"),
    "no_partner": N_("the rest of the group can't be paired with him in it"),
    "rematch": N_("no second meeting"),
    "colour_limit": N_("the limit of colours"),
    "second_bye": N_("no second win without play"),
    "forbidden_pair": N_("pairs that are forbidden"),
    "avoid": N_("players to be kept apart"),
    "rest": N_("the others could not be paired"),
    "team": N_("team"),
    "family": N_("family"),
    "club": N_("club"),
    "city": N_("city"),
    "federation": N_("federation"),
}


@dataclass(frozen=True, slots=True)
class Note:
    """One reason. `rule` is an article of the codes (`R3.7.4`, `D5.4.10.5.5`) or empty."""

    code: str
    rule: str = ""
    values: tuple[tuple[str, Value], ...] = ()

    def text(self, labels: Mapping[int | str, str] | None = None) -> str:
        """The sentence in the language in force, its rule at the end."""
        shown: dict[str, Value] = {}
        for key, value in self.values:
            if labels and key in _PLAYERS:
                shown[key] = labels.get(value, value)
            elif isinstance(value, str) and value in WORDS:
                shown[key] = _(WORDS[value])
            else:
                shown[key] = value
        sentence = _(SENTENCES[self.code]).format(**shown)
        return f"{sentence} ({self.rule})" if self.rule else sentence

    def as_json(self, labels: Mapping[int | str, str] | None = None) -> NoteJson:
        """The note as data, with its sentence in both languages."""
        return {
            "code": self.code,
            "rule": self.rule,
            "values": dict(self.values),
            "en": in_language("en", self, labels),
            "ru": in_language("ru", self, labels),
        }


def note(code: str, rule: str = "", /, **values: Value) -> Note:
    """A note from its code, rule and values."""
    return Note(code, rule, tuple(values.items()))


def in_language(lang: str, what: Note, labels: Mapping[int | str, str] | None = None) -> str:
    """The sentence in a language, whatever the one in force."""
    if lang == language():
        return what.text(labels)

    def read() -> str:
        use(lang)
        return what.text(labels)

    return copy_context().run(read)
