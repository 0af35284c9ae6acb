"""A pair of RS-485 wires in virtual time: who speaks is heard by all, two at once by nobody."""

from collections.abc import Callable
from dataclasses import dataclass

BYTE_US = 87  # ten bits at 115,200 baud


@dataclass
class Transmission:
    """Bytes on the wires from `begin_us` to `end_us`."""

    sender: object
    data: bytes
    begin_us: int
    end_us: int
    spoiled: bool = False


class Wires:
    """The shared medium. `hear(listener, data)` is called when a transmission has ended."""

    def __init__(self) -> None:
        self.listeners: list[tuple[object, Callable[[bytes], None]]] = []
        self.collisions = 0
        self._on_air: list[Transmission] = []

    def join(self, who: object, hear: Callable[[bytes], None]) -> None:
        """Somebody listens from now on; everybody hears also what he said himself."""
        self.listeners.append((who, hear))

    def speak(self, who: object, data: bytes, now_us: int) -> None:
        """Put bytes on the wires."""
        said = Transmission(who, data, now_us, now_us + len(data) * BYTE_US)
        for other in self._on_air:
            self.collisions += 1
            other.spoiled = said.spoiled = True
        self._on_air.append(said)

    def pass_time(self, now_us: int) -> None:
        """Deliver what has ended."""
        for said in [t for t in self._on_air if t.end_us <= now_us]:
            self._on_air.remove(said)
            data = bytes(b ^ 0x55 for b in said.data) if said.spoiled else said.data
            for _who, hear in self.listeners:
                hear(data)
