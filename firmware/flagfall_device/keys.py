"""Keys: edges stamped in the interrupt, handled later, debounced without being delayed.

The first edge of a press counts at its own moment; what the contact does in the `debounce_us`
after it is bounce. When that time is over, the level that is found is the level that holds.
"""

from array import array

from flagfall_clock.codes import KEY_LEFT, KEY_RIGHT
from flagfall_clock.compat import const

from flagfall_device.timebase import FAR_US, ticks_add, ticks_diff

KEYS = const(7)
DEBOUNCE_US = const(25000)
_SIZE = const(64)
_WRAP = const(63)


class EdgeQueue:
    """Edges between the interrupt and the main loop; `put` is all the interrupt ever does."""

    def __init__(self) -> None:
        self.lost = 0
        self.levels = bytearray(KEYS)  # of each key, as was told last
        self.count = 0  # edges told, modulo 256
        self.key = 0
        self.level = 0
        self.tick = 0
        self._ticks = array("i", [0] * _SIZE)
        self._codes = bytearray(_SIZE)
        self._head = 0
        self._tail = 0

    def put(self, key: int, level: int, tick: int) -> None:
        """An edge of `key` to `level` (1: closed) at `tick`; counted as lost without room."""
        self.levels[key] = level
        self.count = (self.count + 1) & 0xFF
        head = self._head
        after = (head + 1) & _WRAP
        if after == self._tail:
            self.lost += 1
            return
        self._ticks[head] = tick
        self._codes[head] = key << 1 | level
        self._head = after

    def peek(self) -> bool:
        """The oldest edge into `key`, `level`, `tick`; False if there is none."""
        tail = self._tail
        if tail == self._head:
            return False
        self.tick = self._ticks[tail]
        self.key = self._codes[tail] >> 1
        self.level = self._codes[tail] & 1
        return True

    def drop(self) -> None:
        """Forget the oldest edge."""
        self._tail = (self._tail + 1) & _WRAP


class Keys:
    """The debounced keys. `pump` gives one change at a time in `key`, `level`, `tick`."""

    debounce_us = DEBOUNCE_US

    def __init__(self, edges: EdgeQueue, lever: bool = False) -> None:
        self.edges = edges
        self.lever = lever  # LEFT and RIGHT are the two ends of one lever
        self.key = 0
        self.level = 0
        self.tick = 0
        self.levels = bytearray(KEYS)
        self.counts = bytearray(KEYS)  # presses of each key, modulo 256
        self._raw = bytearray(KEYS)
        self._raw_ticks = array("i", [0] * KEYS)
        self._open = bytearray(KEYS)  # 1: within the time of bounce
        self._since = array("i", [0] * KEYS)
        self._windows = 0

    def found(self, key: int, level: int) -> None:
        """The level at power-up: it stands, and is no press (a lever lies somewhere)."""
        self.levels[key] = self._raw[key] = self.edges.levels[key] = level

    def pump(self, now: int) -> bool:
        """The next change up to tick `now`; False when there is none."""
        edges = self.edges
        while True:
            waiting = edges.peek()
            if self._windows and self._close(edges.tick if waiting else now):
                return True
            if not waiting:
                return False
            edges.drop()
            if self._edge(edges.key, edges.level, edges.tick):
                return True

    def wait_us(self, now: int) -> int:
        """Microseconds until a time of bounce ends."""
        if not self._windows:
            return FAR_US
        wait = FAR_US
        for key in range(KEYS):
            if self._open[key]:
                left = self.debounce_us - ticks_diff(now, self._since[key])
                if left < wait:
                    wait = left if left > 0 else 0
        return wait

    def closed(self, key: int) -> int:
        """Is the key down (debounced)?"""
        return self.levels[key]

    def _edge(self, key: int, level: int, tick: int) -> bool:
        if key >= KEYS:
            return False
        if self._open[key]:
            if level != self._raw[key]:
                self._raw[key] = level
                self._raw_ticks[key] = tick
            return False
        if level == self.levels[key]:
            return False
        self._raw[key] = level
        return self._change(key, level, tick, tick)

    def _close(self, now: int) -> bool:
        # Windows that have ended by `now`, the earliest first, until one of them is a change.
        while True:
            first = -1
            longest = 0
            for key in range(KEYS):
                if self._open[key]:
                    age = ticks_diff(now, self._since[key]) - self.debounce_us
                    if age >= longest:
                        first = key
                        longest = age
            if first < 0:
                return False
            self._open[first] = 0
            self._windows -= 1
            level = self._raw[first]
            if level != self.levels[first]:
                ended = ticks_add(self._since[first], self.debounce_us)
                return self._change(first, level, self._raw_ticks[first], ended)

    def _change(self, key: int, level: int, tick: int, since: int) -> bool:
        self.levels[key] = level
        if level:
            self.counts[key] = (self.counts[key] + 1) & 0xFF
        self._open[key] = 1
        self._since[key] = since
        self._windows += 1
        self.key = key
        self.level = level
        self.tick = tick
        return True


def is_side(key: int) -> bool:
    """Is it one of the two big keys?"""
    return key == KEY_LEFT or key == KEY_RIGHT
