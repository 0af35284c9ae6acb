"""Fingers on a clock in memory: they press its keys, and time passes while they do."""

from flagfall_protocol.codes import Key

from flagfall.sim.inside import Inside

TAP_US = 80_000
GAP_US = 120_000
HOLD_US = 2_100_000
"""Longer than the arbiter's menu asks for."""
_TURN_US = 50_000


class Fingers:
    """`clock` has virtual time; `us` is where it stands, `presses` counts."""

    def __init__(self, clock: Inside) -> None:
        self.clock = clock
        self.us: int = clock.device.time.now_us()
        self.presses = 0

    def wait(self, us: int) -> None:
        """Let time pass."""
        self._edges(self.us + us)

    def press(self, key: Key, hold_us: int = TAP_US) -> None:
        """Press a key and let it go."""
        self.presses += 1
        self._edges(self.us + hold_us + GAP_US, (key, True, 0), (key, False, hold_us))

    def tap(self, *keys: Key) -> None:
        """Press keys one after another."""
        for key in keys:
            self.press(key)

    def press_with(self, held: Key, key: Key) -> None:
        """Press a key while another one is held."""
        self.presses += 2
        edges = ((held, True, 0), (key, True, GAP_US), (key, False, TAP_US), (held, False, GAP_US))
        self._edges(self.us + 3 * GAP_US + TAP_US, *edges)

    def _edges(self, to_us: int, *edges: tuple[Key, bool, int]) -> None:
        device, time = self.clock.device, self.clock.time
        for key, down, after_us in edges:
            self._live(self.us + after_us)
            device.edges.put(key, int(down), time.tick)
            self.clock.exchange()
        self._live(to_us)

    def _live(self, to_us: int) -> None:
        # The loop turns twenty times a second, as it does on a board while something blinks.
        while self.us < to_us:
            self.us = min(to_us, self.us + _TURN_US)
            self.clock.time.reach(self.us)
            self.clock.exchange()
