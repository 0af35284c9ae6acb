"""How long replayed players think: as their record says, else drawn from the seed.

Draws are made of SHA-256, so that a seed means the same times on every machine and Python.
"""

import hashlib
from collections.abc import Sequence

from flagfall.sim.players import LEAST_THOUGHT_US

SECOND_US = 1_000_000


def draw(seed: str, counter: int, low: int, high: int) -> int:
    """A whole number from `low` to `high`, both included; the same for the same seed and counter.

    The span is far below 2⁶⁴: the bias of the remainder is below one part in 10⁹.
    """
    digest = hashlib.sha256(f"{seed}|{counter}".encode()).digest()
    return low + int.from_bytes(digest[:8], "big") % (high - low + 1)


def from_readings(seed: str, readings_s: Sequence[int], *, start_us: int | None) -> list[int]:
    """What one side has used in all at each of its presses, in microseconds, so that its clock
    shows just these seconds after each.

    `start_us`: the time it counts down from, as a face that rounds up shows it; None: it counts up
    and the face rounds down. The part below a second is drawn. Readings that stay the same for
    more moves than a second has room for push the next ones on.
    """
    used_before = 0
    answer = []
    for i, reading_s in enumerate(readings_s):
        last_us = (
            reading_s * SECOND_US + SECOND_US - 1
            if start_us is None
            else start_us - (reading_s - 1) * SECOND_US - 1
        )
        same_after = 0
        while i + same_after + 1 < len(readings_s) and readings_s[i + same_after + 1] == reading_s:
            same_after += 1
        low = max(last_us - SECOND_US + 1, used_before + LEAST_THOUGHT_US)
        high = max(low, last_us - same_after * LEAST_THOUGHT_US)
        used_before = draw(seed, i, low, high)
        answer.append(used_before)
    return answer


def drawn(seed: str, moves: int, *, main_us: int, increment_us: int = 0) -> list[int]:
    """What one side has used in all at each of `moves` presses: quick replies, ordinary moves and
    a few long thoughts, never more than an eighth of the time left, so no flag ever falls.
    """
    left_us, used_us = main_us, 0
    answer = []
    for i in range(moves):
        mood = draw(f"{seed}|mood", i, 0, 99)
        if mood < 35:
            low, high = 600_000, 4 * SECOND_US
        elif mood < 90:
            low, high = 4 * SECOND_US, 20 * SECOND_US
        else:
            low, high = 20 * SECOND_US, 60 * SECOND_US
        most = max(LEAST_THOUGHT_US, left_us // 8)
        thought_us = min(draw(f"{seed}|thought", i, low, high), most)
        left_us += increment_us - thought_us
        used_us += thought_us
        answer.append(used_us)
    return answer
