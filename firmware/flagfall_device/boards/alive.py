"""Are the keys alive? What their interrupts have told must be what their pins say.

An interrupt can die, and a stamp can find its queue full. Then a key's pin says for a while what
nobody has told: it is told late rather than never; and when that is the only way anything is told
any more, the keys are dead, the watchdog is not fed, and the board starts anew.
"""

from flagfall_clock.compat import const

from flagfall_device.timebase import ticks_diff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from flagfall_device.keys import EdgeQueue

_PATIENCE_US = const(200000)  # far longer than a contact bounces or an interrupt waits
_DEAD = const(3)  # edges in a row that no interrupt has told


class Alive:
    """`level(key)` reads a pin; one key is looked at in each turn of the loop."""

    def __init__(self, edges: "EdgeQueue", level: "Callable[[int], int]", keys: int) -> None:
        self._edges = edges
        self._level = level
        self._keys = keys
        self._key = 0
        self._since = -1  # the tick at which the key was found astray; -1: it is not
        self._missed = 0
        self._count = 0

    def look(self, tick: int) -> bool:
        """Look at the next key; False: the keys are dead."""
        edges = self._edges
        key = self._key
        if edges.count != self._count:
            self._count = edges.count
            self._missed = 0
        level = self._level(key)
        if level == edges.levels[key]:
            self._since = -1
            self._key = (key + 1) % self._keys
        elif self._since < 0:
            self._since = tick
        elif ticks_diff(tick, self._since) >= _PATIENCE_US:
            edges.put(key, level, tick)
            self._count = edges.count
            self._since = -1
            self._missed += 1
        return self._missed < _DEAD
