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


def from_readings(
    seed: str, readings_s: Sequence[int], *, base_us: int, counts_up: bool
) -> list[int]:
    """What one side has used since its clock stood at `base_us`, in microseconds, at each of its
    presses, so that the face shows just these seconds after each.

    A face that counts down rounds up, one that counts up rounds down. The part below a second is
    drawn. Readings that stay the same for more moves than a second has room for push the next on.
    """
    used_us = 0
    answer = []
    for i, reading_s in enumerate(readings_s):
        if counts_up:
            last_us = reading_s * SECOND_US + SECOND_US - 1 - base_us
        else:
            last_us = base_us - (reading_s - 1) * SECOND_US - 1
        same_after = 0
        while i + same_after + 1 < len(readings_s) and readings_s[i + same_after + 1] == reading_s:
            same_after += 1
        low = max(last_us - SECOND_US + 1, used_us + LEAST_THOUGHT_US)
        high = max(low, last_us - same_after * LEAST_THOUGHT_US)
        used_us = draw(seed, i, low, high)
        answer.append(used_us)
    return answer


def drawn(seed: str, moves: int, *, main_us: int, increment_us: int = 0) -> list[int]:
    """What one side has used in all at each of `moves` presses: quick replies, ordinary moves and
    a few long thoughts. None takes more than an eighth of what the moves to come leave over, so no
    flag falls where there is time for `moves` moves at all.
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
        spare_us = max(0, left_us - (moves - i + 1) * LEAST_THOUGHT_US)
        thought_us = min(draw(f"{seed}|thought", i, low, high), LEAST_THOUGHT_US + spare_us // 8)
        left_us += increment_us - thought_us
        used_us += thought_us
        answer.append(used_us)
    return answer
