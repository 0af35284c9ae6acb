"""Rounds that a table lays down: round robin in its kinds, and the match of two (R3.5.1–2, 004)."""

from flagfall.pairing.contests import ZERO, Contest, seat
from flagfall.pairing.errors import BadValue, EventOver, NothingToPair
from flagfall.pairing.event import Event
from flagfall.pairing.lots import Lots
from flagfall.pairing.notes import Note, note
from flagfall.pairing.numbering import start_order
from flagfall.pairing.record import Record, fold
from flagfall.pairing.robin import RENJU_4, Pairs, order_of_rounds, round_of_table
from flagfall.pairing.rounds import Free, Round
from flagfall.pairing.scheveningen import TABLES, table_a, table_b
from flagfall.words import words

_, ngettext = words("pairing")

ROBINS = frozenset({"round-robin", "double-round-robin", "match-tournament"})


def pair_robin(event: Event, number: int) -> Round:
    """A round of a round robin; later cycles turn the colours of the first."""
    record = fold(event)
    ids = record.ids
    row, codex, pairs = robin_round(event, len(ids), number)
    notes = [note("table_changed", "R.App4")] if codex else []
    if event.system.round_order is not None:
        notes.append(note("round_of_order", "004", row=row))
    contests: list[Contest] = []
    byes: list[Free] = []
    for pair in pairs:
        _add(record, number, row, pair, contests, byes)
    return seat(event, number, contests, byes, notes, _absent(event, ids, number))


def robin_round(event: Event, n: int, number: int) -> tuple[int, bool, Pairs]:
    """Row of the table a round plays, whether it is the renju code's own, its `(first, second)`."""
    if n < 2:
        raise NothingToPair(_("fewer than two players are left to play"))
    size = n + n % 2
    cycles = cycles_of(event)
    order = order_of_rounds(event.system.round_order, size - 1, event.system.seed)
    total = (size - 1) * cycles
    if len(order) not in (size - 1, total):
        raise BadValue(
            _("the order of rounds has {have} numbers, the table {want} rounds").format(
                have=len(order), want=size - 1
            ),
            where="$.system.round_order",
        )
    if number > min(event.system.rounds or total, total):
        raise over(event, min(event.system.rounds or total, total))
    if len(order) == total:
        cycle, place = divmod(order[number - 1] - 1, size - 1)
        row = place + 1
    else:
        cycle, place = divmod(number - 1, size - 1)
        row = order[place]
    name = event.system.table
    codex = size == 4 and (name == "renju-codex" or (name is None and event.colour_rule == "renju"))
    pairs = RENJU_4[row - 1] if codex else round_of_table(size, row)
    return row, codex, tuple((b, a) for a, b in pairs) if cycle % 2 else pairs


def cycles_of(event: Event) -> int:
    """How often everybody meets everybody."""
    kind = event.system.kind
    if kind == "double-round-robin":
        return 2
    return event.system.cycles if kind == "match-tournament" else 1


def over(event: Event, rounds: int) -> EventOver:
    """The answer when nothing is left to pair."""
    return EventOver(
        ngettext(
            "the event's only round is paired", "all {n} rounds of the event are paired", rounds
        ).format(n=rounds),
        hint=_("flagfall event standings shows the places"),
    )


def _absent(event: Event, ids: tuple[int | str, ...], number: int) -> list[int | str]:
    return [i for i in ids if not event.entrant(i).plays_in(number)]


def _add(
    record: Record,
    number: int,
    row: int,
    pair: tuple[int, int],
    contests: list[Contest],
    byes: list[Free],
) -> None:
    """One pair of the table: a game, a forfeit, or a free player."""
    event, ids = record.event, record.ids
    if max(pair) > len(ids):
        alone = ids[min(pair) - 1]
        if event.entrant(alone).plays_in(number):
            byes.append(Free(alone, ZERO, (note("free", "R3.5.2", player=alone),)))
        return
    first, second = ids[pair[0] - 1], ids[pair[1] - 1]
    gone = [left_early(record, e, number) for e in (first, second)]
    if any(gone):
        for who, other, away in ((first, second, gone[0]), (second, first, gone[1])):
            if not away and event.entrant(who).plays_in(number):
                left = note("free_withdrawn", "R2.9.3", player=who, other=other)
                byes.append(Free(who, ZERO, (left,)))
        return
    contests.append(table_contest(event, number, row, (first, second), "R3.5.2"))


