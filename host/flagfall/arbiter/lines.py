"""The wires of a hall: which clock answers at which address."""

from collections.abc import Iterator, Mapping

from flagfall.arbiter.line import ClockLine


class Lines(Mapping[str, ClockLine]):
    """Lines by address. They may be looked through while another thread connects a clock: what is
    being looked at never changes, a further line makes a further dictionary."""

    def __init__(self) -> None:
        self._all: dict[str, ClockLine] = {}
        self._answered: dict[str, ClockLine] = {}

    def __getitem__(self, address: str) -> ClockLine:
        return self._all[address]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, line: ClockLine) -> None:
        """One more; one writer at a time."""
        self._all = {**self._all, line.address: line}

    def remove(self, address: str) -> ClockLine | None:
        """Take the line at this address out, if there is one."""
        line = self._all.get(address)
        self._all = {a: other for a, other in self._all.items() if a != address}
        return line

    def answered(self, line: ClockLine) -> None:
        """A clock said hello on this line."""
        self._answered[line.uid] = line

    def of(self, clock: str) -> ClockLine | None:
        """The wire on which this clock answered last; a live one before others."""
        last = self._answered.get(clock)
        if last is not None and last.live and last.uid == clock and last.address in self._all:
            return last
        found = [line for line in self._all.values() if line.uid == clock]
        return next((line for line in found if line.live), found[0] if found else None)
