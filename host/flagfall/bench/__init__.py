"""The project's own measurements: each area is a module with `run(quick) -> list[Row]`.

A figure is a ratio to a peer or to a limit taken in the same run, so that it means the same on
another machine; no test depends on one.
"""

from contextvars import ContextVar
from dataclasses import dataclass

AREAS = ("engine", "wire", "link", "rules", "pairing", "hall")


@dataclass(frozen=True)
class Row:
    """One measurement.

    `value` in `unit`; `limit` is what it is held against (None: nothing), `better` says on which
    side of the limit is good (`less` or `more`); `note` names the peer or the method.
    """

    area: str
    name: str
    value: float
    unit: str
    limit: float | None = None
    better: str = "less"
    note: str = ""

    @property
    def ok(self) -> bool | None:
        """Whether the limit is kept; None where there is none."""
        if self.limit is None:
            return None
        return self.value <= self.limit if self.better == "less" else self.value >= self.limit


_peers: ContextVar[bool] = ContextVar("flagfall_bench_peers", default=False)


def want_peers(wanted: bool) -> None:
    """Ask for other programs to be measured too; they are fetched into the cache folder."""
    _peers.set(wanted)


def peers_wanted() -> bool:
    """Whether other programs are to be measured in the same run."""
    return _peers.get()
