"""Opens a hall for the round of an event: which table plays what on which clock, and the clocks
laid out for it.

    plan = plan_of(event_json)                  # EventNotReady: nothing is paired
    opening = Opening(hall, plan)
    opening.look(["usb:2e8a:0005:e661"])        # clocks that are connected, by their own ids
    opening.seat(opening.proposed())            # after the arbiter has seen it
    opening.lay_out()                           # again and again: whoever comes late is laid out

A hall opened again on the same log goes on: a table that is seated as planned is left alone.
"""

import time
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from flagfall_protocol import codes
from flagfall_protocol.messages import Outcome

from flagfall.arbiter.answers import ANSWER_S, answered
from flagfall.arbiter.errors import EventNotReady, NoClock
from flagfall.arbiter.hall import Hall
from flagfall.arbiter.line import ClockLine
from flagfall.arbiter.mirror import SideName
from flagfall.arbiter.record import opened
from flagfall.arbiter.regulations import to_messages
from flagfall.arbiter.scenario import parse_regulation
from flagfall.arbiter.table import Player, Seating, Table
from flagfall.link.errors import LinkError
from flagfall.pairing.event import Event, Game
from flagfall.pairing.parse import parse_event
from flagfall.rules import Colour, RulesError, other, variant
from flagfall.words import words

_, ngettext = words("arbiter")

HELLO_S = 3.0


@dataclass(frozen=True)
class Place:
    """A table of the round; `seating.clock` is empty where the event does not say which clock."""

    table: int
    seating: Seating


@dataclass(frozen=True)
class Plan:
    """The round to be played; `date` is the event's own word."""

    name: str
    round: int
    places: tuple[Place, ...]
    date: str = ""


def plan_of(data: object) -> Plan:
    """The plan of an event's last round that is not finished.

    Raises `EventError` (not an event), `ScenarioError` (its regulation) or `EventNotReady`.
    """
    event = parse_event(data)
    assert isinstance(data, Mapping)  # nothing else is an event
    regulation = data.get("regulation")
    if regulation is None:
        raise EventNotReady(
            _("The event does not say its regulation."),
            hint=_('Add "regulation" to the file, with the fields of a scenario.'),
            where="$.regulation",
        )
    parse_regulation(regulation, "$.regulation")
    _check_opening(data)
    last = event.rounds[-1] if event.rounds else None
    games = [game for game in last.games if not game.finished] if last is not None else []
    if last is None or not games:
        raise EventNotReady(
            _("No round is waiting to be played."),
            hint=_("Pair the next one first: flagfall event pair."),
            where="$.rounds",
        )
    clocks = _clocks(data.get("hall"))
    places = []
    for index, game in enumerate(games, 1):
        table = game.table if game.table is not None else index
        clock, left = clocks.get(table, ("", "first"))
        seating = _seating(event, data, game, clock, left, regulation)
        places.append(Place(table, replace(seating, round=last.number)))
    return Plan(event.name, last.number, tuple(places), event.date)


def _check_opening(data: Mapping[str, Any]) -> None:
    """`opening`: renju's opening rule, by its name."""
    opening = data.get("opening")
    if opening is None:
        return
    try:
        opened(_variant_name(data), str(opening))
    except RulesError as error:
        raise EventNotReady(error.sentence, hint=error.hint, where="$.opening") from None


def _variant_name(data: Mapping[str, Any]) -> str:
    name = str(data.get("discipline", "")).removeprefix("draughts-")
    return "renju-rf" if name == "renju" and data.get("law") == "renju-rf" else name


def _clocks(hall: object) -> dict[int, tuple[str, str]]:
    """`hall.tables`: the clock of each table, and who sits at its left."""
    entries = hall.get("tables", []) if isinstance(hall, Mapping) else []
    found: dict[int, tuple[str, str]] = {}
    for index, entry in enumerate(entries if isinstance(entries, list) else []):
        where = f"$.hall.tables[{index}]"
        if not isinstance(entry, Mapping) or not isinstance(entry.get("table"), int):
            raise EventNotReady(_("A table of the hall has no number."), where=f"{where}.table")
        clock, left = entry.get("clock", ""), entry.get("left", "first")
        if not isinstance(clock, str) or (clock and not _is_uid(clock)):
            raise EventNotReady(
                _("A clock's id has sixteen hexadecimal digits."), where=f"{where}.clock"
            )
        if left not in ("first", "second"):
            raise EventNotReady(
                _("At the left sits the first or the second player."), where=f"{where}.left"
            )
        if entry["table"] in found or (clock and clock in [c for c, _left in found.values()]):
            raise EventNotReady(_("A table or a clock stands twice in the hall."), where=where)
        found[entry["table"]] = (clock.lower(), left)
    return found


def _is_uid(text: str) -> bool:
    return len(text) == 16 and all(c in "0123456789abcdef" for c in text.lower())


