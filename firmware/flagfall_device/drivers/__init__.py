"""Displays and sensors by their chips. A driver is given its bus and pins by the board.

A display's driver has `begin(side, level)`: wake side 0 (left) or 1 with a brightness of 0 to 15;
and `send(side, layout)`: light there what the layout says. Nothing is allocated by a `send`. A chip
that does not answer is an OSError, and is begun again.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Lamps:
    """The lamp of the running side and the flag's, beside the digits. Pins, or None."""

    def __init__(self, running: "tuple[Any, Any]", flags: "tuple[Any, Any]") -> None:
        self._running = running
        self._flags = flags

    def show(self, side: int, layout: "Any") -> None:
        """Light them as a layout says."""
        if self._running[side]:
            self._running[side](1 if layout.lamp else 0)
        if self._flags[side]:
            self._flags[side](1 if layout.flag else 0)
