"""`flagfall clock monitor`: what goes over the wire, as it goes."""

import json
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flagfall.cli.clock_list import Json, Port
from flagfall.words import words

if TYPE_CHECKING:
    from flagfall.link.transport import Transport

_, ngettext = words("cli")


def monitor(
    port: Port,
    hexadecimal: Annotated[
        bool, typer.Option("--hex", help="Explain every frame, byte by byte.")
    ] = False,
    after: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=0xFFFFFFFF,
            help="Fetch the journal after this record; else what is new.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="End after so long; else Ctrl-C ends.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what a clock says: records, states, faults, time; with --hex every frame explained.

    The clock's journal is not changed, and another program's place in it is its own.
    """
    from flagfall.link import notices as n
    from flagfall.link.transport import open_transport
    from flagfall.link.visit import Visit

    write = _json_line if as_json else _line
    over = threading.Event()  # nobody reads what we say any more

    def say(text: str) -> None:
        try:
            _say(text)
        except BrokenPipeError:
            over.set()

    def heard(notice: n.Notice) -> None:
        match notice:
            case n.Greeted(hello):
                start = hello.newest if after is None else after
                visit.port.subscribe(hello.journal_id, start)
                visit.port.ask(lambda session, now_us: session.ask_faults(now_us))
            case n.Arrived(record):
                visit.port.acknowledge(record.journal_id, record.seq)
        if not hexadecimal:
            say(write(notice))

    def opened(address: str) -> "Transport":
        line = open_transport(address)
        return Tap(line, say) if hexadecimal else line

    visit = Visit(port, heard, open_line=opened)
    try:
        with visit:
            over.wait(seconds)
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
    finally:
        if over.is_set():
            # Python would complain of the closed pipe once more as it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Tap:
    """A line that tells what goes over it, frame by frame, both ways."""

    def __init__(self, line: "Transport", say: Callable[[str], None]) -> None:
        from flagfall_protocol.frames import FrameReader

        self.address = line.address
        self._line, self._say = line, say
        self._up, self._down = FrameReader(up=True), FrameReader(up=False)

    def read(self, timeout_s: float) -> bytes:
        """As in `Transport`."""
        data = self._line.read(timeout_s)
        self._tell("<", self._up, data)
        return data

    def write(self, data: bytes) -> None:
        """As in `Transport`."""
        self._line.write(data)
        self._tell(">", self._down, data)

    def wake(self) -> None:
        """As in `Transport`."""
        self._line.wake()

    def close(self) -> None:
        """As in `Transport`."""
        self._line.close()

    def _tell(self, way: str, reader: Any, data: bytes) -> None:
        from flagfall_protocol.codes import FaultKind
        from flagfall_protocol.explain import frame_lines

        before = list(reader.faults)
        for frame in reader.feed(data):
            self._say("\n".join(f"{way} {line}" for line in [*frame_lines(frame), ""]))
        for kind, then, now in zip(FaultKind, before, reader.faults, strict=True):
            if now > then:
                self._say(f"{way} {kind.name.lower()} +{now - then}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _line(notice: Any) -> str:
    """A notice on one line: its name, then its fields."""
    told = plain(notice)
    inner = next((v for v in told.values() if isinstance(v, dict)), None)
    words_ = [f"{k}={_short(v)}" for k, v in (inner or told).items() if k != "what"]
    name = told["what"] if inner is None else f"{told['what']} {inner.get('what', '')}".strip()
    return f"{name}: {' '.join(words_)}".rstrip(": ")


def _short(value: Any) -> str:
    return "+".join(value) or "-" if isinstance(value, list) else str(value)


def _json_line(notice: Any) -> str:
    return json.dumps(plain(notice), ensure_ascii=False)


def plain(value: Any) -> Any:
    """A notice as JSON: `what` names it, codes by their names, bytes in hexadecimal."""
    from flagfall_protocol.codes import FaultKind

    from flagfall.link.notices import FaultsTold

    if isinstance(value, FaultsTold):
        counts = zip(FaultKind, value.counts, strict=False)  # later versions may count more
        return {"what": "faults", "counts": {kind.name.lower(): n for kind, n in counts}}
    if is_dataclass(value) and not isinstance(value, type):
        told = {"what": type(value).__name__.lower()}
        # What an order is about has a name of its own beside the record's.
        keys = {f.name: "about" if f.name == "what" else f.name for f in fields(value)}
        return told | {key: plain(getattr(value, name)) for name, key in keys.items()}
    if isinstance(value, IntFlag):
        return [(member.name or "").lower() for member in value]
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [plain(item) if is_dataclass(item) else str(item) for item in value]
    return value
