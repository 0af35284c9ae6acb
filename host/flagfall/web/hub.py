"""From the hall to every open page: one sight per language, diffed once, sent in batches.

At most one batch a tick; a batch holds only the tables that changed, as they stand now. A reader
that is slow keeps no queue: when it can read again it gets the latest state of whatever changed
meanwhile, so its backlog is bounded by the hall itself.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import anyio.to_thread

from flagfall import words as language_of
from flagfall.errors import FlagfallError
from flagfall.web.errors import HallSilent, TooManyReaders
from flagfall.web.source import HallSource
from flagfall.words import words

_, ngettext = words("web")
T = TypeVar("T")
logger = logging.getLogger(__name__)

TICK_S = 0.1
BEAT_S = 1.0
READERS = 256


def to_json(value: Any) -> str:
    """Compact JSON, one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def event(name: str, data: str) -> bytes:
    """One server-sent event."""
    return f"event: {name}\ndata: {data}\n\n".encode()


def _line(side: dict[str, Any]) -> dict[str, Any]:
    """A face with its segment as a line: the same for every moment that describes the same run."""
    line = dict(side)
    line["value_us"] -= line["slope"] * line.pop("at_us")
    return line


def essence(table: dict[str, Any]) -> dict[str, Any]:
    """A table without what mere time changes: two equal essences look the same on the page."""
    return table | {"left": _line(table["left"]), "right": _line(table["right"])}


class Sight:
    """The hall as one language shows it, with the version at which each table last changed."""

    def __init__(self) -> None:
        self.version = 0
        self.layout = 0  # version at which tables came or went
        self.trouble: str | None = None
        self._head: dict[str, Any] = {}
        self._tables: dict[int, tuple[int, dict[str, Any], str]] = {}
        self._batches: dict[int, bytes] = {}

    def update(self, snapshot: dict[str, Any]) -> None:
        """Take a fresh snapshot in; every call is a new version."""
        self.version += 1
        self.trouble = None
        self._batches.clear()
        tables = snapshot["tables"]
        self._head = {key: value for key, value in snapshot.items() if key != "tables"}
        if [table["table"] for table in tables] != list(self._tables):
            self.layout = self.version
            self._tables = {}
        for table in tables:
            number, now = table["table"], essence(table)
            before = self._tables.get(number)
            if before is None or before[1] != now:
                self._tables[number] = (self.version, now, to_json(table))

    def fail(self, error: FlagfallError) -> None:
        """The hall gave no snapshot: pages are told, and keep what they had."""
        self.version += 1
        self._batches.clear()
        self.trouble = to_json(error.as_json())

    def since(self, version: int) -> bytes:
        """What a reader at `version` lacks, as one event; the whole hall if the layout changed."""
        if version not in self._batches:
            self._batches[version] = self._batch(version)
        return self._batches[version]

    def _batch(self, version: int) -> bytes:
        if self.trouble is not None:
            return event("trouble", self.trouble)
        whole = version < self.layout
        changed = [text for at, _now, text in self._tables.values() if whole or at > version]
        head = to_json(self._head)[:-1]
        comma = "," if self._head else ""
        data = f'{head}{comma}"tables":[{",".join(changed)}]}}'
        return event("hall" if whole else "tables", data)


class Hub:
    """Watches one hall and feeds every reader of its stream."""

    def __init__(
        self,
        source: HallSource,
        *,
        tick_s: float = TICK_S,
        beat_s: float = BEAT_S,
        readers: int = READERS,
    ) -> None:
        self._source = source
        self._tick_s = tick_s
        self._beat_s = beat_s
        self._limit = readers
        self._sights: dict[str, Sight] = {}
        self._readers: dict[asyncio.Event, str] = {}
        self._changed = asyncio.Event()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def readers(self) -> int:
        """How many streams are open."""
        return len(self._readers)

    async def run(self) -> None:
        """Watch the hall until cancelled."""
        loop = self._loop = asyncio.get_running_loop()

        def changed() -> None:
            # The hall may still call while the loop goes down.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._changed.set)

        leave = self._source.subscribe(changed)
        try:
            while True:
                # If nothing changes readers get the time of day, and know that we live.
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), self._beat_s)
                self._changed.clear()
                # Whoever comes while we look is served by the next look, never by an old sight.
                served = dict(self._readers)
                for language in sorted(set(served.values())):
                    await self._look(language)
                for wake in served:
                    wake.set()
                await asyncio.sleep(self._tick_s)
        finally:
            leave()

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for wake in self._readers:
            wake.set()

    def close_soon(self) -> None:
        """`close()` from another thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.close)

    async def snapshot(self, language: str) -> dict[str, Any]:
        """The hall as it stands, with its texts in `language`. Raises `FlagfallError`."""

        def ask() -> dict[str, Any]:
            language_of.use(language)
            found: dict[str, Any] = self._source.snapshot()
            return found

        return await in_thread(ask)

    async def _look(self, language: str) -> None:
        sight = self._sights.setdefault(language, Sight())
        try:
            sight.update(await self.snapshot(language))
        except FlagfallError as error:
            sight.fail(error)
        except (AttributeError, KeyError, TypeError, ValueError):
            # A hall that breaks its word to the page must not end the watch.
            logger.exception("the hall's snapshot is not what it should be")
            sight.fail(silent())

    async def read(self, language: str) -> AsyncIterator[bytes]:
        """The events of one reader: the whole hall first, then batches; ends with the server."""
        wake = asyncio.Event()
        self._readers[wake] = language
        seen = -1
        try:
            yield b"retry: 1000\n\n"
            self._changed.set()
            while not self._closed:
                await wake.wait()
                wake.clear()
                sight = self._sights.get(language)
                if sight is None or sight.version == seen or self._closed:
                    continue
                batch = sight.since(seen)
                # A reader that has only heard of trouble still lacks the whole hall.
                seen = seen if sight.trouble is not None and seen < 0 else sight.version
                yield batch
        finally:
            del self._readers[wake]

    def admit(self) -> None:
        """Raises `TooManyReaders` where no further stream is kept."""
        if len(self._readers) >= self._limit:
            full = ngettext("{n} page is open already.", "{n} pages are open already.", self._limit)
            raise TooManyReaders(
                full.format(n=self._limit), hint=_("Close one that nobody looks at.")
            )


async def in_thread(ask: Callable[[], T]) -> T:
    """`ask()` off the event loop; anything but our own errors becomes `HallSilent`."""
    try:
        return await anyio.to_thread.run_sync(ask)
    except FlagfallError:
        raise
    except Exception as error:
        logger.exception("the hall failed to answer")
        raise silent() from error


def silent() -> HallSilent:
    """What is said of a hall that fails: never its innards."""
    return HallSilent(
        _("The hall did not answer."),
        hint=_("The clocks go on by themselves; the program's log has the reason."),
    )