def _seating(
    event: Event,
    data: Mapping[str, Any],
    game: Game,
    clock: str,
    left: str,
    regulation: dict[str, Any],
) -> Seating:
    name = _variant_name(data)
    try:
        first: Colour = variant(name).first
    except RulesError:
        first = "white"
    at_left: Colour = first if left == "first" else other(first)
    ids = {"white": game.white, "black": game.black}
    sides: dict[SideName, Colour] = {"left": at_left, "right": other(at_left)}
    players = {
        side: Player(event.by_id[ids[colour]].name, colour, ids[colour])
        for side, colour in sides.items()
    }
    opening = str(data.get("opening") or "")
    return Seating(name, "", clock, players, regulation, opening=opening)


class Opening:
    """Brings the plan and the connected clocks together."""

    def __init__(self, hall: Hall, plan: Plan) -> None:
        self.hall = hall
        self.plan = plan
        self._fresh: set[int] = set()
        self._laid_out: set[int] = set()

    def look(self, addresses: Iterable[str]) -> None:
        """Begin to speak with every port that is new; wait a moment for their hellos."""
        for address in addresses:
            if address not in self.hall.lines:
                self.hall.connect(address)
        with self.hall.changed:
            self.hall.changed.wait_for(self._all_known, HELLO_S)

    def _all_known(self) -> bool:
        return all(line.live or line.trouble for line in self.hall.lines.values())

    def strangers(self) -> list[ClockLine]:
        """Ports where nothing answers as a clock."""
        return [line for line in self.hall.lines.values() if not line.live]

    def proposed(self) -> list[Place]:
        """The plan with a clock for every table as far as there are clocks: the event's own, then
        the others by their ids."""
        named = {place.seating.clock for place in self.plan.places}
        seated = {t.number: t.clock for t in self.hall.state.tables.values()}
        live = sorted(line.uid for line in self.hall.lines.values() if line.live)
        free = [uid for uid in live if uid not in named and uid not in seated.values()]
        places = []
        for place in self.plan.places:
            seating = place.seating
            if not seating.clock:
                clock = seated.get(place.table) or (free.pop(0) if free else "")
                seating = replace(seating, clock=clock)
            places.append(Place(place.table, seating))
        return places

    def late(self) -> list[Place]:
        """Tables seated without a clock for which one has come since."""
        empty = {t.number for t in self.hall.state.tables.values() if not t.clock}
        return [p for p in self.proposed() if p.table in empty and p.seating.clock]

    def seat(self, places: Iterable[Place]) -> list[int]:
        """Seat every table that is not seated just so already; their numbers."""
        fresh = []
        for place in places:
            table = self.hall.state.tables.get(place.table)
            if table is not None and table.seating == place.seating:
                continue
            self.hall.seat(place.table, place.seating)
            fresh.append(place.table)
        self._fresh |= set(fresh)
        self._laid_out -= self._fresh
        return fresh

    def lay_out(self) -> list[int]:
        """Give every table its regulation whose clock is there and that was seated now or has no
        game yet; the numbers of those where that failed (the next call tries them again)."""
        sent = []
        for table in list(self.hall.state.tables.values()):
            line = self.hall.line_of(table.clock) if table.clock else None
            if line is None or not line.live or table.number in self._laid_out:
                continue
            if table.mirror.newest < line.newest:
                continue  # its journal is still being read: a game may be on
            if table.number in self._fresh or table.mirror.clock is None:
                regulation = parse_regulation(table.seating.regulation)
                sent.append((table, line.port.send_rules(*to_messages(regulation))))
            self._laid_out.add(table.number)
        failed = []
        for table, future in sent:
            if self._taken(table, future):
                self._fresh.discard(table.number)
            else:
                self._laid_out.discard(table.number)
                failed.append(table.number)
        return failed

    def _taken(self, table: Table, future: "Future[Outcome]") -> bool:
        """Whether the clock took its regulation; its new game is folded when this returns."""
        try:
            outcome = answered(self.hall, table, future, folded_s=ANSWER_S)
        except (NoClock, LinkError):
            return False
        return outcome.status == codes.Status.DONE and table.mirror.newest >= outcome.seq

    def settle(self, timeout_s: float = ANSWER_S) -> None:
        """Wait until every clock that is there is laid out."""
        until_s = time.monotonic() + timeout_s
        while time.monotonic() < until_s:
            self.lay_out()
            with self.hall.changed:
                if self.hall.changed.wait_for(self._settled, 0.2):
                    return

    def _settled(self) -> bool:
        for table in self.hall.state.tables.values():
            line = self.hall.line_of(table.clock) if table.clock else None
            waits = table.mirror.clock is None or table.number in self._fresh
            if line is not None and line.live and waits:
                return False
        return True
