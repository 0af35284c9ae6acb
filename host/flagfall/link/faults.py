"""A reader's fault counters as notices: what was added since last asked."""

from flagfall_protocol.codes import FaultKind
from flagfall_protocol.frames import FrameReader

from flagfall.link.notices import Faulted


class FaultTally:
    """Watches the counters of one reader."""

    def __init__(self, reader: FrameReader) -> None:
        self._reader = reader
        self._seen = list(reader.faults)

    def new(self) -> list[Faulted]:
        """The faults since the last call, by kind."""
        counts = self._reader.faults
        if counts == self._seen:
            return []
        pairs = list(zip(FaultKind, self._seen, counts, strict=True))
        self._seen = list(counts)
        return [Faulted(kind, now - then, "host") for kind, then, now in pairs if now > then]
