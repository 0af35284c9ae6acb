"""Lots: the published rule, evenness, and that they can be drawn again."""

import hashlib
from collections import Counter
from itertools import permutations

from flagfall.pairing.lots import Lots
from hypothesis import given
from hypothesis import strategies as st


def test_a_lot_is_the_hash_of_seed_round_purpose_and_counter() -> None:
    """Contract: SHA256("{seed}|{round}|{purpose}|{counter}"), first 8 bytes, big-endian."""
    digest = hashlib.sha256(b"20261129|3|colour:1-2|0").digest()
    assert Lots("20261129", 3, "colour:1-2").below(1000) == (
        int.from_bytes(digest[:8], "big") % 1000
    )


def test_shuffles_from_the_end() -> None:
    """Contract: Fisher–Yates from the end."""
    lots = Lots("s", 1, "p")
    things = ["a", "b", "c"]
    i, j = Lots("s", 1, "p").below(3), None
    twin = Lots("s", 1, "p")
    twin.below(3)
    j = twin.below(2)
    expected = list("abc")
    expected[2], expected[i] = expected[i], expected[2]
    expected[1], expected[j] = expected[j], expected[1]
    assert lots.shuffled(things) == expected


@given(st.text(max_size=5), st.integers(0, 99), st.lists(st.integers(), max_size=30))
def test_the_same_lot_falls_the_same_way(seed: str, round_no: int, things: list[int]) -> None:
    once = Lots(seed, round_no, "x").shuffled(things)
    assert once == Lots(seed, round_no, "x").shuffled(things)
    assert sorted(once) == sorted(things)


def test_every_order_comes_up_about_equally_often() -> None:
    counts = Counter(tuple(Lots(str(s), 0, "x").shuffled([1, 2, 3])) for s in range(6000))
    assert set(counts) == set(permutations([1, 2, 3]))
    assert all(850 < c < 1150 for c in counts.values())
