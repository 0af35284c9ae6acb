"""Hands on a clock: they press its keys and read its displays, and know nothing else of it."""

from flagfall.sim.inside import Inside
from flagfall_protocol.codes import Key

TAP_US = 80_000
GAP_US = 120_000


class Hands:
    """Keys and displays of a clock in memory; `presses` counts, `us` is the time it took."""

    def __init__(self, clock: Inside | None = None) -> None:
        self.clock = clock or Inside(b"menukeys", shows=True)
        self.us = self.clock.device.time.now_us()
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
            self.us = min(to_us, self.us + 50_000)
            self.clock.time.reach(self.us)
            self.clock.exchange()

    @property
    def left(self) -> str:
        """What the left display says."""
        return self.clock.seen()[0]

    @property
    def right(self) -> str:
        """What the right display says."""
        return self.clock.seen()[1]

    # ------------------------------------------------------------ what a person does

    def find(self, name: str, key: Key = Key.DOWN) -> None:
        """Walk through the lines until one begins with `name`."""
        for _ in range(80):
            if self.left.startswith(name):
                return
            self.tap(key)
        raise AssertionError(f"no line '{name}'; the last one was '{self.left}'")

    def choose(self, name: str, value: str) -> None:
        """Set a line of words to a value."""
        self.find(name)
        self.tap(Key.OK)
        for _ in range(20):
            if self.right == value:
                self.tap(Key.OK)
                return
            self.tap(Key.UP)
        raise AssertionError(f"'{name}' can't be '{value}'")

    def dial(self, name: str, value: str) -> None:
        """Set a line of digits to a value, digit by digit."""
        self.find(name)
        self.tap(Key.OK)
        digits = [c for c in value if c.isdigit()]
        for place, digit in enumerate(digits):
            for _ in range(10):
                shown = [c for c in self.right if c.isdigit()]
                if shown[place] == digit:
                    break
                self.tap(Key.UP)
            self.tap(Key.OK)

    def preset(self, name: str) -> None:
        """Open the menu and lay a preset out."""
        self.tap(Key.OK)
        self.find("presets")
        self.tap(Key.OK)
        self.find(name)
        self.tap(Key.OK)
        self.find("start with this", Key.UP)
        self.tap(Key.OK)
