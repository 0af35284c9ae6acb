"""Connections to the page: a bounded number of them, and none that dawdles over its request.

Whoever can reach the port could otherwise open connections, say nothing, and leave the hall no
file to open: neither for a clock that is plugged in again nor for anybody's page.
"""

import asyncio
import ipaddress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 10.0
"""A request's head takes no longer than this, and its body no longer than this again."""
MOST = 400
OUTSIDE = 300
"""Of these from other machines: the arbiter's own page always finds room."""


def is_here(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def most() -> int:
    """How many connections there may be at once: few enough that files stay for the hall."""
    try:
        import resource
    except ImportError:  # Windows counts no files
        return MOST
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft // 3)


class Connection(H11Protocol):
    """Uvicorn's connection with a limit and a deadline."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or hang up where there are too many."""
        super().connection_made(transport)
        self._late: asyncio.TimerHandle | None = None
        here = self._is_here()
        outside = sum(not c._is_here() for c in self.connections)  # type: ignore[union-attr]
        if len(self.connections) > most() or (not here and outside > OUTSIDE):
            transport.abort()
            return
        self._mind()

    def data_received(self, data: bytes) -> None:
        """Take what came; a request that is whole now has no deadline any more."""
        super().data_received(data)
        self._mind()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._forget()
        super().connection_lost(exc)

    def _is_here(self) -> bool:
        return self.client is not None and is_here(self.client[0])

    def _mind(self) -> None:
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._forget()
        elif self._late is None:
            self._late = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
