"""Rules that the rounds of an event break, whoever paired them: each fault with its article."""

from collections.abc import Iterator

from flagfall.pairing.event import SWISS, Event, PlayedRound
from flagfall.pairing.faults import Fault
from flagfall.pairing.record import Meet, Record, fold
from flagfall.pairing.rounds import labels_of
from flagfall.pairing.swiss.field import LIMITS
from flagfall.pairing.tables import ROBINS, cycles_of
from flagfall.words import words

_, _plural = words("pairing")


def rule_faults(event: Event) -> list[Fault]:
    """Every fault, round by round."""
    record = fold(event)
    labels = labels_of(event)
    who = [labels[id_] for id_ in record.ids]
    faults: list[Fault] = []
    for r, played in enumerate(event.rounds):
        faults += _attendance(event, r, played, labels)
        if event.system.kind in SWISS:
            faults += _swiss(record, r, who)
        elif event.system.kind in ROBINS:
            faults += _robin(record, r, who)
        if r + 1 < len(event.rounds):
            faults += _results(event, r, played)
    return faults


def _attendance(
    event: Event, r: int, played: PlayedRound, labels: dict[int | str, str]
) -> Iterator[Fault]:
    """Who was to stay out but is in, and who is in nowhere."""
    if event.system.entrants == "teams":
        labels = {p.id: p.name for p in event.players}
    number = r + 1
    path = f"$.rounds[{r}]"
    inside: set[int] = set()
    for i, g in enumerate(played.games):
        forfeits = g.result and not g.played
        for side, seat in (("white", g.white), ("black", g.black)):
            inside.add(seat)
            p = event.by_id[seat]
            if p.plays_in(number) or forfeits:
                continue
            where = f"{path}.games[{i}].{side}"
            if number in p.absent:
                yield Fault(
                    "absent_plays",
                    _("player {id} is marked absent in round {n} but has a game").format(
                        id=labels[seat], n=number
                    ),
                    where,
                    "D5.4.10.2",
                )
            elif number < p.late_entry:
                yield Fault(
                    "plays_before_entry",
                    _("player {id} enters in round {n} but has a game before").format(
                        id=labels[seat], n=p.late_entry
                    ),
                    where,
                )
            else:
                yield Fault(
                    "withdrawn_plays",
                    _("player {id} left after round {n} but has a game").format(
                        id=labels[seat], n=p.withdrawn_after
                    ),
                    where,
                    "D5.4.10.2",
                )
    inside |= {b.player for b in played.byes if isinstance(b.player, int)}
    if event.system.entrants == "players" and event.system.kind in SWISS:
        for p in event.players:
            if p.plays_in(number) and p.id not in inside:
                yield Fault(
                    "left_out",
                    _("player {id} has neither a game nor a bye in round {n}").format(
                        id=labels[p.id], n=number
                    ),
                    path,
                    "D5.4.10.2",
                    _("add his game, or add {n} to his absent rounds").format(n=number),
                )


def _swiss(record: Record, r: int, who: list[str]) -> Iterator[Fault]:
    """Second meetings, colours past the limit, second wins without play."""
    event = record.event
    number = r + 1
    path = f"$.rounds[{r}]"
    waived = {w.rule for w in event.system.waive if w.round == number}
    forced = {
        frozenset(record.index.get(p, -1) for p in f.players)
        for f in event.forced_pairs
        if f.round == number
    }
    for i, row in enumerate(record.rows):
        meet = row[r]
        if meet is None:
            continue
        past = [m for m in row[:r] if m is not None]
        if meet.opponent > i and _met(past, meet.opponent, event.system.remeet_after_forfeit):
            yield Fault(
                "rematch",
                _("players {a} and {b} meet a second time in round {n}").format(
                    a=who[i], b=who[meet.opponent], n=number
                ),
                path,
                "R3.6.2" if event.colour_rule == "renju" else "D5.4.10.2",
                grave="rematch" not in waived and frozenset((i, meet.opponent)) not in forced,
            )
        if _lucky(meet) and any(map(_lucky, past)) and meet.opponent < 0:
            yield Fault(
                "second_bye",
                _("player {id} has a second win without play in round {n}").format(
                    id=who[i], n=number
                ),
                path,
                "D5.4.10.2",
                grave="second_bye" not in waived,
            )
        yield from _colours(record, i, r, who[i], grave="colour_limit" not in waived)


def _robin(record: Record, r: int, who: list[str]) -> Iterator[Fault]:
    """More meetings of two than the event has cycles."""
    cycles = cycles_of(record.event)
    for i, row in enumerate(record.rows):
        meet = row[r]
        if meet is None or meet.opponent < i:
            continue
        before = sum(m is not None and m.opponent == meet.opponent for m in row[:r])
        if before >= cycles:
            yield Fault(
                "rematch",
                _("players {a} and {b} meet a second time in round {n}").format(
                    a=who[i], b=who[meet.opponent], n=r + 1
                ),
                f"$.rounds[{r}]",
                "R3.5.2",
            )


def _met(past: list[Meet], opponent: int, remeet: bool) -> bool:
    return any(m.opponent == opponent and (m.played or not remeet) for m in past)


def _lucky(meet: Meet) -> bool:
    """A win without play: a bye with points, or a partner who did not come."""
    return not meet.played and meet.finished and meet.points > meet.theirs


def _colours(record: Record, i: int, r: int, who: str, *, grave: bool) -> Iterator[Fault]:
    event = record.event
    most_running, most_apart = LIMITS[event.colour_rule]
    meet = record.rows[i][r]
    if meet is None or not meet.colour or event.system.micro_games % 2 == 0:
        return
    colours = [m.colour for m in record.rows[i][: r + 1] if m is not None and m.colour]
    running = 0
    for c in reversed(colours):
        if c != meet.colour:
            break
        running += 1
    renju = event.colour_rule == "renju"
    last_round = renju and r + 1 == event.system.rounds
    number = r + 1
    if most_running is not None and running > most_running:
        yield Fault(
            "colour_running",
            _("player {id} has one colour {k} times running in round {n}").format(
                id=who, k=running, n=number
            ),
            f"$.rounds[{r}]",
            "R3.6.2" if renju else "D5.4.10.2",
            grave=grave and not last_round,
        )
    if most_apart is not None and abs(sum(colours)) > most_apart:
        yield Fault(
            "colour_balance",
            _("player {id} has one colour {k} times more than the other in round {n}").format(
                id=who, k=abs(sum(colours)), n=number
            ),
            f"$.rounds[{r}]",
            "R3.6.2",
            grave=grave and not last_round,
        )


def _results(event: Event, r: int, played: PlayedRound) -> Iterator[Fault]:
    for i, g in enumerate(played.games):
        if not g.finished:
            yield Fault(
                "result_missing",
                _("the game {a} – {b} of round {n} has no result").format(
                    a=event.by_id[g.white].name, b=event.by_id[g.black].name, n=r + 1
                ),
                f"$.rounds[{r}].games[{i}].result",
            )
