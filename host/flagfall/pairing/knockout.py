"""Rounds of knock-outs (R3.5.3): brackets, places, and playing on until points are lost."""

from flagfall.pairing.bracket import Block, Couple, Progress, progress
from flagfall.pairing.contests import ZERO, Contest, seat
from flagfall.pairing.errors import CannotPair, EventOver, NothingToPair
from flagfall.pairing.event import Event
from flagfall.pairing.lots import Lots
from flagfall.pairing.notes import Note, note
from flagfall.pairing.record import Record, check_results, fold
from flagfall.pairing.rounds import Free, Round, labels_of
from flagfall.pairing.swiss.graph import ANY, Graph, Matching, stays_over
from flagfall.words import words

_, _plural = words("pairing")


def pair_knockout(event: Event, number: int) -> Round:
    """The next round: couples of the level that are undecided, or the next level."""
    record = fold(event)
    if len(record.ids) < 2:
        raise NothingToPair(_("fewer than two players are left to play"))
    check_results(event)
    if event.system.lives is not None:
        return _pair_lives(record, number)
    state = progress(record)
    if state.over:
        raise EventOver(
            _("the knock-out is decided"), hint=_("flagfall event standings shows the places")
        )
    contests: list[Contest] = []
    byes: list[Free] = []
    notes: list[Note] = []
    for block in state.blocks:
        for c in block.couples:
            if c.meets and not c.decided:
                contests.append(_contest(record, state, block, c, number, notes))
            elif c.a is not None and c.b is None and not _replaying(state):
                why = note("knockout_free", "R3.5.3", player=record.ids[c.a])
                byes.append(Free(record.ids[c.a], ZERO, (why,)))
    return seat(event, number, contests, byes, notes, [])


def _replaying(state: Progress) -> bool:
    return any(c.games for b in state.blocks for c in b.couples)


def _contest(
    record: Record, state: Progress, block: Block, c: Couple, number: int, notes: list[Note]
) -> Contest:
    event, ids = record.event, record.ids
    a, b = c.a, c.b
    assert a is not None
    assert b is not None
    values = {"a": ids[a], "b": ids[b]}
    if c.games:
        policy = event.system.draw_policy
        if policy not in ("replay", "shortened"):
            raise CannotPair(
                _("{a} and {b} drew, and the event does not say what decides").format(
                    **{k: labels_of(event)[v] for k, v in values.items()}
                ),
                hint=_(
                    'set system.draw_policy, or write the winner first: "extra": [{{"order": …}}]'
                ).format(),
            )
        why = note("replay" if policy == "replay" else "replay_shortened", "R3.5.3", **values)
    elif event.system.kind == "knockout-places":
        why = note("places_pair", "R3.5.3", low=block.low, high=block.high, **values)
    elif event.system.bracket == "redrawn":
        why = note("knockout_drawn", "R3.5.3", round=state.level, **values)
    else:
        why = note("knockout_pair", "R3.5.3", round=state.level, **values)
    return _with_colours(record, a, b, number, why)


def _with_colours(record: Record, a: int, b: int, number: int, why: Note) -> Contest:
    """Colours alternate; if that can't be, they even out; else by lot. Forfeits are filled in."""
    event, ids = record.event, record.ids
    last = {i: next((c for c in reversed(_colours(record, i)) if c), 0) for i in (a, b)}
    sums = {i: sum(_colours(record, i)) for i in (a, b)}
    if last[a] != last[b]:
        a_white = last[a] < last[b]
        who = ids[a] if last[a] else ids[b]
        colour_why = note("colour_alternate", "R3.5.3", player=who)
    elif sums[a] != sums[b]:
        a_white = sums[a] < sums[b]
        who = ids[a] if a_white else ids[b]
        colour_why = note("colour_balance", "R3.5.3", player=who, colour="white")
    elif number == 1 and event.system.first_colour in ("white", "black") and min(a, b) == 0:
        a_white = (event.system.first_colour == "white") == (a == 0)
        colour_why = note("colour_first_board", "R3.5.3")
    else:
        a_white = Lots(event.system.seed, number, f"colour:{a + 1}-{b + 1}").below(2) == 0
        colour_why = note("colour_lot", "R3.5.3")
    white, black = (a, b) if a_white else (b, a)
    there = {i: event.entrant(ids[i]).plays_in(number) for i in (a, b)}
    result = None
    opponent_why: tuple[Note, ...] = (why,)
    if not all(there.values()):
        result = f"{'+' if there[white] else '-'}{'+' if there[black] else '-'}"
        opponent_why += tuple(
            note("forfeit", "R2.9.1", player=ids[i]) for i, ok in there.items() if not ok
        )
    return Contest(ids[white], ids[black], opponent_why, (colour_why,), result)


def _colours(record: Record, i: int) -> list[int]:
    return [m.colour for m in record.rows[i] if m is not None]


def lost_points(record: Record, i: int) -> int:
    """Units a player has lost: what his games could have brought and did not."""
    return sum(
        record.scale.per_round - m.points
        for m in record.rows[i]
        if m is not None and m.opponent >= 0
    )


def living(record: Record, rounds: int | None = None) -> list[int]:
    """Who has not yet lost as many points as the event allows, after some rounds."""
    event = record.event
    assert event.system.lives is not None
    limit = event.system.lives * record.scale.unit
    found = []
    for i, id_ in enumerate(record.ids):
        lost = sum(
            record.scale.per_round - m.points
            for m in record.rows[i][:rounds]
            if m is not None and m.opponent >= 0
        )
        after = event.entrant(id_).withdrawn_after
        gone = after is not None and after <= (record.rounds if rounds is None else rounds)
        if lost < limit and not gone:
            found.append(i)
    return found


def _pair_lives(record: Record, number: int) -> Round:
    """Everybody alive is drawn; nobody meets twice or is free twice while it can be avoided."""
    event, ids = record.event, record.ids
    alive = [i for i in living(record) if event.entrant(ids[i]).plays_in(number)]
    if len(living(record)) < 2:
        raise EventOver(
            _("the knock-out is decided"), hint=_("flagfall event standings shows the places")
        )
    if len(alive) < 2:
        raise NothingToPair(_("fewer than two players are left to play"))
    lots = Lots(event.system.seed, number, "lives")
    order = lots.shuffled(alive)
    met = [{m.opponent for m in row if m is not None and m.opponent >= 0} for row in record.rows]
    graph = Graph(met, [ANY] * len(ids))
    byes: list[Free] = []
    notes: list[Note] = []
    if len(order) % 2:
        was_free = {
            i for i, row in enumerate(record.rows) if any(m and m.opponent < 0 for m in row)
        }
        free = min(
            order,
            key=lambda p: (
                p in was_free,
                stays_over(graph, [q for q in order if q != p]),
                order.index(p),
            ),
        )
        order.remove(free)
        why = note("knockout_free", "R3.5.3", player=ids[free])
        byes.append(Free(ids[free], ZERO, (why,)))
    if stays_over(graph, order):
        graph = Graph([set() for _ in ids], [ANY] * len(ids))
        notes.append(note("lives_rematch", "R3.5.3"))
    matching = Matching(graph, order)
    contests = []
    while order:
        a = order.pop(0)
        b = next(q for q in order if graph.legal(a, q) and matching.take(a, q))
        order.remove(b)
        why = note("knockout_drawn", "R3.5.3", round=number, a=ids[a], b=ids[b])
        contests.append(_with_colours(record, a, b, number, why))
    return seat(event, number, contests, byes, notes, [])
