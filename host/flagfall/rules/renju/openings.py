"""The 26 canonical openings: what black's first two stones and white's first one can be.

Up to symmetry they are all there is when the second stone touches the first and the third lies
within two lines of it: thirteen direct ones (white above) and thirteen indirect ones (white
aslant). The old list of 24 leaves two of them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from flagfall.rules.renju.points import CENTRE, SYMMETRIES, find


@dataclass(frozen=True, slots=True)
class CanonicalOpening:
    """A canonical opening: its code (`D1`…`D13`, `I1`…`I13`), its name, the second and third
    stones in the usual drawing (the first is h8), and whether the old list of 24 has it."""

    code: str
    name: str
    second: int
    third: int
    in_24: bool


_TABLE = (
    ("D1", "Kansei", "h9", "h10", True),
    ("D2", "Keigetsu", "h9", "i10", True),
    ("D3", "Sosei", "h9", "j10", True),
    ("D4", "Kagetsu", "h9", "i9", True),
    ("D5", "Zangetsu", "h9", "j9", True),
    ("D6", "Ugetsu", "h9", "i8", True),
    ("D7", "Kinsei", "h9", "j8", True),
    ("D8", "Shogetsu", "h9", "h7", True),
    ("D9", "Kyugetsu", "h9", "i7", True),
    ("D10", "Shingetsu", "h9", "j7", True),
    ("D11", "Zuisei", "h9", "h6", True),
    ("D12", "Sangetsu", "h9", "i6", True),
    ("D13", "Yusei", "h9", "j6", False),
    ("I1", "Chosei", "i9", "j10", True),
    ("I2", "Kyogetsu", "i9", "j9", True),
    ("I3", "Kosei", "i9", "j8", True),
    ("I4", "Suigetsu", "i9", "j7", True),
    ("I5", "Ryusei", "i9", "j6", True),
    ("I6", "Ungetsu", "i9", "i8", True),
    ("I7", "Hogetsu", "i9", "i7", True),
    ("I8", "Rangetsu", "i9", "i6", True),
    ("I9", "Gingetsu", "i9", "h7", True),
    ("I10", "Myojo", "i9", "h6", True),
    ("I11", "Shagetsu", "i9", "g7", True),
    ("I12", "Meigetsu", "i9", "g6", True),
    ("I13", "Suisei", "i9", "f6", False),
)


def _point(text: str) -> int:
    point = find(text)
    assert point is not None
    return point


OPENINGS: tuple[CanonicalOpening, ...] = tuple(
    CanonicalOpening(code, name, _point(second), _point(third), in_24)
    for code, name, second, third, in_24 in _TABLE
)


@cache
def _by_stones() -> dict[tuple[int, int], CanonicalOpening]:
    return {
        (image[opening.second], image[opening.third]): opening
        for opening in OPENINGS
        for image in SYMMETRIES
    }


def opening_of(points: Sequence[int]) -> CanonicalOpening | None:
    """The opening that the first three stones make, in whichever of the eight drawings.

    >>> from flagfall.rules.renju.points import find_all
    >>> opening_of(find_all("h8 g8 f8")).name
    'Kansei'
    """
    if len(points) < 3 or points[0] != CENTRE:
        return None
    return _by_stones().get((points[1], points[2]))


def seconds() -> frozenset[int]:
    """Points for the second stone: the eight around the centre."""
    return frozenset(second for second, _ in _by_stones())


def thirds(second: int) -> dict[int, CanonicalOpening]:
    """Points for the third stone once the second stands, with the opening each makes."""
    return {third: opening for (at, third), opening in _by_stones().items() if at == second}