def table_contest(
    event: Event, number: int, row: int, pair: tuple[int | str, int | str], rule: str
) -> Contest:
    """A pair of a table, the first begins; a forfeit where one is not there."""
    first, second = pair
    there = {e: event.entrant(e).plays_in(number) for e in pair}
    why: tuple[Note, ...] = (note("table_of_rounds", rule, row=row, a=first, b=second),)
    white, black = (first, second) if event.first == "white" else (second, first)
    result = None
    if not all(there.values()):
        result = f"{'+' if there[white] else '-'}{'+' if there[black] else '-'}"
        why += tuple(note("forfeit", "R2.9.1", player=e) for e, ok in there.items() if not ok)
    return Contest(white, black, why, (note("colour_table", rule),), result)


def left_early(record: Record, id_: int | str, number: int) -> bool:
    """Whether he left before a round having played fewer than half of his games (R2.9.3)."""
    event = record.event
    after = event.entrant(id_).withdrawn_after
    if after is None or after >= number:
        return False
    n = len(record.ids)
    games = (n - 1) * cycles_of(event)
    if event.system.rounds is not None:
        games = min(games, event.system.rounds)
    return 2 * games_played(record, record.index[id_], after) < games


def games_played(record: Record, i: int, after: int) -> int:
    """Games at the board in the rounds before he left, adjourned ones among them; and those he
    lost without play for breaking rules (R2.9.3)."""
    lost = record.event.breaches
    id_ = record.ids[i]
    return sum(
        m is not None and (m.played or (m.opponent >= 0 and (id_, r) in lost))
        for r, m in enumerate(record.rows[i][:after], 1)
    )


def pair_match(event: Event, number: int) -> Round:
    """The next game of a match: colours turn; it ends when its limit is reached (R3.5.1)."""
    ids = start_order(event)
    if len(ids) != 2:
        raise BadValue(
            _("a match is between two, not {n}").format(n=len(ids)),
            where="$.teams" if event.system.entrants == "teams" else "$.players",
        )
    record = fold(event)
    notes: list[Note] = []
    system = event.system
    games = system.games or system.rounds
    scores = [record.scale.points(record.score(i)) for i in (0, 1)]
    wins = [sum(m is not None and m.points > m.theirs for m in record.rows[i]) for i in (0, 1)]
    leader = 0 if scores[0] >= scores[1] else 1
    reached = (system.target_points is not None and scores[leader] >= system.target_points) or (
        system.target_wins is not None and max(wins) >= system.target_wins
    )
    if reached or (games is not None and number > games):
        raise over(event, number - 1)
    per_round = record.scale.points(record.scale.per_round)
    if games is not None and scores[leader] > games * per_round / 2 and ids:
        notes.append(note("decided", "R3.5.1", player=ids[leader], points=str(scores[leader])))
    colour = system.first_colour or "lot"
    if colour == "lot":
        colour = "white" if Lots(system.seed, 1, "first colour").below(2) == 0 else "black"
        first_why = note("colour_first_board_lot", "R3.5.1")
    else:
        first_why = note("colour_first_board", "R3.5.1")
    one_has_white = (colour == "white") == (number % 2 == 1)
    white, black = (ids[0], ids[1]) if one_has_white else (ids[1], ids[0])
    why = first_why if number == 1 else note("colour_turn", "R3.5.1")
    contest = Contest(white, black, (note("only_pair", "R3.5.1"),), (why,))
    return seat(event, number, [contest], [], notes, _absent(event, ids, number))


