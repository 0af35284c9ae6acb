"""Keys: the first edge counts at its own moment, bounce never does."""

from flagfall_device.keys import EdgeQueue, Keys
from flagfall_device.timebase import TICK_MASK
from hypothesis import given
from hypothesis import strategies as st

LEFT, RIGHT = 0, 1
MS = 1000


def changes(keys: Keys, now: int) -> list[tuple[int, int, int]]:
    got = []
    while keys.pump(now):
        got.append((keys.key, keys.level, keys.tick))
    return got


def fresh() -> tuple[EdgeQueue, Keys]:
    edges = EdgeQueue()
    return edges, Keys(edges)


def test_press_counts_at_its_edge_and_not_on_release() -> None:
    """Failure 9."""
    edges, keys = fresh()
    edges.put(LEFT, 1, 1000)
    assert changes(keys, 1000) == [(LEFT, 1, 1000)]
    edges.put(LEFT, 0, 200_000)
    assert changes(keys, 200_000) == [(LEFT, 0, 200_000)]
    assert keys.counts[LEFT] == 1


def test_bounce_is_one_press_at_the_first_contact() -> None:
    edges, keys = fresh()
    for tick, level in [(0, 1), (300, 0), (700, 1), (1500, 0), (2100, 1)]:
        edges.put(LEFT, level, tick)
    assert changes(keys, 2100) == [(LEFT, 1, 0)]
    assert changes(keys, 60 * MS) == []
    assert keys.closed(LEFT)


def test_tap_shorter_than_the_debounce_is_a_press_and_a_release() -> None:
    """Failure 1: fast taps cost their time, too."""
    edges, keys = fresh()
    edges.put(LEFT, 1, 0)
    edges.put(LEFT, 0, 9 * MS)
    assert changes(keys, 24 * MS) == [(LEFT, 1, 0)]
    assert keys.wait_us(24 * MS) == MS
    assert changes(keys, 25 * MS) == [(LEFT, 0, 9 * MS)]


def test_both_keys_together_keep_the_order_of_their_edges() -> None:
    """CL-20: the press that came first counts first."""
    edges, keys = fresh()
    edges.put(RIGHT, 1, TICK_MASK)
    edges.put(LEFT, 1, 0)
    assert changes(keys, 5) == [(RIGHT, 1, TICK_MASK), (LEFT, 1, 0)]


def test_press_after_a_long_think_is_not_taken_for_bounce() -> None:
    """Failure 31: half a wrap later the old press would look like one yet to come."""
    edges, keys = fresh()
    edges.put(LEFT, 1, 0)
    assert changes(keys, 0)
    edges.put(LEFT, 0, 100 * MS)
    assert changes(keys, 100 * MS)
    assert not changes(keys, 130 * MS)  # the loop wakes when the bounce is over
    late = (130 * MS + (1 << 29) + 12345) & TICK_MASK
    edges.put(LEFT, 1, late)
    assert changes(keys, late) == [(LEFT, 1, late)]


def test_level_at_power_up_is_no_press() -> None:
    """Failure 16: a lever lies somewhere; where it lies is read, not guessed from an edge."""
    edges, keys = fresh()
    keys.found(LEFT, 1)
    edges.put(LEFT, 1, 10)
    assert changes(keys, 100 * MS) == []
    edges.put(LEFT, 0, 200 * MS)
    assert changes(keys, 200 * MS) == [(LEFT, 0, 200 * MS)]


def test_full_queue_counts_what_it_loses() -> None:
    edges, keys = fresh()
    for i in range(70):
        edges.put(LEFT, i & 1, i)
    assert edges.lost == 70 - 63
    assert changes(keys, 200 * MS)[0] == (LEFT, 1, 1)


@given(
    st.lists(
        st.tuples(st.sampled_from([LEFT, RIGHT]), st.integers(30 * MS, 400 * MS)), max_size=30
    ),
    st.lists(st.integers(1, 2 * MS), min_size=6, max_size=6),
    st.integers(0, TICK_MASK),
)
def test_clean_presses_survive_any_bounce(
    presses: list[tuple[int, int]], jitter: list[int], start: int
) -> None:
    """Every press bounces three times at both ends; each is one press, at its first contact."""
    edges, keys = fresh()
    expected, got = [], []
    now = start
    for key, hold in presses:
        for level, span in ((1, hold), (0, hold)):
            expected.append((key, level, now & TICK_MASK))
            at = now
            for i, gap in enumerate(jitter):
                edges.put(key, level if i % 2 == 0 else 1 - level, at & TICK_MASK)
                at += gap
            edges.put(key, level, at & TICK_MASK)
            got += changes(keys, at & TICK_MASK)
            now += span
            got += changes(keys, now & TICK_MASK)
    assert got == expected
    assert keys.counts[LEFT] == sum(key == LEFT for key, _ in presses) % 256
