"""The opening rules: who does what at each step until the sixth stone, as data for `opening`.

`first` is the player who opens the game (tentatively black), `second` the other. Steps name a
player, a colour (whoever has it by then), or `other`: the opponent of who put the last stone down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from flagfall.rules.errors import RulesError
from flagfall.words import words

_, ngettext = words("rules")

Kind = Literal["place", "swap", "declare", "offer", "choose", "branch"]
By = Literal["first", "second", "black", "white", "other"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an opening rule.

    `place`: the next stone, within `reach` lines of the centre (None: anywhere), `opening` if the
    first three must make a canonical one (`24`: of the old list). `swap`: may exchange colours.
    `declare`: says how many fifth moves will be offered, 1…`number`. `offer`: that many fifth
    moves (`number`, or 0 for the number declared), no two symmetric. `choose`: one of them.
    `branch`: takes one of the ways in `ways`.
    """

    kind: Kind
    by: By
    reach: int | None = None
    opening: Literal["", "26", "24"] = ""
    number: int = 0
    ways: tuple[tuple[str, tuple[Step, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """An opening rule by its name; after its last step the game goes on as usual."""

    name: str
    steps: tuple[Step, ...] = field(repr=False)


class UnknownOpening(RulesError):
    """There is no opening rule by that name."""

    code = "opening-unknown"


#: More fifth moves than this can't be kept apart in every position of four stones.
MOST_FIFTHS = 100


def _place(by: By, reach: int | None = None) -> Step:
    return Step("place", by, reach)


def _offered(number: int) -> tuple[Step, ...]:
    return (Step("offer", "black", number=number), Step("choose", "white"), _place("white"))


def _three(
    by: By, openings: Literal["26", "24"] = "26", white: By | None = None
) -> tuple[Step, ...]:
    return (_place(by, 0), _place(white or by, 1), Step("place", by, 2, openings))


_SWAP = Step("swap", "other")


def _growing(stones: int) -> tuple[Step, ...]:
    """Stone after stone in a growing square, each followed by a swap but for the last."""
    steps: list[Step] = []
    for number in range(stones):
        by: By = "white" if number % 2 else "black"
        steps += [_place(by, number), _SWAP]
    return tuple(steps[:-1])


def taraguchi(number: int) -> OpeningRule:
    """Taraguchi-N: after the fourth stone black may do without the swap and offer N fifths."""
    swap_on = (_SWAP, _place("black", 4), _SWAP, _place("white"))
    branch = Step("branch", "other", ways=(("swap-on", swap_on), ("offer", _offered(number))))
    return OpeningRule(f"taraguchi-{number}", (*_growing(4), branch))


def soosorv(number: int) -> OpeningRule:
    """Soosõrv-N: white puts the fourth stone anywhere and declares up to N fifth moves."""
    steps = (
        *_three("first"),
        _SWAP,
        _place("white"),
        Step("declare", "white", number=number),
        _SWAP,
        *_offered(0),
    )
    return OpeningRule(f"soosorv-{number}", steps)


_RULES = {
    rule.name: rule
    for rule in (
        OpeningRule("canonical", _three("black", white="white")),
        OpeningRule("rif-1996", (*_three("first"), _SWAP, _place("white"), *_offered(2))),
        OpeningRule(
            "swap", (*_three("first", "24", "second"), _SWAP, _place("white"), *_offered(2))
        ),
        OpeningRule(
            "sakata",
            (
                *_three("first"),
                _place("second", 3),
                _place("second", 4),
                Step("swap", "first"),
                _place("white"),
            ),
        ),
        OpeningRule(
            "yamaguchi",
            (
                *_three("first"),
                Step("declare", "first", number=MOST_FIFTHS),
                _SWAP,
                _place("white"),
                *_offered(0),
            ),
        ),
        OpeningRule("tarannikov", (*_growing(5), _SWAP, _place("white"))),
        taraguchi(5),
        taraguchi(10),
        soosorv(4),
        soosorv(8),
    )
}


def opening_rules() -> tuple[str, ...]:
    """The rules by name; `taraguchi-N` and `soosorv-N` are there for any N from 1."""
    return tuple(_RULES)


def opening_rule(name: str) -> OpeningRule:
    """The rule of that name. Raises `UnknownOpening`.

    >>> opening_rule("soosorv-6").name
    'soosorv-6'
    """
    name = name.strip().lower().replace("_", "-").replace("õ", "o").replace("soosyrv", "soosorv")
    found = _RULES.get(name)
    if found is not None:
        return found
    family, _dash, number = name.rpartition("-")
    made = {"taraguchi": taraguchi, "soosorv": soosorv}.get(family)
    if made and number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= MOST_FIFTHS:
        return made(int(number))
    raise UnknownOpening(
        _("There is no opening rule called '{name}'.").format(name=name[:40]),
        hint=_("One of: {names}.").format(names=", ".join(_RULES)),
    )
