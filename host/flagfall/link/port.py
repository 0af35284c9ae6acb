"""Drives a session over a line: one thread that reads, writes, keeps time and reconnects.

    port = Port("serial:/dev/ttyACM0", Session(host_id), on_notice)
    port.start()
    outcome = port.command(Act.STOP, revision=41).result()

Any thread may call; only the port's own thread touches the line and calls `on_notice`. When the
line is lost it is opened again, for as long as it takes, and the session goes on from the durable
cursor: nothing is lost, nothing comes twice.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from flagfall_protocol import codes, messages

from flagfall.link import notices as n
from flagfall.link.errors import LineLost, LinkError, NoAnswer
from flagfall.link.session import Session
from flagfall.link.transport import Transport, open_transport
from flagfall.link.virtual import Edge
from flagfall.words import words

_, _ngettext = words("link")
log = logging.getLogger("flagfall.link")

RETRY_S = 0.1
RETRY_MOST_S = 1.0
LONGEST_READ_S = 1.0


def now_us() -> int:
    """The host's monotonic time, in whole microseconds."""
    return time.monotonic_ns() // 1000


class Port:
    """A line with a clock at its end. `on_notice` is called in the port's thread, in order."""

    def __init__(
        self,
        address: str,
        session: Session,
        on_notice: Callable[[n.Notice], None],
        *,
        open_line: Callable[[str], Transport] = open_transport,
    ) -> None:
        self.address = address
        self.session = session
        self._on_notice = on_notice
        self._open_line = open_line
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._transport: Transport | None = None
        self._futures: dict[int, Future[Any]] = {}
        self._refused = ""
        self._thread = threading.Thread(target=self._run, name=f"port {address}", daemon=True)

    def start(self) -> "Port":
        """Begin: open the line, greet the clock."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Let the clock go and end. Waiting orders fail with `LineLost`."""
        with self._lock:
            self.session.release()
        self._stop.set()
        self._wake()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> "Port":
        return self.start()

    def __exit__(self, *_error: object) -> None:
        self.close()

    # ------------------------------------------------------------ what other threads may ask

    def subscribe(self, journal_id: int, after: int) -> None:
        """As `Session.subscribe`."""
        with self._lock:
            self.session.subscribe(journal_id, after, now_us())
        self._wake()

    def acknowledge(self, journal_id: int, seq: int) -> None:
        """As `Session.acknowledge`. It goes with the next thing that is said, which is soon; at
        once only where the clock may wait for it."""
        with self._lock:
            self.session.acknowledge(journal_id, seq)
            urgent = self.session.events.window_full
        if urgent:
            self._wake()

    def command(self, act: codes.Act, **fields: Any) -> "Future[messages.Outcome]":
        """Order something of the live clock; the future gives the `Outcome`, or `NoAnswer`."""
        return self.ask(lambda s, now: s.command(act, now, **fields))

    def send_rules(
        self, head: messages.RulesBegin, periods: Sequence[messages.Period]
    ) -> "Future[messages.Outcome]":
        """Lay out a regulation as a new game."""
        return self.ask(lambda s, now: s.send_rules(head, periods, now))

    def snapshot(self) -> "Future[bytes]":
        """The clock's whole state."""
        return self.ask(lambda s, now: s.snapshot(now))

    def restore(self, data: bytes) -> "Future[messages.Outcome]":
        """Give the clock a whole state, stopped (CL-12)."""
        return self.ask(lambda s, now: s.restore(data, now))

    def ask(self, order: Callable[[Session, int], int]) -> "Future[Any]":
        """Give the session an order; the future gives its answer (see `_answer_of`)."""
        future: Future[Any] = Future()
        with self._lock:
            if self._stop.is_set():
                future.set_exception(self._closed())
                return future
            self._futures[order(self.session, now_us())] = future
        self._wake()
        return future

    def advance(self, to_us: int, edges: Sequence[Edge] = ()) -> None:
        """As `Session.advance`."""
        with self._lock:
            self.session.advance(to_us, edges)
        self._wake()

    def tell(self, action: Callable[[Session], None]) -> None:
        """Do something with the session that has no answer."""
        with self._lock:
            action(self.session)
        self._wake()

    # ------------------------------------------------------------ the port's own thread

    def _run(self) -> None:
        wait_s = RETRY_S
        while not self._stop.is_set():
            try:
                transport = self._open_line(self.address)
            except LinkError as refused:
                self._say_refused(refused)
                self._deliver(self._tick())
                self._stop.wait(wait_s)
                wait_s = min(2 * wait_s, RETRY_MOST_S)
                continue
            wait_s, self._refused = RETRY_S, ""
            self._transport = transport
            with self._lock:
                self.session.greet(now_us())
            try:
                self._converse(transport)
            except LineLost as lost:
                log.info("%s", lost.sentence)
            except Exception:
                # Whatever a clock said: the port must not fall silent for good.
                log.exception("the line %s is taken up anew", self.address)
            finally:
                self._transport = None
                transport.close()
                with self._lock:
                    cut = self.session.line_cut()
            if not self._stop.is_set():
                self._deliver(cut)
            # A far end that opens and dies at once must not become a busy loop.
            self._stop.wait(RETRY_S)
        self._fail_all()

    def _converse(self, transport: Transport) -> None:
        while True:
            # Read before what is to be said: `close` queues the release, then says stop.
            stopping = self._stop.is_set()
            with self._lock:
                now = now_us()
                said = self.session.tick(now)
                out = self.session.outgoing(now)
                wake_us = self.session.wake_us(now)
            if out:
                transport.write(out)
            self._deliver(said)
            if stopping:
                return
            if said:
                continue  # what was said may have made something to send
            data = transport.read(min(max(wake_us - now, 0) / 1_000_000, LONGEST_READ_S))
            if data:
                with self._lock:
                    said = self.session.feed(data, now_us())
                self._deliver(said)

    def _tick(self) -> list[n.Notice]:
        with self._lock:
            return self.session.tick(now_us())

    def _deliver(self, said: Sequence[n.Notice]) -> None:
        for notice in said:
            try:
                self._on_notice(notice)
            except Exception:
                # The owner's fault must not end the conversation: what it did not take, it
                # did not acknowledge, and the journal still has it.
                log.exception("the owner of %s failed at %r", self.address, notice)
            self._settle(notice)

    def _settle(self, notice: n.Notice) -> None:
        request = getattr(notice, "request", None)
        if request is None:
            return
        with self._lock:
            future = self._futures.pop(request, None)
        if future is None or not future.set_running_or_notify_cancel():
            return
        if isinstance(notice, n.TimedOut):
            future.set_exception(
                NoAnswer(
                    _("The clock at {address} did not answer.").format(address=self.address),
                    hint=_("It may have been done: look at the clock's state.")
                    if notice.perhaps_done
                    else _("It was not sent. Check the cable."),
                )
            )
        else:
            future.set_result(_answer_of(notice))

    def _say_refused(self, refused: LinkError) -> None:
        if self._refused != refused.code:
            self._refused = refused.code
            self._deliver([n.Refused(refused.code, refused.sentence, refused.hint)])

    def _closed(self) -> LineLost:
        return LineLost(_("The line {address} was closed.").format(address=self.address))

    def _fail_all(self) -> None:
        with self._lock:
            waiting, self._futures = list(self._futures.values()), {}
        for future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(self._closed())
        self._deliver([n.Lost("closed")])

    def _wake(self) -> None:
        transport = self._transport
        if transport is not None and threading.current_thread() is not self._thread:
            with contextlib.suppress(LinkError):
                transport.wake()


def _answer_of(notice: n.Notice) -> Any:
    """What a future gives: an outcome, a snapshot's bytes, counters, or the notice itself."""
    if isinstance(notice, n.Answered):
        return notice.outcome
    if isinstance(notice, n.Snapped):
        return notice.data
    if isinstance(notice, n.FaultsTold):
        return notice.counts
    return notice