def pair_scheveningen(event: Event, number: int) -> Round:
    """A round of Scheveningen A or B: two groups, each of the one against each of the other."""
    groups = event.system.groups or two_teams(event)
    numbers = groups[0] + groups[1]
    m = len(groups[0])
    if m < 1:
        raise NothingToPair(_("fewer than two players are left to play"))
    order = order_of_rounds(event.system.round_order, m, event.system.seed)
    if len(order) != m:
        raise BadValue(
            _("the order of rounds has {have} numbers, the table {want} rounds").format(
                have=len(order), want=m
            ),
            where="$.system.round_order",
        )
    total = min(event.system.rounds or m, m)
    if number > total:
        raise over(event, total)
    row = order[number - 1]
    notes: list[Note] = []
    if event.system.kind == "scheveningen-a":
        pairs, rule = table_a(m)[row - 1], "R3.9.A"
    else:
        name = event.system.table if isinstance(event.system.table, str) else TABLES[0]
        if name not in TABLES:
            raise BadValue(
                _("no table is called {name}").format(name=repr(name)),
                hint=_("known: {words}").format(words=", ".join(TABLES)),
                where="$.system.table",
            )
        pairs, rule = table_b(m, name)[row - 1], "R3.9.B"
        if m == 2:
            notes.append(note("uneven_two", rule, a=numbers[2], b=numbers[3]))
    contests = []
    for first, second in pairs:
        a, b = numbers[first - 1], numbers[second - 1]
        contests.append(table_contest(event, number, row, (a, b), rule))
    absent: list[int | str] = [p for p in numbers if not event.by_id[p].plays_in(number)]
    return seat(event, number, contests, [], notes, absent)


def two_teams(event: Event) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The groups of a Scheveningen event: its two teams, or the two halves of the list."""
    if len(event.teams) == 2:
        first, second = (t.players for t in event.teams)
    else:
        ids = tuple(p for p in start_order(event) if isinstance(p, int))
        first, second = ids[: len(ids) // 2], ids[len(ids) // 2 :]
    if len(first) != len(second):
        raise BadValue(
            _("the two groups are not equally large"),
            hint=_("name them in system.groups"),
            where="$.players",
        )
    return first, second


def pair_silly(event: Event, number: int) -> Round:
    """Silly: opponents of every start number are laid down, then the numbers are drawn (R3.5.4).

    The table is the event's own or the first rounds of the round robin.
    """
    record = fold(event)
    n = len(record.ids)
    own = event.system.table if isinstance(event.system.table, tuple) else None
    rounds = event.system.rounds or (len(own) if own else 0)
    if not rounds:
        raise BadValue(
            _("the number of rounds is to be announced beforehand (R3.6.1)"),
            where="$.system.rounds",
        )
    size = n + n % 2
    if number > min(rounds, len(own) if own is not None else size - 1):
        raise over(event, number - 1)
    pairs = own[number - 1] if own is not None else round_of_table(size, number)
    seated = [s for pair in pairs for s in pair]
    if len(set(seated)) != len(seated) or not set(seated) <= set(range(1, size + 1)):
        raise BadValue(
            _("round {n} of the table must name each start number once").format(n=number),
            where=f"$.system.table[{number - 1}]",
        )
    contests: list[Contest] = []
    byes: list[Free] = []
    alone = [s for s in range(1, n + 1) if s not in seated]
    for first, second in pairs:
        if max(first, second) > n:
            alone.append(min(first, second))
            continue
        pair = record.ids[first - 1], record.ids[second - 1]
        contests.append(table_contest(event, number, number, pair, "R3.5.4"))
    for s in alone:
        id_ = record.ids[s - 1]
        if event.entrant(id_).plays_in(number):
            why = note("bye_table", "R3.5.4", player=id_)
            byes.append(Free(id_, event.system.bye_value, (why,)))
    return seat(event, number, contests, byes, [], _absent(event, record.ids, number))
