"""Hands on a clock: they press its keys and read its displays, and know nothing else of it."""

from flagfall.sim.fingers import GAP_US, TAP_US, Fingers
from flagfall.sim.inside import Inside
from flagfall_protocol.codes import Key

__all__ = ["GAP_US", "TAP_US", "Hands"]


class Hands(Fingers):
    """Keys and displays of a clock in memory; `presses` counts, `us` is the time it took."""

    def __init__(self, clock: Inside | None = None) -> None:
        super().__init__(clock or Inside(b"menukeys", shows=True))

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
