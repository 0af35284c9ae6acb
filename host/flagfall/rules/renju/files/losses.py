"""What a format has no place for: told and refused, unless the caller lets it be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from flagfall.rules.record import Clock
from flagfall.rules.renju.files.errors import CannotWrite
from flagfall.rules.renju.files.record import Node, Record
from flagfall.words import words

_, ngettext = words("rules")


def _never(_clock: Clock) -> bool:
    return False


@dataclass(frozen=True)
class Room:
    """What a format has a place for besides the moves of the game.

    `comments`: at every step, at the start only, or nowhere. `headers` and `properties` by name.
    `clocks` says which readings fit, `results` which results, `words` whether what stands in a
    move's place and is none can be written.
    """

    variations: bool = False
    comments: Literal["all", "start", "none"] = "none"
    headers: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    clocks: Callable[[Clock], bool] = _never
    words: bool = False


def check(record: Record, room: Room, *, lossy: bool) -> None:
    """Raise `CannotWrite` for what would be left out, unless it may be (`lossy`)."""
    expect_record(record)
    found = [] if lossy else list(_lost(record, room))
    if found:
        raise CannotWrite(
            _("This format has no place for: {what}.").format(what=", ".join(found)),
            reason="lossy",
            hint=_("Written with lossy=True, the file leaves that out."),
        )


def expect_record(record: object) -> None:
    """Raise `CannotWrite` for what is no record of renju: the house's common game has another
    form."""
    if not isinstance(record, Record):
        raise CannotWrite(
            _("A renju record is expected, not {what}.").format(what=repr(record)[:60]),
            reason="no-record",
            hint=_("Record.of makes one from a game's last position: Record.of(game.end)."),
        )


def _lost(record: Record, room: Room) -> Iterator[str]:
    nodes = list(record.root.walk())
    headers = [name for name in record.headers if name not in room.headers | {"Result"}]
    if headers:
        yield _("headers ({names})").format(names=", ".join(headers[:4]))
    by_rules = record.outcome if record.positions else None
    known = {"*"} if by_rules is None else {"*", by_rules.result}
    if record.result not in known | room.results:
        yield _("the result")
    if not room.variations and any(len(node.children) > 1 for node in nodes):
        yield _("variations")
    if any(node.comment for node in nodes if not _room_for_comment(node, record, room)):
        yield _("comments")
    if any(node.clock is not None and not room.clocks(node.clock) for node in nodes):
        yield _("clock times")
    if not room.words and any(node.text and node.move is None for node in nodes):
        yield _("words that are no moves")
    properties = {name for node in nodes for name in node.properties} - room.properties
    if properties:
        yield _("properties ({names})").format(names=", ".join(sorted(properties)[:4]))


def _room_for_comment(node: Node, record: Record, room: Room) -> bool:
    return room.comments == "all" or (room.comments == "start" and node is record.root)
