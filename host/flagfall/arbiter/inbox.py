"""What waits for the hall's thread: what ports heard, what somebody wants written down."""

import queue
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from flagfall_protocol.messages import BoardEvent

from flagfall.arbiter.line import ClockLine
from flagfall.arbiter.log import Decision
from flagfall.link import notices as n

GROUP = 2_000  # items in one commit at most
IDLE_S = 1.0
CALM_S = 0.03


@dataclass(frozen=True)
class Heard:
    """What a port heard."""

    line: ClockLine
    notice: n.Notice


@dataclass(frozen=True)
class Said:
    """What is to be written down; `done` when it is folded, or never will be."""

    decisions: Sequence[Decision]
    done: "Future[None]"


Item = Heard | Said | None
"""None: the hall is being closed."""


class Inbox:
    """A queue that is emptied in groups."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()

    def put(self, item: Item) -> None:
        """Add to what waits."""
        self._queue.put(item)

    def gather(self) -> list[Item]:
        """What has come; nothing after a while without anything, for time alone does things."""
        try:
            items = [self._queue.get(timeout=IDLE_S)]
        except queue.Empty:
            return []
        # What nobody waits for is written with the next that comes, if that is soon: a commit of
        # its own costs more than all the rest.
        calm, until_s = _is_calm(items[0]), time.monotonic() + CALM_S
        while len(items) < GROUP:
            wait_s = max(until_s - time.monotonic(), 0.0) if calm else 0.0
            try:
                items.append(self._queue.get(timeout=wait_s))
                calm = calm and _is_calm(items[-1])
            except queue.Empty:
                break
        return items

    def dismiss(self, why: Exception) -> None:
        """Nothing is written any more: whoever waits for it is told why."""
        while not self._queue.empty():
            item = self._queue.get()
            if isinstance(item, Said):
                item.done.set_exception(why)


def _is_calm(item: Item) -> bool:
    """Whether this is a board between two presses."""
    if not isinstance(item, Heard) or not isinstance(item.notice, n.Arrived):
        return False
    record = item.notice.record
    return isinstance(record, BoardEvent) and not record.press
